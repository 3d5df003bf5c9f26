"""Who asks, and whether they may: the same check in front of every route.

Identity comes from the HttpOnly cookie and never from the body. A POST must carry our own header and,
where the browser states one, our own origin, so another site cannot send it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from db.accounts import account_of_sign_in
from db.connection import DatabaseBusy
from db.errors import (
    AppError,
    AttemptClosed,
    Conflict,
    IndexMissing,
    IndexUnreadable,
    InvalidInput,
    NotAllowed,
    NotFound,
)
from db.models import Account
from db.page_trouble import PageStoreUnusable
from index.collection import OpenIndex
from index.search.interface import SearchUnavailable
from pages.audience import sentence_for
from pages.builds import builds_for
from pages.http.origin import is_own_origin
from pages.services import Services, current

SIGN_IN_COOKIE = "pagetrail_sign_in"
POST_HEADER = "x-pagetrail"
_PAGE_NUMBER = re.compile("[1-9][0-9]{0,6}")
LARGEST_BODY = 256 * 1024
_LOG = logging.getLogger(__name__)

Body = TypeVar("Body", bound=BaseModel)
Route = Callable[[Request], Awaitable[Response]]


class SignInNeeded(AppError):
    """Nobody is signed in on this browser."""


class TooLarge(AppError):
    """The body is larger than anything the app sends."""


_STATUS: dict[type[AppError], int] = {
    SignInNeeded: 401,
    NotAllowed: 403,
    NotFound: 404,
    IndexMissing: 503,
    IndexUnreadable: 503,
    PageStoreUnusable: 503,
    Conflict: 409,
    AttemptClosed: 409,
    TooLarge: 413,
    InvalidInput: 422,
    DatabaseBusy: 503,
    SearchUnavailable: 503,
}


def route(answer: Callable[[Request], Awaitable[Response]]) -> Route:
    """Turn errors meant for people into JSON with the fitting status; others stay errors."""

    async def guarded(request: Request) -> Response:
        try:
            return await answer(request)
        except AppError as error:
            status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
            _LOG.info("%s %s -> %d", request.method, request.url.path, status)
            where = f"{request.method} {request.url.path}"
            sentence = sentence_for(getattr(request.state, "account", None), error, where)
            return JSONResponse({"error": sentence}, status_code=status)

    return guarded


async def signed_in(request: Request) -> Account:
    """The account behind the request's cookie.

    Raises:
        SignInNeeded: there is none, or it has expired.
    """
    secret = request.cookies.get(SIGN_IN_COOKIE, "")
    account = await run_in_threadpool(account_of_cookie, current(), secret)
    if account is None:
        raise SignInNeeded("You are not signed in. Please open your invitation link again.")
    request.state.account = account
    return account


def account_of_cookie(services: Services, secret: str) -> Account | None:
    """The account behind a cookie's secret; None without one."""
    if not secret:
        return None
    with services.reading() as database:
        return account_of_sign_in(database, secret, services.clock.now_ms())


async def posted(request: Request, shape: type[Body]) -> Body:
    """The body of a POST, checked against its shape.

    Raises:
        NotAllowed, TooLarge: as `posted_bytes`.
        InvalidInput: it is not JSON of that shape; the message names the field.
    """
    body = await posted_bytes(request)
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        if holds_half_a_character(body):
            what = "The query" if "text" in shape.model_fields else "What was sent"
            raise InvalidInput(
                f"{what} holds a character that cannot be stored; delete it and try again."
            ) from error
        raise InvalidInput(first_problem(error)) from error


async def posted_bytes(request: Request) -> bytes:
    """The body of a POST as it came.

    Raises:
        NotAllowed: the request does not come from our own pages.
        TooLarge: the body is over 256 KiB.
        InvalidInput: it ended in the middle.
    """
    if POST_HEADER not in request.headers or not is_own_origin(request.headers):
        raise NotAllowed("This request does not come from the app's own pages.")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_BODY:
                raise TooLarge("Too much was sent at once (over 256 KiB).")
    except ClientDisconnect as error:
        # Nobody is there to read this: the browser left in the middle and will send it again.
        raise InvalidInput("The request ended before it was complete.") from error
    return body


def holds_half_a_character(body: bytes) -> bool:
    r"""Whether it is JSON with a lone surrogate (`"\ud800"`), which no text that is stored can hold."""
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False


def index_for(account: Account, fingerprint: str) -> OpenIndex:
    """The index build of that fingerprint, if this account may see its pages.

    Only builds that pages/builds.py lists for the account can be asked for, and the list says where they
    are: nothing in an address is ever taken for a path.

    Raises:
        NotAllowed: no study of this account uses this build.
        IndexMissing: the build is not here any more.
    """
    services = current()
    for build in builds_for(account, services):
        if build.fingerprint == fingerprint:
            return services.index(build.index_name, fingerprint)
    raise NotAllowed("This collection is not part of your study.")


def page_number(request: Request) -> int:
    """The `page` of the address, 1-based.

    Raises:
        InvalidInput: it is not a whole number from 1 as it is commonly written: 1 to 7 figures, the first
            not 0. So each page has one address, and caches keep it once.
    """
    text = request.query_params.get("page", "")
    if not _PAGE_NUMBER.fullmatch(text):
        raise InvalidInput(f"page {text[:20]!r} is not a page number; pages count from 1.")
    return int(text)


def asked_index(account: Account, request: Request) -> OpenIndex:
    """The index that the address names, if this account may see it."""
    return index_for(account, request.query_params.get("fingerprint", ""))


def fresh_json(content: Any) -> JSONResponse:
    """JSON that no cache keeps."""
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


# The address holds the fingerprint of the index: what it names never changes.
FOR_EVER = {"Cache-Control": "private, max-age=604800, immutable"}


def first_problem(error: ValidationError) -> str:
    """What is wrong with JSON from the browser, in one sentence that names the field."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the body"
    return f"{where[:200]}: {first['msg']}."
