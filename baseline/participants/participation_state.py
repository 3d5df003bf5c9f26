"""A participation as a fold over its own stream: what somebody agreed to, read, answered and was told.

Pure. What belongs to an item is in baseline/attempts/attempt.py; both together say what is on the screen
(baseline/participants/journey.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from db.events import Event
from db.study_design import StudyDesign
from db.study_events import (
    BatchStarted,
    CodeIssued,
    ConsentDeclined,
    ConsentGiven,
    ConsentWithdrawn,
    DataErased,
    Erased,
    FeedbackShown,
    InstructionsRead,
    MessageSeen,
    MessageSent,
    QualificationEnded,
    QuestionnaireAnswered,
    QuestionnaireEdited,
    SessionEnded,
)

FINISHED = "finished"
"""Why the session of somebody ended who did everything there was to do."""
STOPPED = "stopped between batches"
"""Why the session of somebody ended who did not want another batch."""

When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Message:
    """What a researcher wrote to the participant."""

    event_id: str
    at_ms: int
    text: str
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class FormDraft:
    """What stands in the form of the questions before or after, and when it was saved."""

    when: When
    answers: tuple[tuple[str, str], ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class ParticipationState:
    """Everything that a participation's own events say so far.

    `consent_sha256` is the text agreed to last, `code` the code that proves completion, once it was given.
    `form` is what was typed into the questions last and not answered yet.
    """

    consent: Literal["none", "given", "declined"] = "none"
    consent_sha256: str = ""
    consent_at_ms: int | None = None
    instructions_read: frozenset[str] = frozenset()
    answered: frozenset[When] = frozenset()
    form: FormDraft | None = None
    feedback_seen: frozenset[str] = frozenset()
    tests: tuple[QualificationEnded, ...] = ()
    batches_begun: frozenset[int] = frozenset()
    messages: tuple[Message, ...] = ()
    has_stopped: bool = False
    has_finished: bool = False
    finished_at_ms: int | None = None
    code: str | None = None
    withdrawn_at_ms: int | None = None
    is_erased: bool = False

    @property
    def has_withdrawn(self) -> bool:
        """Whether the participant left for good."""
        return self.withdrawn_at_ms is not None

    @property
    def has_passed(self) -> bool:
        """Whether a qualification test was passed."""
        return any(test.passed for test in self.tests)

    def has_failed(self, design: StudyDesign) -> bool:
        """Whether there is a qualification test, it was not passed, and there is no attempt at it left."""
        test = design.qualification
        return test is not None and not self.has_passed and len(self.tests) >= test.attempts

    @property
    def open_messages(self) -> tuple[Message, ...]:
        """The messages that were not closed yet, oldest first."""
        return tuple(message for message in self.messages if not message.is_closed)


def fold_participation(events: Iterable[Event]) -> ParticipationState:
    """The state after all events of a participation's stream, in order."""
    state = ParticipationState()
    for event in events:
        state = _reduce(state, event)
    return state


def _reduce(state: ParticipationState, event: Event) -> ParticipationState:
    match event.payload:
        case ConsentGiven(sha256=sha256):
            return replace(state, consent="given", consent_sha256=sha256, consent_at_ms=event.at_ms)
        case ConsentDeclined():
            return replace(state, consent="declined")
        case ConsentWithdrawn():
            return replace(state, withdrawn_at_ms=event.at_ms)
        case DataErased():
            return replace(state, is_erased=True)
        case MessageSent(text=text):
            return replace(state, messages=(*state.messages, Message(event.event_id, event.at_ms, text)))
        case MessageSeen(message_event_id=message_event_id):
            return replace(state, messages=_closed(state.messages, message_event_id))
        case Erased():
            return state
        case _:
            return _with_step(state, event)


def _with_step(state: ParticipationState, event: Event) -> ParticipationState:
    match event.payload:
        case InstructionsRead(sha256=sha256):
            return replace(state, instructions_read=state.instructions_read | {sha256})
        case QuestionnaireAnswered(when=when):
            return replace(state, answered=state.answered | {when}, form=None)
        case QuestionnaireEdited(when=when, answers=answers):
            return replace(state, form=FormDraft(when, answers, event.at_ms))
        case FeedbackShown(attempt_id=attempt_id):
            return replace(state, feedback_seen=state.feedback_seen | {attempt_id})
        case QualificationEnded() as test:
            return replace(state, tests=(*state.tests, test))
        case BatchStarted(batch=batch):
            return replace(state, batches_begun=state.batches_begun | {batch})
        case _:
            return _with_end(state, event)


def _with_end(state: ParticipationState, event: Event) -> ParticipationState:
    match event.payload:
        case CodeIssued(code=code):
            return replace(state, code=code)
        case SessionEnded(reason=reason) if reason == STOPPED:
            return replace(state, has_stopped=True)
        case SessionEnded(reason=reason) if reason == FINISHED:
            return replace(state, has_finished=True, finished_at_ms=event.at_ms)
        case _:
            return state


def _closed(messages: tuple[Message, ...], event_id: str) -> tuple[Message, ...]:
    return tuple(replace(one, is_closed=True) if one.event_id == event_id else one for one in messages)
