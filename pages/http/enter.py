"""From an invitation link to a signed-in browser, and out again."""

from __future__ import annotations

from html import escape

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from db import accounts
from db.connection import Database
from pages.http.guard import SIGN_IN_COOKIE
from pages.services import Services, current


async def enter(request: Request) -> Response:
    """Sign in whoever the invitation is for, and go to the first page."""
    secret = await run_in_threadpool(_sign_in, current(), request.path_params["token"])
    if secret is None:
        return _sentence(
            "This invitation link does not work",
            "It may be incomplete, or the study may have ended. "
            "Copy the whole link from your invitation, or ask for a new one.",
            status_code=404,
        )
    return signed_in_redirect(request, secret)


async def leave(request: Request) -> Response:
    """Sign out on this browser. Nothing that was saved is lost."""
    secret = request.cookies.get(SIGN_IN_COOKIE, "")
    await run_in_threadpool(current().write, lambda database: accounts.sign_out(database, secret))
    response = _sentence(
        "You are signed out", "Your work is saved. Open your invitation link to come back.", status_code=200
    )
    response.delete_cookie(SIGN_IN_COOKIE)
    return response


def signed_in_redirect(request: Request, secret: str, to: str = "/") -> Response:
    """To the first page, or another one of ours, with the cookie that says who this is."""
    response = RedirectResponse(to, status_code=303)
    response.set_cookie(
        SIGN_IN_COOKIE,
        secret,
        max_age=accounts.SIGN_IN_LASTS_MS // 1000,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _sign_in(services: Services, token: str) -> str | None:
    with services.reading() as database:
        account = accounts.account_of_invitation(database, token)
    if account is None:
        return None
    now_ms = services.clock.now_ms()

    def job(database: Database) -> str:
        return accounts.sign_in(database, account.account_id, now_ms)

    return services.write(job)


def _sentence(heading: str, sentence: str, status_code: int) -> HTMLResponse:
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(heading)}</title>'
        "<style>body{font:17px/1.5 system-ui,sans-serif;color:#1b1f23;max-width:34rem;margin:20vh auto;"
        "padding:0 1.5rem}h1{font-size:1.4rem;font-weight:600}</style>"
        f"<h1>{escape(heading)}</h1><p>{escape(sentence)}</p></html>",
        status_code=status_code,
        headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"},
    )
