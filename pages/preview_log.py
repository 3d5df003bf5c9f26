"""The log of a preview: it takes what the search tool takes, and keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from db.connection import Database
from db.errors import InvalidInput
from db.events import Event, NewEvent, Query, ToolRefused
from db.tool_log import Recorded
from db.version import VERSION


def record(_: Database, stream_id: str, new_events: Sequence[NewEvent], now_ms: int) -> Recorded:
    """Everything is acknowledged, so that the browser forgets it, and nothing is stored."""
    seen = [
        Event(
            event_id=new.event_id,
            stream_id=stream_id,
            seq=number,
            at_ms=now_ms,
            payload=new.payload,
            source=new.source,
            app_version=VERSION,
        )
        for number, new in enumerate(new_events, start=1)
    ]
    return Recorded(seen, [])


def record_search(_: Database, __: str, new: NewEvent, ___: int) -> Query | ToolRefused:
    """What the search came to, as it would have been logged."""
    if not isinstance(new.payload, Query | ToolRefused):
        raise InvalidInput("This is no search.")
    return new.payload
