"""Twenty kills of the server at random moments: what was acknowledged is there, once, without gaps."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import httpx2
import pytest

from baseline.attempts.answering import show_item
from db.assignments import find_assignment
from db.clock import SystemClock
from db.connection import connect, writing
from db.studies import find_study
from tests.e2e import logged
from tests.e2e.running_app import RunningApp
from tests.small_study import SmallStudy

N_KILLS = 20
# No session of Streamlit is needed to speak the app's own protocol; showing the item is its page's job.
# Twenty-one starts take minutes on a machine that has other work.
pytestmark = [pytest.mark.kills, pytest.mark.timeout(1_200)]


class Sender(threading.Thread):
    """Sends events without pause, as a browser's queue would, until it is told to stop."""

    def __init__(self, address: str, cookie: str, attempt: str) -> None:
        super().__init__(daemon=True)
        self._attempt = attempt
        self._client = httpx2.Client(
            base_url=address,
            headers={"X-Pagetrail": "1", "Cookie": f"pagetrail_sign_in={cookie}"},
            timeout=5,
        )
        self.acknowledged: list[str] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        number = 0
        with self._client:
            while not self.stopping.is_set():
                events = [self._event(number + n) for n in range(5)]
                number += len(events)
                self._send_until_acknowledged(events)

    def _event(self, number: int) -> dict[str, Any]:
        return {
            "event_id": f"{self._attempt}-event-{number:08d}",
            "client_seq": number,
            "client_at_ms": number,
            "payload": {"kind": "answer_edited", "draft": {"answer": [f"draft {number}"]}},
        }

    def _send_until_acknowledged(self, events: list[dict[str, Any]]) -> None:
        body = {"attempt": self._attempt, "instance": "tab", "events": events}
        while not self.stopping.is_set():
            try:
                reply = self._client.post("/api/events", json=body)
            except httpx2.TransportError:
                time.sleep(0.05)
                continue
            if reply.status_code == 200:
                self.acknowledged += reply.json()["acknowledged"]
                return
            time.sleep(0.05)


def test_twenty_kills_lose_nothing_that_was_acknowledged(small_study: SmallStudy) -> None:
    moments = random.Random(20)
    app = RunningApp(small_study.home).start()
    senders = []
    for token in small_study.participants:
        cookie = httpx2.get(f"{app.address}/enter/{token}").cookies["pagetrail_sign_in"]
        attempt = _show_first_item(small_study, len(senders))
        senders.append(Sender(app.address, cookie, attempt))
    for sender in senders:
        sender.start()
    for _ in range(N_KILLS):
        time.sleep(moments.uniform(0.2, 1.5))
        app.kill()
        app.start()
    for sender in senders:
        sender.stopping.set()
        sender.join()
    app.stop()
    for sender in senders:
        stored = [
            row[0]
            for row in logged.rows(
                small_study.home,
                "SELECT event_id FROM events WHERE stream_id = ? AND kind = 'answer_edited'",
                sender._attempt,
            )
        ]
        assert len(sender.acknowledged) > N_KILLS
        assert set(sender.acknowledged) <= set(stored)
        assert len(stored) == len(set(stored))
    gaps = logged.rows(
        small_study.home, "SELECT stream_id FROM events GROUP BY stream_id HAVING count(*) <> max(seq)"
    )
    assert gaps == []
    assert logged.rows(small_study.home, "PRAGMA integrity_check") == [("ok",)]


def _show_first_item(study: SmallStudy, participant: int) -> str:
    """What the page does when a participant presses Start."""
    attempt = logged.attempt_of(study.home, "lamp", participant)
    database = connect(study.home / "pagetrail.db")
    with writing(database):
        assignment = find_assignment(database, attempt)
        show_item(database, assignment, find_study(database, "small"), SystemClock().now_ms())
    database.close()
    return attempt
