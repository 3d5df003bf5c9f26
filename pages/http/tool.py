"""What everybody at the search tool sends: events and searches, of an attempt or of a desk.

Answered after the commit.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field, StringConstraints, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from baseline.attempts.searching import SearchRequest, search_for_attempt, search_refused
from db import tool_log
from db.errors import InvalidInput
from db.events import EventId, NewEvent, Payload
from db.models import Frozen
from index.collection import OpenIndex
from pages.http.guard import (
    first_problem,
    fresh_json,
    holds_half_a_character,
    posted,
    posted_bytes,
    signed_in,
)
from pages.search_result import search_json
from pages.services import Services, current

# An attempt, or `desk:` and an item whose id has up to 200 characters, or `desk-of:` and an account besides.
StreamId = Annotated[str, StringConstraints(min_length=1, max_length=400)]
# Ids with a colon are the server's own (`shown:…`): nobody may take one before it does.
BrowserEventId = Annotated[EventId, StringConstraints(pattern=r"^[A-Za-z0-9._-]+$")]


# The year 10000. A clock that is merely wrong is stored as it is: its events are real.
_LATEST_MS = 253_402_300_800_000


class BrowserEvent(Frozen):
    """One event as the browser's queue sends it."""

    event_id: BrowserEventId
    # One page load counts from 0; a week of heartbeats is an eighth of this.
    client_seq: Annotated[int, Field(ge=0, le=1_000_000)]
    client_at_ms: Annotated[int, Field(ge=0, le=_LATEST_MS)]
    payload: Payload


class EventsBody(Frozen):
    """A batch from one browser tab."""

    attempt: StreamId
    instance: Annotated[str, StringConstraints(max_length=100)]
    events: Annotated[tuple[dict[Any, Any], ...], Field(max_length=500)]


class SearchBody(Frozen):
    """One press of Enter in the search field."""

    attempt: StreamId
    event_id: BrowserEventId
    text: str


async def events(request: Request) -> Response:
    """Store what the browser saw and did; resending is harmless."""
    account = await signed_in(request)
    body = _batch(await posted_bytes(request))
    return fresh_json(await run_in_threadpool(_record, current(), account.account_id, body))


async def search(request: Request) -> Response:
    """Search on the tool of the seat; the query is in the log before the hits are on the screen."""
    account = await signed_in(request)
    body = await posted(request, SearchBody)
    return fresh_json(await run_in_threadpool(_search, current(), account.account_id, body))


def _batch(body: bytes) -> EventsBody:
    """The batch, whatever its events hold: each of them is looked at for itself."""
    try:
        # Not pydantic's reader of JSON: that one refuses the whole batch for half a character in one event.
        return EventsBody.model_validate(json.loads(body))
    except ValidationError as error:
        raise InvalidInput(first_problem(error)) from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput("What was sent is no JSON that can be read.") from error


def _record(services: Services, account_id: str, body: EventsBody) -> dict[str, Any]:
    seat = services.seat(body.attempt).require(account_id)
    index = services.index(seat.index_name, seat.index_fingerprint)
    known, refused = [], []
    for raw in body.events:
        try:
            event = BrowserEvent.model_validate_json(json.dumps(raw), strict=True)
            reason = _unknown_page(index, event.payload)
        except ValidationError as error:
            # One event that cannot be read must not keep the others from being saved.
            reason = _why_unreadable(raw, error)
        if reason:
            refused.append({"event_id": _as_text(raw.get("event_id"))[:200], "reason": reason})
            continue
        known.append(
            NewEvent(
                event_id=event.event_id,
                payload=event.payload,
                source="browser",
                client_at_ms=event.client_at_ms,
                client_instance=body.instance,
                client_seq=event.client_seq,
            )
        )
    recorded = services.write(
        lambda database: seat.log.record(database, seat.stream_id, known, services.clock.now_ms())
    )
    draft = recorded.others_draft
    return {
        "others_draft": None if draft is None else draft.model_dump(mode="json"),
        "acknowledged": [event.event_id for event in recorded.acknowledged],
        "refused": refused + [one._asdict() for one in recorded.refused],
        "saved_at_ms": services.clock.now_ms(),
    }


def _search(services: Services, account_id: str, body: SearchBody) -> dict[str, Any]:
    if not body.text.strip():
        raise InvalidInput("The query is empty: type a word to search for.")
    seat = services.seat(body.attempt).require(account_id)
    index = services.index(seat.index_name, seat.index_fingerprint)
    with services.reading() as database:
        earlier = tool_log.earlier_search(database, seat.stream_id, body.event_id, body.text)
    if earlier is None:
        request = SearchRequest(
            attempt_id=seat.stream_id, event_id=body.event_id, text=body.text, k=seat.k, hits=seat.hits
        )
        # Searching takes longer than a commit: it happens outside the writer.
        new = search_for_attempt(index, request) if seat.tools == "search" else search_refused(request)
        earlier = services.write(
            lambda database: seat.log.record_search(database, seat.stream_id, new, services.clock.now_ms())
        )
    return search_json(body.event_id, earlier, index)


def _why_unreadable(raw: dict[Any, Any], error: ValidationError) -> str:
    if holds_half_a_character(json.dumps(raw).encode("ascii")):
        return "It holds a character that cannot be stored."
    return first_problem(error)


def _as_text(value: object) -> str:
    """The value as text that any reply can hold."""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _unknown_page(index: OpenIndex, payload: Payload) -> str | None:
    """Why a page that the event names cannot be what the browser showed; None if it can."""
    document, page = getattr(payload, "document", None), getattr(payload, "page", None)
    if document is None or page is None or index.has_page(document, page):
        return None
    return f"There is no page {page} of {document[:200]!r} in this collection."
