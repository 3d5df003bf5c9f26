"""Ends what is over while nobody looks: pauses and items whose time is up, places that nobody came back to.

A thread of its own: whatever keeps it from its work must not stop the heart of the server.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from baseline.assignment.leasing import release_abandoned
from baseline.attempts.overdue import Watch, close_overdue
from db.clock import Clock
from db.connection import Database
from db.errors import AppError

_EVERY_S = 1.0
_PLACES_EVERY_MS = 60_000
_LOG = logging.getLogger(__name__)


class Sweeper:
    """Looks once a second. `write` runs a use case in a transaction and waits until it is on disk."""

    def __init__(self, clock: Clock, write: Callable[[Callable[[Database], int]], int]) -> None:
        self._clock = clock
        self._write = write
        self._watch = Watch()
        self._places_at_ms = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being closed, and end."""
        self._stopping.set()
        self._thread.join()

    def sweep(self) -> int:
        """Close everything that is over now; returns in how many attempts."""
        return self._write(self._close_all)

    def _close_all(self, database: Database) -> int:
        now_ms = self._clock.now_ms()
        overdue = self._watch.overdue(database, now_ms)
        for attempt_id in overdue:
            close_overdue(database, attempt_id, now_ms)
        if now_ms - self._places_at_ms >= _PLACES_EVERY_MS:
            release_abandoned(database, now_ms)
            self._places_at_ms = now_ms
        return len(overdue)

    def _run(self) -> None:
        while not self._stopping.wait(_EVERY_S):
            try:
                self.sweep()
            except AppError as error:
                _LOG.warning("what is over was not closed: %s", error.user_message)
