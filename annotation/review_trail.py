"""The log of a review: one stream a stage, so that what was found blind stays apart from what came later.

A stage of a review is no attempt, and no study counts it. The answer of a blind stage and the decision are
steps of the item; the log holds how they came about, and what stands in the form until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, cast, get_args

from annotation.trail import Trail, trail_of
from db import event_log, tool_log
from db.authored import ReviewDraft
from db.authoring_events import ItemReviewed, ReviewEdited, ReviewShown
from db.connection import Database
from db.errors import AttemptClosed, Conflict, InvalidInput
from db.event_fields import LONGEST_REASON
from db.events import (
    AnswerEdited,
    Event,
    NewEvent,
    PageEntered,
    PageLeft,
    PageVisible,
    Paused,
    Query,
    Resumed,
    ServerOutage,
    TabHidden,
    TabShown,
    ToolRefused,
)
from db.marks import MarkEvent, with_mark
from db.models import Draft, EvidenceMark
from db.plain_text import refuse_turning
from db.spans import Span, covered_ms, ended, lasts

StageName = Literal["search", "evidence", "compare", "adjudication"]
BLIND: tuple[StageName, ...] = ("search", "evidence")
_PREFIX = "review:"
# What was seen is logged whenever it comes; after the gesture that ends a stage nothing else changes in it.
_LATE_IS_FINE = (PageEntered, PageVisible, PageLeft, TabHidden, TabShown)


class ReviewStream(NamedTuple):
    """What the name of a stream says: the stage, whose work it is, and the item.

    `work` is the id of the review; for an adjudication it is the account of who decides.
    """

    stage: StageName
    work: str
    item_id: str

    @property
    def stream_id(self) -> str:
        """The name itself."""
        return f"{_PREFIX}{self.stage}:{self.work}:{self.item_id}"


def review_stream(stream_id: str) -> ReviewStream | None:
    """The stage that a stream belongs to; None for a stream of another kind."""
    if not stream_id.startswith(_PREFIX):
        return None
    stage, _, rest = stream_id.removeprefix(_PREFIX).partition(":")
    work, _, item_id = rest.partition(":")
    return ReviewStream(cast(StageName, stage), work, item_id) if stage in get_args(StageName) else None


@dataclass(frozen=True, slots=True)
class StageState:
    """Everything that the events of a stage say so far: what its screen shows after a reload."""

    trail: Trail = field(default_factory=lambda: Trail((), (), None))
    marks: tuple[EvidenceMark, ...] = ()
    draft: Draft = field(default_factory=Draft)
    decision: ReviewDraft = field(default_factory=ReviewDraft)
    saved_at_ms: int | None = None
    shown_at_ms: int | None = None
    done_at_ms: int | None = None
    pauses: tuple[Span, ...] = ()
    outages: tuple[Span, ...] = ()

    @property
    def pause_reason(self) -> str | None:
        """Why the stage rests, while it does."""
        return self.pauses[-1].reason if lasts(self.pauses) else None


def stage_state(events: Iterable[Event], given: Sequence[EvidenceMark] = ()) -> StageState:
    """The state after all events of a stage, in order. `given`: the marks with which it began."""
    events = list(events)
    state = StageState(trail=trail_of(events), marks=tuple(given))
    for event in events:
        state = _after(state, event)
    return state


def working_ms(state: StageState, now_ms: int) -> int:
    """Milliseconds of work on a blind stage: since it was shown, without pauses and outages of the server."""
    if state.shown_at_ms is None:
        return 0
    start = state.shown_at_ms
    end = max(start, now_ms if state.done_at_ms is None else state.done_at_ms)
    return end - start - covered_ms((*state.pauses, *state.outages), start, end)


def show_stage(database: Database, stream: ReviewStream, shown: ReviewShown, now_ms: int) -> None:
    """The stage is on the screen: its clock starts, once, however often this is called."""
    if not event_log.has_kind(database, stream.stream_id, shown.kind):
        new = NewEvent(event_id=f"shown:{stream.stage}:{stream.work}", payload=shown)
        event_log.append(database, stream.stream_id, [new], now_ms)


def record(
    database: Database, stream_id: str, new_events: Sequence[NewEvent], now_ms: int
) -> tool_log.Recorded:
    """Store what the browser reports. What does not fit the stage is refused by name; the rest is stored."""
    stream = _required(stream_id)
    is_done = _is_done(database, stream)

    def why_not(new: NewEvent) -> str | None:
        return _why_not(stream.stage, new, is_done=is_done)

    return tool_log.append_what_fits(database, stream_id, new_events, why_not, now_ms)


def record_search(database: Database, stream_id: str, new: NewEvent, now_ms: int) -> Query | ToolRefused:
    """Log a search and return it as stored: for a resend, that is the first outcome.

    Raises:
        AttemptClosed: the stage is over, rests, or is answered from the evidence alone.
        Conflict: the event id was used for something else.
    """
    earlier = tool_log.earlier_search(database, stream_id, new.event_id, tool_log.text_of_search(new))
    if earlier is not None:
        return earlier
    stream = _required(stream_id)
    if stream.stage == "evidence":
        raise AttemptClosed("Answer from these pages alone now; you can search again when you compare.")
    if stream.stage == "search":
        require_open(state_of(database, stream))
    return tool_log.append_search(database, stream_id, new, now_ms)


def state_of(database: Database, stream: ReviewStream, given: Sequence[EvidenceMark] = ()) -> StageState:
    """The state of a stage as it is stored."""
    return stage_state(event_log.replay(database, stream.stream_id), given)


def pause(database: Database, stream_id: str, event_id: str, reason: str, now_ms: int) -> StageState:
    """Stop the working clock of a blind stage, with a reason. Pausing twice is one pause.

    Raises:
        InvalidInput: no reason was given, or it is too long.
        Conflict: the event id was used for something else.
        AttemptClosed: there is nothing to pause.
    """
    stream = _required(stream_id)
    state = state_of(database, stream)
    reason = reason.strip()
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(f"Say why you pause in {LONGEST_REASON} characters at most.")
    if event_log.find(database, event_id) is not None:
        # Sent again: that pause goes on, or is over.
        event_log.earlier(database, stream_id, event_id, Paused(reason=reason or "-"))
        return state
    if state.pause_reason is not None:
        return state
    require_open(state)
    if not reason:
        raise InvalidInput("Say why you pause, in a word or two.")
    refuse_turning(reason, "The reason")
    new = NewEvent(event_id=event_id, payload=Paused(reason=reason))
    event_log.append(database, stream_id, [new], now_ms)
    return state_of(database, stream)


def resume(database: Database, stream_id: str, event_id: str, now_ms: int) -> StageState:
    """Start the working clock again. Resuming what runs changes nothing.

    Raises:
        Conflict: the event id was used for something else.
    """
    stream = _required(stream_id)
    state = state_of(database, stream)
    if state.pause_reason is None:
        event_log.earlier(database, stream_id, event_id, Resumed())
        return state
    event_log.append(database, stream_id, [NewEvent(event_id=event_id, payload=Resumed())], now_ms)
    return state_of(database, stream)


def require_open(state: StageState) -> None:
    """Refuse what only a blind stage that runs takes.

    Raises:
        AttemptClosed: it was answered, rests, or was never shown.
    """
    if state.done_at_ms is not None:
        raise AttemptClosed("You have answered this already. Reload the page to go on with the review.")
    if state.shown_at_ms is None:
        raise AttemptClosed("This has not been shown yet. Please reload the page.")
    if state.pause_reason is not None:
        raise AttemptClosed("You are on a pause. Resume first.")


def _required(stream_id: str) -> ReviewStream:
    stream = review_stream(stream_id)
    if stream is None:
        raise Conflict("This is no review; open it again.")
    return stream


def _is_done(database: Database, stream: ReviewStream) -> bool:
    # Whoever adjudicates may do so again after the item came back: that stream stays open.
    if stream.stage == "adjudication":
        return False
    return event_log.has_kind(database, stream.stream_id, "item_reviewed")


def _why_not(stage: StageName, new: NewEvent, *, is_done: bool) -> str | None:
    form = AnswerEdited if stage in BLIND else ReviewEdited
    if not isinstance(new.payload, (*tool_log.FROM_THE_BROWSER, form)):
        return f"An event of kind {new.payload.kind!r} does not come from this screen of a review."
    if is_done and not isinstance(new.payload, _LATE_IS_FINE):
        return "This part of the review is over; nothing changes in it any more."
    return None


def _after(state: StageState, event: Event) -> StageState:
    at_ms = event.at_ms
    match event.payload:
        case ReviewShown() if state.shown_at_ms is None:
            return replace(state, shown_at_ms=at_ms)
        case AnswerEdited(draft=draft):
            return replace(state, draft=draft, saved_at_ms=at_ms)
        case ReviewEdited(draft=decision):
            return replace(state, decision=decision, saved_at_ms=at_ms)
        case ItemReviewed():
            return replace(state, done_at_ms=at_ms, decision=ReviewDraft(), pauses=ended(state.pauses, at_ms))
        case payload if isinstance(payload, MarkEvent):
            return replace(state, marks=with_mark(state.marks, payload), saved_at_ms=at_ms)
        case _:
            return _with_clock(state, event)


def _with_clock(state: StageState, event: Event) -> StageState:
    at_ms = event.at_ms
    match event.payload:
        case Paused(reason=reason) if not lasts(state.pauses):
            return replace(state, pauses=(*state.pauses, Span(at_ms, None, reason)))
        case Resumed():
            return replace(state, pauses=ended(state.pauses, at_ms))
        case ServerOutage(from_ms=from_ms, to_ms=to_ms):
            return replace(state, outages=(*state.outages, Span(from_ms, to_ms)))
        case _:
            return state
