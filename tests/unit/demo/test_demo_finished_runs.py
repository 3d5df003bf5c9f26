"""The demo's imported runs: three invented systems, one a format, imported once and never again."""

from __future__ import annotations

import pytest

from baseline.runs.importing import records_of_run
from db import items, runs
from db.connection import memory_database, writing
from db.models import By
from demo.finished_runs import import_finished_runs
from demo.items import ITEMS
from tests.unit.demo.small_index import SmallIndex

BY = By("demo-researcher", 1_800_000_000_000)


@pytest.fixture(scope="module")
def index(page_texts) -> SmallIndex:
    return SmallIndex(page_texts)


@pytest.fixture
def database():
    made = memory_database()
    with writing(made):
        items.put_item_set(made, "demo", ITEMS, BY.at_ms)
    yield made
    made.close()


def test_three_systems_are_imported_from_three_formats(database, index) -> None:
    assert import_finished_runs(database, index, "demo", BY) == 3
    systems = runs.all_systems(database)
    stored = {systems[run.system_id].name: run for run in runs.runs_of_set(database, "demo")}

    assert {name: (run.format, run.n_rows, run.n_unknown) for name, run in stored.items()} == {
        "Osprey (simulated)": ("madqa", 20, 0),
        "Wren (simulated)": ("inspect", 20, 0),
        "Plover (simulated)": ("leaderboard", 19, 1),
    }
    for name, has_effort in (("Osprey (simulated)", True), ("Plover (simulated)", False)):
        run = stored[name]
        records = records_of_run(database, run, systems[run.system_id])
        assert {record.n_searches is not None for record in records} == {has_effort}
        # Nobody has judged them: they wait for whoever does.
        assert {record.verdict for record in records} == {None}


def test_what_was_imported_or_withdrawn_is_not_imported_again(database, index) -> None:
    import_finished_runs(database, index, "demo", BY)
    first = runs.runs_of_set(database, "demo")[0]
    with writing(database):
        runs.remove_run(database, first.run_id, "To see what happens.", BY)

    assert import_finished_runs(database, index, "demo", BY) == 0
    assert len(runs.runs_of_set(database, "demo")) == 2
