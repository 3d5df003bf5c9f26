"""A search as the search panel shows it: the same object from the route and after a reload."""

from __future__ import annotations

from typing import Any

from annotation.trail import Trail
from db.events import Query, ToolRefused
from db.models import PageRef
from index.collection import OpenIndex


def search_json(event_id: str, outcome: Query | ToolRefused, index: OpenIndex) -> dict[str, Any]:
    """The outcome of a search as JSON, with the printed label of each hit's page."""
    if isinstance(outcome, ToolRefused):
        return {
            "event_id": event_id,
            "text": outcome.text,
            "parsed": "",
            "refused": True,
            "message": outcome.reason,
            "total": 0,
            "hits": [],
        }
    return {
        "event_id": event_id,
        "text": outcome.text,
        "parsed": outcome.parsed,
        "refused": False,
        "message": outcome.message,
        "total": outcome.total,
        "fingerprint": outcome.fingerprint,
        "took_ms": outcome.took_ms,
        "hits": [
            {**hit.model_dump(mode="json"), "label": page_label(index, hit.ref)} for hit in outcome.hits
        ],
    }


def trail_json(trail: Trail, index: OpenIndex) -> dict[str, Any]:
    """What a desk or a review shows again after a reload: the queries, oldest first, and the page."""
    opened: dict[str, set[int]] = {}
    for hit in trail.opened:
        opened.setdefault(hit.query_event_id, set()).add(hit.rank)
    return {
        "queries": [
            {
                **search_json(made.event_id, made.outcome, index),
                "opened": sorted(opened.get(made.event_id, ())),
            }
            for made in trail.searches
        ],
        "view": None if trail.viewing is None else trail.viewing.model_dump(mode="json"),
    }


def page_label(index: OpenIndex, ref: PageRef) -> str:
    """What is printed on the page as its number, as the document itself says.

    Raises:
        NotFound: there is no such page.
    """
    return index.document(ref.document).pages[ref.page - 1].label
