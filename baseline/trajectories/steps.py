"""An attempt as a list of steps to read: what was done, in order, at the stored times. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    Event,
    EvidenceMarked,
    EvidenceUnmarked,
    HitOpened,
    ItemExpired,
    PageEntered,
    PageLeft,
    PageVisible,
    Paused,
    Payload,
    Query,
    RegionMarked,
    RegionUnmarked,
    ServerOutage,
    ToolRefused,
)
from db.models import PageRef, Region
from db.study_events import Erased


@dataclass(frozen=True, slots=True)
class StepHit:
    """One hit of a query step; `gold` where its page is gold evidence."""

    rank: int
    document: str
    page: int
    gold: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One event as a line, with the page and the query that were on the screen at that moment.

    `detail` is the whole of a text that has many lines.
    """

    seq: int
    kind: str
    at_ms: int
    text: str
    document: str | None = None
    page: int | None = None
    query: str | None = None
    gold: bool = False
    visible_ms: int | None = None
    hits: tuple[StepHit, ...] | None = None
    region: Region | None = None
    lasted_ms: int | None = None
    detail: str | None = None


# Heartbeats, drafts and the ends of page views complete other steps; of what was erased there is none.
_NO_STEP = (PageVisible, PageLeft, AnswerEdited, Erased)


def steps_of(events: Sequence[Event], gold: Iterable[PageRef]) -> list[Step]:
    """The steps of one attempt in order. `gold` pages are lit for researchers."""
    gold_pages = frozenset(gold)
    visible = _visible_times(events)
    steps: list[Step] = []
    query: str | None = None
    at_page: PageRef | None = None
    for event in events:
        payload = event.payload
        if isinstance(payload, _NO_STEP):
            continue
        if isinstance(payload, Query | ToolRefused):
            query = payload.text
        if isinstance(payload, PageEntered):
            at_page = PageRef(document=payload.document, page=payload.page)
        page = _page_of(payload) or at_page
        steps.append(
            Step(
                seq=event.seq,
                kind=event.kind,
                at_ms=event.at_ms,
                text=_line(payload),
                document=page.document if page else None,
                page=page.page if page else None,
                query=query,
                gold=page in gold_pages,
                visible_ms=visible.get(payload.view_id) if isinstance(payload, PageEntered) else None,
                hits=_hits(payload, gold_pages) if isinstance(payload, Query) else None,
                region=payload.region if isinstance(payload, RegionMarked) else None,
                lasted_ms=payload.to_ms - payload.from_ms if isinstance(payload, ServerOutage) else None,
            )
        )
    return steps


def _visible_times(events: Sequence[Event]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for event in events:
        if isinstance(event.payload, PageVisible | PageLeft):
            view_id = event.payload.view_id
            passed_ms = max(0, event.at_ms - events[0].at_ms)
            longest[view_id] = max(longest.get(view_id, 0), min(event.payload.visible_ms, passed_ms))
    return longest


def _page_of(payload: Payload) -> PageRef | None:
    pages = PageEntered | HitOpened | EvidenceMarked | EvidenceUnmarked | RegionMarked | RegionUnmarked
    if isinstance(payload, pages):
        return PageRef(document=payload.document, page=payload.page)
    return None


def _hits(payload: Query, gold: frozenset[PageRef]) -> tuple[StepHit, ...]:
    return tuple(StepHit(hit.rank, hit.document, hit.page, hit.ref in gold) for hit in payload.hits)


def _line(payload: Payload) -> str:
    return _search_line(payload) or _evidence_line(payload) or _clock_line(payload)


def _search_line(payload: Payload) -> str | None:
    match payload:
        case Query(text=text, total=total):
            return f"Searched {text!r}: {total} {'hit' if total == 1 else 'hits'}"
        case ToolRefused(tool=tool, text=text, reason=reason):
            return f"Refused {tool} {text!r}: {reason}"
        case HitOpened(rank=rank, document=document, page=page):
            return f"Opened hit {rank}: {document} page {page}"
        case PageEntered(document=document, page=page, reached="restored"):
            return f"Back on {document} page {page}"
        case PageEntered(document=document, page=page, reached=reached):
            return f"Read {document} page {page} ({reached.replace('_', ' ')})"
        case _:
            return None


def _evidence_line(payload: Payload) -> str | None:
    match payload:
        case EvidenceMarked(document=document, page=page):
            return f"Marked {document} page {page}"
        case EvidenceUnmarked(document=document, page=page):
            return f"Removed {document} page {page}"
        case RegionMarked(document=document, page=page, quote=quote):
            return f"Marked a region on {document} page {page}" + (f": {quote[:80]}" if quote else "")
        case RegionUnmarked(document=document, page=page):
            return f"Removed a region on {document} page {page}"
        case AnswerSubmitted(answer=answer, answer_kind=kind):
            return "Submitted: " + (" | ".join(answer) if kind == "own" else kind.replace("_", " "))
        case _:
            return None


def _clock_line(payload: Payload) -> str:
    match payload:
        case Paused(reason=reason):
            return f"Paused: {reason}"
        case ServerOutage(from_ms=from_ms, to_ms=to_ms):
            return f"Server down for {(to_ms - from_ms) / 1000:.1f} s"
        case ItemExpired():
            return "Time was over"
        case _:
            # item_shown, resumed, tab_hidden, tab_shown: the kind says it.
            return payload.kind.replace("_", " ").capitalize()
