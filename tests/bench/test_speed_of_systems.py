"""What the page Systems computes for 20 systems on 500 items with full trajectories, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.analysis.facet_accuracy import facet_accuracy
from baseline.analysis.intervals import _drawn_before
from baseline.analysis.panel_filters import Filters, filtered
from baseline.analysis.panel_report import report_panel
from baseline.figures.systems import refresh_runs, systems_on_set
from db.connection import open_database
from pages import collector
from pages.research import systems_effort, systems_finding, systems_limits, systems_table
from tests.bench.table import Row, report
from tests.many_systems import SET, put_many

pytestmark = pytest.mark.timeout(600)
N_TIMES = 5


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    made = open_database(Path(tmp_path_factory.mktemp("systems")) / "systems.db")
    put_many(made)
    made.conn.commit()
    return made


def test_opening_and_filtering(database: Database) -> None:
    collector.settle()  # as in the server
    first = _cpu_ms(lambda: refresh_runs(database, SET))
    database.conn.commit()
    reading = [_cpu_ms(lambda: systems_on_set(database, SET, [], "rows").panel()) for _ in range(N_TIMES)]
    panel = systems_on_set(database, SET, [], "rows").panel()
    parts = {
        "leaderboard": systems_table.FAMILIES,
        "effort": systems_effort.FAMILIES,
        "limits and time": systems_limits.FAMILIES,
        "finding": systems_finding.FAMILIES,
    }
    rows = [
        Row("keep the rows of 20 runs", "once, after an import", [first]),
        Row("read the panel", "kept rows, after a start", reading),
    ]
    _drawn_before.cache_clear()
    rows.append(
        Row("leaderboard", "first of all", [_cpu_ms(lambda: report_panel(panel, parts["leaderboard"]))])
    )
    for name, families in parts.items():
        taken = [_cpu_ms(lambda asked=families: report_panel(panel, asked)) for _ in range(N_TIMES)]
        rows.append(Row(name, "all items", taken))
    few = Filters(hop_type=frozenset({"single"}))
    taken = [
        _cpu_ms(lambda: report_panel(filtered(panel, few), parts["leaderboard"])) for _ in range(N_TIMES)
    ]
    rows.append(Row("leaderboard", "under a filter", taken))
    rows.append(Row("kinds of items", "six categories", [_cpu_ms(lambda: facet_accuracy(panel, "category"))]))
    report("systems", rows, "first paint under 2 s, a filter under 1 s (CPU time; 20 systems, 500 items)")


def _cpu_ms(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return 1000 * (time.process_time() - begun)
