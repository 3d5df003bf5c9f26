"""Fifty people's event posts, beside a log that commits one row a request."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from baseline.attempts.answering import show_item
from db.accounts import account_of_invitation
from db.assignments import assignments_of
from db.clock import SystemClock
from db.connection import open_database, writing
from db.studies import find_study
from tests.bench.table import Row, report
from tests.e2e.running_app import PROJECT, RunningApp, free_port
from tests.small_study import make_small_study

N_PEOPLE = 50
SECONDS = 12


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningApp, list[tuple[str, str]]]]:
    """A running app and, for fifty people, their token and an open attempt."""
    study = make_small_study(tmp_path_factory.mktemp("crowd"), n_participants=N_PEOPLE)
    database = open_database(study.home / "pagetrail.db")
    seats = []
    with writing(database):
        for token in study.participants:
            account = account_of_invitation(database, token)
            assert account is not None
            first = assignments_of(database, "small", account.account_id)[0]
            show_item(database, first, find_study(database, "small"), SystemClock().now_ms())
            seats.append((token, first.attempt_id))
    database.close()
    app = RunningApp(study.home).start()
    yield app, seats
    app.stop()


@pytest.fixture
def naive(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    child = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "tests.bench.naive_events:app", "--port", str(port)]
        + ["--log-level", "warning", "--no-access-log"],
        cwd=PROJECT,
        env={**os.environ, "NAIVE_DATABASE": str(tmp_path / "naive.db")},
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(200):
        try:
            httpx2.get(address)
            break
        except httpx2.TransportError:
            time.sleep(0.1)
    yield address
    child.terminate()
    child.wait()


def test_event_posts(crowd: tuple[RunningApp, list[tuple[str, str]]], naive: str) -> None:
    app, seats = crowd
    # The browser of other benchmarks keeps a loop running in this thread: ours runs in another.
    with ThreadPoolExecutor(1) as aside:
        ours = aside.submit(asyncio.run, _everybody(app.address, seats)).result()
        strangers = [("", attempt) for _, attempt in seats]
        theirs = aside.submit(asyncio.run, _everybody(naive, strangers)).result()
    rows = [
        Row("event POST, 50 people", "one writer, group commit", ours),
        Row("event POST, 50 people", "a commit a row", theirs),
    ]
    report("event-post", rows, "p95 under 25 ms with 50 people")


async def _everybody(address: str, seats: list[tuple[str, str]]) -> list[float]:
    async with httpx2.AsyncClient(base_url=address, timeout=30) as client:
        times = await asyncio.gather(*(_person(client, number, *seat) for number, seat in enumerate(seats)))
    return [ms for one in times for ms in one]


async def _person(client: httpx2.AsyncClient, number: int, token: str, attempt: str) -> list[float]:
    headers = {"X-Pagetrail": "1"}
    if token:
        reply = await client.get(f"/enter/{token}")
        headers["Cookie"] = f"pagetrail_sign_in={reply.cookies['pagetrail_sign_in']}"
    await asyncio.sleep(number * SECONDS / (6 * N_PEOPLE))
    times = []
    for turn in range(SECONDS):
        body = {"attempt": attempt, "instance": "t", "events": [_event(attempt, turn, n) for n in range(3)]}
        started = time.perf_counter()
        reply = await client.post("/api/events", json=body, headers=headers)
        times.append(1000 * (time.perf_counter() - started))
        assert reply.status_code == 200, reply.text
        await asyncio.sleep(1.0)
    return times


def _event(attempt: str, turn: int, number: int) -> dict[str, Any]:
    return {
        "event_id": f"{attempt}-{turn:04d}-{number}",
        "client_seq": 3 * turn + number,
        "client_at_ms": 0,
        "payload": {"kind": "answer_edited", "draft": {"answer": [f"draft {turn}"]}},
    }
