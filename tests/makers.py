"""Small makers of the nouns, so that a test shows only what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from sqlite_utils import Database

from baseline.assignment.inviting import invite
from baseline.studies.studies import StudyPlan, create_study
from db.assignments import assignments_of
from db.events import Event, ItemShown, LoggedHit, NewEvent, Payload, Query, Source
from db.items import put_item_set
from db.models import Account, Assignment, Item, PageRef, Role
from db.study_design import Study

NOON_MS = 1_775_044_800_000  # 2026-04-01T12:00:00Z
_numbers = count(1)


def make_item(number: int = 1, question: str = "") -> Item:
    """Item `item-001` and so on, with one answer on one page."""
    return Item(
        item_id=f"item-{number:03d}",
        question=question or f"What is the total of year {2000 + number}?",
        answer_variants=((str(100 + number),),),
        evidence=(PageRef(document=f"report-{number}.pdf", page=number),),
    )


def make_items(n_items: int) -> list[Item]:
    """That many items, numbered from 1."""
    return [make_item(number) for number in range(1, n_items + 1)]


def make_plan(study_id: str = "pilot", item_set: str = "set", **changes: object) -> StudyPlan:
    """A plan for a study over `item_set`."""
    plan = StudyPlan(
        study_id=study_id,
        title="A pilot",
        item_set=item_set,
        index_name="reports",
        index_fingerprint="f" * 16,
        profile="exact",
    )
    return plan._replace(**changes)


def make_study(database: Database, n_items: int = 3, **changes: object) -> Study:
    """A stored study of that many items."""
    plan = make_plan(**changes)
    put_item_set(database, plan.item_set, make_items(n_items), NOON_MS)
    return create_study(database, plan, NOON_MS)


class Seat(NamedTuple):
    """One participant of one study, with their items in order."""

    study: Study
    account: Account
    assignments: list[Assignment]

    @property
    def first(self) -> Assignment:
        """The item that comes first."""
        return self.assignments[0]


def make_participant(database: Database, study: Study, name: str = "Somebody") -> Seat:
    """Invite one more person."""
    account = invite(database, study.study_id, Role.PARTICIPANT, name, NOON_MS).account
    return Seat(study, account, assignments_of(database, study.study_id, account.account_id))


def make_event_id() -> str:
    """An id that no other event of this test run has."""
    return f"gesture-{next(_numbers):08d}"


def make_new(payload: Payload, event_id: str = "", source: Source = "browser") -> NewEvent:
    """An event as the browser sends it."""
    return NewEvent(event_id=event_id or make_event_id(), payload=payload, source=source)


def make_shown(item_id: str = "item-001") -> ItemShown:
    """The question on the screen."""
    return ItemShown(
        item_id=item_id,
        batch=1,
        position=1,
        condition="search",
        index_fingerprint="f" * 16,
        profile="exact",
        k=5,
    )


def make_query(text: str = "revenue", pages: Iterable[tuple[str, int]] = (("a.pdf", 3),)) -> Query:
    """A search that ran, with these hits in order."""
    hits = tuple(
        LoggedHit(rank=rank, document=document, page=page, score=10.0 - rank)
        for rank, (document, page) in enumerate(pages, start=1)
    )
    return Query(text=text, parsed=text, k=5, hits=hits, total=len(hits), fingerprint="f" * 16, took_ms=1.5)


def make_trail(
    *steps: tuple[float, Payload], stream_id: str = "a-1", source: Source = "server"
) -> list[Event]:
    """Events as stored, from (seconds after noon, payload), numbered from 1."""
    return [
        Event(
            event_id=f"{stream_id}:event:{seq}",
            stream_id=stream_id,
            seq=seq,
            at_ms=NOON_MS + round(1000 * seconds),
            payload=payload,
            source=source,
            app_version="0.1.0",
        )
        for seq, (seconds, payload) in enumerate(steps, start=1)
    ]
