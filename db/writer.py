"""One writer per process: jobs from all threads, committed in groups.

A job is a function of the database. It runs inside a savepoint, so one that fails takes nothing else
with it; its future resolves only after the commit, so an answer to the browser means "on disk".
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from db.connection import DatabaseBusy, connect, writing
from db.errors import AppError

Result = TypeVar("Result")
MOST_JOBS_A_COMMIT = 500


@dataclass(frozen=True, slots=True)
class _Job:
    run: Callable[[Database], Any]
    done: Future[Any]


class EventWriter:
    """The only thread of this process that writes. Several processes may each have one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._thread = threading.Thread(target=self._serve, name="event-writer", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> EventWriter:
        """Begin to serve; returns itself."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Commit what is waiting and end. Later jobs are refused."""
        self._stopping.set()
        self._jobs.put(None)
        self._thread.join()

    def submit(self, job: Callable[[Database], Result]) -> Future[Result]:
        """Queue a job; the future holds its result after the commit, or the error that undid it."""
        if self._stopping.is_set():
            raise AppError("The server is shutting down. Your work is kept; please reload in a moment.")
        done: Future[Result] = Future()
        self._jobs.put(_Job(job, done))
        return done

    def write(self, job: Callable[[Database], Result]) -> Result:
        """Run a job and wait for its commit."""
        return self.submit(job).result()

    def _serve(self) -> None:
        database = connect(self._path)
        try:
            while (first := self._jobs.get()) is not None:
                batch, ended = self._collect(first)
                _commit(database, batch)
                if ended:
                    return
        finally:
            database.close()

    def _collect(self, first: _Job) -> tuple[list[_Job], bool]:
        batch = [first]
        while len(batch) < MOST_JOBS_A_COMMIT:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, True
            batch.append(job)
        return batch, False


def _commit(database: Database, batch: list[_Job]) -> None:
    outcomes: list[tuple[_Job, Any, BaseException | None]] = []
    try:
        with writing(database):
            outcomes = [(job, *_attempt(database, job)) for job in batch]
    except (DatabaseBusy, sqlite3.Error) as error:
        outcomes = [(job, None, error) for job in batch]
    for job, result, failure in outcomes:
        if failure is None:
            job.done.set_result(result)
        else:
            job.done.set_exception(failure)


def _attempt(database: Database, job: _Job) -> tuple[Any, BaseException | None]:
    database.execute("SAVEPOINT job")
    try:
        result = job.run(database)
    except Exception as error:  # handed to the caller through its future, whatever it is
        database.execute("ROLLBACK TO job")
        database.execute("RELEASE job")
        return None, error
    database.execute("RELEASE job")
    return result, None
