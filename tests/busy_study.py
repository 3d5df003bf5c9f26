"""A study that runs: somebody at every stage, both conditions, flags, a pause, lost events, a message."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database

from db import accounts, assignments, event_log
from db.events import NewEvent, PageVisible, Paused, Payload
from db.models import Account, Role
from db.study_design import Study
from db.study_events import ConsentGiven, ConsentWithdrawn, MessageSent, SessionEnded, StudyLaunched
from tests.paired_study import answer, give, make_paired_study, make_person, show

MINUTE_MS = 60_000
N_ITEMS = 12


class BusyStudy(NamedTuple):
    """The study, and the secret of a link of its researcher."""

    study: Study
    researcher: str


def make_busy_study(database: Database, now_ms: int) -> BusyStudy:
    """One finished, one fast, one inattentive, one at an item, one paused, one gone, one not come."""
    study = make_paired_study(database, N_ITEMS, people_per_item=2, consent="Please take part.")
    launched = StudyLaunched(design_sha256=study.design.sha256, by="command line")
    _log(database, "study:paired", "launched-paired", launched, now_ms - 300 * MINUTE_MS)
    _done(database, "p-finished", range(1, 13), now_ms - 200 * MINUTE_MS)
    _log(
        database, "participation:p-finished", "ended-finished", SessionEnded(reason="finished"), now_ms - 100
    )
    _done(database, "p-fast", range(1, 9), now_ms - 90 * MINUTE_MS, seconds=6)
    _done(database, "p-inattentive", range(1, 7), now_ms - 50 * MINUTE_MS, attention="five")
    _done(database, "p-reading", range(7, 10), now_ms - 12 * MINUTE_MS)
    reading = give(database, "p-reading", "item-012")
    show(database, reading, now_ms - 5 * MINUTE_MS)
    for seq in (0, 3):
        seen = PageVisible(view_id="v1", document="report-1.pdf", page=1, visible_ms=1000 * seq)
        new = NewEvent(
            event_id=f"seen-{seq:04d}", payload=seen, source="browser", client_instance="tab", client_seq=seq
        )
        event_log.append(database, reading.attempt_id, [new], now_ms - 20_000)
    _done(database, "p-paused", range(9, 11), now_ms - 30 * MINUTE_MS)
    paused = give(database, "p-paused", "item-011", "oracle")
    show(database, paused, now_ms - 25 * MINUTE_MS)
    _log(database, paused.attempt_id, "paused-for-lunch", Paused(reason="Lunch"), now_ms - 24 * MINUTE_MS)
    message = MessageSent(text="Please go on.", by="rex")
    _log(database, "participation:p-paused", "message-for-paused", message, now_ms - 2 * MINUTE_MS)
    _arrive(database, "p-gone", now_ms - 120 * MINUTE_MS)
    gone = give(database, "p-gone", "item-010", "oracle")
    assignments.release(database, [gone.attempt_id], now_ms - 110 * MINUTE_MS, "withdrawn")
    left = ConsentWithdrawn(erase=True)
    _log(database, "participation:p-gone", "withdrawn-gone", left, now_ms - 110 * MINUTE_MS)
    make_person(database, "p-not-come")
    researcher = Account(account_id="rex", name="Rex", role=Role.RESEARCHER, study_id="paired")
    accounts.add_account(database, researcher, now_ms)
    return BusyStudy(study, accounts.issue_invitation(database, "rex", now_ms))


def _done(
    database: Database,
    account_id: str,
    numbers: range,
    from_ms: int,
    *,
    seconds: float = 70,
    attention: str = "",
) -> None:
    """Somebody with these items done; every third is wrong with search, one with given pages."""
    _arrive(database, account_id, from_ms - MINUTE_MS)
    for place, number in enumerate(numbers):
        condition = "search" if (number + len(account_id)) % 2 else "oracle"
        wrong = number % 3 == 0 if condition == "search" else number == 8
        one = give(database, account_id, f"item-{number:03d}", condition)
        text = "no" if wrong else ""
        answer(database, one, text, seconds + 3 * place, from_ms + 2 * place * MINUTE_MS)
    easy = give(database, account_id, "easy-1", purpose="attention")
    answer(database, easy, attention, at_ms=from_ms)


def _arrive(database: Database, account_id: str, at_ms: int) -> None:
    make_person(database, account_id)
    agreed = ConsentGiven(sha256="0" * 64)
    _log(database, f"participation:{account_id}", f"consent:{account_id}", agreed, at_ms)


def _log(database: Database, stream: str, event_id: str, payload: Payload, at_ms: int) -> None:
    event_log.append(database, stream, [NewEvent(event_id=event_id, payload=payload)], at_ms)
