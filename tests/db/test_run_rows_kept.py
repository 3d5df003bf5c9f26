"""Rows of runs that are kept: equal to those computed, made anew when what they are made of changes."""

from __future__ import annotations

from dataclasses import replace

from sqlite_utils import Database

from baseline.analysis.panel import Panel
from baseline.analysis.panel_report import report_panel
from baseline.figures.systems import rebuild_run_rows, refresh_runs, systems_on_set
from db.derived_rows import clear_rows
from db.models import Verdict
from db.verdicts import add_verdict
from tests.makers import NOON_MS
from tests.many_systems import SET, Size, put_many

SMALL = Size(n_systems=3, n_items=12)
FAMILIES = ("accuracy", "page_f1", "kuiper_tie_safe", "evidence_found_page", "recovery_rate", "cascade")


def panel(database: Database, runs_as: str = "rows") -> Panel:
    return systems_on_set(database, SET, [], runs_as).panel()


def n_computed(database: Database) -> int:
    return sum(one.n_computed for one in systems_on_set(database, SET, [], "rows").systems)


def test_a_panel_of_kept_rows_equals_one_of_records(database: Database) -> None:
    put_many(database, SMALL)
    assert n_computed(database) == 36
    assert refresh_runs(database, SET) == 36
    assert n_computed(database) == 0

    kept, computed = panel(database), panel(database, "records")
    for one, other in zip(kept.systems, computed.systems, strict=True):
        for row, plain in zip(one.run.rows, other.run.rows, strict=True):
            assert replace(row, attempt=plain.attempt) == plain
    figures = [one.figures for one in report_panel(kept, FAMILIES)]
    assert figures == [one.figures for one in report_panel(computed, FAMILIES)]
    clear_rows(database)
    assert [one.figures for one in report_panel(panel(database), FAMILIES)] == figures


def test_a_new_judgement_makes_one_row_anew(database: Database) -> None:
    put_many(database, SMALL)
    refresh_runs(database, SET)
    before = panel(database)
    row = before.systems[0].run.rows[0]
    score = 0.0 if row.is_correct else 1.0
    verdict = Verdict(attempt_id=row.attempt.attempt_id, score=score, judge="rex", rubric="1", at_ms=NOON_MS)
    add_verdict(database, verdict)

    assert n_computed(database) == 1
    assert panel(database).scores[0, 0] == score
    assert refresh_runs(database, SET) == 1
    assert rebuild_run_rows(database) == 36
    assert panel(database).scores[0, 0] == score
