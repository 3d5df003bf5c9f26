"""What the routes of authors and of reviewers share: who asks, and one gesture in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, TypeVar

from pydantic import BaseModel, StringConstraints
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from annotation.desk import Gesture
from annotation.drafts import Unexplained
from db.connection import Database
from db.errors import NotAllowed
from db.models import Account, By, Frozen, Role
from pages.http.guard import posted, signed_in
from pages.http.tool import BrowserEventId
from pages.services import Services

Result = TypeVar("Result")
Body = TypeVar("Body", bound=BaseModel)
ItemName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ProjectName = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Pressed(Frozen):
    """One press of a key or button; sent again, it has the same id and the same content."""

    event_id: BrowserEventId


async def asked(request: Request, shape: type[Body]) -> tuple[Account, Body]:
    """Which annotator asks, and for what.

    Raises:
        SignInNeeded, NotAllowed, TooLarge, InvalidInput: as `pages.http.guard`, or no annotator.
    """
    account = await signed_in(request)
    body = await posted(request, shape)
    if account.role is not Role.ANNOTATOR:
        raise NotAllowed("This is for annotators; open the invitation link to your project.")
    return account, body


def unexplained(error: Unexplained) -> Response:
    """A refusal that names the checks whose reasons are missing."""
    body = {"error": error.user_message, "unexplained": list(error.checks)}
    return JSONResponse(body, status_code=422)


def carried_out(
    services: Services, account: Account, body: Pressed, act: Callable[[Database, Gesture], Result]
) -> Result:
    """Carry out one gesture of this account, now, in a transaction of its own."""
    asked_for = body.model_dump_json(exclude={"event_id"})
    asked_sha256 = sha256(f"{type(body).__name__} {asked_for}".encode()).hexdigest()

    def job(database: Database) -> Result:
        by = By(account.account_id, services.clock.now_ms())
        return act(database, Gesture(body.event_id, by, asked_sha256=asked_sha256))

    return services.write(job)
