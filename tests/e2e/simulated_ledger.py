"""What the people of a simulated study were told is saved, to be held against the log afterwards."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any


class Ledger:
    """Shared by all people. `n` counts what was acknowledged: the server is killed at a number of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acknowledged: dict[str, tuple[str, str]] = {}
        self.refused: set[tuple[str, str, int]] = set()
        self.unread: set[str] = set()
        self.acts: Counter[tuple[str, str]] = Counter()
        self.outcomes: dict[str, str] = {}
        self.codes: dict[str, str] = {}

    @property
    def n(self) -> int:
        """How many gestures are known to be saved."""
        return len(self.acknowledged)

    def saved(self, event_id: str, stream_id: str, kind: str) -> None:
        """The server said that this event is stored."""
        with self._lock:
            self.acknowledged[event_id] = (stream_id, kind)

    def reported(self, body: dict[str, Any], reply: dict[str, Any]) -> None:
        """The server's reply to events from a browser: these are stored, those are not."""
        stream_id, instance = body["attempt"], body["instance"]
        kinds = {one["event_id"]: one["payload"]["kind"] for one in body["events"]}
        numbers = {one["event_id"]: one["client_seq"] for one in body["events"]}
        for event_id in reply["acknowledged"]:
            self.saved(event_id, stream_id, kinds[event_id])
        with self._lock:
            for one in reply["refused"]:
                self.refused.add((stream_id, instance, numbers[one["event_id"]]))

    def acted(self, account_id: str, step: str) -> None:
        """Somebody was shown another step after this one: what belongs to it is stored."""
        with self._lock:
            self.acts[account_id, step] += 1

    def ended(self, account_id: str, outcome: str, code: str | None = None) -> None:
        """How the study ended for somebody, and the code they were given."""
        with self._lock:
            self.outcomes[account_id] = outcome
            if code:
                self.codes[account_id] = code
