"""Many people, threads and processes on one database: every place is filled exactly, and logged once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.participants.participation import stream_of
from db import assignments, event_log
from db.connection import open_database, reading, writing
from db.items import item_ids_of_set
from db.models import Account, Assignment
from db.study_design import Study
from db.writer import EventWriter
from tests.makers import NOON_MS
from tests.processes import OTHER_PROCESSES
from tests.shared_places import (
    LAPSED_MS,
    answer,
    expected_overlap,
    make_shared_study,
    overlap,
    somebody,
)

N_PROCESSES = 4


def prepared(path: Path, n_people: int, **design: object) -> tuple[Study, list[Account]]:
    database = open_database(path)
    with writing(database):
        study = make_shared_study(database, **design)
        people = [somebody(database, study) for _ in range(n_people)]
    database.close()
    return study, people


def work(write: Callable, study: Study, person: Account, *, leaves: bool) -> None:
    """Batch after batch, each step a transaction of its own; who leaves does so with one item answered."""
    while batch := write(lambda database: leasing.take_batch(database, study, person, NOON_MS)):
        if leaves:
            write(lambda database, first=batch[0]: answer(database, first))
            write(
                lambda database: leasing.drop_out(database, study, person.account_id, "dropped_out", NOON_MS)
            )
            return
        for one in batch:
            write(lambda database, one=one: answer(database, one))


def work_elsewhere(path: Path, study: Study, people: list[Account], barrier: object) -> None:
    """One process: a writer of its own, a thread for each person. The first of them leaves early."""
    writer = EventWriter(path).start()
    threads = [
        threading.Thread(target=work, args=(writer.write, study, one), kwargs={"leaves": one is people[0]})
        for one in people
    ]
    barrier.wait()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.stop()


def test_processes_and_threads_fill_every_place_exactly(database_file: Path) -> None:
    study, people = prepared(
        database_file, 3 * N_PROCESSES + 4, n_items=9, n_conditions=2, people_per_item=3, batch_size=2
    )
    barrier = OTHER_PROCESSES.Barrier(N_PROCESSES)
    groups = [people[number::N_PROCESSES] for number in range(N_PROCESSES)]
    processes = [
        OTHER_PROCESSES.Process(target=work_elsewhere, args=(database_file, study, group, barrier))
        for group in groups
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert [process.exitcode for process in processes] == [0] * N_PROCESSES
    # Whoever leaves last may give back a place when everybody else is done: it is there for who asks next.
    writer = EventWriter(database_file).start()
    for person in (one for group in groups for one in group[1:]):
        work(writer.write, study, person, leaves=False)
    writer.stop()
    with reading(database_file) as database:
        assert overlap(database, study) == expected_overlap(study, item_ids_of_set(database, "set"))
        given = assignments.assignments_of_study(database, study.study_id)
        assert set(Counter((one.account_id, one.item_id) for one in given).values()) == {1}
        for person in people:
            assert_log_agrees(database, person, given)


def assert_log_agrees(database: Database, person: Account, given: list[Assignment]) -> None:
    """What was leased less what was released is what the person holds, position by position."""
    events = event_log.replay(database, stream_of(person.account_id))
    leased = [one for event in events if event.kind == "lease_taken" for one in event.payload.attempt_ids]
    released = {
        one for event in events if event.kind == "lease_released" for one in event.payload.attempt_ids
    }
    mine = [one for one in given if one.account_id == person.account_id]
    assert [one.attempt_id for one in mine] == leased
    assert {one.attempt_id for one in mine if one.is_released} == released
    assert [one.position for one in mine] == list(range(1, len(mine) + 1))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


def test_two_presses_of_one_person_are_one_batch(database_file: Path) -> None:
    study, (anna,) = prepared(database_file, 1, n_items=8)
    batches = at_once(
        database_file,
        [lambda database: leasing.take_batch(database, study, anna, NOON_MS)] * 6,
    )
    assert len(set(batches)) == 1
    with reading(database_file) as database:
        assert len(overlap(database, study)) == 2


@pytest.mark.parametrize("attempt", range(6))
def test_who_comes_back_and_who_comes_instead_never_share_a_place(database_file: Path, attempt: int) -> None:
    study, (anna, bert, cleo) = prepared(database_file, 3, n_items=3, batch_size=3)
    with writing(open_database(database_file)) as database:
        leasing.take_batch(database, study, anna, NOON_MS)
    database.close()

    jobs = [
        lambda database: leasing.take_batch(database, study, anna, LAPSED_MS),
        lambda database: leasing.take_batch(database, study, bert, LAPSED_MS),
        lambda database: leasing.release_lapsed(database, study, LAPSED_MS),
        lambda database: leasing.take_batch(database, study, cleo, LAPSED_MS),
    ]
    at_once(database_file, jobs[attempt % 4 :] + jobs[: attempt % 4])

    with reading(database_file) as database:
        held = [one for one in assignments.assignments_of_study(database, "shared") if not one.is_released]
    assert len(held) == len({one.item_id for one in held}) == 3
    assert len({one.account_id for one in held}) == 1


def at_once(path: Path, jobs: list[Callable]) -> list:
    """Each job by a writer of its own, as in processes of their own, all let go together."""
    writers = [EventWriter(path).start() for _ in jobs]
    barrier = threading.Barrier(len(jobs))
    results: list = [None] * len(jobs)

    def run(number: int) -> None:
        barrier.wait()
        results[number] = writers[number].write(jobs[number])

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.stop()
    return results
