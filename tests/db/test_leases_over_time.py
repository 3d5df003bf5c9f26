"""Leases and the clock: renewed by work, kept over a pause of the study, given back when nobody comes."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.assignment.by_hand import assign_by_hand
from baseline.assignment.hand_table import HandRow
from baseline.attempts import answering
from baseline.studies import launching
from db import assignments, event_log
from db.errors import AttemptClosed, InvalidInput, NotAllowed
from db.events import AnswerEdited, EvidenceMarked
from db.models import Account, Assignment, Draft
from db.study_design import Limits, Study
from tests.db.attempts import given
from tests.makers import NOON_MS, make_new
from tests.shared_places import (
    LAPSED_MS,
    LEASE_S,
    answer,
    item_ids,
    kinds,
    make_shared_study,
    overlap,
    somebody,
)

LATER_MS = NOON_MS + 600_000


@pytest.fixture
def study(database: Database) -> Study:
    """Four items, one answer each, batches of two, leased for an hour."""
    return make_shared_study(database)


def taken(database: Database, study: Study, at_ms: int = NOON_MS) -> tuple[Account, Assignment, Assignment]:
    """Somebody with a batch whose first item is on the screen."""
    account = somebody(database, study)
    first, second = leasing.take_batch(database, study, account, at_ms)
    answering.show_item(database, first, study, at_ms)
    return account, first, second


def leases(database: Database, *places: Assignment) -> list[int | None]:
    return [assignments.lease_of(database, one.attempt_id) for one in places]


def test_reading_and_answering_renew_the_batch(database: Database, study: Study) -> None:
    _, first, second = taken(database, study)
    mark = make_new(EvidenceMarked(document="a.pdf", page=3))
    answering.record(database, first.attempt_id, [mark], LATER_MS)
    assert leases(database, first, second) == [LATER_MS + LEASE_S * 1000] * 2
    answering.submit_answer(database, first.attempt_id, "submit-0001", given("1"), LATER_MS + 120_000)
    assert leases(database, second) == [LATER_MS + 120_000 + LEASE_S * 1000]


def test_lease_of_seconds_is_renewed_before_it_is_over(database: Database) -> None:
    study = make_shared_study(database, lease_s=20)
    _, first, second = taken(database, study)
    # Not after 1.9 s: that is less than a tenth of the lease.
    for page, (after_ms, lasts_ms) in enumerate([(1_900, 20_000), (15_000, 35_000), (30_000, 50_000)], 1):
        mark = make_new(EvidenceMarked(document="a.pdf", page=page))
        answering.record(database, first.attempt_id, [mark], NOON_MS + after_ms)
        assert leases(database, first, second) == [NOON_MS + lasts_ms] * 2


def test_a_place_given_back_takes_nothing_more(database: Database, study: Study) -> None:
    _, first, second = taken(database, study)
    leasing.release_lapsed(database, study, LAPSED_MS)
    with pytest.raises(AttemptClosed):
        answering.submit_answer(database, first.attempt_id, "submit-0001", given("1"), LAPSED_MS)
    with pytest.raises(NotAllowed, match="given to somebody else"):
        answering.show_item(database, second, study, LAPSED_MS)
    assert kinds(database, first.attempt_id) == ["item_shown", "item_expired"]
    assert kinds(database, second.attempt_id) == []


def test_an_item_whose_time_was_over_is_ended_as_the_study_says_and_stays(database: Database) -> None:
    study = make_shared_study(database, limits=Limits(item_s=300))
    _, first, second = taken(database, study)
    draft = make_new(AnswerEdited(draft=Draft(answer=("4,217",))))
    answering.record(database, first.attempt_id, [draft], NOON_MS + 1000)
    other = somebody(database, study)
    # Two places were never taken, and one was not begun.
    assert leasing.release_lapsed(database, study, LAPSED_MS + 1000) == 1
    assert kinds(database, first.attempt_id)[-1] == "answer_submitted"
    assert leasing.room_for(database, study, other, LAPSED_MS + 1000) == 3
    assert not assignments.find_assignment(database, first.attempt_id).is_released
    assert assignments.find_assignment(database, second.attempt_id).is_released


def test_who_leaves_at_an_item_whose_time_was_over_has_answered_it(database: Database) -> None:
    study = make_shared_study(database, limits=Limits(item_s=300))
    account, first, _ = taken(database, study)
    assert leasing.drop_out(database, study, account.account_id, "dropped_out", LATER_MS) == 1
    assert overlap(database, study) == {("c0", first.item_id): 1}


def test_nothing_lapses_while_a_study_is_paused(database: Database, study: Study) -> None:
    account, first, second = taken(database, study)
    launching.pause(database, "shared", "A fault", by="r", now_ms=LATER_MS)
    assert leasing.release_lapsed(database, study, LAPSED_MS) == 0
    bert = somebody(database, study)
    row = HandRow(2, bert.account_id, second.item_id, "", "")
    with pytest.raises(InvalidInput, match="taken"):
        assign_by_hand(database, study, [row], "places.csv", "command line", LAPSED_MS)
    launching.resume(database, "shared", by="r", now_ms=LAPSED_MS * 2)
    assert leases(database, first, second) == [LAPSED_MS + (LAPSED_MS * 2 - LATER_MS)] * 2
    assert leasing.take_batch(database, study, account, LAPSED_MS * 2)[0].attempt_id == first.attempt_id


def test_what_had_lapsed_before_a_pause_has_lapsed(database: Database, study: Study) -> None:
    taken(database, study)
    launching.pause(database, "shared", "A fault", by="r", now_ms=LAPSED_MS)
    launching.resume(database, "shared", by="r", now_ms=LAPSED_MS + 1)
    assert leasing.release_lapsed(database, study, LAPSED_MS + 1) == 2


def test_a_place_that_nobody_comes_back_to_is_free_after_twice_its_lease(
    database: Database, study: Study
) -> None:
    taken(database, study)
    done = leasing.take_batch(database, study, somebody(database, study), NOON_MS)
    answer(database, *done)
    assert leasing.release_abandoned(database, LAPSED_MS + LEASE_S * 1000 - 1) == 0
    assert leasing.release_abandoned(database, LAPSED_MS + LEASE_S * 1000) == 2
    assert overlap(database, study) == {("c0", one.item_id): 1 for one in done}


def test_the_end_of_a_study_gives_back_what_nobody_began(database: Database, study: Study) -> None:
    _, first, second = taken(database, study)
    launching.end(database, "shared", "Enough", by="r", now_ms=LATER_MS)
    released = assignments.find_assignment(database, second.attempt_id)
    assert released.released_why == "study_ended"
    assert (
        answering.submit_answer(
            database, first.attempt_id, "submit-0001", given("1", citations=()), LATER_MS
        ).outcome
        == "accepted"
    )
    assert overlap(database, study) == {("c0", first.item_id): 1}


def test_the_end_of_a_study_without_shared_places_leaves_what_was_assigned(database: Database) -> None:
    study = make_shared_study(database, people_per_item=None)
    account = somebody(database, study)
    launching.end(database, "shared", "Enough", by="r", now_ms=LATER_MS)
    mine = assignments.assignments_of(database, "shared", account.account_id)
    assert len(item_ids(mine)) == 4
    assert not any(one.is_released for one in mine)
    assert event_log.replay(database, mine[0].attempt_id) == []
