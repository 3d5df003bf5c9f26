"""Tells Streamlit's front end where its server is and what to fetch next, so that it need not find out.

A page at `/write` would first look for the server below `/write`, fail, wait 100 ms and look at the root,
every time that somebody opens it. This app always lives at the root of its address. Plain ASGI.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.http.front_end import preloads

_HEAD = b"<head>"
_TOLD = _HEAD + b"<script>window.__streamlit = { BACKEND_BASE_URL: location.origin + '/' }</script>"


class OwnAddress:
    """Adds the address to Streamlit's one HTML page; everything else passes untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_page = scope["type"] == "http" and "text/html" in Headers(scope=scope).get("accept", "")
        if not is_page:
            await self._app(scope, receive, send)
            return
        # The page is 8 KB: sent as it is, so that it can be read here.
        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": plain}, receive, _Teller(send).send)


class _Teller:
    """Holds a response back until it is whole, if it is a page."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_told(self._start)

    async def _send_told(self, start: Message) -> None:
        told = self._body.replace(_HEAD, _TOLD + preloads(), 1)
        headers = MutableHeaders(scope=start)
        if told != self._body:
            headers["Content-Length"] = str(len(told))
            # The tag names the page as Streamlit has it.
            del headers["ETag"]
        await self._send(start)
        await self._send({"type": "http.response.body", "body": told})


def _is_page(message: Message) -> bool:
    return message["status"] == 200 and Headers(raw=message["headers"]).get("content-type", "").startswith(
        "text/html"
    )
