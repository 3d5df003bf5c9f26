"""Replays and lists of attempts: one of 500 steps, and 10,000 imported ones; CPU time of one process."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlite_utils import Database

from baseline.figures.systems import refresh_runs, system_of_run, systems_on_set
from baseline.trajectories.finding import find_in_trajectories
from baseline.trajectories.noted import notes_on_set
from baseline.trajectories.replayed import others_on_item, replayed
from db import event_log, runs
from db.assignments import assignments_of_study
from db.connection import writing
from db.events import PageEntered, Payload
from pages.research.trajectory_list import rows_of
from tests.bench.table import Row, report
from tests.makers import NOON_MS, make_new, make_participant, make_query, make_shown, make_study
from tests.many_systems import SET, put_many

N_STEPS = 500


def cpu_ms(job: Callable[[], object], times: int = 5) -> list[float]:
    measured = []
    for _ in range(times):
        began = time.process_time()
        job()
        measured.append(1000 * (time.process_time() - began))
    return measured


def steps_of_one(n: int) -> list[Payload]:
    """Searches of 20 hits, each with four pages opened after it."""
    hits = [(f"report-{number:04d}.pdf", number) for number in range(1, 21)]
    found: list[Payload] = []
    for number in range(n):
        found.append(
            make_query(f"line {number}", hits)
            if number % 5 == 0
            else PageEntered(view_id=f"v{number}", document="a.pdf", page=1 + number % 40, reached="hit")
        )
    return found


def test_speed_of_trajectories(database: Database) -> None:
    with writing(database):
        study = make_study(database)
        make_participant(database, study, "Somebody")
        place = assignments_of_study(database, study.study_id)[0]
        told = [make_shown(place.item_id), *steps_of_one(N_STEPS - 1)]
        event_log.append(database, place.attempt_id, [make_new(one) for one in told], NOON_MS)
        put_many(database)
        refresh_runs(database, SET)
    one = replayed(database, place.attempt_id, [study])
    assert len(one.steps) == N_STEPS
    assert find_in_trajectories(database, SET, [], "report-00").n_more > 0
    first = runs.runs_of_set(database, SET)[0]
    agent = runs.attempts_of_run(database, first.run_id)[0].attempt_id
    found = systems_on_set(database, SET, [], "rows").systems
    n_rows = sum(len(system.rows) for system in found)
    label = f"{n_rows} attempts of runs"
    rows = [
        Row("500 steps of a person", "replay", cpu_ms(lambda: replayed(database, place.attempt_id, [study]))),
        Row(
            label,
            "replay of one, all on its item",
            cpu_ms(lambda: others_on_item(database, replayed(database, agent, []), [])),
        ),
        Row(
            "500 of them, one run",
            "list",
            cpu_ms(lambda: rows_of([system_of_run(database, first)])),
        ),
        Row(
            label,
            "list of all, first time",
            cpu_ms(lambda: rows_of(systems_on_set(database, SET, [], "rows").systems)),
        ),
        Row(label, "list of all, again", cpu_ms(lambda: rows_of(found))),
        Row(
            label,
            "search, a rare text",
            cpu_ms(lambda: find_in_trajectories(database, SET, [], "no such text")),
        ),
        Row(
            label,
            "search, a frequent text",
            cpu_ms(lambda: find_in_trajectories(database, SET, [], "report-00")),
        ),
        Row(label, "notes of the set", cpu_ms(lambda: notes_on_set(database, SET, []))),
    ]
    report("trajectories", rows, "a replay of 500 steps and a list of 10,000 attempts under 1 s")
