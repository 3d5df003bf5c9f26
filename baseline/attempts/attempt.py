"""One attempt as a fold over its events: what the screen shows and what the figures are made of.

`fold(events)` gives the same state on every server, after every crash, in every browser. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    Event,
    HitOpened,
    ItemExpired,
    ItemShown,
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
    WarningShown,
)
from db.marks import MarkEvent, with_mark
from db.models import Draft, EvidenceMark, PageRef
from db.spans import Span, ended, lasts

Phase = Literal["assigned", "open", "paused", "submitted", "expired"]


@dataclass(frozen=True, slots=True)
class SearchMade:
    """A query that ran, or one that was refused with a reason."""

    event_id: str
    at_ms: int
    outcome: Query | ToolRefused


@dataclass(frozen=True, slots=True)
class PageView:
    """One view of one page, with the time it was visible (ms, from the browser's own clock)."""

    view_id: str
    entered_at_ms: int
    entered: PageEntered
    visible_ms: int = 0
    left: bool = False

    @property
    def ref(self) -> PageRef:
        """The page alone."""
        return PageRef(document=self.entered.document, page=self.entered.page)


@dataclass(frozen=True, slots=True)
class AttemptState:
    """Everything that an attempt's events say so far. Marks stand in the order of marking."""

    phase: Phase = "assigned"
    shown: ItemShown | None = None
    shown_at_ms: int | None = None
    closed_at_ms: int | None = None
    searches: tuple[SearchMade, ...] = ()
    views: tuple[PageView, ...] = ()
    opened: tuple[HitOpened, ...] = ()
    marks: tuple[EvidenceMark, ...] = ()
    draft: Draft = field(default_factory=Draft)
    saved_at_ms: int | None = None
    answer: AnswerSubmitted | None = None
    expired: ItemExpired | None = None
    warnings: tuple[WarningShown, ...] = ()
    pauses: tuple[Span, ...] = ()
    outages: tuple[Span, ...] = ()
    hidden: tuple[Span, ...] = ()
    last_seq: int = 0
    simulated: bool = False

    @property
    def queries(self) -> tuple[Query, ...]:
        """The queries that ran, in order: the effort of the attempt is their number."""
        return tuple(made.outcome for made in self.searches if isinstance(made.outcome, Query))

    @property
    def n_page_views(self) -> int:
        """How often a page was opened. One that came back by itself (a reload) is not opened again."""
        return sum(view.entered.reached != "restored" for view in self.views)

    @property
    def viewing(self) -> PageRef | None:
        """The page that was last on the screen."""
        return self.views[-1].ref if self.views else None

    @property
    def pause_reason(self) -> str | None:
        """Why the attempt rests, while it does."""
        return self.pauses[-1].reason if self.phase == "paused" else None

    @property
    def is_closed(self) -> bool:
        """Whether the answer no longer changes."""
        return self.phase in {"submitted", "expired"}

    @property
    def pause_ends_at_ms(self) -> int | None:
        """When the pause that goes on has lasted as long as it may; None without one, or without a limit."""
        if self.phase != "paused" or self.shown is None or self.shown.pauses.longest_s is None:
            return None
        return self.pauses[-1].from_ms + 1000 * self.shown.pauses.longest_s

    @property
    def ended_at_limit(self) -> bool:
        """Whether the working time was over before there was an answer."""
        ending = self.answer or self.expired
        return ending is not None and ending.at_limit_ms is not None


def fold(events: Iterable[Event]) -> AttemptState:
    """The state after all events, which must be of one stream and in order."""
    state = AttemptState()
    for event in events:
        state = reduce(state, event)
    return state


def reduce(state: AttemptState, event: Event) -> AttemptState:
    """The state after one more event. The state given is not changed.

    Who searches or reads has the tab in sight: after a change of browser no `tab_shown` may come.
    What reaches a closed attempt late (the end of a page view, say) completes its views but changes
    neither marks nor draft nor answer.
    """
    state = replace(state, last_seq=event.seq, simulated=state.simulated or event.source == "simulated")
    if isinstance(event.payload, PageEntered | PageVisible | PageLeft):
        return _with_view(state, event.payload, event.at_ms)
    if state.is_closed:
        return state
    if isinstance(event.payload, MarkEvent):
        marks = with_mark(state.marks, event.payload)
        return replace(state, marks=marks, saved_at_ms=event.at_ms)
    return _with_progress(state, event)


def _with_progress(state: AttemptState, event: Event) -> AttemptState:
    at_ms = event.at_ms
    match event.payload:
        case ItemShown() as shown if state.shown is None:
            return replace(state, phase="open", shown=shown, shown_at_ms=at_ms)
        case Query() | ToolRefused() as outcome:
            made = SearchMade(event.event_id, at_ms, outcome)
            return replace(state, searches=(*state.searches, made), hidden=ended(state.hidden, at_ms))
        case HitOpened() as opened:
            return replace(state, opened=(*state.opened, opened))
        case AnswerEdited(draft=draft):
            return replace(state, draft=draft, saved_at_ms=at_ms)
        case AnswerSubmitted(at_limit_ms=limit_ms) as answer:
            ended_ms = at_ms if limit_ms is None else limit_ms
            return replace(_closed(state, ended_ms), phase="submitted", answer=answer)
        case ItemExpired(at_limit_ms=limit_ms) as expired:
            ended_ms = at_ms if limit_ms is None else limit_ms
            return replace(_closed(state, ended_ms), phase="expired", expired=expired)
        case _:
            return _with_clock(state, event)


def _with_clock(state: AttemptState, event: Event) -> AttemptState:
    at_ms = event.at_ms
    match event.payload:
        case Paused(reason=reason) if state.phase == "open":
            return replace(state, phase="paused", pauses=(*state.pauses, Span(at_ms, None, reason)))
        case Resumed(at_limit_ms=limit_ms) if state.phase == "paused":
            # However late it is noticed that a pause had its longest, it ended then.
            known = [at_ms, limit_ms, state.pause_ends_at_ms]
            ended_ms = min(moment for moment in known if moment is not None)
            return replace(state, phase="open", pauses=ended(state.pauses, ended_ms))
        case WarningShown() as warning:
            return replace(state, warnings=(*state.warnings, warning))
        case ServerOutage(from_ms=from_ms, to_ms=to_ms):
            return replace(state, outages=(*state.outages, Span(from_ms, to_ms)))
        case TabHidden() if not lasts(state.hidden):
            return replace(state, hidden=(*state.hidden, Span(at_ms, None)))
        case TabShown() if lasts(state.hidden):
            return replace(state, hidden=ended(state.hidden, at_ms))
        case _:
            return state


def _closed(state: AttemptState, at_ms: int) -> AttemptState:
    """`at_ms`: when it ended, which for a limit is earlier than the moment in which that was noticed."""
    return replace(
        state,
        closed_at_ms=at_ms,
        pauses=ended(state.pauses, at_ms),
        hidden=ended(state.hidden, at_ms),
    )


def _with_view(
    state: AttemptState, payload: PageEntered | PageVisible | PageLeft, at_ms: int
) -> AttemptState:
    if isinstance(payload, PageEntered):
        state = replace(state, hidden=ended(state.hidden, at_ms))
        return replace(state, views=(*state.views, PageView(payload.view_id, at_ms, payload)))
    # The browser's own clock cannot have seen more than has passed here since the item was shown.
    passed_ms = at_ms - (at_ms if state.shown_at_ms is None else state.shown_at_ms)
    visible_ms = min(payload.visible_ms, max(0, passed_ms))
    views = tuple(
        replace(
            view,
            visible_ms=max(view.visible_ms, visible_ms),
            left=view.left or isinstance(payload, PageLeft),
        )
        if view.view_id == payload.view_id
        else view
        for view in state.views
    )
    return replace(state, views=views)
