"""Short ways to act on the item that is on the screen of a `Seat`."""

from __future__ import annotations

from sqlite_utils import Database

from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from db import event_log
from db.events import (
    PageLeft,
    Payload,
)
from db.models import AnswerKind, PageRef
from tests.makers import NOON_MS, Seat, make_new

PAGE = PageRef(document="a.pdf", page=3)
OTHER_PAGE = PageRef(document="a.pdf", page=4)


def given(
    *parts: str,
    kind: AnswerKind = "own",
    citations: tuple[PageRef, ...] = (PAGE,),
    confidence: int | None = 70,
) -> AnswerGiven:
    return AnswerGiven(answer=parts, citations=citations, confidence=confidence, kind=kind)


def submit(
    database: Database, seat: Seat, answer: AnswerGiven, event_id: str = "submit-0001"
) -> answering.Submission:
    return answering.submit_answer(database, seat.first.attempt_id, event_id, answer, NOON_MS + 9000)


def kinds(database: Database, seat: Seat) -> list[str]:
    return [event.kind for event in event_log.replay(database, seat.first.attempt_id)]


def record(database: Database, seat: Seat, *payloads: Payload) -> answering.Recorded:
    new = [make_new(payload) for payload in payloads]
    return answering.record(database, seat.first.attempt_id, new, NOON_MS + 1000)


def view_left(visible_ms: int = 10) -> PageLeft:
    return PageLeft(view_id="v1", document="a.pdf", page=3, visible_ms=visible_ms)
