"""The log of a desk: what its author searched and looked at, and which gesture wrote which revision.

A desk is a stream of the event log and no attempt: nothing is answered in it, and no study counts it.
Its marks say what was done, not what is evidence: that is in the item's revisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from db import tool_log
from db.authoring import AuthoredItem
from db.connection import Database
from db.events import (
    Event,
    HitOpened,
    NewEvent,
    PageEntered,
    Query,
    ToolRefused,
)
from db.models import PageRef

_OF_THE_AUTHOR = "desk:"
_OF_ANOTHER = "desk-of:"


class DeskName(NamedTuple):
    """What the name of a stream says: the item, and who works on it if that is not its author."""

    item_id: str
    account_id: str | None


class Searched(NamedTuple):
    """One press of Enter, by the event of its outcome."""

    event_id: str
    outcome: Query | ToolRefused


class Trail(NamedTuple):
    """What a desk shows again after a reload: searches in order, hits that were opened, the last page."""

    searches: tuple[Searched, ...]
    opened: tuple[HitOpened, ...]
    viewing: PageRef | None


def stream_of(item: AuthoredItem, account_id: str) -> str:
    """The stream of somebody's work on an item: one for its author, one for each other person."""
    if account_id == item.account_id:
        return _OF_THE_AUTHOR + item.item_id
    return f"{_OF_ANOTHER}{account_id}:{item.item_id}"


def desk_name(stream_id: str) -> DeskName | None:
    """The desk that a stream belongs to; None for a stream of another kind."""
    if stream_id.startswith(_OF_THE_AUTHOR):
        return DeskName(stream_id.removeprefix(_OF_THE_AUTHOR), None)
    if stream_id.startswith(_OF_ANOTHER):
        account_id, _, item_id = stream_id.removeprefix(_OF_ANOTHER).partition(":")
        return DeskName(item_id, account_id)
    return None


def record(
    database: Database, stream_id: str, new_events: Sequence[NewEvent], now_ms: int
) -> tool_log.Recorded:
    """Store what the browser reports, also about an item that is handed in: it was looked at all the same."""
    return tool_log.append_what_fits(database, stream_id, new_events, _why_not, now_ms)


def record_search(database: Database, stream_id: str, new: NewEvent, now_ms: int) -> Query | ToolRefused:
    """Log a search and return it as stored: for a resend, that is the first outcome.

    Raises:
        Conflict: the event id was used for something else.
    """
    earlier = tool_log.earlier_search(database, stream_id, new.event_id, tool_log.text_of_search(new))
    return tool_log.append_search(database, stream_id, new, now_ms) if earlier is None else earlier


def trail_of(events: Iterable[Event]) -> Trail:
    """What the events of a desk, in order, leave on its screen."""
    searches: list[Searched] = []
    opened: list[HitOpened] = []
    viewing: PageRef | None = None
    for event in events:
        match event.payload:
            case Query() | ToolRefused() as outcome:
                searches.append(Searched(event.event_id, outcome))
            case HitOpened() as hit:
                opened.append(hit)
            case PageEntered(document=document, page=page):
                viewing = PageRef(document=document, page=page)
            case _:
                pass
    return Trail(tuple(searches), tuple(opened), viewing)


def _why_not(new: NewEvent) -> str | None:
    if isinstance(new.payload, tool_log.FROM_THE_BROWSER):
        return None
    return f"An event of kind {new.payload.kind!r} does not come from the browser of somebody who writes."
