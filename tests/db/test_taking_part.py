"""What somebody who takes part can do: each thing once, in its place, stored before it is shown."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.participants import taking_part
from baseline.participants.journey import text_sha256
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    Finish,
    Finished,
    MarkTest,
    NoRoom,
    NotQualified,
    ReadInstructions,
    SeeFeedback,
)
from baseline.participants.participation import stream_of
from db import event_log
from db.errors import Conflict, InvalidInput, NotAllowed
from db.events import SessionStarted
from db.studies import stream_of_study
from db.study_events import MessageSent, StudyAmended
from tests.db.taker import BEFORE, Taker, another, make_taker
from tests.journey_study import DESIGN, PRACTICE, STUDY
from tests.makers import NOON_MS, make_new


@pytest.fixture
def taker(database: Database) -> Taker:
    return make_taker(database)


def test_whole_study_is_taken_part_in(taker: Taker) -> None:
    assert taker.step == AskConsent(again=False)
    taker.agree()
    assert taker.step == ReadInstructions(first=None)
    taker.read()
    assert taker.step == AnswerQuestions("before")
    taker.do(taking_part.answer_questions, "before", BEFORE)
    assert taker.step == BeginPractice()
    taker.do(taking_part.begin_practice)
    taker.answer("Repairs of the quay")
    step = taker.step
    assert isinstance(step, SeeFeedback)
    taker.do(taking_part.go_on_from_feedback, step.item.assignment.attempt_id)
    assert taker.step == BeginTest(1, None)
    taker.do(taking_part.begin_test, 1)
    taker.answer("Tuesday")
    assert isinstance(taker.step, MarkTest)
    taker.do(taking_part.settle)
    assert isinstance(taker.step, BeginTest)
    taker.do(taking_part.begin_test, 2)
    taker.answer("3 March")
    taker.do(taking_part.settle)
    assert taker.step == BeginBatch(1, first=None, n_lost=0)
    taker.work()
    assert taker.step == AnswerQuestions("after")
    taker.do(taking_part.answer_questions, "after", {"remarks": "The scans."})
    assert taker.step == Finish()
    assert "code_issued" not in taker.kinds()
    taker.do(taking_part.settle)
    end = taker.step
    assert isinstance(end, Finished)
    assert end.code
    assert [kind for kind in taker.kinds() if not kind.startswith("lease")] == [
        "consent_given",
        "instructions_read",
        "questionnaire_answered",
        "feedback_shown",
        "qualification_ended",
        "qualification_ended",
        "batch_started",
        "batch_started",
        "questionnaire_answered",
        "debrief_shown",
        "code_issued",
        "session_ended",
    ]


def test_who_fails_every_try_ends_there(taker: Taker) -> None:
    taker.agree()
    taker.read()
    taker.do(taking_part.answer_questions, "before", BEFORE)
    taker.do(taking_part.begin_practice)
    taker.answer("no idea")
    step = taker.step
    assert isinstance(step, SeeFeedback)
    taker.do(taking_part.go_on_from_feedback, step.item.assignment.attempt_id)
    for number in (1, 2):
        taker.do(taking_part.begin_test, number)
        taker.answer("Tuesday")
        taker.do(taking_part.settle)
    assert isinstance(taker.step, NotQualified)
    taker.do(taking_part.begin_batch, 1)
    assert taker.journey.main == []


# Twice, too early, too late


def test_no_step_is_taken_before_its_turn(taker: Taker) -> None:
    for use_case, arguments in (
        (taking_part.answer_questions, ("before", BEFORE)),
        (taking_part.begin_practice, ()),
        (taking_part.begin_test, (1,)),
        (taking_part.begin_batch, (1,)),
        (taking_part.stop_here, ()),
        (taking_part.settle, ()),
    ):
        taker.do(use_case, *arguments)
    taker.read()
    assert taker.kinds() == []


def test_code_is_not_made_before_the_last_answer_is_stored(taker: Taker) -> None:
    taker.prepare()
    taker.do(taking_part.begin_batch, 1)
    taker.do(taking_part.settle)
    assert taker.journey.person.code is None
    taker.answer("x")
    taker.answer("x")
    taker.do(taking_part.begin_batch, 2)
    taker.do(taking_part.settle)
    assert taker.journey.person.code is None


def test_two_tabs_do_everything_once(taker: Taker) -> None:
    for _ in range(2):
        taker.agree()
    for _ in range(2):
        taker.read()
    for often in ("Every week", "Every day"):
        taker.do(taking_part.answer_questions, "before", {**BEFORE, "often": often})
    for _ in range(2):
        taker.do(taking_part.begin_practice)
    assert len(taker.journey.of("practice")) == len(PRACTICE)
    kinds = taker.kinds()
    assert [
        kinds.count(kind) for kind in ("consent_given", "instructions_read", "questionnaire_answered")
    ] == [
        1,
        1,
        1,
    ]


def test_code_is_made_once_and_is_another_for_everybody(database: Database) -> None:
    short = DESIGN.model_copy(
        update={"before": (), "after": (), "practice_set": "", "qualification": None, "batch_size": 9}
    )
    takers = [make_taker(database, short)]
    takers.append(another(database, takers[0].study))
    for taker in takers:
        taker.agree()
        taker.read()
        taker.work()
        for _ in range(2):
            taker.do(taking_part.settle)
        assert taker.kinds().count("code_issued") == 1
    codes = {taker.journey.person.code for taker in takers}
    assert len(codes) == 2
    assert None not in codes


def test_break_of_another_tab_begins_no_batch_twice(taker: Taker) -> None:
    taker.prepare()
    taker.do(taking_part.begin_batch, 1)
    held = len(taker.journey.main)
    taker.do(taking_part.begin_batch, 1)
    taker.do(taking_part.begin_batch, 2)
    assert len(taker.journey.main) == held
    assert taker.kinds().count("batch_started") == 1


# Consent


def test_declining_keeps_nothing_else_and_can_be_taken_back(taker: Taker) -> None:
    sha256 = text_sha256(taker.study.design.consent)
    taker.do(taking_part.decline, sha256)
    assert taker.step == Declined()
    assert not taking_part.start_session(
        taker.database, taker.account, "s-1", SessionStarted(user_agent="x"), NOON_MS
    )
    assert taker.kinds() == ["consent_declined"]
    taker.agree()
    assert taker.step == ReadInstructions(first=None)


def test_consent_to_another_text_is_refused(taker: Taker) -> None:
    for use_case in (taking_part.consent, taking_part.decline):
        with pytest.raises(Conflict, match="changed in the meantime"):
            taker.do(use_case, "0" * 64)
    assert taker.kinds() == []


def test_session_is_noted_after_consent_once(taker: Taker) -> None:
    started = SessionStarted(user_agent="Browser 1.0", time_zone="Europe/Oslo")
    assert not taking_part.start_session(taker.database, taker.account, "s-1", started, NOON_MS)
    taker.agree()
    for _ in range(2):
        assert taking_part.start_session(taker.database, taker.account, "s-1", started, NOON_MS)
    assert taker.kinds() == ["consent_given", "session_started"]


def test_sessions_are_noted_up_to_a_number_that_nobody_reaches(
    taker: Taker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking_part, "MOST_SESSIONS", 3)
    taker.agree()
    noted = [
        taking_part.start_session(taker.database, taker.account, f"s-{number}", SessionStarted(), NOON_MS)
        for number in range(5)
    ]
    assert noted == [True, True, True, False, False]
    assert taker.kinds().count("session_started") == 3


# Questions


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"sure": "5"}, "“How often do you search in PDF files.” needs an answer"),
        ({"often": "Never", "sure": "5"}, "takes one of the answers"),
        ({"often": "Every day", "sure": "8"}, "from 1 to 7"),
        ({**BEFORE, "age": "old"}, "takes a number"),
        ({**BEFORE, "age": "nan"}, "takes a number"),
        ({**BEFORE, "sure": "\ud800"}, "half a character"),
        ({**BEFORE, "shoes": "42"}, "no question 'shoes'"),
    ],
)
def test_answer_that_does_not_fit_is_named_and_nothing_stored(
    taker: Taker, answers: dict[str, str], says: str
) -> None:
    taker.agree()
    taker.read()
    with pytest.raises(InvalidInput, match=says):
        taker.do(taking_part.answer_questions, "before", answers)
    assert "questionnaire_answered" not in taker.kinds()


def test_answers_are_stored_in_the_order_of_the_questions_without_empty_ones(taker: Taker) -> None:
    taker.agree()
    taker.read()
    taker.do(taking_part.answer_questions, "before", {"sure": " 5 ", "age": " ", "often": "Every day"})
    last = event_log.replay(taker.database, stream_of(taker.account.account_id))[-1].payload
    assert last.answers == (("often", "Every day"), ("sure", "5"))


# Room


def test_who_comes_too_late_is_told_before_consent(database: Database) -> None:
    one_each = DESIGN.model_copy(update={"people_per_item": 1, "batch_size": 9})
    first = make_taker(database, one_each)
    late = another(database, first.study)
    prepared = another(database, first.study)
    prepared.agree()
    prepared.read()
    prepared.do(taking_part.answer_questions, "before", BEFORE)
    first.prepare()
    first.do(taking_part.begin_batch, 1)
    assert late.step == NoRoom(prepared=False)
    late.agree()
    assert late.kinds() == []
    assert prepared.step == NoRoom(prepared=True)
    for use_case, arguments in ((taking_part.begin_practice, ()), (taking_part.begin_batch, (1,))):
        prepared.do(use_case, *arguments)
    assert prepared.journey.items == ()


def test_open_ended_study_lets_people_stop_between_batches(database: Database) -> None:
    open_ended = DESIGN.model_copy(update={"batches_per_person": None, "batch_size": 1})
    taker = make_taker(database, open_ended)
    taker.prepare()
    taker.do(taking_part.stop_here)
    assert taker.step == BeginBatch(1, None, 0)
    taker.do(taking_part.begin_batch, 1)
    taker.answer("x")
    taker.do(taking_part.stop_here)
    assert taker.step == AnswerQuestions("after")


def test_study_with_a_fixed_number_of_batches_has_no_stop_between(taker: Taker) -> None:
    taker.prepare()
    taker.do(taking_part.begin_batch, 1)
    taker.answer("x")
    taker.answer("x")
    step = taker.step
    assert isinstance(step, BeginBatch)
    assert not taking_part.may_stop(taker.journey, step)
    taker.do(taking_part.stop_here)
    assert taker.step == step


# Messages


def test_message_is_seen_once(taker: Taker) -> None:
    sent = make_new(MessageSent(text="The study ends today.", by="p-r"))
    event_log.append(taker.database, stream_of(taker.account.account_id), [sent], NOON_MS)
    (message,) = taker.journey.person.open_messages
    assert message.text == "The study ends today."
    for _ in range(2):
        taker.do(taking_part.close_message, message.event_id)
    taker.do(taking_part.close_message, "no-such-message")
    assert taker.kinds() == ["message_sent", "message_seen"]


def test_who_agreed_to_an_earlier_text_leaves_rather_than_declines(taker: Taker) -> None:
    taker.agree()
    changed = taker.study.design.model_copy(update={"consent": "Another text."})
    amended = StudyAmended(design=changed, reason="A word was wrong.", by="p-r")
    event_log.append(taker.database, stream_of_study(STUDY), [make_new(amended)], NOON_MS)
    assert taker.step == AskConsent(again=True)
    with pytest.raises(NotAllowed, match="You agreed to take part before"):
        taker.do(taking_part.decline, text_sha256("Another text."))
    taker.agree()
    assert taker.step == ReadInstructions(first=None)
