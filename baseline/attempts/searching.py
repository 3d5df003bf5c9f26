"""A search on behalf of an attempt: what is logged is exactly what is shown."""

from __future__ import annotations

from typing import NamedTuple

from baseline.attempts.answering import NO_SEARCH
from db.events import LoggedHit, NewEvent, Query, Source, ToolRefused
from db.study_design import HitContent
from db.tool_log import LONGEST_QUERY
from index.collection import OpenIndex
from index.search.interface import QueryProblem


class SearchRequest(NamedTuple):
    """One gesture: the same `event_id` again is the same search, sent again."""

    attempt_id: str
    event_id: str
    text: str
    k: int
    source: Source = "server"
    hits: HitContent = HitContent()


def search_for_attempt(index: OpenIndex, request: SearchRequest) -> NewEvent:
    """Run the search; the event holds the hits in order, or the sentence that refused it."""
    outcome: Query | ToolRefused
    try:
        result = index.search(request.text, request.k)
    except QueryProblem as problem:
        outcome = ToolRefused(tool="search", text=request.text[:LONGEST_QUERY], reason=problem.user_message)
    else:
        outcome = Query(
            text=request.text,
            parsed=result.parsed,
            k=request.k,
            hits=tuple(_as_shown(hit, request.hits) for hit in result.hits),
            total=result.total,
            message=result.message or "",
            fingerprint=result.fingerprint,
            took_ms=result.took_ms,
        )
    return NewEvent(event_id=request.event_id, payload=outcome, source=request.source)


def search_refused(request: SearchRequest) -> NewEvent:
    """A search where there is none: the pages are given."""
    refused = ToolRefused(tool="search", text=request.text[:LONGEST_QUERY], reason=NO_SEARCH)
    return NewEvent(event_id=request.event_id, payload=refused, source=request.source)


def _as_shown(hit: LoggedHit, content: HitContent) -> LoggedHit:
    return hit if content.snippet else hit.model_copy(update={"snippet": "", "matches": ()})
