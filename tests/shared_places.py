"""A study whose places are shared, and people who work in it, without index, server or browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from baseline.assignment.inviting import invite
from db import assignments, event_log
from db.events import AnswerSubmitted
from db.items import put_item_set
from db.models import Account, Assignment, Role
from db.studies import add_study
from db.study_design import Condition, Study, StudyDesign
from tests.makers import NOON_MS, make_item, make_items, make_new, make_shown

LEASE_S = 3600
LAPSED_MS = NOON_MS + LEASE_S * 1000  # when a lease taken at noon is over


def make_shared_study(
    database: Database, n_items: int = 4, n_conditions: int = 1, study_id: str = "shared", **design: object
) -> Study:
    """A stored study over items `item-001` … whose places are leased for an hour."""
    put_item_set(database, "set", make_items(n_items), NOON_MS)
    decisions = {
        "title": "Shared places",
        "item_set": "set",
        "index_name": "reports",
        "conditions": tuple(Condition(name=f"c{number}") for number in range(n_conditions)),
        "people_per_item": 1,
        "batch_size": 2,
        "lease_s": LEASE_S,
        **design,
    }
    return add_study(
        database,
        Study(
            study_id=study_id,
            design=StudyDesign(**decisions),
            item_set_sha256="0" * 64,
            index_fingerprint="f" * 16,
            profile="exact",
            created_at_ms=NOON_MS,
        ),
    )


def make_easy_set(database: Database, name: str, n_items: int, first: int) -> str:
    """A set of its own, for practice, a test or attention checks: items numbered from `first`."""
    put_item_set(database, name, [make_item(number) for number in range(first, first + n_items)], NOON_MS)
    return name


def somebody(database: Database, study: Study, **invited: object) -> Account:
    """One more participant."""
    return invite(database, study.study_id, Role.PARTICIPANT, "Somebody", NOON_MS, **invited).account


def show(database: Database, one: Assignment, at_ms: int = NOON_MS) -> None:
    """The item is on the screen."""
    event_log.append(
        database, one.attempt_id, [make_new(make_shown(one.item_id), f"shown:{one.attempt_id}")], at_ms
    )


def answer(database: Database, *given: Assignment, at_ms: int = NOON_MS) -> None:
    """The items are shown and answered."""
    for one in given:
        if not event_log.has_kind(database, one.attempt_id, "item_shown"):
            show(database, one, at_ms)
        done = AnswerSubmitted(answer=("1",), citations=(), answer_kind="own")
        event_log.append(database, one.attempt_id, [make_new(done, f"done:{one.attempt_id}")], at_ms)


def overlap(database: Database, study: Study) -> Counter[tuple[str, str]]:
    """(condition, item) -> how many main places are held or filled."""
    return Counter(
        (one.condition, one.item_id) for one in assignments.counted_assignments(database, study.study_id)
    )


def expected_overlap(study: Study, item_ids: Iterable[str]) -> dict[tuple[str, str], int]:
    """What `overlap` is when every place is filled."""
    return {
        (condition.name, item_id): study.design.people_per_item or 0
        for condition in study.design.conditions
        for item_id in item_ids
    }


def item_ids(given: Sequence[Assignment]) -> list[str]:
    """The items of assignments."""
    return [one.item_id for one in given]


def kinds(database: Database, stream_id: str) -> list[str]:
    """The kinds of a stream's events, in order."""
    return [event.kind for event in event_log.replay(database, stream_id)]
