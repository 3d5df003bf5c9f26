"""Which step stands: every one, from what was stored, in every odd order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from baseline.attempts.attempt import AttemptState
from baseline.participants.journey import Journey, next_step, progress, text_sha256
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    DoItem,
    Finish,
    Finished,
    MarkTest,
    NoRoom,
    NotQualified,
    Placed,
    ReadInstructions,
    SeeFeedback,
    StudyOver,
    StudyRests,
    Withdrawn,
)
from baseline.participants.participation_state import ParticipationState, fold_participation
from db.events import Payload
from db.models import Assignment, Purpose
from db.study_design import Qualification, Question, StudyDesign
from db.study_events import (
    BatchStarted,
    CodeIssued,
    ConsentDeclined,
    ConsentGiven,
    ConsentWithdrawn,
    DataErased,
    FeedbackShown,
    InstructionsRead,
    MessageSeen,
    MessageSent,
    QualificationEnded,
    QuestionnaireAnswered,
    SessionEnded,
)
from tests.makers import make_trail

TEXT = "What you have to know."
READ = InstructionsRead(sha256=text_sha256(TEXT))
AGREED = ConsentGiven(sha256=text_sha256("I agree."))
BEFORE = QuestionnaireAnswered(when="before", answers=())
AFTER = QuestionnaireAnswered(when="after", answers=())
QUESTION = Question(question_id="age", text="How old are you?", kind="number")
PLAIN = StudyDesign(title="A study", item_set="set", index_name="index", instructions=TEXT)
SHARED = PLAIN.model_copy(update={"people_per_item": 2, "batch_size": 2})
WHOLE = SHARED.model_copy(
    update={
        "consent": "I agree.",
        "before": (QUESTION,),
        "after": (QUESTION,),
        "practice_set": "practice",
        "qualification": Qualification(item_set="test", n_items=2, attempts=2),
        "debrief": "It was about harbours.",
        "gives_code": True,
    }
)


def placed(
    number: int, phase: str, purpose: Purpose = "main", batch: int = 1, released_why: str = ""
) -> Placed:
    """Somebody's item of that number."""
    assignment = Assignment(
        attempt_id=f"a-{purpose}-{number}",
        study_id="pilot",
        account_id="p-1",
        item_id=f"{purpose}-{number}",
        batch=batch,
        position=number,
        purpose=purpose,
        leased_until_ms=None,
        released_at_ms=9 if released_why else None,
        released_why=released_why,
    )
    return Placed(assignment, AttemptState(phase=phase))  # type: ignore[arg-type]


def person(*payloads: Payload) -> ParticipationState:
    return fold_participation(make_trail(*((0, one) for one in payloads), stream_id="participation:p-1"))


def journey(
    design: StudyDesign,
    *payloads: Payload,
    items: Iterable[Placed] = (),
    room: int = 9,
    **changes: Any,
) -> Journey:
    """A participation of these events and items."""
    made = Journey(
        design=design,
        phase="running",
        reason="",
        person=person(*payloads),
        items=tuple(items),
        instructions=TEXT,
        room=lambda: room,
    )
    return replace(made, **changes)


PRACTISED = placed(1, "submitted", "practice")
TRY_1 = (placed(2, "submitted", "qualification"), placed(3, "expired", "qualification"))
PASSED = QualificationEnded(attempt=1, n_items=2, n_correct=2, passed=True)
FAILED = QualificationEnded(attempt=1, n_items=2, n_correct=1, passed=False)
PREPARED = (AGREED, READ, BEFORE, FeedbackShown(attempt_id="a-practice-1"), PASSED)
PREPARATION = (PRACTISED, *TRY_1)


# The way through a study that has everything


def test_whole_way_goes_step_by_step() -> None:
    first, second = placed(4, "assigned"), placed(5, "assigned")
    done = (placed(4, "submitted"), placed(5, "submitted"))
    begun = (*PREPARED, BatchStarted(batch=1))
    way = [
        journey(WHOLE),
        journey(WHOLE, AGREED),
        journey(WHOLE, AGREED, READ),
        journey(WHOLE, AGREED, READ, BEFORE),
        journey(WHOLE, AGREED, READ, BEFORE, items=[placed(1, "assigned", "practice")]),
        journey(WHOLE, AGREED, READ, BEFORE, items=[PRACTISED]),
        journey(WHOLE, *PREPARED[:4], items=[PRACTISED]),
        journey(WHOLE, *PREPARED[:4], items=[PRACTISED, TRY_1[0], placed(3, "open", "qualification")]),
        journey(WHOLE, *PREPARED[:4], items=PREPARATION),
        journey(WHOLE, *PREPARED, items=PREPARATION),
        journey(WHOLE, *begun, items=[*PREPARATION, first, second]),
        journey(WHOLE, *begun, items=[*PREPARATION, *done]),
        journey(WHOLE, *begun, items=[*PREPARATION, *done], room=0),
        journey(WHOLE, *begun, AFTER, items=[*PREPARATION, *done], room=0),
    ]
    assert [next_step(one) for one in way] == [
        AskConsent(again=False),
        ReadInstructions(first=None),
        AnswerQuestions("before"),
        BeginPractice(),
        DoItem(placed(1, "assigned", "practice")),
        SeeFeedback(PRACTISED, is_last=True),
        BeginTest(1, before=None),
        DoItem(placed(3, "open", "qualification")),
        MarkTest(1, TRY_1),
        BeginBatch(1, first=None, n_lost=0),
        DoItem(first),
        BeginBatch(2, first=None, n_lost=0),
        AnswerQuestions("after"),
        Finish(),
    ]


def test_end_stays_the_end_with_its_code() -> None:
    end = (CodeIssued(code="ABCDE-FGHJK"), SessionEnded(reason="finished"))
    for one in (
        journey(WHOLE, *PREPARED, *end, room=9),
        journey(WHOLE, *PREPARED, *end, phase="ended"),
        journey(WHOLE.model_copy(update={"consent": "New."}), *PREPARED, *end),
    ):
        assert next_step(one) == Finished(code="ABCDE-FGHJK")


def test_practice_feedback_stands_until_it_was_gone_on_from() -> None:
    two = [PRACTISED, placed(2, "assigned", "practice")]
    shown = journey(WHOLE, AGREED, READ, BEFORE, items=two)
    assert next_step(shown) == SeeFeedback(PRACTISED, is_last=False)
    gone_on = journey(WHOLE, AGREED, READ, BEFORE, FeedbackShown(attempt_id="a-practice-1"), items=two)
    assert next_step(gone_on) == DoItem(two[1])


# Room, consent, instructions


def test_late_comer_is_told_before_consent() -> None:
    assert next_step(journey(WHOLE, room=0)) == NoRoom(prepared=False)


def test_who_agreed_is_not_sent_away_before_the_batch_that_they_cannot_get() -> None:
    assert next_step(journey(WHOLE, AGREED, room=0)) == ReadInstructions(first=None)
    late = journey(WHOLE, *PREPARED, items=PREPARATION, room=0)
    assert next_step(late) == NoRoom(prepared=True)


def test_room_is_not_asked_for_while_an_item_is_open() -> None:
    def never() -> int:
        raise AssertionError("asked")

    resting = journey(WHOLE, *PREPARED, items=[placed(4, "paused")])
    assert next_step(replace(resting, room=never)) == DoItem(placed(4, "paused"))


def test_who_declined_is_asked_nothing_until_they_agree_after_all() -> None:
    declined = ConsentDeclined(sha256=AGREED.sha256)
    assert next_step(journey(WHOLE, declined)) == Declined()
    assert next_step(journey(WHOLE, declined, room=0)) == Declined()
    assert next_step(journey(WHOLE, declined, AGREED)) == ReadInstructions(first=None)


def test_changed_consent_is_asked_for_again_once_no_item_is_open() -> None:
    changed = WHOLE.model_copy(update={"consent": "I agree to more."})
    batch = [*PREPARATION, placed(4, "submitted"), placed(5, "assigned")]
    assert next_step(journey(changed, *PREPARED, items=batch)) == AskConsent(again=True)
    at_work = [*PREPARATION, placed(4, "submitted"), placed(5, "open")]
    assert isinstance(next_step(journey(changed, *PREPARED, items=at_work)), DoItem)


def test_changed_instructions_are_read_again() -> None:
    batch = [placed(4, "submitted"), placed(5, "assigned")]
    same = journey(SHARED, READ, BatchStarted(batch=1), items=batch)
    assert isinstance(next_step(same), DoItem)
    assert next_step(replace(same, instructions="Other rules.")) == ReadInstructions(first=None)


def test_who_began_before_reading_was_logged_is_not_asked_to_read() -> None:
    batch = [placed(1, "submitted"), placed(2, "assigned")]
    assert next_step(journey(PLAIN, items=batch)) == DoItem(batch[1])


# Everybody answers everything


def test_plain_study_leads_from_the_instructions_to_the_first_item() -> None:
    items = [placed(1, "assigned"), placed(2, "assigned", batch=2)]
    assert next_step(journey(PLAIN, items=items)) == ReadInstructions(first=items[0].assignment)
    with_questions = PLAIN.model_copy(update={"before": (QUESTION,)})
    assert next_step(journey(with_questions, items=items)) == ReadInstructions(first=None)


def test_plain_study_has_a_break_between_batches_and_an_end() -> None:
    second = placed(2, "assigned", batch=2)
    at_break = journey(PLAIN, READ, items=[placed(1, "submitted"), second])
    assert next_step(at_break) == BeginBatch(2, first=second.assignment, n_lost=0)
    begun = journey(PLAIN, READ, BatchStarted(batch=2), items=[placed(1, "submitted"), second])
    assert next_step(begun) == DoItem(second)
    done = journey(PLAIN, READ, items=[placed(1, "submitted"), placed(2, "expired", batch=2)])
    assert next_step(done) == Finish()


def test_person_without_items_is_told() -> None:
    assert next_step(journey(PLAIN, room=0)) == NoRoom(prepared=False)


# Tests


def test_failed_test_can_be_tried_again_until_no_try_is_left() -> None:
    again = journey(WHOLE, *PREPARED[:4], FAILED, items=PREPARATION)
    assert next_step(again) == BeginTest(2, before=FAILED)
    second = FAILED.model_copy(update={"attempt": 2})
    try_2 = [placed(4, "submitted", "qualification", batch=2), placed(5, "skipped", "qualification", batch=2)]
    lost = journey(WHOLE, *PREPARED[:4], FAILED, second, items=[*PREPARATION, *try_2])
    assert next_step(lost) == NotQualified(second)


# Batches


def test_places_that_lapsed_are_told_with_the_next_batch() -> None:
    items = [placed(1, "submitted"), placed(2, "assigned", released_why="lapsed")]
    back = journey(SHARED, READ, BatchStarted(batch=1), items=items)
    assert next_step(back) == BeginBatch(2, first=None, n_lost=1)
    assert next_step(replace(back, room=lambda: 0)) == Finish()


def test_open_item_that_was_given_to_somebody_else_is_not_gone_on_with() -> None:
    items = [placed(1, "submitted"), placed(2, "expired", released_why="lapsed")]
    assert next_step(journey(SHARED, READ, items=items)) == BeginBatch(2, first=None, n_lost=1)


def test_person_gets_no_more_batches_than_the_study_says() -> None:
    one_each = SHARED.model_copy(update={"batches_per_person": 1})
    done = [placed(1, "submitted"), placed(2, "submitted")]
    assert next_step(journey(one_each, READ, items=done, room=9)) == Finish()


def test_person_may_stop_between_batches() -> None:
    done = [placed(1, "submitted"), placed(2, "submitted")]
    stopped = SessionEnded(reason="stopped between batches")
    assert next_step(journey(SHARED, READ, stopped, items=done, room=9)) == Finish()


def test_attention_items_are_part_of_their_batch() -> None:
    items = [placed(1, "submitted"), placed(2, "assigned", "attention")]
    assert next_step(journey(SHARED, READ, BatchStarted(batch=1), items=items)) == DoItem(items[1])


# The study rests or ends


@pytest.mark.parametrize(
    "at",
    [
        journey(WHOLE),
        journey(WHOLE, room=0),
        journey(WHOLE, AGREED, READ, BEFORE),
        journey(WHOLE, *PREPARED[:4], items=[PRACTISED]),
        journey(WHOLE, *PREPARED, items=PREPARATION, room=0),
        journey(SHARED, READ, BatchStarted(batch=1), items=[placed(1, "submitted"), placed(2, "assigned")]),
        journey(SHARED, READ, items=[placed(1, "submitted"), placed(2, "submitted")], room=0),
    ],
)
def test_nothing_new_begins_while_the_study_rests(at: Journey) -> None:
    resting = replace(at, phase="paused", reason="A server is exchanged.")
    assert next_step(resting) == StudyRests("A server is exchanged.")


def test_open_item_is_finished_while_the_study_rests_or_has_ended() -> None:
    items = [placed(1, "open")]
    for phase in ("paused", "ended"):
        assert next_step(journey(SHARED, READ, items=items, phase=phase)) == DoItem(items[0])


def test_what_begins_no_item_goes_on_while_the_study_rests() -> None:
    two = SHARED.model_copy(update={"batches_per_person": 1, "after": (QUESTION,)})
    done = [placed(1, "submitted"), placed(2, "submitted")]
    assert next_step(journey(two, READ, items=done, phase="paused")) == AnswerQuestions("after")


def test_ended_study_lets_who_did_something_finish_and_sends_others_home() -> None:
    waiting = placed(2, "assigned")
    done = journey(WHOLE, *PREPARED, items=[*PREPARATION, placed(1, "submitted"), waiting], phase="ended")
    assert next_step(done) == AnswerQuestions("after")
    assert next_step(journey(WHOLE, *PREPARED, AFTER, items=done.items, phase="ended")) == Finish()
    nothing = journey(WHOLE, *PREPARED, items=PREPARATION, phase="ended", reason="Enough answers.")
    assert next_step(nothing) == StudyOver("Enough answers.")


# Leaving


def test_who_left_has_left_whatever_comes_later() -> None:
    left = (ConsentWithdrawn(erase=True), DataErased(n_events=9))
    for later in ((), (AGREED, READ), (CodeIssued(code="ABCDE-FGHJK"), SessionEnded(reason="finished"))):
        one = journey(WHOLE, AGREED, *left, *later, items=[placed(1, "open")])
        assert next_step(one) == Withdrawn(erased=True)
    assert next_step(journey(WHOLE, ConsentWithdrawn(erase=False))) == Withdrawn(erased=False)


# Messages, progress, stages


def test_message_is_open_until_it_is_closed() -> None:
    sent = MessageSent(text="The study ends today.", by="researcher")
    (message,) = person(sent).open_messages
    assert message.text == "The study ends today."
    assert person(sent, MessageSeen(message_event_id=message.event_id)).open_messages == ()
    assert person(sent, MessageSeen(message_event_id="another")).open_messages == (message,)


def test_progress_counts_what_is_known_beforehand() -> None:
    items = [placed(1, "submitted"), placed(2, "assigned", batch=2)]
    assert progress(journey(PLAIN, items=items)) == (1, 2, 2)
    limited = SHARED.model_copy(update={"batches_per_person": 4})
    assert progress(journey(limited, items=items)) == (1, None, 4)
    assert progress(journey(SHARED, items=items)) == (1, None, None)


def test_stages_name_the_parts_that_the_study_has() -> None:
    at = journey(WHOLE, AGREED, READ)
    assert [(stage.name, stage.at) for stage in stages(at, next_step(at))] == [
        ("Consent", "done"),
        ("Instructions", "done"),
        ("About you", "now"),
        ("Practice", "ahead"),
        ("Test", "ahead"),
        ("Questions", "ahead"),
        ("Last questions", "ahead"),
        ("End", "ahead"),
    ]


def test_no_stages_where_progress_is_hidden_or_the_step_is_off_the_way() -> None:
    hidden = WHOLE.model_copy(update={"show_progress": False})
    assert stages(journey(hidden), AskConsent(again=False)) == ()
    assert stages(journey(WHOLE), Withdrawn(erased=True)) == ()
