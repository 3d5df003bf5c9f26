"""The app's own routes without a server: requests go straight into the ASGI application."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from baseline.attempts import answering
from db.accounts import account_of_invitation
from db.assignments import assignments_of, find_assignment
from db.connection import Database
from db.studies import find_study
from pages import services
from pages.http.routes import ROUTES
from pages.services import Services
from tests.pages.journey_room import opens
from tests.small_study import SmallStudy

__all__ = ["opens"]


class Browser(NamedTuple):
    """A signed-in browser: its requests, its account, its attempts by item."""

    client: TestClient
    account_id: str
    attempts: dict[str, str]

    def post(self, path: str, body: object, **headers: str):
        """A POST as our own pages send it."""
        # As JSON.stringify writes it, halves of surrogate pairs included.
        content = json.dumps(body).encode("ascii")
        ours = {"Content-Type": "application/json", "X-Pagetrail": "1"}
        return self.client.post(path, content=content, headers={**ours, **headers})


@pytest.fixture
def running(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """The services of a running app, on a fresh copy of the small study."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))
    started = services.start_services()
    yield started
    services.stop_services()


@pytest.fixture
def stranger(running: Services) -> TestClient:
    """A browser without a cookie."""
    return TestClient(Starlette(routes=ROUTES), follow_redirects=False)


@pytest.fixture
def enter(running: Services) -> Callable[[str], Browser]:
    """Sign in by invitation."""

    def entered(token: str) -> Browser:
        client = TestClient(Starlette(routes=ROUTES), follow_redirects=False)
        reply = client.get(f"/enter/{token}")
        assert reply.status_code == 303, reply.text
        with running.reading() as database:
            account = account_of_invitation(database, token)
            assert account is not None
            assigned = assignments_of(database, account.study_id or "", account.account_id)
        return Browser(client, account.account_id, {one.item_id: one.attempt_id for one in assigned})

    return entered


@pytest.fixture
def participant(enter: Callable[[str], Browser], small_study: SmallStudy) -> Browser:
    """The first participant."""
    return enter(small_study.participants[0])


@pytest.fixture
def working(participant: Browser, running: Services) -> Browser:
    """The first participant with an item on the screen."""

    def job(database: Database) -> None:
        assignment = find_assignment(database, participant.attempts["lamp"])
        answering.show_item(database, assignment, find_study(database, assignment.study_id), 1)

    running.write(job)
    return participant


@pytest.fixture
def researcher(enter: Callable[[str], Browser], small_study: SmallStudy) -> Browser:
    """The researcher."""
    return enter(small_study.researcher)


def at_once(n_threads: int, action: Callable[[int], object]) -> list[object]:
    """What `action(0)`, `action(1)`, … return when all begin at the same moment."""
    barrier = threading.Barrier(n_threads)
    results: list[object] = [None] * n_threads

    def run(number: int) -> None:
        barrier.wait()
        results[number] = action(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def home_texts(home: Path) -> tuple[str, ...]:
    """Texts that no answer to a browser may hold: where things are on the server."""
    return (str(home), str(home.resolve()), "Traceback", "/site-packages/")
