"""Places given out by hand: all or nothing, side by side with those that people ask for."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.assignment.by_hand import assign_by_hand
from baseline.assignment.hand_table import HandRow
from baseline.participants.participation import stream_of
from db import assignments, event_log
from db.connection import memory_database, writing
from db.errors import Conflict, InvalidInput
from db.models import Account, Assignment
from db.studies import stream_of_study
from db.study_design import AttentionChecks, Study
from db.study_events import LeaseTaken, StudyEnded
from tests.makers import NOON_MS, make_new
from tests.shared_places import (
    LAPSED_MS,
    answer,
    item_ids,
    make_easy_set,
    make_shared_study,
    overlap,
    somebody,
)


def give(
    database: Database, study: Study, account: Account, *items: str, at_ms: int = NOON_MS
) -> tuple[Assignment, ...]:
    rows = [HandRow(number, account.account_id, one, "", "") for number, one in enumerate(items, 2)]
    return assign_by_hand(database, study, rows, "places.csv", "command line", at_ms)


def test_places_by_hand_do_not_lapse_and_nobody_else_gets_them(database: Database) -> None:
    study = make_shared_study(database)
    anna, bert = somebody(database, study), somebody(database, study)
    given = give(database, study, anna, "item-003", "item-001", "item-002")

    assert [(one.item_id, one.batch, one.position) for one in given] == [
        ("item-003", 1, 1),
        ("item-001", 1, 2),
        ("item-002", 2, 3),
    ]
    assert leasing.release_lapsed(database, study, LAPSED_MS * 2) == 0
    assert item_ids(leasing.take_batch(database, study, bert, LAPSED_MS)) == ["item-004"]
    logged = [event.payload for event in event_log.replay(database, stream_of(anna.account_id))]
    assert [(one.batch, one.until_ms, one.by) for one in logged if isinstance(one, LeaseTaken)] == [
        (1, None, "command line"),
        (2, None, "command line"),
    ]


def test_batches_by_hand_come_one_after_the_other_and_then_what_is_left(database: Database) -> None:
    study = make_shared_study(database)
    anna = somebody(database, study)
    given = give(database, study, anna, "item-003", "item-001", "item-002")
    assert leasing.take_batch(database, study, anna, NOON_MS) == given[:2]
    answer(database, *given[:2])
    assert leasing.take_batch(database, study, anna, NOON_MS) == given[2:]
    answer(database, *given[2:])
    (last,) = leasing.take_batch(database, study, anna, NOON_MS)
    assert (last.item_id, last.batch, last.position) == ("item-004", 3, 4)


def test_attention_items_stand_in_batches_by_hand_too(database: Database) -> None:
    checks = AttentionChecks(item_set=make_easy_set(database, "checks", 3, first=301))
    study = make_shared_study(database, attention=checks)
    given = give(database, study, somebody(database, study), "item-001", "item-002", "item-003", "item-004")
    assert sorted((one.batch, one.purpose) for one in given) == [
        (1, "attention"),
        (1, "main"),
        (1, "main"),
        (2, "attention"),
        (2, "main"),
        (2, "main"),
    ]
    assert [one.position for one in given] == [1, 2, 3, 4, 5, 6]
    assert len({one.item_id for one in given}) == 6


def test_a_lapsed_place_can_be_given_to_somebody_else(database: Database) -> None:
    study = make_shared_study(database)
    first, _ = leasing.take_batch(database, study, somebody(database, study), NOON_MS)
    bert = somebody(database, study)
    with pytest.raises(InvalidInput, match="taken"):
        give(database, study, bert, first.item_id)
    give(database, study, bert, first.item_id, at_ms=LAPSED_MS)
    assert overlap(database, study) == {("c0", first.item_id): 1}


def test_one_bad_row_and_nothing_is_given_out() -> None:
    database = memory_database()
    with writing(database):
        study = make_shared_study(database)
        anna = somebody(database, study)
    with pytest.raises(InvalidInput) as refused, writing(database):
        give(database, study, anna, "item-001", "item-999", "item-001")
    assert refused.value.user_message.splitlines() == [
        "'places.csv' has 2 rows that cannot be given out. Nothing was given out.",
        "  row 3: item 'item-999' is not in item set 'set'",
        "  row 4: this person has item 'item-001' in row 2 already",
    ]
    assert assignments.assignments_of_study(database, study.study_id) == []
    database.close()


def test_nothing_is_given_out_in_a_study_that_has_ended(database: Database) -> None:
    study = make_shared_study(database)
    ended = make_new(StudyEnded(reason="Done", by="r"))
    event_log.append(database, stream_of_study(study.study_id), [ended], NOON_MS)
    with pytest.raises(Conflict, match="has ended; nothing was given out"):
        give(database, study, somebody(database, study), "item-001")


def test_a_place_taken_back_by_hand_is_free_and_can_be_given_to_the_same_person_again(
    database: Database,
) -> None:
    study = make_shared_study(database)
    anna = somebody(database, study)
    give(database, study, anna, "item-001")
    assert leasing.drop_out(database, study, anna.account_id, "by_hand", NOON_MS, by="command line") == 1
    assert overlap(database, study) == {}
    released = event_log.replay(database, stream_of(anna.account_id))[-1].payload
    assert (released.why, released.by) == ("by_hand", "command line")
    (again,) = give(database, study, anna, "item-001")
    assert (again.batch, again.position, again.is_released) == (2, 2, False)
