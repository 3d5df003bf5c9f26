"""A search as the search panel shows it: the same object from the route and after a reload."""

from __future__ import annotations

from typing import Any

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


def page_label(index: OpenIndex, ref: PageRef) -> str:
    """What is printed on the page as its number, as the document itself says.

    Raises:
        NotFound: there is no such page.
    """
    return index.document(ref.document).pages[ref.page - 1].label
