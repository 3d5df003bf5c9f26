"""What a reviewer or a supervisor does with somebody's item: take it, answer blind, decide. After the commit.

Who may see or do what is asked anew on every request, of the rules in annotation/: nothing that a browser
says about a stage counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from annotation import review_desk, review_trail
from annotation.acting import desk_of, person_in
from annotation.checks.findings import CheckName
from annotation.desk import Gesture
from annotation.drafts import Unexplained
from annotation.item_state import ItemState
from annotation.review_desk import BlindAnswer
from annotation.review_queue import review_queue
from annotation.review_trail import ReviewStream, StageState
from annotation.reviewing import Correction
from annotation.visibility import may_see_gold, own_open_review
from db.authored import Adjudicated, FieldComment, ItemDraft, Reason, Reviewed, RevisionNumber, Sentence
from db.connection import Database
from db.errors import InvalidInput, NotFound
from db.models import Account, AnswerPart, By, Frozen, PageRef
from pages.annotate.check_data import warned_about
from pages.annotate.compare_data import correction_json
from pages.annotate.room import room_of
from pages.http.annotating import ItemName, Pressed, ProjectName, asked, carried_out, unexplained
from pages.http.guard import fresh_json
from pages.http.tool import StreamId
from pages.services import Services, current

Job = Callable[[Services, Account], dict[str, Any]]
Comments = Annotated[tuple[FieldComment, ...], Field(max_length=5)]


class OpenBody(Pressed):
    """One press on an item of the queue."""

    item: ItemName


class NextBody(Pressed):
    """One press of N."""

    project: ProjectName


class AnswerBody(Pressed):
    """One press of Submit, with the evidence that the screen showed. No confidence is asked for."""

    attempt: StreamId
    answer: Annotated[tuple[AnswerPart, ...], Field(max_length=50)]
    confidence: None = None
    answer_kind: Literal["own", "not_found"]
    citations: Annotated[tuple[PageRef, ...], Field(max_length=200)]


class PauseBody(Pressed):
    """One press of Pause."""

    attempt: StreamId
    reason: str


class ResumeBody(Pressed):
    """One press of Resume."""

    attempt: StreamId


class CheckBody(Frozen):
    """A correction as it is being written."""

    item: ItemName
    draft: ItemDraft


class DecideBody(Pressed):
    """One decision; `draft` is the corrected item, `agree` takes the first reviewer's correction."""

    attempt: StreamId
    decision: Literal["accept", "return", "correct", "agree"]
    comments: Comments = ()
    draft: ItemDraft | None = None
    why: Sentence = ""


class AdjudicateBody(Pressed):
    """One decision between the sides; `revision` is the one that is accepted."""

    attempt: StreamId
    decision: Literal["accept", "return", "reject"]
    revision: RevisionNumber | None = None
    reason: Reason


async def open_(request: Request) -> Response:
    """Take an item to review it; if somebody else has it, a sentence says so."""
    account, body = await asked(request, OpenBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        carried_out(services, account, body, lambda db, g: review_desk.open_review(db, body.item, g.by))
        return {"item": body.item}

    return await _answered(job, account)


async def next_(request: Request) -> Response:
    """Take what waits longest, and has not been taken by somebody else meanwhile; null if nothing waits."""
    account, body = await asked(request, NextBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        with services.reading() as database:
            person = person_in(database, body.project, account.account_id)
            items = services.projects.of(body.project).board.read(database).items.values()
        queue = review_queue(items, person, services.clock.now_ms())
        if queue.open or queue.adjudications:
            return {"item": queue.next_up[0].item_id}
        item_ids = [item.item_id for item in queue.waiting]
        by = By(account.account_id, services.clock.now_ms())
        return {"item": services.write(lambda database: review_desk.open_first(database, item_ids, by))}

    return await _answered(job, account)


async def answer(request: Request) -> Response:
    """Take a blind answer, exactly once."""
    account, body = await asked(request, AnswerBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        stream = _own_stage(services, account, body.attempt, *review_trail.BLIND)
        given = BlindAnswer(body.answer, body.answer_kind == "not_found", body.citations)
        carried_out(services, account, body, lambda db, g: review_desk.answer(db, stream, given, g))
        return {"accepted": True}

    return await _answered(job, account)


async def pause(request: Request) -> Response:
    """Stop the working clock of a blind stage."""
    account, body = await asked(request, PauseBody)

    def act(database: Database, now_ms: int) -> StageState:
        return review_trail.pause(database, body.attempt, body.event_id, body.reason, now_ms)

    return await _answered(_clock_job(body.attempt, act), account)


async def resume(request: Request) -> Response:
    """Start the working clock again."""
    account, body = await asked(request, ResumeBody)

    def act(database: Database, now_ms: int) -> StageState:
        return review_trail.resume(database, body.attempt, body.event_id, now_ms)

    return await _answered(_clock_job(body.attempt, act), account)


async def check(request: Request) -> Response:
    """What the checks say of a correction, and what kind of correction it is; nothing is stored."""
    account, body = await asked(request, CheckBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        with services.reading() as database:
            desk = desk_of(database, body.item, account.account_id)
            review_desk.require_comparing(desk)
            author = review_desk.under_review(database, desk)
            room = room_of(services, database, desk.item.project_id, account.account_id)
        return correction_json(author, body.draft, body.item, room)

    return await _answered(job, account)


async def decide(request: Request) -> Response:
    """Accept, return, correct, or agree with the first reviewer's correction."""
    account, body = await asked(request, DecideBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        stream = _own_stage(services, account, body.attempt, "compare")
        # The checks read pages and search: outside the writer.
        warned = _warned(services, account, stream.item_id, body.draft)
        state = carried_out(
            services, account, body, lambda db, gesture: _decided(db, stream, body, warned, gesture)
        )
        return {"status": state.status.value}

    return await _answered(job, account)


async def adjudicate(request: Request) -> Response:
    """Decide between the sides of a disagreement."""
    account, body = await asked(request, AdjudicateBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        stream = _own_stage(services, account, body.attempt, "adjudication")
        decision = Adjudicated(decision=body.decision, accepted_revision=body.revision, reason=body.reason)
        state = carried_out(
            services,
            account,
            body,
            lambda db, gesture: review_desk.adjudicate(db, stream.item_id, decision, gesture),
        )
        return {"status": state.status.value}

    return await _answered(job, account)


def _warned(
    services: Services, account: Account, item_id: str, draft: ItemDraft | None
) -> tuple[CheckName, ...]:
    """The checks that complain about a correction; none where the rules refuse it, or it was taken before."""
    if draft is None:
        return ()
    with services.reading() as database:
        desk = desk_of(database, item_id, account.account_id)
        if own_open_review(desk.state, desk.person) is None or not may_see_gold(desk.state, desk.person):
            return ()
        room = room_of(services, database, desk.item.project_id, account.account_id)
    return warned_about(draft, item_id, room)


def _decided(
    database: Database,
    stream: ReviewStream,
    body: DecideBody,
    warned: tuple[CheckName, ...],
    gesture: Gesture,
) -> ItemState:
    if body.decision == "correct":
        if body.draft is None:
            raise InvalidInput("A correction needs the corrected item; change it, or accept or return it.")
        corrected = Correction(body.draft, body.why, body.comments, warned)
        return review_desk.correct(database, stream.item_id, stream.work, corrected, gesture)
    if body.decision == "agree":
        return review_desk.agree(database, stream.item_id, stream.work, body.comments, gesture)
    decision = Reviewed(review_id=stream.work, decision=body.decision, comments=body.comments)
    return review_desk.decide(database, stream.item_id, decision, gesture)


def _own_stage(services: Services, account: Account, attempt: str, *stages: str) -> ReviewStream:
    """The stage of a review that the browser names, if it is one of these and this account's work."""
    stream = review_trail.review_stream(attempt)
    if stream is None or stream.stage not in stages:
        raise NotFound("There is no such review; choose the item in your list again.")
    services.seat(attempt).require(account.account_id)
    return stream


def _clock_job(attempt: str, act: Callable[[Database, int], StageState]) -> Job:
    def job(services: Services, account: Account) -> dict[str, Any]:
        _own_stage(services, account, attempt, *review_trail.BLIND)
        now_ms = services.clock.now_ms()
        state = services.write(lambda database: act(database, now_ms))
        is_paused = state.pause_reason is not None
        return {"paused": is_paused, "working_ms": review_trail.working_ms(state, now_ms)}

    return job


async def _answered(job: Job, account: Account) -> Response:
    try:
        return fresh_json(await run_in_threadpool(job, current(), account))
    except Unexplained as error:
        return unexplained(error)
