"""One writer per process: jobs from all threads, committed in groups.

A job is a function of the database. It runs inside a savepoint, so one that fails takes nothing else
with it; its future resolves only after the commit, so an answer to the browser means "on disk". If a
group cannot be committed, each of its jobs is tried again alone: a job must have no effect but on the
database.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from db.connection import DatabaseBusy, connect, empty_log_after_commit, for_people, writing
from db.errors import AppError

Result = TypeVar("Result")
MOST_JOBS_A_COMMIT = 500
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    run: Callable[[Database], Any]
    done: Future[Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    job: _Job
    result: Any
    failure: BaseException | None


class EventWriter:
    """The only thread of this process that writes. Several processes may each have one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._thread = threading.Thread(target=self._serve, name="event-writer", daemon=True)
        self._stopping = False
        # A job is either queued before the end mark or refused: no caller waits for a thread that ended.
        self._gate = threading.Lock()

    def start(self) -> EventWriter:
        """Begin to serve; returns itself."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Commit what is waiting and end. Later jobs are refused."""
        with self._gate:
            self._stopping = True
            self._jobs.put(None)
        self._thread.join()

    def submit(self, job: Callable[[Database], Result]) -> Future[Result]:
        """Queue a job; the future holds its result after the commit, or the error that undid it.

        Raises:
            AppError: the writer is shutting down.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("a job of the writer cannot wait for another one")
        done: Future[Result] = Future()
        with self._gate:
            if self._stopping:
                raise AppError("The server is shutting down. Your work is kept; please reload in a moment.")
            self._jobs.put(_Job(job, done))
        return done

    def write(self, job: Callable[[Database], Result]) -> Result:
        """Run a job and wait for its commit.

        Raises:
            DatabaseBusy: another process wrote for longer than the busy timeout; nothing was changed.
            DatabaseUnusable: the file cannot be written (disk full, read-only); nothing was changed.
        """
        return self.submit(job).result()

    def _serve(self) -> None:
        database: Database | None = None
        ended = False
        while not ended:
            batch, ended = self._collect()
            if not batch:
                continue
            try:
                database = database or _connected(self._path)
                _commit(database, batch)
            except BaseException as error:  # whatever it is, nobody may be left waiting for an answer
                _give_up(batch, error)
                # A connection that failed is not trusted again: the next group opens a new one.
                _close(database)
                database = None
        _close(database)

    def _collect(self) -> tuple[list[_Job], bool]:
        """Every job that waits, at least one, and whether the end mark came behind them."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            if job.done.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) >= MOST_JOBS_A_COMMIT:
                return batch, False
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True


def _connected(path: Path) -> Database:
    """The writer's connection. What was erased before it was opened, it may find in the log."""
    database = connect(path)
    empty_log_after_commit(database)
    return database


class _GroupUndone(Exception):
    """SQLite undid the whole transaction because of one job; the cause is that job's error."""


def _commit(database: Database, batch: list[_Job]) -> None:
    """Run the jobs and answer them; raises what keeps all of them from being committed."""
    try:
        with writing(database):
            outcomes = [_outcome(database, job) for job in batch]
    except (sqlite3.Error, _GroupUndone) as error:
        if len(batch) == 1:
            raise
        _LOG.warning("a group of %d jobs is tried again one by one: %s", len(batch), error)
        _commit_one_by_one(database, batch)
        return
    for outcome in outcomes:
        if outcome.failure is None:
            outcome.job.done.set_result(outcome.result)
        else:
            outcome.job.done.set_exception(outcome.failure)


def _commit_one_by_one(database: Database, batch: list[_Job]) -> None:
    for job in batch:
        try:
            _commit(database, [job])
        except DatabaseBusy:
            raise  # the others would only wait as long
        except (AppError, sqlite3.Error, _GroupUndone) as error:
            _give_up([job], error)


def _outcome(database: Database, job: _Job) -> _Outcome:
    database.execute("SAVEPOINT job")
    try:
        result = job.run(database)
    except BaseException as error:  # handed to the caller through its future, whatever it is
        if not database.conn.in_transaction:
            raise _GroupUndone(str(error)) from error
        database.execute("ROLLBACK TO job")
        database.execute("RELEASE job")
        return _Outcome(job, None, _told(error))
    database.execute("RELEASE job")
    return _Outcome(job, result, None)


def _give_up(batch: list[_Job], error: BaseException) -> None:
    for job in batch:
        if not job.done.done():
            job.done.set_exception(_told(error))


def _told(error: BaseException) -> BaseException:
    if isinstance(error, _GroupUndone) and error.__cause__ is not None:
        error = error.__cause__
    told = for_people(error)
    if told is None:
        return error
    told.__cause__ = error
    return told


def _close(database: Database | None) -> None:
    if database is not None:
        try:
            database.close()
        except sqlite3.Error:
            _LOG.warning("the writer's connection could not be closed", exc_info=True)
