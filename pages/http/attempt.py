"""What a participant does with an item besides searching and reading: answer, pause, resume, read the clock.

Answered after the commit. A desk is no attempt: nothing here takes one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from baseline.attempts import answering
from baseline.attempts.closed import require_takes_part, why_closed
from baseline.attempts.overdue import batch_used_ms, clock_state, close_overdue
from db.assignments import find_assignment
from db.connection import Database
from db.errors import AttemptClosed, NotFound
from db.models import AnswerKind, AnswerPart, Frozen, PageRef
from pages.clock_data import clock_json
from pages.http.guard import fresh_json, posted, signed_in
from pages.http.tool import BrowserEventId
from pages.seats import ATTEMPT_LOG
from pages.services import Services, current

Result = TypeVar("Result")
AttemptId = Annotated[str, StringConstraints(min_length=1, max_length=100)]


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


class ClockBody(Frozen):
    """One press of Resume, or a look at the clock."""

    attempt: AttemptId
    event_id: BrowserEventId


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
        answering.pause(database, body.attempt, body.event_id, body.reason, now_ms)
        return _clock(database, body.attempt, now_ms)

    return fresh_json(await run_in_threadpool(_own_write, current(), account.account_id, body.attempt, job))


async def resume(request: Request) -> Response:
    """Start the working clock again."""
    account = await signed_in(request)
    body = await posted(request, ClockBody)

    def job(database: Database, now_ms: int) -> dict[str, Any]:
        answering.resume(database, body.attempt, body.event_id, now_ms)
        return _clock(database, body.attempt, now_ms)

    return fresh_json(await run_in_threadpool(_own_write, current(), account.account_id, body.attempt, job))


async def clock(request: Request) -> Response:
    """How much time is left; what is over by now is closed."""
    account = await signed_in(request)
    body = await posted(request, ClockBody)
    return fresh_json(await run_in_threadpool(_look, current(), account.account_id, body.attempt))


def _look(services: Services, account_id: str, attempt_id: str) -> dict[str, Any]:
    def job(database: Database, now_ms: int) -> dict[str, Any]:
        require_takes_part(database, attempt_id)
        close_overdue(database, attempt_id, now_ms)
        return _clock(database, attempt_id, now_ms)

    return _own_write(services, account_id, attempt_id, job)


def _clock(database: Database, attempt_id: str, now_ms: int) -> dict[str, Any]:
    """What holds now: for a resend that comes late this need not be what it asked for."""
    state = clock_state(database, attempt_id)
    clock = clock_json(state, batch_used_ms(database, find_assignment(database, attempt_id), state), now_ms)
    if state.phase == "expired" and clock["ended"] is None:
        # Neither answered nor over by its own time: only the server knows what happened.
        clock["closed"] = why_closed(database, attempt_id, state)
    return {"paused": state.phase == "paused", "working_ms": clock["working_ms"], "clock": clock}


def _own_write(
    services: Services, account_id: str, attempt_id: str, job: Callable[[Database, int], Result]
) -> Result:
    """Run a job of the writer on an attempt, if it is this account's."""
    if services.seat(attempt_id).require(account_id).log is not ATTEMPT_LOG:
        raise NotFound(f"There is no attempt {attempt_id!r}.")
    return services.write(lambda database: job(database, services.clock.now_ms()))


def _answer(services: Services, account_id: str, body: AnswerBody) -> dict[str, Any]:
    given = answering.AnswerGiven(
        answer=body.answer, citations=body.citations, confidence=body.confidence, kind=body.answer_kind
    )
    try:
        submission = _own_write(
            services,
            account_id,
            body.attempt,
            lambda database, now_ms: answering.submit_answer(
                database, body.attempt, body.event_id, given, now_ms
            ),
        )
    except AttemptClosed:
        # If the time was over, that is no fault: the screen says so and leads on.
        reply = _look(services, account_id, body.attempt)
        if reply["clock"]["ended"] is None:
            raise
        return {"accepted": False, "already": False, "time_over": True, **reply}
    if submission.outcome == "late":
        reply = _look(services, account_id, body.attempt)
        return {"accepted": False, "already": False, "time_over": True, **reply}
    accepted = submission.outcome == "accepted"
    return {"accepted": accepted, "already": not accepted}
