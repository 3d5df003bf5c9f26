"""Submitting and pausing: each once, and every way to do it wrong."""

from __future__ import annotations

from typing import Literal

import pytest
from sqlite_utils import Database

from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.attempts.timing import working_ms
from db import event_log
from db.errors import AttemptClosed, Conflict, InvalidInput, NotAllowed
from db.events import (
    AnswerSubmitted,
    EvidenceMarked,
    ItemExpired,
)
from db.models import PageRef
from tests.db.attempts import OTHER_PAGE, PAGE, given, kinds, record, submit
from tests.makers import NOON_MS, Seat, make_new


def test_an_answer_is_stored_with_the_marked_pages(database: Database, seat: Seat) -> None:
    record(database, seat, EvidenceMarked(document="a.pdf", page=1))
    in_another_order = (PageRef(document="a.pdf", page=1), PAGE)

    submission = submit(database, seat, given(" 4,200 ", "", "million\n", citations=in_another_order))

    assert submission.outcome == "accepted"
    assert submission.answer == AnswerSubmitted(
        answer=("4,200", "million"), citations=in_another_order[::-1], confidence=70, answer_kind="own"
    )
    assert event_log.replay(database, seat.first.attempt_id)[-1].payload == submission.answer


@pytest.mark.parametrize(
    ("second_id", "second", "outcome"),
    [("submit-0001", "first", "accepted"), ("submit-0002", "second", "already")],
    ids=["the same press, sent again", "another press"],
)
def test_a_second_submit_is_told_so_and_changes_nothing(
    database: Database, seat: Seat, second_id: str, second: str, outcome: Literal["accepted", "already"]
) -> None:
    first = submit(database, seat, given("first"))
    before = event_log.replay(database, seat.first.attempt_id)

    again = submit(database, seat, given(second), second_id)

    assert again == answering.Submission(outcome, first.answer)
    assert event_log.replay(database, seat.first.attempt_id) == before


@pytest.mark.parametrize(
    "shown",
    [(), (OTHER_PAGE,), (PAGE, OTHER_PAGE), (PageRef(document="A.pdf", page=3),)],
    ids=["fewer", "another", "more", "another case"],
)
def test_a_submit_whose_screen_showed_other_marks_is_a_conflict(
    database: Database, seat: Seat, shown: tuple[PageRef, ...]
) -> None:
    with pytest.raises(Conflict, match="evidence tray"):
        submit(database, seat, given("4,200", citations=shown))

    assert "answer_submitted" not in kinds(database, seat)


def test_not_found_drops_what_stands_in_the_form(database: Database, seat: Seat) -> None:
    submission = submit(database, seat, given("a guess", "x" * 9000, "\ud83d", kind="not_found"))

    assert (submission.answer.answer, submission.answer.answer_kind) == ((), "not_found")


@pytest.mark.parametrize("parts", [(), ("",), (" \n\t ", "")])
def test_an_own_answer_without_text_is_refused(
    database: Database, seat: Seat, parts: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidInput, match="Could not find it"):
        submit(database, seat, given(*parts))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (given("x" * 2001), "2,001 characters"),
        (given(*["x"] * 51), "51 parts"),
        (given("half \ud83d"), "half a character"),
        (given("x", confidence=101), "101"),
        (given("x", confidence=-1), "0 to 100"),
        (given("x", kind="auto"), "Only the server"),
    ],
    ids=["long", "many", "surrogate", "too sure", "negative", "auto"],
)
def test_an_answer_that_cannot_be_taken_is_refused_in_a_sentence(
    database: Database, seat: Seat, answer: AnswerGiven, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        submit(database, seat, answer)

    assert "answer_submitted" not in kinds(database, seat)


def test_the_longest_answer_is_taken(database: Database, seat: Seat) -> None:
    assert submit(database, seat, given(*["x" * 2000] * 50)).outcome == "accepted"


def test_skipping_is_refused_where_the_study_does_not_allow_it(database: Database, seat: Seat) -> None:
    with pytest.raises(NotAllowed, match="cannot be skipped"):
        submit(database, seat, given(kind="skipped"))


def test_skipping_is_taken_where_the_study_allows_it(database: Database, seat: Seat) -> None:
    design = seat.study.design.model_copy(update={"may_skip": True})
    content = seat.study.model_copy(update={"design": design}).model_dump_json()
    database.execute("UPDATE studies SET content = ?", [content])

    assert submit(database, seat, given("text", kind="skipped")).answer.answer == ()


def test_submitting_on_a_pause_or_before_the_showing_is_refused(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    with pytest.raises(AttemptClosed, match="Resume first"):
        submit(database, seat, given("4,200"))

    second = seat.assignments[1].attempt_id
    with pytest.raises(AttemptClosed, match="not been shown"):
        answering.submit_answer(database, second, "submit-0002", given("x", citations=()), NOON_MS)


def test_submitting_after_resuming_is_taken(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    answering.resume(database, seat.first.attempt_id, "resume-001", NOON_MS + 5000)

    assert submit(database, seat, given("4,200")).outcome == "accepted"


def test_an_expired_item_takes_no_answer(database: Database, seat: Seat) -> None:
    event_log.append(database, seat.first.attempt_id, [make_new(ItemExpired(), source="server")], NOON_MS + 1)

    with pytest.raises(AttemptClosed, match="time for this item is over"):
        submit(database, seat, given("4,200"))


def test_a_submit_with_an_id_used_for_something_else_is_a_conflict(database: Database, seat: Seat) -> None:
    mark = event_log.replay(database, seat.first.attempt_id)[1]

    with pytest.raises(Conflict):
        submit(database, seat, given("4,200"), mark.event_id)

    assert "answer_submitted" not in kinds(database, seat)


def test_a_pause_stops_the_working_clock_and_resume_starts_it(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    paused = answering.pause(database, attempt_id, "pause-0001", " tea ", NOON_MS + 10_000)
    resumed = answering.resume(database, attempt_id, "resume-001", NOON_MS + 70_000)

    assert (paused.phase, paused.pause_reason) == ("paused", "tea")
    assert working_ms(resumed, NOON_MS + 75_000) == 15_000


def test_pausing_and_resuming_twice_add_nothing(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS)
    answering.pause(database, attempt_id, "pause-0002", "phone", NOON_MS)
    answering.resume(database, attempt_id, "resume-001", NOON_MS)
    answering.resume(database, attempt_id, "resume-002", NOON_MS)

    assert kinds(database, seat)[2:] == ["paused", "resumed"]


def test_a_pause_sent_again_after_resuming_does_not_pause_again(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS)
    answering.resume(database, attempt_id, "resume-001", NOON_MS)

    assert answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS).phase == "open"


@pytest.mark.parametrize(("reason", "message"), [("", "Say why"), ("  \n", "Say why"), ("\ud83d", "half a")])
def test_a_pause_needs_a_reason(database: Database, seat: Seat, reason: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        answering.pause(database, seat.first.attempt_id, "pause-0001", reason, NOON_MS)


def test_a_reason_that_is_too_long_is_refused(database: Database, seat: Seat) -> None:
    with pytest.raises(InvalidInput, match="500 characters at most"):
        answering.pause(database, seat.first.attempt_id, "pause-0001", "x" * 501, NOON_MS)

    assert "paused" not in kinds(database, seat)


TURNED = "tea \u202egnin\u202c"


def test_a_reason_that_would_turn_the_text_beside_it_is_refused(database: Database, seat: Seat) -> None:
    with pytest.raises(InvalidInput, match="The reason holds an invisible character"):
        answering.pause(database, seat.first.attempt_id, "pause-0001", TURNED, NOON_MS)
    assert "paused" not in kinds(database, seat)


def test_an_answer_is_stored_without_what_turns_text(database: Database, seat: Seat) -> None:
    persian = "کتاب‌ها"  # with the joiner that the word needs
    made = submit(database, seat, given("\u202b4 200\u202c ", "\u2067\u2069", persian))
    assert made.answer.answer == ("4 200", persian)


def test_a_closed_attempt_neither_pauses_nor_resumes(database: Database, seat: Seat) -> None:
    submit(database, seat, given("4,200"))

    with pytest.raises(AttemptClosed, match="already submitted"):
        answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    resumed = answering.resume(database, seat.first.attempt_id, "resume-001", NOON_MS)
    assert resumed.phase == "submitted"
    assert kinds(database, seat)[-1] == "answer_submitted"
