"""The naive event log: every request opens the database, inserts one row and commits."""

from __future__ import annotations

import json
import os
import sqlite3

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

PATH = os.environ["NAIVE_DATABASE"]


def _store(body: bytes) -> None:
    connection = sqlite3.connect(PATH, timeout=30)
    connection.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, payload TEXT)")
    for event in json.loads(body)["events"]:
        connection.execute("INSERT OR IGNORE INTO events VALUES (?, ?)", [event["event_id"], str(event)])
        connection.commit()
    connection.close()


async def events(request: Request) -> JSONResponse:
    await run_in_threadpool(_store, await request.body())
    return JSONResponse({"ok": True})


app = Starlette(routes=[Route("/api/events", events, methods=["POST"])])
