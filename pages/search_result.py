"""A search as the search panel shows it: the same object from the route and after a reload."""

from __future__ import annotations

from typing import Any

from db.events import Query, ToolRefused
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
            {**hit.model_dump(mode="json"), "label": index.page_label(hit.document, hit.page)}
            for hit in outcome.hits
        ],
    }
