"""What a participant does with an item: events, search, answer, pause. Answered after the commit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import Field, StringConstraints, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from baseline import answering
from baseline.attempt import AttemptState
from baseline.searching import SearchRequest, search_for_attempt
from baseline.timing import working_ms
from db.connection import Database
from db.errors import InvalidInput
from db.events import EventId, NewEvent, Payload
from db.models import AnswerKind, AnswerPart, Frozen, PageRef
from index.collection import OpenIndex
from pages.http.guard import first_problem, fresh_json, posted, signed_in
from pages.search_result import search_json
from pages.services import Seat, Services, current

Result = TypeVar("Result")
AttemptId = Annotated[str, StringConstraints(min_length=1, max_length=100)]


# Ids with a colon are the server's own (`shown:…`): nobody may take one before it does.
BrowserEventId = Annotated[EventId, StringConstraints(pattern=r"^[A-Za-z0-9._-]+$")]


class BrowserEvent(Frozen):
    """One event as the browser's queue sends it."""

    event_id: BrowserEventId
    client_seq: Annotated[int, Field(ge=0)]
    client_at_ms: int
    payload: Payload


class EventsBody(Frozen):
    """A batch from one browser tab."""

    attempt: AttemptId
    instance: Annotated[str, StringConstraints(max_length=100)]
    events: Annotated[tuple[dict[str, Any], ...], Field(max_length=500)]


class SearchBody(Frozen):
    """One press of Enter in the search field."""

    attempt: AttemptId
    event_id: BrowserEventId
    text: str


class AnswerBody(Frozen):
    """One press of Submit, with the evidence that the screen showed."""

    attempt: AttemptId
    event_id: BrowserEventId
    answer: tuple[AnswerPart, ...]
    confidence: Annotated[int, Field(ge=0, le=100)] | None = None
    answer_kind: AnswerKind
    citations: tuple[PageRef, ...]


class PauseBody(Frozen):
    """One press of Pause."""

    attempt: AttemptId
    event_id: BrowserEventId
    reason: str


class ResumeBody(Frozen):
    """One press of Resume."""

    attempt: AttemptId
    event_id: BrowserEventId


async def events(request: Request) -> Response:
    """Store what the browser saw and did; resending is harmless."""
    account = await signed_in(request)
    body = await posted(request, EventsBody)
    return fresh_json(await run_in_threadpool(_record, current(), account.account_id, body))


async def search(request: Request) -> Response:
    """Search on the study's own tool; the query is in the log before the hits are on the screen."""
    account = await signed_in(request)
    body = await posted(request, SearchBody)
    return fresh_json(await run_in_threadpool(_search, current(), account.account_id, body))


async def answer(request: Request) -> Response:
    """Take the answer of an item, exactly once."""
    account = await signed_in(request)
    body = await posted(request, AnswerBody)
    return fresh_json(await run_in_threadpool(_answer, current(), account.account_id, body))


async def pause(request: Request) -> Response:
    """Stop the working clock."""
    account = await signed_in(request)
    body = await posted(request, PauseBody)

    def job(database: Database, now_ms: int) -> dict[str, Any]:
        return _clock(answering.pause(database, body.attempt, body.event_id, body.reason, now_ms), now_ms)

    return fresh_json(await run_in_threadpool(_own_write, current(), account.account_id, body.attempt, job))


async def resume(request: Request) -> Response:
    """Start the working clock again."""
    account = await signed_in(request)
    body = await posted(request, ResumeBody)

    def job(database: Database, now_ms: int) -> dict[str, Any]:
        return _clock(answering.resume(database, body.attempt, body.event_id, now_ms), now_ms)

    return fresh_json(await run_in_threadpool(_own_write, current(), account.account_id, body.attempt, job))


def _clock(state: AttemptState, now_ms: int) -> dict[str, Any]:
    """What holds now: for a resend that comes late this need not be what it asked for."""
    return {"paused": state.phase == "paused", "working_ms": working_ms(state, now_ms)}


def _own_write(
    services: Services, account_id: str, attempt_id: str, job: Callable[[Database, int], Result]
) -> Result:
    """Run a job of the writer on an attempt, if it is this account's."""
    _own_seat(services, account_id, attempt_id)
    return services.write(lambda database: job(database, services.clock.now_ms()))


def _record(services: Services, account_id: str, body: EventsBody) -> dict[str, Any]:
    index = _index_of(services, account_id, body.attempt)
    known, refused = [], []
    for raw in body.events:
        try:
            event = BrowserEvent.model_validate_json(json.dumps(raw), strict=True)
            reason = _unknown_page(index, event.payload)
        except ValidationError as error:
            # One event that cannot be read must not keep the others from being saved.
            reason = first_problem(error)
        if reason:
            refused.append({"event_id": str(raw.get("event_id"))[:200], "reason": reason})
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
    recorded = _own_write(
        services,
        account_id,
        body.attempt,
        lambda database, now_ms: answering.record(database, body.attempt, known, now_ms),
    )
    return {
        "acknowledged": [event.event_id for event in recorded.acknowledged],
        "refused": refused + [one._asdict() for one in recorded.refused],
        "saved_at_ms": services.clock.now_ms(),
    }


def _search(services: Services, account_id: str, body: SearchBody) -> dict[str, Any]:
    if not body.text.strip():
        raise InvalidInput("The query is empty: type a word to search for.")
    index = _index_of(services, account_id, body.attempt)
    study = _own_seat(services, account_id, body.attempt).study
    with services.reading() as database:
        earlier = answering.earlier_search(database, body.attempt, body.event_id)
    if earlier is None:
        request = SearchRequest(attempt_id=body.attempt, event_id=body.event_id, text=body.text, k=study.k)
        # Searching takes longer than a commit: it happens outside the writer.
        new = search_for_attempt(index, request)
        earlier = _own_write(
            services,
            account_id,
            body.attempt,
            lambda database, now_ms: answering.record_search(database, body.attempt, new, now_ms),
        )
    return search_json(body.event_id, earlier, index)


def _answer(services: Services, account_id: str, body: AnswerBody) -> dict[str, Any]:
    given = answering.AnswerGiven(
        answer=body.answer, citations=body.citations, confidence=body.confidence, kind=body.answer_kind
    )
    submission = _own_write(
        services,
        account_id,
        body.attempt,
        lambda database, now_ms: answering.submit_answer(
            database, body.attempt, body.event_id, given, now_ms
        ),
    )
    accepted = submission.outcome == "accepted"
    return {"accepted": accepted, "already": not accepted}


def _own_seat(services: Services, account_id: str, attempt_id: str) -> Seat:
    seat = services.seat(attempt_id)
    answering.require_own(seat.assignment, account_id)
    return seat


def _index_of(services: Services, account_id: str, attempt_id: str) -> OpenIndex:
    study = _own_seat(services, account_id, attempt_id).study
    return services.index(study.index_name, study.index_fingerprint)


def _unknown_page(index: OpenIndex, payload: Payload) -> str | None:
    """Why a page that the event names cannot be what the browser showed; None if it can."""
    document, page = getattr(payload, "document", None), getattr(payload, "page", None)
    if document is None or page is None or index.has_page(document, page):
        return None
    return f"There is no page {page} of {document[:200]!r} in this collection."
