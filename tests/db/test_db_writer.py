"""The writer: one thread, groups, and an answer for every caller whatever happens."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest
from sqlite_utils import Database

from db import event_log
from db.connection import DatabaseBusy, DatabaseUnusable, connect, open_database
from db.errors import AppError, Conflict
from db.events import TabHidden, TabShown
from db.writer import EventWriter
from tests.makers import NOON_MS, make_new

Job = Callable[[Database], object]
ANSWER_S = 30  # far longer than any answer takes: only a hang reaches it


@pytest.fixture
def writer(database_file: Path) -> Iterator[EventWriter]:
    started = EventWriter(database_file).start()
    yield started
    started.stop()


def append_to(stream_id: str, event_id: str = "") -> Job:
    return lambda database: event_log.append(database, stream_id, [make_new(TabHidden(), event_id)], NOON_MS)


def submit_together(writer: EventWriter, jobs: list[Job]) -> list[Future[object]]:
    """Hold the writer until all jobs wait, so that they are one group."""
    all_wait = threading.Event()
    holding = writer.submit(lambda _: all_wait.wait(ANSWER_S))
    futures = [writer.submit(job) for job in jobs]
    all_wait.set()
    holding.result(ANSWER_S)
    return futures


def n_events(path: Path) -> int:
    database = connect(path)
    counted = database["events"].count
    database.close()
    return counted


def fails(_: Database) -> None:
    raise Conflict("planted")


def breaks_at_commit(database: Database) -> None:
    database.execute("PRAGMA defer_foreign_keys = ON")
    database.execute("INSERT INTO invitations VALUES ('t', 'nobody', 1)")


def fills_the_disk(database: Database) -> None:
    n_pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {n_pages + 2}")
    database.execute("INSERT INTO item_sets VALUES (?, 1, NULL)", ["x" * 100_000])


def writes_to_a_read_only_database(database: Database) -> None:
    database.execute("PRAGMA query_only = ON")
    try:
        database.execute("INSERT INTO item_sets VALUES ('x', 1, NULL)")
    finally:
        database.execute("PRAGMA query_only = OFF")


def undoes_the_transaction(database: Database) -> None:
    database.execute("ROLLBACK")
    raise Conflict("planted")


def exits(_: Database) -> None:
    raise SystemExit(3)


def test_write_returns_what_the_job_returns(writer: EventWriter) -> None:
    assert writer.write(lambda _: 42) == 42


def test_a_future_resolves_only_after_the_commit(writer: EventWriter, database_file: Path) -> None:
    seen: list[int] = []
    future = submit_together(writer, [append_to("a-1")])[0]
    future.add_done_callback(lambda _: seen.append(n_events(database_file)))  # runs as it resolves

    future.result(ANSWER_S)
    writer.write(lambda _: None)

    assert seen == [1]


@pytest.mark.parametrize(
    ("bad_job", "error"),
    [
        (fails, Conflict),
        (breaks_at_commit, sqlite3.IntegrityError),
        (fills_the_disk, DatabaseUnusable),
        (writes_to_a_read_only_database, DatabaseUnusable),
        (undoes_the_transaction, Conflict),
        (exits, SystemExit),
        (lambda database: database.execute("COMMIT"), sqlite3.OperationalError),
        (lambda database: database.execute("SELECT no_such_column"), sqlite3.OperationalError),
    ],
    ids=["conflict", "at commit", "disk full", "read-only", "undone", "exit", "commits", "mistake"],
)
def test_a_job_that_fails_takes_nothing_else_with_it(
    writer: EventWriter, database_file: Path, bad_job: Job, error: type[BaseException]
) -> None:
    before, bad, after = submit_together(
        writer, [append_to("a-1", "event-before"), bad_job, append_to("a-1", "event-after")]
    )

    with pytest.raises(error):
        bad.result(ANSWER_S)

    assert [event.seq for event in before.result(ANSWER_S)] == [1]
    assert [event.seq for event in after.result(ANSWER_S)] == [2]
    writer.submit(append_to("a-1")).result(ANSWER_S)
    assert n_events(database_file) == 3


def test_a_job_that_fails_leaves_nothing_of_its_own(writer: EventWriter, database_file: Path) -> None:
    def half_done(database: Database) -> None:
        append_to("a-1")(database)
        raise Conflict("planted")

    with pytest.raises(Conflict, match="planted"):
        writer.write(half_done)

    assert n_events(database_file) == 0


@pytest.mark.parametrize("bad_job", [fills_the_disk, writes_to_a_read_only_database])
def test_a_database_that_cannot_be_written_is_told_in_a_sentence(writer: EventWriter, bad_job: Job) -> None:
    with pytest.raises(DatabaseUnusable, match="Nothing was changed") as caught:
        writer.write(bad_job)

    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


def test_jobs_are_answered_when_the_database_cannot_be_opened(tmp_path: Path) -> None:
    writer = EventWriter(tmp_path / "no" / "such" / "folder.db").start()

    with pytest.raises(DatabaseUnusable, match="cannot be used"):
        writer.submit(append_to("a-1")).result(ANSWER_S)

    (tmp_path / "no" / "such").mkdir(parents=True)
    open_database(tmp_path / "no" / "such" / "folder.db").close()
    assert len(writer.submit(append_to("a-1")).result(ANSWER_S)) == 1
    writer.stop()


def test_jobs_are_answered_when_another_process_never_lets_go(
    writer: EventWriter, database_file: Path
) -> None:
    writer.write(lambda _: None)  # the first commit empties the log, and sets the time again
    writer.write(lambda database: database.execute("PRAGMA busy_timeout = 50"))
    other = connect(database_file)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(DatabaseBusy, match="try again"):
        writer.submit(append_to("a-1")).result(ANSWER_S)

    other.execute("ROLLBACK")
    other.close()
    writer.submit(append_to("a-1")).result(ANSWER_S)
    assert n_events(database_file) == 1


def test_a_cancelled_job_does_not_end_the_writer(writer: EventWriter, database_file: Path) -> None:
    release = threading.Event()
    holding = writer.submit(lambda _: release.wait(ANSWER_S))
    cancelled = writer.submit(append_to("a-1"))

    assert cancelled.cancel()
    release.set()
    holding.result(ANSWER_S)

    with pytest.raises(CancelledError):
        cancelled.result(ANSWER_S)
    writer.submit(append_to("a-1")).result(ANSWER_S)
    assert n_events(database_file) == 1


def test_a_job_that_waits_for_another_job_is_told_instead_of_hanging(writer: EventWriter) -> None:
    with pytest.raises(RuntimeError, match="cannot wait"):
        writer.submit(lambda _: writer.write(lambda _: 1)).result(ANSWER_S)


def test_stop_commits_what_waits(database_file: Path) -> None:
    writer = EventWriter(database_file).start()
    release = threading.Event()
    writer.submit(lambda _: release.wait(ANSWER_S))
    futures = [writer.submit(append_to("a-1")) for _ in range(1200)]  # more than two groups

    release.set()
    writer.stop()

    assert all(future.done() and future.exception() is None for future in futures)
    assert n_events(database_file) == 1200


def test_a_job_after_stop_is_refused_in_a_sentence(database_file: Path) -> None:
    writer = EventWriter(database_file).start()
    writer.stop()

    with pytest.raises(AppError, match="shutting down"):
        writer.submit(append_to("a-1"))


def test_stop_twice_is_harmless(database_file: Path) -> None:
    writer = EventWriter(database_file).start()
    writer.stop()
    writer.stop()


def test_submitting_while_stopping_never_hangs(database_file: Path) -> None:
    accepted: list[Future[object]] = []
    refused: list[AppError] = []
    stopped = threading.Event()

    def keep_submitting(writer: EventWriter) -> None:
        while not stopped.is_set():
            try:
                accepted.append(writer.submit(lambda _: None))
            except AppError as error:
                refused.append(error)
                return

    for _ in range(5):
        stopped.clear()
        writer = EventWriter(database_file).start()
        people = [threading.Thread(target=keep_submitting, args=(writer,)) for _ in range(4)]
        for person in people:
            person.start()
        writer.stop()
        for person in people:
            person.join(ANSWER_S)

    assert len(refused) == 20
    assert [future for future in accepted if not future.done()] == []


def test_jobs_of_a_group_see_what_the_earlier_ones_wrote(writer: EventWriter) -> None:
    first, second = submit_together(writer, [append_to("a-1", "same-event"), append_to("a-1", "same-event")])

    assert first.result(ANSWER_S) == second.result(ANSWER_S)


def test_a_resend_as_another_kind_is_told_to_its_caller_only(writer: EventWriter) -> None:
    def other_kind(database: Database) -> object:
        return event_log.append(database, "a-1", [make_new(TabShown(), "same-event")], NOON_MS)

    first, second = submit_together(writer, [append_to("a-1", "same-event"), other_kind])

    assert len(first.result(ANSWER_S)) == 1
    with pytest.raises(Conflict):
        second.result(ANSWER_S)
