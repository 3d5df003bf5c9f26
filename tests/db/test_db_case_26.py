"""Case 26: many writers, two processes, a third that holds the lock: every row, once, and no error.

Arithmetic: 10 writers x 200 events = 2,000 rows; two processes at once add 2 x 2,000; 6,000 in all.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path

from db import event_log
from db.backup import integrity_problems
from db.connection import connect, reading
from db.events import NewEvent, PageEntered
from db.writer import EventWriter
from tests.makers import NOON_MS
from tests.processes import OTHER_PROCESSES

N_WRITERS = 10
N_EVENTS = 200


def hammer(path: Path, run: str) -> list[str]:
    """Ten threads with 200 events each, every one waited for; returns the errors."""
    writer = EventWriter(path).start()
    errors: list[str] = []

    def work(person: str) -> None:
        for number in range(N_EVENTS):
            new = NewEvent(
                event_id=f"{run}:{person}:{number:04d}",
                payload=PageEntered(view_id=str(number), document="a.pdf", page=number + 1, reached="next"),
                client_seq=number,
            )
            try:
                writer.write(
                    lambda database, new=new: event_log.append(database, f"{run}:{person}", [new], NOON_MS)
                )
            except Exception as error:
                errors.append(repr(error))

    threads = [threading.Thread(target=work, args=(f"P{number:02d}",)) for number in range(N_WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.stop()
    return errors


def hammer_elsewhere(path: Path, run: str, outcomes: object) -> None:
    outcomes.put(hammer(path, run))


def hold_the_lock(path: Path, is_held: object) -> None:
    database = connect(path)
    database.execute("BEGIN IMMEDIATE")
    is_held.set()
    time.sleep(3)  # the case asks for three seconds
    database.execute("COMMIT")
    database.close()


def rows_by_run(path: Path) -> Counter[str]:
    """Run -> rows; each (person, number) of a run must be there exactly once."""
    with reading(path) as database:
        rows = database.execute("SELECT stream_id, client_seq, seq FROM events").fetchall()
    assert len({(stream, number) for stream, number, _ in rows}) == len(rows)
    assert {number + 1 - seq for _, number, seq in rows} == {0}  # each person's order was kept
    return Counter(stream.split(":")[0] for stream, _, _ in rows)


def watch(path: Path, is_over: threading.Event) -> list[tuple[int, int]]:
    """(rows, sum of the newest numbers) in one statement each time: equal in any consistent state."""
    seen = []
    while not is_over.wait(0.02):
        with reading(path) as database:
            seen.append(
                database.execute(
                    "SELECT (SELECT count(*) FROM events), "
                    "(SELECT coalesce(sum(top), 0) FROM "
                    "(SELECT max(seq) AS top FROM events GROUP BY stream_id))"
                ).fetchone()
            )
    return seen


def test_ten_writers_leave_exactly_2000_rows(database_file: Path) -> None:
    assert hammer(database_file, "one") == []

    assert rows_by_run(database_file) == {"one": 2_000}


def test_two_processes_and_a_held_lock_leave_every_row_while_readers_read(database_file: Path) -> None:
    outcomes, is_held, is_over = OTHER_PROCESSES.Queue(), OTHER_PROCESSES.Event(), threading.Event()
    holder = OTHER_PROCESSES.Process(target=hold_the_lock, args=(database_file, is_held))
    hammers = [
        OTHER_PROCESSES.Process(target=hammer_elsewhere, args=(database_file, run, outcomes))
        for run in ("two", "three")
    ]
    seen: list[tuple[int, int]] = []
    reader = threading.Thread(target=lambda: seen.extend(watch(database_file, is_over)))

    reader.start()
    for process in hammers:
        process.start()
    holder.start()
    is_held.wait()
    errors = [outcomes.get() for _ in hammers]
    is_over.set()
    for ended in (*hammers, holder, reader):
        ended.join()

    assert errors == [[], []]
    assert rows_by_run(database_file) == {"two": 2_000, "three": 2_000}
    assert [(n_rows, top) for n_rows, top in seen if n_rows != top] == []
    assert [n_rows for n_rows, _ in seen] == sorted(n_rows for n_rows, _ in seen)
    with reading(database_file) as database:
        assert integrity_problems(database) == []
