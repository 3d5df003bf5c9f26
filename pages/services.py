"""What the running app shares between all sessions and routes: writer, renderer, open indexes, clock.

One per process. It holds no account and no session: who asks is decided on every request.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from db import event_log, home, server_lives
from db.clock import Clock, SystemClock
from db.connection import Database, open_database, reading
from db.errors import AppError, IndexMissing
from db.events import NewEvent, ServerOutage
from db.wording import COMMAND
from db.writer import EventWriter
from index.collection import OpenIndex, open_index
from index.published import IndexFolder
from index.rendering import PageRenderer
from pages.project_shelf import ProjectShelf, WarmUp
from pages.report_desk import ReportDesk
from pages.seats import Seat, find_seat
from pages.sweeper import Sweeper

Result = TypeVar("Result")
_LOG = logging.getLogger(__name__)
_MOST_SEATS_KEPT = 20_000


class Services:
    """Everything long-lived that pages and routes need."""

    def __init__(self, database_path: Path, image_cache: Path, clock: Clock) -> None:
        self.clock = clock
        self.server_id = uuid.uuid4().hex
        self._database_path = database_path
        self._writer = EventWriter(database_path)
        self._seats: dict[str, Seat] = {}
        self._indexes: dict[tuple[str, str], OpenIndex] = {}
        self._newest: dict[str, str] = {}
        self._indexes_lock = threading.Lock()
        self.projects = ProjectShelf()
        self.reports = ReportDesk()
        self._warm_up = WarmUp(self.projects, self.reading, self.index)
        self._stop_beating = threading.Event()
        self._heart = threading.Thread(target=self._beat, name="heart-beat", daemon=True)
        self._sweeper = Sweeper(clock, self.write)
        self.renderer = PageRenderer(image_cache)

    def start(self) -> Services:
        """Bring the database up to date, record an outage if there was one, begin to serve."""
        open_database(self._database_path).close()
        self._writer.start()
        self.renderer.start()
        self.write(self._begin_life)
        self._heart.start()
        self._sweeper.start()
        self._warm_up.start()
        return self

    def stop(self) -> None:
        """Commit what waits, stop the workers."""
        self.reports.stop()
        self._warm_up.stop()
        self._sweeper.stop()
        self._stop_beating.set()
        self._heart.join()
        self._writer.stop()
        self.renderer.stop()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A database connection for reading in this thread."""
        with reading(self._database_path) as database:
            yield database

    def write(self, job: Callable[[Database], Result]) -> Result:
        """Run one use case in a transaction of the writer and wait until it is on disk."""
        return self._writer.write(job)

    def seat(self, stream_id: str) -> Seat:
        """Who sits behind a stream, and with which tool; what never changes is looked up once.

        Raises:
            NotFound: there is no such attempt or item.
            NotAllowed: whoever the stream names may not have the item on their desk.
        """
        seat = self._seats.get(stream_id)
        if seat is None:
            with self.reading() as database:
                seat = find_seat(database, stream_id)
            if seat.is_lasting:
                if len(self._seats) >= _MOST_SEATS_KEPT:
                    self._seats.clear()
                self._seats[stream_id] = seat
        return seat

    def index(self, name: str, fingerprint: str) -> OpenIndex:
        """The build of an index that a study was made for, opened once for all sessions.

        Raises:
            IndexMissing: the index, or that build of it, is not here.
        """
        self.newest_fingerprint(name)
        with self._indexes_lock:
            opened = self._indexes.get((name, fingerprint))
            if opened is None:
                opened = open_index(name, fingerprint=fingerprint)
                self._indexes[name, fingerprint] = opened
            return opened

    def newest_index(self, name: str) -> OpenIndex:
        """The build in use: whoever publishes another one has it here from the next call on.

        Raises:
            IndexMissing: the index has no build in use.
        """
        fingerprint = self.newest_fingerprint(name)
        if fingerprint is None:
            raise IndexMissing(f"There is no index {name!r}; build it with `{COMMAND} index build`.")
        return self.index(name, fingerprint)

    def newest_fingerprint(self, name: str) -> str | None:
        """The build that the pointer names now; the log says when it is another than before."""
        fingerprint = IndexFolder(home.index_folder(name)).current()
        if fingerprint is None:
            return None
        with self._indexes_lock:
            before = self._newest.get(name)
            self._newest[name] = fingerprint
        if before not in {None, fingerprint}:
            # A warning, so that it is seen at the level at which servers log.
            _LOG.warning(
                "index %s: build %s is in use now, it was %s; studies keep the build they were made on",
                *(name, fingerprint, before),
            )
        return fingerprint

    def _begin_life(self, database: Database) -> None:
        now_ms = self.clock.now_ms()
        outage = server_lives.begin(database, self.server_id, now_ms)
        if outage is None:
            return
        payload = ServerOutage(from_ms=outage.from_ms, to_ms=outage.to_ms)
        for attempt_id in event_log.open_streams(database):
            new = NewEvent(event_id=f"outage:{self.server_id}:{attempt_id}", payload=payload)
            event_log.append(database, attempt_id, [new], now_ms)

    def _beat(self) -> None:
        while not self._stop_beating.wait(server_lives.BEAT_EVERY_MS / 1000):
            try:
                self.write(lambda database: server_lives.beat(database, self.server_id, self.clock.now_ms()))
            except AppError as error:
                _LOG.warning("heart beat not stored: %s", error.user_message)


_running: list[Services] = []


def start_services() -> Services:
    """Called once, by the app's lifespan."""
    services = Services(home.database_path(), home.image_cache_folder(), SystemClock()).start()
    _running.append(services)
    return services


def stop_services() -> None:
    """Called once, by the app's lifespan."""
    _running.pop().stop()


def current() -> Services:
    """The services of this process.

    Raises:
        AppError: the app was not started through app.py.
    """
    if not _running:
        raise AppError("The app is not ready. Start it with `make run`, or `uvicorn app:app`.")
    return _running[-1]
