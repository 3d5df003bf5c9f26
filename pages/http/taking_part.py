"""Taking part without a page: where somebody stands, and their gestures, as JSON.

For whoever brings another screen (a program that takes part, a rehearsal of a study). Every rule is that of
the page, and nothing is told here that the page does not show.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from baseline.attempts.page_rights import given_pages
from baseline.participants import taking_part
from baseline.participants.instructions import limits_in_words
from baseline.participants.journey import text_sha256
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginTest,
    Declined,
    DoItem,
    Finished,
    ReadInstructions,
    SeeFeedback,
    Step,
    StudyOver,
    StudyRests,
)
from baseline.participants.participation_state import When
from baseline.participants.withdrawing import withdraw
from db.connection import Database
from db.errors import NotAllowed
from db.items import question_of
from db.models import Account, Frozen, Role
from db.study_design import Study
from db.study_events import SessionStarted
from pages.http.guard import fresh_json, posted, signed_in
from pages.services import Services, current
from pages.standing import Standing, shown_item, standing

Id = Annotated[str, StringConstraints(max_length=100)]
Answer = Annotated[str, StringConstraints(max_length=4000)]
Act = Literal[
    "consent",
    "decline",
    "read",
    "draft",
    "answer",
    "practise",
    "go_on",
    "test",
    "batch",
    "stop",
    "leave",
    "show",
    "session",
]


class Screen(Frozen):
    """What a browser tells of itself beside its name."""

    time_zone: Id = ""
    viewport_width: Annotated[int, Field(ge=0, le=100_000)] = 0
    viewport_height: Annotated[int, Field(ge=0, le=100_000)] = 0
    device_pixel_ratio: Annotated[float, Field(ge=0, le=100)] = 0.0


class Gesture(Frozen):
    """One gesture. Which fields count depends on the act; they name what was on the screen."""

    act: Act
    sha256: Id = ""
    when: When = "before"
    answers: Annotated[dict[Id, Answer], Field(default_factory=dict, max_length=200)]
    attempt: Id = ""
    number: Annotated[int, Field(ge=1, le=100_000)] = 1
    session: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{0,64}$")] = ""
    screen: Screen = Screen()


async def where(request: Request) -> Response:
    """What stands now."""
    account = _participant(await signed_in(request))
    return fresh_json(await run_in_threadpool(_told, current(), account))


async def gesture(request: Request) -> Response:
    """Carry out a gesture; the answer is what stands afterwards. One that is out of place changes nothing."""
    account = _participant(await signed_in(request))
    body = await posted(request, Gesture)
    agent = request.headers.get("user-agent", "")[:500]
    return fresh_json(await run_in_threadpool(_carried_out, current(), account, body, agent))


def _participant(account: Account) -> Account:
    if account.role is not Role.PARTICIPANT:
        raise NotAllowed("Only participants take part in a study.")
    return account


def _carried_out(services: Services, account: Account, body: Gesture, agent: str) -> dict[str, Any]:
    if body.act == "session":
        started = SessionStarted(user_agent=agent, **body.screen.model_dump())
        session_id = body.session or uuid.uuid4().hex
        services.write(
            lambda database: taking_part.start_session(
                database, account, session_id, started, services.clock.now_ms()
            )
        )
    elif body.act == "show":
        now = standing(services, account)
        if isinstance(now.step, DoItem) and now.step.item.assignment.attempt_id == body.attempt:
            shown_item(services, now.study, now.step.item.assignment)
    else:
        use_case = _use_case(body)
        services.write(lambda database: use_case(database, account, services.clock.now_ms()))
    return _told(services, account)


def _use_case(body: Gesture) -> Callable[[Database, Account, int], None]:
    simple: dict[str, Callable[[Database, Account, int], None]] = {
        "practise": taking_part.begin_practice,
        "stop": taking_part.stop_here,
        "leave": withdraw,
    }
    named: dict[str, tuple[Callable[..., None], Any]] = {
        "consent": (taking_part.consent, body.sha256),
        "decline": (taking_part.decline, body.sha256),
        "read": (taking_part.read_instructions, body.sha256),
        "go_on": (taking_part.go_on_from_feedback, body.attempt),
        "test": (taking_part.begin_test, body.number),
        "batch": (taking_part.begin_batch, body.number),
    }
    if body.act in {"answer", "draft"}:
        of_form = taking_part.answer_questions if body.act == "answer" else taking_part.draft_answers
        return lambda database, account, now_ms: of_form(database, account, body.when, body.answers, now_ms)
    if body.act in simple:
        return simple[body.act]
    function, on_screen = named[body.act]
    return lambda database, account, now_ms: function(database, account, on_screen, now_ms)


def _told(services: Services, account: Account) -> dict[str, Any]:
    now = standing(services, account)
    return {"step": _name(now.step), "n_done": now.journey.n_done, **_details(services, now)}


def _name(step: Step) -> str:
    """`AskConsent` is `ask_consent`."""
    name = type(step).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def _details(services: Services, now: Standing) -> dict[str, Any]:
    design = now.study.design
    match now.step:
        case AskConsent() | Declined():
            return {"text": design.consent, "sha256": text_sha256(design.consent)}
        case ReadInstructions():
            text = now.journey.instructions
            return {"text": text, "sha256": text_sha256(text), "limits": limits_in_words(design)}
        case AnswerQuestions(when=when):
            questions = design.before if when == "before" else design.after
            form = now.journey.person.form
            form = form if form is not None and form.when == when else None
            return {
                "when": when,
                "questions": [one.model_dump(mode="json") for one in questions],
                "draft": dict(form.answers) if form else {},
                "saved_at_ms": form.at_ms if form else None,
            }
        case DoItem():
            return _item_json(services, now.study, now.step)
        case _:
            return _marks(now.step)


def _marks(step: Step) -> dict[str, Any]:
    """What a step is told apart by from others of its kind."""
    match step:
        case SeeFeedback(item=item):
            return {"attempt": item.assignment.attempt_id}
        case BeginTest(number=number) | BeginBatch(batch=number):
            return {"number": number}
        case Finished(code=code):
            return {"code": code}
        case StudyRests(reason=reason) | StudyOver(reason=reason):
            return {"reason": reason}
        case _:
            return {}


def _item_json(services: Services, study: Study, step: DoItem) -> dict[str, Any]:
    one = step.item.assignment
    # An attention check looks like every other item of a batch, also here.
    purpose = "main" if one.purpose == "attention" else one.purpose
    told = {"attempt": one.attempt_id, "purpose": purpose, "batch": one.batch, "condition": one.condition}
    if step.item.state.shown is None:
        return told  # the question is seen when its clock runs
    with services.reading() as database:
        item = question_of(database, study.design.set_for(one.purpose), one.item_id)
        given = given_pages(database, study, one)
    return {
        **told,
        "question": item.question,
        "tools": step.item.state.shown.tools,
        "fingerprint": step.item.state.shown.index_fingerprint,
        "may_skip": study.design.may_skip,
        "ask_confidence": study.design.ask_confidence,
        "given": [ref.model_dump(mode="json") for ref in given],
    }
