"""Serves Streamlit's scripts, styles and fonts from memory, compressed once. Plain ASGI.

A first visit asks for sixty of them. Streamlit reads each from disk in a thread, in pieces, and sends it as
it is: three megabytes, and the better part of a second during which fifty people who begin a study at the
same time wait for each other. Their names carry a hash of what is in them, so nothing here can grow stale.
"""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_FOLDERS = ("js", "css", "media")
_TEXTS = (".js", ".css")
_FOR_EVER = "public, immutable, max-age=31536000"
# What every page of ours needs once Streamlit's main script runs: fetched with it instead of after it.
_NEEDED_NEXT = ("Html", "purify.es", "BidiComponent", "_arrayReduce", "serialization", "recordbatch")


# All that was asked for so far, as it is and compressed: at most what Streamlit is installed with, twice.
_READY: dict[tuple[Path, bool], bytes] = {}


class FrontEnd:
    """Answers for files that Streamlit is installed with; everything else passes untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_plain = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        path = _files().get(scope["path"]) if is_plain else None
        if path is None:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        told = {"Cache-Control": _FOR_EVER}
        is_text = path.suffix in _TEXTS
        is_compressed = is_text and "gzip" in headers.get("accept-encoding", "")
        if is_text:
            told["Vary"] = "Accept-Encoding"
        if is_compressed:
            told["Content-Encoding"] = "gzip"
        wanted = path, is_compressed
        content = _READY.get(wanted)
        if content is None:
            content = _READY[wanted] = await to_thread.run_sync(_read, path, is_compressed)
        media_type = mimetypes.guess_type(path.name)[0]
        await Response(content, media_type=media_type, headers=told)(scope, receive, send)


def read_in_advance() -> None:
    """Read and compress what every first visit needs: the files that Streamlit's one page names, and ours."""
    named = (_static() / "index.html").read_text(encoding="utf-8") + preloads().decode()
    for address, path in _files().items():
        if address in named:
            is_text = path.suffix in _TEXTS
            _READY[path, is_text] = _read(path, is_text)


@cache
def preloads() -> bytes:
    """HTML for the page's head: scripts to fetch at once that are needed soon; empty if there are none."""
    scripts = {
        path.name.rsplit(".", 2)[0]: address for address, path in _files().items() if path.suffix == ".js"
    }
    found = [scripts[name] for name in _NEEDED_NEXT if name in scripts]
    return "".join(f'<link rel="modulepreload" crossorigin href="{address}">' for address in found).encode()


@cache
def _files() -> dict[str, Path]:
    paths = [
        path for folder in _FOLDERS for path in (_static() / "static" / folder).glob("*") if path.is_file()
    ]
    return {f"/static/{path.parent.name}/{path.name}": path for path in paths}


def _static() -> Path:
    found = find_spec("streamlit")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "static"


def _read(path: Path, is_compressed: bool) -> bytes:
    content = path.read_bytes()
    return gzip.compress(content, compresslevel=6, mtime=0) if is_compressed else content
