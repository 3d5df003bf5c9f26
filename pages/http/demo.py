"""The demo's way in: no invitation, on this computer only, and only where PAGETRAIL_DEMO is set."""

from __future__ import annotations

import os
from collections.abc import Callable
from ipaddress import ip_address

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from baseline.assignment.inviting import invite
from baseline.participants.participation import stream_of
from db import accounts, event_log, projects
from db.authored import MemberRole
from db.connection import Database
from db.errors import NotFound
from db.models import Role
from pages.http.enter import signed_in_redirect
from pages.http.guard import SIGN_IN_COOKIE, account_of_cookie
from pages.http.origin import is_loopback_host
from pages.services import Services, current

DEMO_STUDY = "demo"
DEMO_PROJECT = "demo-writing"


def is_demo() -> bool:
    """Whether this server shows the demo (`make run` sets it)."""
    return os.environ.get("PAGETRAIL_DEMO") == "1"


async def enter_demo(request: Request) -> Response:
    """Sign in as the demo's researcher or participant, or as a simulated member of its project.

    Raises:
        NotFound: this is not a demo, or the browser runs on another computer.
    """
    if not is_demo() or not _on_this_computer(request) or not is_loopback_host(request.headers):
        raise NotFound("There is nothing here.")
    role = request.path_params["role"]
    secret = await run_in_threadpool(_sign_in, current(), _FOUND_BY.get(role, _researcher))
    return signed_in_redirect(request, secret, "/review" if role in _REVIEWING else "/")


class DemoStart:
    """In the demo, a browser without a sign-in opens as the demo's researcher."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if (
            is_demo()
            and scope["type"] in {"http", "websocket"}
            and not is_loopback_host(Headers(scope=scope))
        ):
            await _refuse(scope, receive, send)
            return
        is_first = scope["type"] == "http" and scope["path"] == "/" and scope["method"] == "GET"
        if is_first and is_demo() and not await _has_account(HTTPConnection(scope)):
            await RedirectResponse("/demo/researcher", status_code=303)(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """A name of somebody else's that points here must not become a way into the demo."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    sentence = "The demo answers on this computer only. Open it as http://127.0.0.1 with its port."
    await PlainTextResponse(sentence, status_code=403)(scope, receive, send)


async def _has_account(connection: HTTPConnection) -> bool:
    secret = connection.cookies.get(SIGN_IN_COOKIE, "")
    return await run_in_threadpool(account_of_cookie, current(), secret) is not None


def _sign_in(services: Services, find: Callable[[Database], str | None]) -> str:
    now_ms = services.clock.now_ms()

    def job(database: Database) -> str:
        account_id = find(database)
        if account_id is None:
            raise NotFound("The demo is not here yet. Run `.venv/bin/python -m demo` first.")
        return accounts.sign_in(database, account_id, now_ms)

    return services.write(job)


def _researcher(database: Database) -> str | None:
    return next(iter(_people(database, Role.RESEARCHER)), None)


def _participant(database: Database) -> str | None:
    """The demo's participant; another one once they left the study, which is for good."""
    people = _people(database, Role.PARTICIPANT)
    for account_id in people:
        if not event_log.has_kind(database, stream_of(account_id), "consent_withdrawn"):
            return account_id
    if not people:
        return None
    now_ms = current().clock.now_ms()
    return invite(database, DEMO_STUDY, Role.PARTICIPANT, "Demo participant", now_ms).account.account_id


def _member(role: MemberRole) -> Callable[[Database], str | None]:
    def find(database: Database) -> str | None:
        members = projects.members_of(database, DEMO_PROJECT)
        return next((one.account_id for one in members if one.role is role), None)

    return find


def _people(database: Database, role: Role) -> list[str]:
    people = accounts.accounts_of_study(database, DEMO_STUDY)
    return [one.account_id for one in people if one.role is role and not one.simulated]


_FOUND_BY = {
    "researcher": _researcher,
    "participant": _participant,
    "author": _member(MemberRole.AUTHOR),
    "reviewer": _member(MemberRole.REVIEWER),
    "supervisor": _member(MemberRole.SUPERVISOR),
}
_REVIEWING = {"reviewer", "supervisor"}


def _on_this_computer(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
