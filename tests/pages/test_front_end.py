"""Streamlit's own files come from memory, compressed; all else passes."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.file_util import get_static_dir

from pages.http import front_end
from pages.http.front_end import FrontEnd, preloads

STATIC = Path(get_static_dir()) / "static"
SCRIPT = next((STATIC / "js").glob("index.*.js"))
FONT = next((STATIC / "media").glob("*.woff2"))


async def passed(request: Request) -> Response:
    return PlainTextResponse(f"passed {request.method}")


client = TestClient(
    Starlette(
        routes=[Route("/{rest:path}", passed, methods=["GET", "POST"])], middleware=[Middleware(FrontEnd)]
    )
)


def test_a_script_is_what_streamlit_has_compressed_and_kept_by_the_browser() -> None:
    reply = client.get(f"/static/js/{SCRIPT.name}", headers={"Accept-Encoding": "gzip"})
    assert reply.content == SCRIPT.read_bytes()
    assert reply.headers["content-encoding"] == "gzip"
    assert reply.headers["vary"] == "Accept-Encoding"
    assert reply.headers["cache-control"] == "public, immutable, max-age=31536000"
    assert "javascript" in reply.headers["content-type"]
    assert int(reply.headers["content-length"]) < len(SCRIPT.read_bytes()) / 2


def test_who_takes_no_compression_gets_none() -> None:
    reply = client.get(f"/static/js/{SCRIPT.name}", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in reply.headers
    assert reply.content == SCRIPT.read_bytes()
    font = client.get(f"/static/media/{FONT.name}", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in font.headers
    assert font.content == FONT.read_bytes()


def test_only_the_head_of_a_file_is_sent_if_that_is_asked() -> None:
    reply = client.head(f"/static/js/{SCRIPT.name}", headers={"Accept-Encoding": "identity"})
    assert (reply.content, int(reply.headers["content-length"])) == (b"", SCRIPT.stat().st_size)


def test_everything_else_passes() -> None:
    for path in (
        "/",
        "/static/js/none.js",
        "/static/js/../../index.html",
        "/static/js/%2e%2e/x",
        "/static/js",
    ):
        assert client.get(path).text == "passed GET"
    assert client.post(f"/static/js/{SCRIPT.name}").text == "passed POST"


def test_what_the_first_page_needs_is_there_before_anybody_asks() -> None:
    front_end.read_in_advance()
    kept = {path.name for path, _ in front_end._READY}
    assert {SCRIPT.name, "BidiComponent"} <= kept | {name.partition(".")[0] for name in kept}
    named = preloads().decode().split('href="')[1:]
    # Streamlit's names are no promise: a new version may have others, and then this list is to be looked at.
    assert len(named) == len(front_end._NEEDED_NEXT)
    assert all(client.get(one.partition('"')[0]).headers["cache-control"] for one in named)
