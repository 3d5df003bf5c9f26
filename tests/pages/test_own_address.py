"""Streamlit's page says where its server is; nothing else is touched."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from pages.http.own_address import OwnAddress

PAGE = "<!DOCTYPE html><html><head><title>Streamlit</title></head><body>" + "x" * 2000 + "</body></html>"
HTML = {"Accept": "text/html,application/xhtml+xml", "Accept-Encoding": "gzip"}


async def page(_: Request) -> Response:
    return HTMLResponse(PAGE, headers={"ETag": '"1"'})


async def in_parts(_: Request) -> Response:
    return StreamingResponse(iter([PAGE[:18], PAGE[18:]]), media_type="text/html")


async def numbers(_: Request) -> Response:
    return JSONResponse({"html": "<head>"})


async def missing(_: Request) -> Response:
    return HTMLResponse("<head>", status_code=404)


client = TestClient(
    Starlette(
        routes=[
            Route(f"/{one.__name__}", one, methods=["GET"]) for one in (page, in_parts, numbers, missing)
        ],
        middleware=[Middleware(OwnAddress), Middleware(GZipMiddleware)],
    )
)


def test_page_is_told_its_address_before_any_script_runs() -> None:
    for path in ("/page", "/in_parts"):
        reply = client.get(path, headers=HTML)
        head = reply.text.partition("</head>")[0]
        assert head.startswith("<!DOCTYPE html><html><head><script>window.__streamlit")
        assert reply.text.endswith(PAGE[30:])
        assert "etag" not in reply.headers
        if "content-length" in reply.headers:
            assert int(reply.headers["content-length"]) == len(reply.content)


def test_nothing_else_is_touched() -> None:
    assert client.get("/numbers", headers=HTML).json() == {"html": "<head>"}
    assert client.get("/missing", headers=HTML).text == "<head>"
    plain = client.get("/page", headers={"Accept": "*/*", "Accept-Encoding": "gzip"})
    assert (plain.text, plain.headers["etag"], plain.headers["content-encoding"]) == (PAGE, '"1"', "gzip")
