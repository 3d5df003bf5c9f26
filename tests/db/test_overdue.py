"""What ends by itself is stored at its limit, by whoever comes first, and every use case says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.attempts import answering
from baseline.attempts.overdue import Watch, close_overdue, next_end_of
from baseline.attempts.timing import working_ms
from baseline.figures.derived import record_of
from db import assignments, event_log
from db.errors import AttemptClosed, InvalidInput, NotAllowed
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    EvidenceMarked,
    ItemExpired,
    Resumed,
    ServerOutage,
    TabHidden,
    WarningShown,
)
from db.models import Assignment, Draft
from db.studies import stream_of_study
from db.study_design import Limits, PauseRules, Study
from db.study_events import StudyEnded, StudyPaused
from tests.db.attempts import PAGE, given
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study
from tests.shared_places import LAPSED_MS, LEASE_S, make_shared_study, somebody

MINUTE = Limits(item_s=60)


def seated(database: Database, n_items: int = 3, **changes: Any) -> Seat:
    """A participant whose first item is on the screen, in a study with these changes of its design."""
    study = make_study(database, n_items)
    study = study.model_copy(update={"design": study.design.model_copy(update=changes)})
    seat = make_participant(database, study)._replace(study=study)
    answering.show_item(database, seat.first, study, NOON_MS)
    return seat


def at(seconds: float) -> int:
    return NOON_MS + round(1000 * seconds)


def edit(database: Database, seat: Seat, seconds: float, **draft: Any) -> answering.Recorded:
    new = make_new(AnswerEdited(draft=Draft(**draft)))
    return answering.record(database, seat.first.attempt_id, [new], at(seconds))


def last(database: Database, one: Assignment) -> Any:
    return event_log.replay(database, one.attempt_id)[-1].payload


def test_at_the_limit_the_draft_is_submitted_as_it_stands(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 10, answer=(" 4,200 ", ""), confidence=40)
    mark = make_new(EvidenceMarked(**PAGE.model_dump()))
    answering.record(database, seat.first.attempt_id, [mark], at(20))

    assert close_overdue(database, seat.first.attempt_id, at(300))

    assert last(database, seat.first) == AnswerSubmitted(
        answer=("4,200",), citations=(PAGE,), confidence=40, answer_kind="auto", at_limit_ms=at(60)
    )
    record = record_of(seat.first, "People", answering.look(database, seat.first.attempt_id, at(999)))
    assert (record.status, record.working_s, record.wall_s) == ("auto", 60, 60)


@pytest.mark.parametrize("draft", [{}, {"answer": ("a guess",), "not_found": True}])
def test_an_empty_draft_is_submitted_without_parts(database: Database, draft: dict[str, Any]) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 10, **draft)

    close_overdue(database, seat.first.attempt_id, at(61))

    answer = last(database, seat.first)
    assert (answer.answer_kind, answer.answer, answer.citations) == ("auto", (), ())


def test_a_study_may_let_the_item_expire_instead(database: Database) -> None:
    seat = seated(database, limits=Limits(item_s=60, at_limit="expire"))
    edit(database, seat, 10, answer=("4,200",))

    close_overdue(database, seat.first.attempt_id, at(61))

    assert last(database, seat.first) == ItemExpired(why="item_limit", at_limit_ms=at(60))


def test_nothing_is_closed_before_its_time_and_nothing_twice(database: Database) -> None:
    seat = seated(database, limits=MINUTE)

    assert not close_overdue(database, seat.first.attempt_id, at(59.999))
    assert close_overdue(database, seat.first.attempt_id, at(60))
    before = event_log.replay(database, seat.first.attempt_id)
    assert not close_overdue(database, seat.first.attempt_id, at(61))
    assert event_log.replay(database, seat.first.attempt_id) == before


def test_what_comes_after_the_limit_is_refused_and_changes_nothing(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 59.9, answer=("in time",))

    late = edit(database, seat, 60, answer=("too late",))

    assert [one.reason for one in late.refused] == [
        "This item was already submitted. Please reload to go on with the next one."
    ]
    assert last(database, seat.first).answer == ("in time",)


def test_case_49_an_answer_after_the_limit_is_late_and_the_draft_counts(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 30, answer=("draft",))

    late = answering.submit_answer(
        database, seat.first.attempt_id, "submit-0001", given("own", citations=()), at(65.5)
    )

    assert (late.outcome, late.answer.answer, late.answer.answer_kind) == ("late", ("draft",), "auto")
    assert late.answer.at_limit_ms == at(60)


def test_case_49_an_answer_before_the_limit_is_in_time(database: Database) -> None:
    seat = seated(database, limits=MINUTE)

    answering.submit_answer(
        database, seat.first.attempt_id, "submit-0001", given("own", citations=()), at(58)
    )

    state = answering.look(database, seat.first.attempt_id, at(500))
    assert (state.phase, working_ms(state, at(500))) == ("submitted", 58_000)


def test_a_resend_of_an_answer_that_was_in_time_is_accepted_after_the_limit(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    answer = given("own", citations=())
    answering.submit_answer(database, seat.first.attempt_id, "submit-0001", answer, at(59))

    again = answering.submit_answer(database, seat.first.attempt_id, "submit-0001", answer, at(90))

    assert again.outcome == "accepted"


def search(database: Database, attempt_id: str) -> None:
    answering.record_search(database, attempt_id, make_new(make_query()), at(61))


def pause(database: Database, attempt_id: str) -> None:
    answering.pause(database, attempt_id, "pause-0001", "tea", at(61))


def submit(database: Database, attempt_id: str) -> None:
    answering.submit_answer(database, attempt_id, "submit-0001", given("x", citations=()), at(61))


@pytest.mark.parametrize("act", [search, pause, submit])
def test_nothing_can_be_done_with_an_item_that_expired(
    database: Database, act: Callable[[Database, str], None]
) -> None:
    seat = seated(database, limits=Limits(item_s=60, at_limit="expire"))

    with pytest.raises(AttemptClosed, match="time for this item is over"):
        act(database, seat.first.attempt_id)


def test_a_pause_and_an_outage_give_their_time_back(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    attempt_id = seat.first.attempt_id
    answering.pause(database, attempt_id, "pause-0001", "tea", at(10))
    answering.resume(database, attempt_id, "resume-001", at(40))
    down = ServerOutage(from_ms=at(50), to_ms=at(80))
    event_log.append(database, attempt_id, [make_new(down, source="server")], at(80))

    assert not close_overdue(database, attempt_id, at(119.9))
    assert close_overdue(database, attempt_id, at(500))

    assert last(database, seat.first).at_limit_ms == at(120)


def test_a_limit_that_passed_during_a_pause_does_not_end_the_item(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", at(59))

    assert not close_overdue(database, seat.first.attempt_id, at(9999))


def test_the_longest_pause_ends_by_itself_and_then_the_item(database: Database) -> None:
    seat = seated(database, limits=MINUTE, pauses=PauseRules(longest_s=30))
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", at(20))

    close_overdue(database, seat.first.attempt_id, at(55))
    assert last(database, seat.first) == Resumed(at_limit_ms=at(50))
    close_overdue(database, seat.first.attempt_id, at(99))
    assert last(database, seat.first).at_limit_ms == at(90)


def test_a_resume_after_the_longest_pause_finds_it_ended(database: Database) -> None:
    seat = seated(database, pauses=PauseRules(longest_s=30))
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", at(20))

    state = answering.resume(database, seat.first.attempt_id, "resume-001", at(100))

    assert state.phase == "open"
    assert working_ms(state, at(100)) == 70_000


def test_pauses_follow_the_rules_of_the_study(database: Database) -> None:
    rules = PauseRules(reasons=("Phone",), most_per_item=1)
    seat = seated(database, pauses=rules)
    attempt_id = seat.first.attempt_id

    with pytest.raises(InvalidInput, match="Choose one of the reasons"):
        answering.pause(database, attempt_id, "pause-0001", "tea", at(1))
    answering.pause(database, attempt_id, "pause-0002", "Phone", at(2))
    answering.resume(database, attempt_id, "resume-001", at(3))
    # The same press, sent again, is not a second pause, and no fault.
    assert answering.pause(database, attempt_id, "pause-0002", "Phone", at(4)).phase == "open"
    with pytest.raises(NotAllowed, match="the one pause of this item"):
        answering.pause(database, attempt_id, "pause-0003", "Phone", at(5))


def test_a_study_without_pauses_refuses_one(database: Database) -> None:
    seat = seated(database, pauses=PauseRules(allowed=False))

    with pytest.raises(NotAllowed, match="no pauses"):
        answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", at(1))


def test_the_batch_ends_the_open_item_and_what_was_never_shown(database: Database) -> None:
    seat = seated(database, limits=Limits(item_s=60, batch_s=100))
    first, second, third = seat.assignments
    answering.submit_answer(database, first.attempt_id, "submit-0001", given("x", citations=()), at(45))
    answering.show_item(database, second, seat.study, at(1000))

    close_overdue(database, second.attempt_id, at(9999))

    # 45 s went to the first: 55 are left for the second, less than its own 60.
    answer = last(database, second)
    assert (answer.answer_kind, answer.at_limit_ms, answer.limit_of) == ("auto", at(1055), "batch")
    assert last(database, third) == ItemExpired(why="batch_limit", at_limit_ms=at(1055))
    never = answering.show_item(database, third, seat.study, at(10_000))
    assert (never.phase, never.shown, working_ms(never, at(20_000))) == ("expired", None, 0)
    record = record_of(third, "People", never)
    assert (record.status, record.working_s) == ("expired", 0)


def test_another_batch_has_time_of_its_own(database: Database) -> None:
    study = make_study(database, 3, batch_size=2)
    design = study.design.model_copy(update={"limits": Limits(batch_s=100)})
    study = study.model_copy(update={"design": design})
    seat = make_participant(database, study)
    for n, one in enumerate(seat.assignments):
        answering.show_item(database, one, study, at(1000 * n))
        answering.submit_answer(
            database, one.attempt_id, f"submit-000{n}", given("x", citations=()), at(1000 * n + 49)
        )

    kinds = [last(database, one).answer_kind for one in seat.assignments]

    assert kinds == ["own", "own", "own"]


def test_the_watch_finds_what_is_over_and_forgets_what_is_closed(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    watch = Watch()

    assert watch.overdue(database, at(1)) == []
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", at(2))
    assert watch.overdue(database, at(500)) == []
    answering.resume(database, seat.first.attempt_id, "resume-001", at(502))
    assert watch.overdue(database, at(559.9)) == []
    assert watch.overdue(database, at(560)) == [seat.first.attempt_id]
    close_overdue(database, seat.first.attempt_id, at(560))
    assert watch.overdue(database, at(999)) == []


def test_a_warning_is_recorded_and_known_after_a_reload(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    warning = WarningShown(of="item", left_s=30)

    answering.record(database, seat.first.attempt_id, [make_new(warning)], at(30))

    assert answering.look(database, seat.first.attempt_id, at(31)).warnings == (warning,)


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        (StudyPaused(reason="fire", by="r"), "The study rests"),
        (StudyEnded(reason="done", by="r"), "The study has ended"),
    ],
)
def test_no_item_is_begun_while_the_study_rests_but_an_open_one_goes_on(
    database: Database, payload: StudyPaused | StudyEnded, sentence: str
) -> None:
    seat = seated(database)
    stream = stream_of_study(seat.study.study_id)
    event_log.append(database, stream, [make_new(payload, source="server")], at(1))

    with pytest.raises(NotAllowed, match=sentence):
        answering.show_item(database, seat.assignments[1], seat.study, at(2))

    assert answering.show_item(database, seat.first, seat.study, at(3)).phase == "open"


def test_a_place_that_was_given_back_is_not_begun(database: Database) -> None:
    seat = seated(database)
    second = seat.assignments[1]
    assignments.release(database, [second.attempt_id], at(1), "lapsed")

    with pytest.raises(NotAllowed, match="somebody else"):
        answering.show_item(database, second, seat.study, at(2))


def test_an_amendment_of_the_limits_leaves_an_open_item_as_it_was_shown(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    stricter = seat.study.design.model_copy(update={"limits": Limits(item_s=5)})
    amended: Study = seat.study.model_copy(update={"design": stricter})

    state = answering.show_item(database, seat.first, amended, at(30))

    assert state.phase == "open"
    assert state.shown is not None
    assert state.shown.limits == MINUTE


def test_case_22_a_reload_moves_no_deadline(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 10, answer=("half an ans",))

    reloaded = answering.show_item(database, seat.first, seat.study, at(45))

    assert (reloaded.phase, reloaded.draft.answer) == ("open", ("half an ans",))
    assert next_end_of(database, seat.first.attempt_id) == at(60)


def test_case_22_who_comes_back_after_the_limit_finds_the_draft_submitted(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    edit(database, seat, 10, answer=("half an ans",))

    reloaded = answering.show_item(database, seat.first, seat.study, at(130))

    assert reloaded.phase == "submitted"
    assert reloaded.answer is not None
    assert (reloaded.answer.answer, reloaded.closed_at_ms) == (("half an ans",), at(60))


def test_case_21_two_presses_over_the_limit_leave_one_answer(database: Database) -> None:
    seat = seated(database, limits=MINUTE)
    attempt_id = seat.first.attempt_id
    answer = given("61", citations=())

    outcomes = [
        answering.submit_answer(database, attempt_id, "submit-0001", answer, at(59.99)).outcome,
        answering.submit_answer(database, attempt_id, "submit-0001", answer, at(60.01)).outcome,
        answering.submit_answer(database, attempt_id, "submit-0002", answer, at(60.02)).outcome,
    ]

    assert outcomes == ["accepted", "accepted", "already"]
    answers = [e for e in event_log.replay(database, attempt_id) if e.kind == "answer_submitted"]
    assert len(answers) == 1


def test_who_works_keeps_their_places_and_who_does_not_loses_them(database: Database) -> None:
    study = make_shared_study(database, n_items=2)
    account = somebody(database, study)
    first, second = leasing.take_batch(database, study, account, NOON_MS)
    answering.show_item(database, first, study, NOON_MS)
    late_ms = LAPSED_MS - 1000
    answering.record(database, first.attempt_id, [make_new(TabHidden())], late_ms)

    assert leasing.release_lapsed(database, study, LAPSED_MS + 1000) == 0

    assert leasing.release_lapsed(database, study, late_ms + 1000 * LEASE_S + 1) == 2
    with pytest.raises(AttemptClosed, match="given to somebody else"):
        answering.record_search(database, first.attempt_id, make_new(make_query()), late_ms + 9_999_999)
    with pytest.raises(NotAllowed, match="somebody else"):
        answering.show_item(database, second, study, late_ms + 9_999_999)
