"""What every stream of somebody at the search tool takes: a browser's events, and searches.

Attempts and desks share this; each says itself what fits. Functions run inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from db import event_log
from db.errors import Conflict, InvalidInput
from db.events import (
    Event,
    EvidenceMarked,
    EvidenceUnmarked,
    HitOpened,
    NewEvent,
    PageEntered,
    PageLeft,
    PageVisible,
    Query,
    RegionMarked,
    RegionUnmarked,
    TabHidden,
    TabShown,
    ToolRefused,
)
from db.models import Draft
from db.study_events import Erased

LONGEST_QUERY = 10_000
"""Of a text that is refused as a search, so much is kept."""
FROM_THE_BROWSER = (
    PageEntered,
    PageVisible,
    PageLeft,
    HitOpened,
    EvidenceMarked,
    EvidenceUnmarked,
    RegionMarked,
    RegionUnmarked,
    TabHidden,
    TabShown,
)
"""What a browser says of the search tool and the viewer, whoever works with them."""


WORK = frozenset(
    {
        "page_entered",
        "hit_opened",
        "evidence_marked",
        "evidence_unmarked",
        "region_marked",
        "region_unmarked",
        "answer_edited",
    }
)
"""Kinds of events that somebody makes by working on an item; on a pause nobody does."""
LATE_MS = 10_000
"""So long after a pause began, what was done before it may still arrive, milliseconds of server time."""

MOST_EVENTS = 50_000
"""So many events a stream takes from browsers: ten times a working day in one item."""
_FULL = f"There are {MOST_EVENTS:,} events here, more than anybody makes: no more are stored."


class Refused(NamedTuple):
    """An event that was not stored, and why."""

    event_id: str
    reason: str


class Recorded(NamedTuple):
    """What became of a batch of events from the browser."""

    acknowledged: list[Event]
    refused: list[Refused]
    others_draft: Draft | None = None
    """The newest draft that another page stored, where this batch stores one: its writer may not know it."""


def append_what_fits(
    database: Database,
    stream_id: str,
    new_events: Sequence[NewEvent],
    why_not: Callable[[NewEvent], str | None],
    now_ms: int,
) -> Recorded:
    """Store the events for which there is no reason why not; what is stored already is acknowledged again."""
    recorded = Recorded([], [])
    newest = event_log.last_seq(database, stream_id)
    for new in new_events:
        reason = why_not(new) or (_FULL if newest >= MOST_EVENTS else None)
        if reason and event_log.find(database, new.event_id) is None:
            recorded.refused.append(Refused(new.event_id, reason))
            continue
        try:
            (stored,) = event_log.append(database, stream_id, [new], now_ms)
            recorded.acknowledged.append(stored)
            newest = max(newest, stored.seq)
        except (Conflict, InvalidInput) as error:
            recorded.refused.append(Refused(new.event_id, error.user_message))
    return recorded


def earlier_search(
    database: Database, stream_id: str, event_id: str, text: str
) -> Query | ToolRefused | None:
    """The outcome of a search that this gesture made before (a resend), or None.

    Raises:
        Conflict: the event id was used for something else, another text too.
    """
    event = event_log.find(database, event_id)
    if event is None or (event.stream_id == stream_id and isinstance(event.payload, Erased)):
        return None  # whoever left searches nothing: that is for the log to say
    made = event.payload
    if (
        event.stream_id != stream_id
        or not isinstance(made, Query | ToolRefused)
        or not _is_text_of(made, text)
    ):
        raise Conflict("This search was already used for something else; please search again.")
    return made


def text_of_search(new: NewEvent) -> str:
    """The text that was searched for; empty for what is no search."""
    return new.payload.text if isinstance(new.payload, Query | ToolRefused) else ""


def _is_text_of(made: Query | ToolRefused, text: str) -> bool:
    return made.text == (text if isinstance(made, Query) else text[:LONGEST_QUERY])


def append_search(database: Database, stream_id: str, new: NewEvent, now_ms: int) -> Query | ToolRefused:
    """Log a search and return it as stored."""
    stored = event_log.append(database, stream_id, [new], now_ms)[0].payload
    if not isinstance(stored, Query | ToolRefused):
        raise TypeError(f"a search was stored as {stored.kind!r}")
    return stored
