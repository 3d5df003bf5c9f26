"""What a participant, or an agent in their place, can do with an attempt.

Each function is one use case: it runs inside one transaction of the caller (a job of
`db.writer.EventWriter`), checks what the events so far allow, and appends. Gold never passes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from baseline.answer_rules import answer_parts, require_confidence, require_text
from baseline.attempt import AttemptState, fold
from db import event_log
from db.assignments import find_assignment
from db.connection import Database
from db.errors import AttemptClosed, Conflict, InvalidInput, NotAllowed
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    ItemShown,
    NewEvent,
    PageLeft,
    PageVisible,
    Paused,
    Query,
    Resumed,
    Source,
    TabHidden,
    TabShown,
    ToolRefused,
)
from db.models import AnswerKind, Assignment, PageRef
from db.studies import find_study
from db.study_design import Study
from db.tool_log import FROM_THE_BROWSER, Recorded, append_search, append_what_fits, earlier_search

# The end of a page view or of a hidden time may arrive after the answer; it changes no answer.
LATE_IS_FINE = (PageVisible, PageLeft, TabHidden, TabShown)
LONGEST_QUERY = 10_000


class Submission(NamedTuple):
    """The one stored answer of an attempt; `outcome` tells whether this gesture is the one that made it."""

    outcome: Literal["accepted", "already"]
    answer: AnswerSubmitted


class AnswerGiven(NamedTuple):
    """What somebody submits. `citations` is what their screen showed, compared with what is saved."""

    answer: Sequence[str]
    citations: Sequence[PageRef]
    confidence: int | None
    kind: AnswerKind


def show_item(
    database: Database, assignment: Assignment, study: Study, now_ms: int, source: Source = "server"
) -> AttemptState:
    """The item is on the screen: the clock starts, once, however often this is called."""
    shown = ItemShown(
        item_id=assignment.item_id,
        batch=assignment.batch,
        position=assignment.position,
        condition=assignment.condition,
        index_fingerprint=study.index_fingerprint,
        profile=study.profile,
        k=study.k,
    )
    new = NewEvent(event_id=f"shown:{assignment.attempt_id}", payload=shown, source=source)
    if event_log.find(database, new.event_id) is None:
        event_log.append(database, assignment.attempt_id, [new], now_ms)
    return fold(event_log.replay(database, assignment.attempt_id))


def record(database: Database, attempt_id: str, new_events: Sequence[NewEvent], now_ms: int) -> Recorded:
    """Store what the browser reports. What does not fit is refused by name; the rest is stored."""
    is_closed = event_log.has_kind(database, attempt_id, "answer_submitted", "item_expired")
    is_shown = event_log.has_kind(database, attempt_id, "item_shown")

    def why_not(new: NewEvent) -> str | None:
        return _why_not(new, is_shown=is_shown, is_closed=is_closed)

    return append_what_fits(database, attempt_id, new_events, why_not, now_ms)


def _why_not(new: NewEvent, *, is_shown: bool, is_closed: bool) -> str | None:
    if not isinstance(new.payload, (*FROM_THE_BROWSER, AnswerEdited)):
        return f"An event of kind {new.payload.kind!r} is made by the server only."
    if not is_shown:
        return "This item has not been shown yet."
    if is_closed and not isinstance(new.payload, LATE_IS_FINE):
        return "This item was already submitted."
    return None


def record_search(database: Database, attempt_id: str, new: NewEvent, now_ms: int) -> Query | ToolRefused:
    """Log a search and return it as stored: for a resend, that is the first outcome.

    Raises:
        AttemptClosed: the item was already submitted, has expired, or rests.
    """
    earlier = earlier_search(database, attempt_id, new.event_id)
    if earlier is not None:
        return earlier
    _require_open(fold(event_log.replay(database, attempt_id)))
    return append_search(database, attempt_id, new, now_ms)


def submit_answer(
    database: Database,
    attempt_id: str,
    event_id: str,
    given: AnswerGiven,
    now_ms: int,
    source: Source = "server",
) -> Submission:
    """Store the answer of an attempt, exactly once.

    Raises:
        Conflict: the evidence saved here is not what the screen showed.
        InvalidInput: an answer is missing, too long or no text, or its kind does not fit.
        NotAllowed: the study does not let people skip.
        AttemptClosed: the item expired, rests, or was never shown.
    """
    state = fold(event_log.replay(database, attempt_id))
    if state.answer is not None:
        # The same press of the button, sent again because its reply was lost, was the one accepted.
        stored = event_log.find(database, event_id)
        is_resend = stored is not None and stored.stream_id == attempt_id
        return Submission("accepted" if is_resend else "already", state.answer)
    _require_open(state)
    parts = answer_parts(given.answer, given.kind)
    require_confidence(given.confidence)
    _check_kind(database, attempt_id, given.kind)
    saved = {mark.ref for mark in state.marks}
    if saved != set(given.citations):
        raise Conflict(
            "Your evidence tray shows something that is not saved here yet. "
            "Check the tray (perhaps this item is open in another tab), then submit again."
        )
    answer = AnswerSubmitted(
        answer=parts,
        citations=tuple(mark.ref for mark in state.marks),
        confidence=given.confidence,
        answer_kind=given.kind,
    )
    event_log.append(
        database, attempt_id, [NewEvent(event_id=event_id, payload=answer, source=source)], now_ms
    )
    return Submission("accepted", answer)


def _check_kind(database: Database, attempt_id: str, kind: AnswerKind) -> None:
    if kind == "auto":
        raise InvalidInput("Only the server submits automatically.")
    if kind == "skipped":
        study = find_study(database, find_assignment(database, attempt_id).study_id)
        if not study.design.may_skip:
            raise NotAllowed("Items cannot be skipped in this study. Answer, or choose “Could not find it”.")


def pause(
    database: Database, attempt_id: str, event_id: str, reason: str, now_ms: int, source: Source = "server"
) -> AttemptState:
    """Stop the working clock, with a reason. Pausing twice is one pause.

    Raises:
        InvalidInput: no reason was given, or it is no text.
        AttemptClosed: there is nothing to pause.
    """
    state = fold(event_log.replay(database, attempt_id))
    if state.phase == "paused":
        return state
    _require_open(state)
    if not reason.strip():
        raise InvalidInput("Say why you pause, in a word or two.")
    require_text(reason, "The reason")
    new = NewEvent(event_id=event_id, payload=Paused(reason=reason.strip()[:500]), source=source)
    event_log.append(database, attempt_id, [new], now_ms)
    return fold(event_log.replay(database, attempt_id))


def resume(
    database: Database, attempt_id: str, event_id: str, now_ms: int, source: Source = "server"
) -> AttemptState:
    """Start the working clock again. Resuming what runs changes nothing."""
    state = fold(event_log.replay(database, attempt_id))
    if state.phase != "paused":
        return state
    event_log.append(
        database, attempt_id, [NewEvent(event_id=event_id, payload=Resumed(), source=source)], now_ms
    )
    return fold(event_log.replay(database, attempt_id))


def _require_open(state: AttemptState) -> None:
    if state.phase == "open":
        return
    reasons = {
        "assigned": "This item has not been shown yet. Please reload the page.",
        "paused": "You are on a pause. Resume first.",
        "submitted": "This item was already submitted. Please reload to go on with the next one.",
        "expired": "The time for this item is over. Please reload to go on with the next one.",
    }
    raise AttemptClosed(reasons[state.phase])
