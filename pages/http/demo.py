"""The demo's way in: no invitation, on this computer only, and only where PAGETRAIL_DEMO is set."""

from __future__ import annotations

import os
from ipaddress import ip_address

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from db import accounts
from db.connection import Database
from db.errors import NotFound
from db.models import Role
from pages.http.enter import signed_in_redirect
from pages.http.guard import SIGN_IN_COOKIE, account_of_cookie
from pages.http.origin import is_loopback_host
from pages.services import Services, current

DEMO_STUDY = "demo"


def is_demo() -> bool:
    """Whether this server shows the demo (`make run` sets it)."""
    return os.environ.get("PAGETRAIL_DEMO") == "1"


async def enter_demo(request: Request) -> Response:
    """Sign in as the demo's researcher or participant.

    Raises:
        NotFound: this is not a demo, or the browser runs on another computer.
    """
    if not is_demo() or not _on_this_computer(request) or not is_loopback_host(request.headers):
        raise NotFound("There is nothing here.")
    role = Role.PARTICIPANT if request.path_params["role"] == "participant" else Role.RESEARCHER
    secret = await run_in_threadpool(_sign_in, current(), role)
    return signed_in_redirect(request, secret)


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


def _sign_in(services: Services, role: Role) -> str:
    now_ms = services.clock.now_ms()

    def job(database: Database) -> str:
        for account in accounts.accounts_of_study(database, DEMO_STUDY):
            if account.role is role and not account.simulated:
                return accounts.sign_in(database, account.account_id, now_ms)
        raise NotFound("The demo study is not here yet. Run `.venv/bin/python -m demo` first.")

    return services.write(job)


def _on_this_computer(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
