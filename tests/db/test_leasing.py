"""Places are leased and given back: nobody gets one twice, and what was begun is not given on half done."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.assignment.inviting import assign_items
from baseline.participants.participation import stream_of
from db import assignments, event_log
from db.accounts import add_account
from db.items import item_ids_of_set
from db.models import Account, Role
from db.studies import stream_of_study
from db.study_design import AttentionChecks, Qualification, Study
from db.study_events import (
    ConsentWithdrawn,
    LeaseReleased,
    LeaseTaken,
    QualificationEnded,
    StudyEnded,
    StudyPaused,
)
from tests.makers import NOON_MS, make_new
from tests.shared_places import (
    LAPSED_MS,
    answer,
    item_ids,
    kinds,
    make_easy_set,
    make_shared_study,
    overlap,
    show,
    somebody,
)


@pytest.fixture
def study(database: Database) -> Study:
    """Four items, one answer each, batches of two, leased for an hour."""
    return make_shared_study(database)


def take(database: Database, study: Study, account: Account, at_ms: int = NOON_MS) -> tuple:
    return leasing.take_batch(database, study, account, at_ms)


def log_of(database: Database, account: Account, *payloads: object) -> None:
    event_log.append(database, stream_of(account.account_id), [make_new(one) for one in payloads], NOON_MS)


def test_a_batch_is_leased_and_logged(database: Database, study: Study) -> None:
    anna = somebody(database, study)
    batch = take(database, study, anna)

    assert [(one.batch, one.position) for one in batch] == [(1, 1), (1, 2)]
    assert {one.leased_until_ms for one in batch} == {LAPSED_MS}
    (logged,) = event_log.replay(database, stream_of(anna.account_id))
    assert logged.payload == LeaseTaken(
        batch=1, attempt_ids=tuple(one.attempt_id for one in batch), until_ms=LAPSED_MS
    )


def test_the_same_batch_comes_again_until_it_is_finished(database: Database, study: Study) -> None:
    anna = somebody(database, study)
    first = take(database, study, anna)
    assert take(database, study, anna) == first
    answer(database, first[0])
    assert take(database, study, anna) == first
    answer(database, first[1])
    second = take(database, study, anna)
    assert [(one.batch, one.position) for one in second] == [(2, 3), (2, 4)]
    assert not set(item_ids(first)) & set(item_ids(second))
    assert kinds(database, stream_of(anna.account_id)) == ["lease_taken", "lease_taken"]


def test_nothing_is_left_when_every_place_is_taken(database: Database, study: Study) -> None:
    people = [somebody(database, study) for _ in range(3)]
    assert [leasing.room_for(database, study, one, NOON_MS) for one in people] == [4, 4, 4]
    batches = [take(database, study, one) for one in people]
    assert [len(batch) for batch in batches] == [2, 2, 0]
    assert leasing.room_for(database, study, people[2], NOON_MS) == 0
    assert set(overlap(database, study).values()) == {1}


def test_a_study_without_shared_places_gives_what_was_assigned_at_the_invitation(database: Database) -> None:
    study = make_shared_study(database, people_per_item=None)
    anna = somebody(database, study)
    first = take(database, study, anna)
    assert len(first) == 2
    assert leasing.room_for(database, study, anna, NOON_MS) == 0
    answer(database, *first)
    second = take(database, study, anna)
    assert len(second) == 2
    answer(database, *second)
    assert take(database, study, anna) == ()


def test_batches_end_with_the_number_that_the_study_allows(database: Database) -> None:
    study = make_shared_study(database, n_items=6, batches_per_person=2)
    anna = somebody(database, study)
    assert leasing.room_for(database, study, anna, NOON_MS) == 4
    for room in (2, 0):
        answer(database, *take(database, study, anna))
        assert leasing.room_for(database, study, anna, NOON_MS) == room
    assert take(database, study, anna) == ()


# What lapses


def test_a_lapsed_batch_goes_to_who_asks_next_but_for_what_was_answered(
    database: Database, study: Study
) -> None:
    anna, bert = somebody(database, study), somebody(database, study)
    first = take(database, study, anna)
    answer(database, first[0])
    show(database, first[1])
    take(database, study, bert)
    assert leasing.room_for(database, study, somebody(database, study), LAPSED_MS - 1) == 0

    cleo = somebody(database, study)
    assert leasing.room_for(database, study, cleo, LAPSED_MS) == 3
    assert len(take(database, study, cleo, LAPSED_MS)) == 2

    assert overlap(database, study)["c0", first[0].item_id] == 1
    assert kinds(database, first[1].attempt_id) == ["item_shown", "item_expired"]
    expired = event_log.replay(database, first[1].attempt_id)[-1].payload
    assert expired.why == "released"
    released = event_log.replay(database, stream_of(anna.account_id))[-1].payload
    assert released == LeaseReleased(attempt_ids=(first[1].attempt_id,), why="lapsed")


def test_who_comes_back_before_anybody_asked_goes_on(database: Database, study: Study) -> None:
    anna, bert = somebody(database, study), somebody(database, study)
    first = take(database, study, anna)
    again = take(database, study, anna, LAPSED_MS + 5)
    assert again == first
    assert len(take(database, study, bert, LAPSED_MS + 6)) == 2
    assert len(take(database, study, somebody(database, study), LAPSED_MS + 6)) == 0
    assert [one.is_released for one in assignments.assignments_of(database, "shared", anna.account_id)] == [
        False,
        False,
    ]


def test_who_comes_back_too_late_is_given_what_they_have_not_seen(database: Database) -> None:
    study = make_shared_study(database, n_items=2)
    anna, bert = somebody(database, study), somebody(database, study)
    first = take(database, study, anna)
    show(database, first[0])
    assert leasing.release_lapsed(database, study, LAPSED_MS) == 2

    back = take(database, study, anna, LAPSED_MS)
    assert item_ids(back) == [first[1].item_id]
    assert (back[0].attempt_id, back[0].batch, back[0].position) == (first[1].attempt_id, 2, 3)
    assert item_ids(take(database, study, bert, LAPSED_MS)) == [first[0].item_id]
    assert kinds(database, stream_of(anna.account_id)) == ["lease_taken", "lease_released", "lease_taken"]


def test_work_renews_the_whole_batch_at_most_once_a_minute(database: Database, study: Study) -> None:
    anna = somebody(database, study)
    first, second = take(database, study, anna)
    leasing.renew(database, first, study, NOON_MS + 59_999)
    assert assignments.find_assignment(database, first.attempt_id) == first
    leasing.renew(database, first, study, NOON_MS + 60_000)
    for one in (first, second):
        renewed = assignments.find_assignment(database, one.attempt_id)
        assert renewed.leased_until_ms == LAPSED_MS + 60_000


def test_a_released_place_is_not_renewed(database: Database, study: Study) -> None:
    first, _ = take(database, study, somebody(database, study))
    leasing.release_lapsed(database, study, LAPSED_MS)
    leasing.renew(database, first, study, LAPSED_MS + 1)
    assert assignments.find_assignment(database, first.attempt_id).is_released
    assert overlap(database, study) == {}


def test_a_finished_batch_never_lapses(database: Database, study: Study) -> None:
    answer(database, *take(database, study, somebody(database, study)))
    assert leasing.release_lapsed(database, study, LAPSED_MS * 2) == 0
    assert len(overlap(database, study)) == 2


# Who leaves


def test_who_drops_out_keeps_what_they_finished(database: Database, study: Study) -> None:
    anna = somebody(database, study)
    first, second = take(database, study, anna)
    answer(database, first)
    assert leasing.drop_out(database, study, anna.account_id, "dropped_out", NOON_MS) == 1
    assert overlap(database, study) == {("c0", first.item_id): 1}
    assert kinds(database, second.attempt_id) == []
    assert leasing.drop_out(database, study, anna.account_id, "dropped_out", NOON_MS) == 0


@pytest.mark.parametrize(("erases", "n_kept"), [(True, 0), (False, 1)])
def test_who_withdraws_gives_back_all_that_is_erased(database: Database, erases: bool, n_kept: int) -> None:
    study = make_shared_study(database, erase_on_withdrawal=erases)
    anna = somebody(database, study)
    first, second = take(database, study, anna)
    answer(database, first)
    show(database, second)
    leasing.drop_out(database, study, anna.account_id, "withdrawn", NOON_MS)
    assert len(overlap(database, study)) == n_kept
    assert event_log.replay(database, second.attempt_id)[-1].payload.why == "withdrawn"
    assert kinds(database, first.attempt_id) == ["item_shown", "answer_submitted"]


def test_who_withdrew_is_given_nothing_more(database: Database, study: Study) -> None:
    anna = somebody(database, study)
    log_of(database, anna, ConsentWithdrawn(erase=True))
    assert leasing.room_for(database, study, anna, NOON_MS) == 0
    assert take(database, study, anna) == ()


@pytest.mark.parametrize("over", [StudyPaused(reason="A fault", by="r"), StudyEnded(reason="Done", by="r")])
def test_a_study_that_does_not_run_gives_nothing_new(database: Database, study: Study, over: object) -> None:
    anna, bert = somebody(database, study), somebody(database, study)
    first = take(database, study, anna)
    event_log.append(database, stream_of_study(study.study_id), [make_new(over)], NOON_MS)
    assert take(database, study, anna) == first
    assert take(database, study, bert) == ()
    assert leasing.room_for(database, study, bert, NOON_MS) == 0


# Practice, qualification, attention


def test_tries_take_the_next_items_of_their_set_in_its_order(database: Database) -> None:
    exam = Qualification(item_set=make_easy_set(database, "exam", 5, first=101), n_items=2, attempts=3)
    study = make_shared_study(database, qualification=exam)
    anna = somebody(database, study)

    def attempt(number: int) -> list[str]:
        return item_ids(leasing.take_items(database, study, anna, "qualification", 2, number, NOON_MS))

    assert attempt(1) == ["item-101", "item-102"]
    assert attempt(1) == ["item-101", "item-102"]
    assert attempt(2) == ["item-103", "item-104"]
    assert attempt(3) == ["item-105"]
    assert attempt(4) == []
    assert [one.position for one in take(database, study, anna)] == [6, 7]
    assert len(overlap(database, study)) == 2


def test_practice_does_not_lapse(database: Database) -> None:
    study = make_shared_study(database, practice_set=make_easy_set(database, "easy", 2, first=201))
    anna = somebody(database, study)
    practice = leasing.take_items(database, study, anna, "practice", 2, 1, NOON_MS)
    assert leasing.release_lapsed(database, study, LAPSED_MS) == 0
    assert leasing.take_items(database, study, anna, "practice", 2, 1, LAPSED_MS) == practice


def test_room_for_strangers_leaves_what_those_who_prepare_will_need(database: Database) -> None:
    study = make_shared_study(database, practice_set=make_easy_set(database, "easy", 2, first=201))
    anna, bert, cleo = (somebody(database, study) for _ in range(3))
    for one in (anna, bert):
        leasing.take_items(database, study, one, "practice", 2, 1, NOON_MS)
    assert leasing.room_for(database, study, cleo, NOON_MS) == 0
    assert leasing.room_for(database, study, anna, NOON_MS) == 4
    assert leasing.room_for(database, study, cleo, LAPSED_MS) == 4
    log_of(database, anna, QualificationEnded(attempt=1, n_items=2, n_correct=0, passed=False))
    assert leasing.room_for(database, study, cleo, NOON_MS) == 2


def test_attention_items_come_with_a_batch_and_are_no_places(database: Database) -> None:
    checks = AttentionChecks(item_set=make_easy_set(database, "checks", 3, first=301), per_batch=2)
    study = make_shared_study(database, attention=checks)
    anna = somebody(database, study)
    first = take(database, study, anna)
    assert sorted(one.purpose for one in first) == ["attention", "attention", "main", "main"]
    assert [one.position for one in first] == [1, 2, 3, 4]
    assert len(overlap(database, study)) == 2
    answer(database, *(one for one in first if one.purpose == "main"))
    assert take(database, study, anna) == first
    answer(database, *(one for one in first if one.purpose == "attention"))
    second = take(database, study, anna)
    assert sorted(one.purpose for one in second) == ["attention", "main", "main"]
    assert set(item_ids(first)) | set(item_ids(second)) == set(
        item_ids_of_set(database, "set") + item_ids_of_set(database, "checks")
    )


def test_conditions_take_turns_over_people_and_batches(database: Database) -> None:
    study = make_shared_study(database, n_conditions=2)
    anna, bert = somebody(database, study), somebody(database, study)
    conditions = []
    for one in (anna, bert, anna, bert):
        batch = take(database, study, one)
        answer(database, *batch)
        conditions.append({place.condition for place in batch})
    assert conditions == [{"c0"}, {"c1"}, {"c1"}, {"c0"}]
    assert set(overlap(database, study).values()) == {1}
    assert len(overlap(database, study)) == 8


def test_between_people_practice_and_batches_have_one_condition(database: Database) -> None:
    study = make_shared_study(
        database,
        n_items=8,
        n_conditions=2,
        allocation="between",
        practice_set=make_easy_set(database, "easy", 1, first=201),
    )
    seen = []
    for _ in range(4):
        one = somebody(database, study)
        practice = leasing.take_items(database, study, one, "practice", 1, 1, NOON_MS)
        answer(database, *practice)
        seen.append((practice[0].condition, one))
    assert [condition for condition, _ in seen] == ["c0", "c1", "c0", "c1"]
    for condition, one in reversed(seen):
        for _ in range(2):
            batch = take(database, study, one)
            answer(database, *batch)
            assert {place.condition for place in batch} == {condition}
    assert len(overlap(database, study)) == 16


def test_a_batch_that_lapsed_whole_is_none_of_those_that_somebody_may_have(database: Database) -> None:
    study = make_shared_study(database, batches_per_person=1)
    anna = somebody(database, study)
    first = take(database, study, anna)
    show(database, first[0])
    leasing.release_lapsed(database, study, LAPSED_MS)
    assert leasing.room_for(database, study, anna, LAPSED_MS) == 2
    second = take(database, study, anna, LAPSED_MS)
    assert len(second) == 2
    assert first[0].item_id not in item_ids(second)


def test_what_agents_answer_takes_no_place(database: Database, study: Study) -> None:
    agent = Account(account_id="agent-1", name="A", role=Role.PARTICIPANT, study_id="shared", side="agent")
    assign_items(database, study, add_account(database, agent, NOON_MS))
    assert leasing.room_for(database, study, somebody(database, study), NOON_MS) == 4
    mine = take(database, study, agent)
    answer(database, *mine, *assignments.assignments_of(database, "shared", "agent-1"))
    assert take(database, study, agent) == ()
    assert len(take(database, study, somebody(database, study))) == 2
