"""What an attempt's events say of how it went, beside its record. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from baseline.attempts.attempt import AttemptState
from baseline.attempts.timing import hidden_ms
from db.events import (
    Event,
    EvidenceMarked,
    EvidenceUnmarked,
    ItemShown,
    PageEntered,
)
from db.models import PageRef
from db.spans import Span, covered_ms
from db.study_events import Erased
from db.tool_log import LATE_MS, WORK

_LARGEST_SKEW_MS = 366 * 24 * 3600 * 1000


class FirstSeen(NamedTuple):
    """A page, and when it was first on the screen: wall time from the question, in seconds."""

    document: str
    page: int
    after_s: float


class KindCount(NamedTuple):
    """How often a kind of event stands in a stream, and when first and last (server time)."""

    kind: str
    n: int
    first_at_ms: int
    last_at_ms: int


@dataclass(frozen=True, slots=True)
class AttemptFacts:
    """Paradata of one attempt that has begun. Times in seconds; None where there is nothing to time.

    `first_seen`: each page that was on the screen, in the order in which they came.
    `n_lost`: holes in the browser's own numbering, events that never arrived.
    `n_on_pause`: events of work that arrived on a pause, later than what was on its way when it began.
    `clock_skew_s`: median of the browser's clock minus the server's; None where it tells no time (over a year
    off).
    `shown`: what the attempt says of its own conditions; None where its events were erased.
    """

    shown: ItemShown | None
    shown_at_ms: int | None
    closed_at_ms: int | None
    pause_s: float | None
    hidden_s: float | None
    outage_s: float | None
    pause_reasons: tuple[str, ...]
    first_query: str | None
    n_refused: int
    n_hits_opened: int
    n_pages: int
    page_visible_s: float
    first_seen: tuple[FirstSeen, ...]
    n_marked: int
    n_unmarked: int
    n_answer_edits: int
    n_tab_hidden: int
    n_events: int
    n_lost: int
    n_on_pause: int
    clock_skew_s: float | None
    is_erased: bool
    kinds: tuple[KindCount, ...]
    sources: frozenset[str]
    app_versions: frozenset[str]
    zooms: tuple[float, ...]

    def first_of(self, pages: Collection[PageRef]) -> float | None:
        """When the first of these pages was on the screen; None if none of them was."""
        wanted = {(ref.document, ref.page) for ref in pages}
        times = [seen.after_s for seen in self.first_seen if (seen.document, seen.page) in wanted]
        return min(times, default=None)


def attempt_facts(events: Sequence[Event], state: AttemptState) -> AttemptFacts:
    """The facts of one attempt from its events, in order, and their fold."""
    counts = Counter(event.kind for event in events)
    payloads = [event.payload for event in events]
    return AttemptFacts(
        shown=state.shown,
        shown_at_ms=state.shown_at_ms,
        closed_at_ms=state.closed_at_ms,
        pause_s=_spent(state, state.pauses),
        hidden_s=None if state.closed_at_ms is None else hidden_ms(state, state.closed_at_ms) / 1000,
        outage_s=_spent(state, state.outages),
        pause_reasons=tuple(span.reason for span in state.pauses),
        first_query=state.queries[0].text if state.queries else None,
        n_refused=counts["tool_refused"],
        n_hits_opened=len(state.opened),
        n_pages=len({view.ref for view in state.views}),
        page_visible_s=sum(view.visible_ms for view in state.views) / 1000,
        first_seen=_first_seen(state),
        n_marked=sum(isinstance(payload, EvidenceMarked) for payload in payloads),
        n_unmarked=sum(isinstance(payload, EvidenceUnmarked) for payload in payloads),
        n_answer_edits=counts["answer_edited"],
        n_tab_hidden=counts["tab_hidden"],
        n_events=len(events),
        n_lost=n_lost(events),
        n_on_pause=n_on_pause(events),
        clock_skew_s=_skew(events),
        is_erased=any(is_erased(event) for event in events),
        kinds=kind_counts(events),
        sources=frozenset(event.source for event in events),
        app_versions=frozenset(event.app_version for event in events),
        zooms=tuple(payload.zoom for payload in payloads if isinstance(payload, PageEntered)),
    )


def kind_counts(events: Iterable[Event]) -> tuple[KindCount, ...]:
    """Each kind with its number, by name."""
    times: dict[str, list[int]] = {}
    for event in events:
        times.setdefault(event.kind, []).append(event.at_ms)
    return tuple(KindCount(kind, len(at), min(at), max(at)) for kind, at in sorted(times.items()))


def n_lost(events: Iterable[Event]) -> int:
    """Events that a browser numbered, from 0 in each page load, and that are not here."""
    numbers: dict[str, set[int]] = {}
    for event in events:
        if event.client_instance is not None and event.client_seq is not None:
            numbers.setdefault(event.client_instance, set()).add(event.client_seq)
    return sum(max(seen) + 1 - len(seen) for seen in numbers.values())


def n_on_pause(events: Iterable[Event]) -> int:
    """Events of work during a pause, from the time after which nothing from before it can be on its way.

    They are kept, for a browser that was cut off sends late what was honest work; their number is told.
    """
    n, since_ms = 0, None
    for event in events:
        if event.kind == "paused":
            since_ms = event.at_ms
        elif event.kind == "resumed":
            since_ms = None
        elif since_ms is not None and event.kind in WORK:
            n += event.at_ms > since_ms + LATE_MS
    return n


def is_erased(event: Event) -> bool:
    """Whether only the kind and the place of this event are left."""
    return isinstance(event.payload, Erased)


def _spent(state: AttemptState, spans: tuple[Span, ...]) -> float | None:
    if state.shown_at_ms is None or state.closed_at_ms is None:
        return None
    return covered_ms(spans, state.shown_at_ms, state.closed_at_ms) / 1000


def _first_seen(state: AttemptState) -> tuple[FirstSeen, ...]:
    if state.shown_at_ms is None:
        return ()
    first: dict[tuple[str, int], int] = {}
    for view in state.views:
        key = view.ref.document, view.ref.page
        first[key] = min(view.entered_at_ms, first.get(key, view.entered_at_ms))
    return tuple(FirstSeen(*key, (at_ms - state.shown_at_ms) / 1000) for key, at_ms in first.items())


def _skew(events: Iterable[Event]) -> float | None:
    skews = [event.client_at_ms - event.at_ms for event in events if event.client_at_ms is not None]
    believed = [skew for skew in skews if abs(skew) <= _LARGEST_SKEW_MS]
    return median(believed) / 1000 if believed else None
