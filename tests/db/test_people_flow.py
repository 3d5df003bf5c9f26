"""The way of everybody on a baseline card, counted by hand: practice and places given back begin nothing."""

from __future__ import annotations

from sqlite_utils import Database

from baseline.exports.card.files import made_card
from baseline.exports.contents import read_contents
from baseline.participants.participation import stream_of
from baseline.participants.withdrawing import withdraw
from db import event_log
from db.accounts import find_account
from db.assignments import release
from db.connection import writing
from db.events import Payload
from db.models import Purpose
from db.study_design import Qualification, Study
from db.study_events import ConsentDeclined, ConsentGiven, QualificationEnded, SessionEnded
from tests.exports_study import answer, give, make_designed_study, make_person
from tests.makers import NOON_MS, make_new

AGREED = ConsentGiven(sha256="a" * 64)
FATES = {
    "withdrew": 1,
    "finished the study": 1,
    "stopped between batches": 1,
    "declined": 1,
    "did not pass the qualification test": 1,
    "answered every item that they have, not at the end of the study": 1,
    "began, and have items to do": 1,
    "have not begun an item": 4,
}


def come(
    database: Database,
    study: Study,
    name: str,
    *own: Payload,
    items: int = 1,
    done: int = 0,
    purpose: Purpose = "main",
) -> list[str]:
    """Somebody with these events of their own who has ended the first `done` of their places."""
    account = make_person(database, f"p-{name}")
    events = [make_new(one, source="server") for one in own]
    event_log.append(database, stream_of(account.account_id), events, NOON_MS)
    ids = [f"item-{number:03d}" for number in range(1, items + 1)]
    places = give(database, study, account, ids, purpose=purpose)
    for place in places[:done]:
        answer(database, study, place, "101")
    return [place.attempt_id for place in places]


def test_everybody_who_was_invited_has_one_fate_and_the_rows_add_up(database: Database) -> None:
    test = Qualification(item_set="set", attempts=1)
    study = make_designed_study(database, consent="Do you agree?", qualification=test)
    failed = QualificationEnded(attempt=1, n_items=1, n_correct=0, passed=False)
    come(database, study, "withdrew", AGREED, done=1)
    come(database, study, "finished", AGREED, SessionEnded(reason="finished"), done=1)
    come(database, study, "stopped", AGREED, SessionEnded(reason="stopped between batches"), items=2, done=1)
    come(database, study, "declined", ConsentDeclined(sha256="a" * 64))
    come(database, study, "failed", AGREED, failed, done=1, purpose="qualification")
    come(database, study, "done", AGREED, done=1)
    come(database, study, "working", AGREED, items=2, done=1)
    come(database, study, "practised", AGREED, done=1, purpose="practice")
    release(database, come(database, study, "released", AGREED), NOON_MS, "lapsed")
    come(database, study, "waiting")
    make_person(database, "p-without-places")
    with writing(database):
        withdraw(database, find_account(database, "p-withdrew"), NOON_MS + 100_000)

    card = made_card(database, read_contents(database, "pilot"))[0]
    entries = {entry.key: entry for entry in card.entries}
    came, fates = ({name: int(n) for name, n in table.rows} for table in entries["flow"].tables)

    assert fates == FATES
    assert sum(fates.values()) == 11
    assert came == {
        "invited": 11,
        "consented": 8,
        "began an item": 5,
        "and ended every item that they have": 3,
    }
    assert "5 people began an item; figures count 4 of them." in entries["people"].lines
    assert [line for line in entries["texts"].lines if " gave " in line or " given " in line] == [
        f"Consent version {'a' * 12} was given by 7 people.",
        "Which version 1 person gave consent to was erased with the rest.",
    ]
