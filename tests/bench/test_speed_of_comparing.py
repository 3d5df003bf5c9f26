"""Agreement and differences of 20 systems on 500 items with full trajectories; CPU time of one process."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from sqlite_utils import Database

from baseline.analysis.comparison import compare
from baseline.analysis.complementarity import routing_curve, union_accuracy
from baseline.analysis.intervals import Floats, percentile_interval
from baseline.analysis.overlap import overlap_of
from baseline.analysis.pair_counts import agreement_matrix, kappas
from baseline.analysis.panel import Panel
from baseline.figures.systems import systems_on_set
from db.connection import writing
from tests.bench.table import Row, report
from tests.many_systems import SET, put_many

DRAWS = 10_000


@pytest.fixture
def panel(database: Database) -> Panel:
    with writing(database):
        put_many(database)
    return systems_on_set(database, SET, []).panel()


def cpu_ms(job: Callable[[], object], times: int) -> list[float]:
    measured = []
    for _ in range(times):
        began = time.process_time()
        job()
        measured.append(1000 * (time.process_time() - began))
    return measured


def drawn_item_by_item(panel: Panel) -> None:
    """Kappa of the first system with each other one, its interval from items that are drawn one by one."""
    rng = np.random.default_rng(0)
    right = panel.correct > 0.5
    for other in right[1:]:
        picks = rng.integers(0, len(other), size=(DRAWS, len(other)))
        one, two = right[0][picks], other[picks]
        cells: Floats = np.column_stack(
            [(one & two).sum(1), (one & ~two).sum(1), (~one & two).sum(1), (~one & ~two).sum(1)]
        ).astype(np.float64)
        percentile_interval(kappas(cells))


def test_speed_of_comparing(panel: Panel) -> None:
    names = [one.name for one in panel.systems]
    _ = panel.correct, panel.attempted, panel.scores
    fresh = [Panel(panel.gold, panel.systems) for _ in range(3)]
    rows = [
        Row("190 pairs, kappa and AC1", "drawing cells", cpu_ms(lambda: agreement_matrix(fresh.pop()), 3)),
        Row(
            "190 pairs, kappa",
            "drawing items, 19 pairs x 10",
            [10 * ms for ms in cpu_ms(lambda: drawn_item_by_item(panel), 1)],
        ),
        Row("two systems", "every difference", cpu_ms(lambda: compare(panel, names[0], names[1]), 3)),
        Row(
            "two systems",
            "union and routing",
            cpu_ms(
                lambda: (
                    union_accuracy(panel.only_systems(names[:2])),
                    routing_curve(panel, names[1], names[0]),
                ),
                3,
            ),
        ),
        Row(
            "20 systems",
            "several answers to one item",
            cpu_ms(lambda: [overlap_of(one) for one in panel.systems], 3),
        ),
    ]
    report("comparing", rows, "kappa matrix with intervals under 3 s, a choice of two under 1 s")
