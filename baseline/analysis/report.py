"""One system's report: every figure, its rows and what was noticed.

The research page and `python -m baseline score` both call `score_run`, so their figures are equal.

Several people on one item: their values are averaged on the item first, then over items, so every
item weighs the same; intervals resample items, so that the answers to one item move together. Kuiper
and the effort ratio take every attempt as a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from baseline.analysis.averages import average, difference
from baseline.analysis.effort import CurvePoint, PermutationTest
from baseline.analysis.effort_figures import report_effort
from baseline.analysis.figure_plan import (
    attribution_figures,
    cascade_figures,
    correctness_figures,
    multi_query,
    search_figures,
    single_query,
    time_figures,
)
from baseline.analysis.judged_figures import judged_figures, verdict_notes
from baseline.analysis.records import AttemptRecord, Figure, FigureTable, GoldItem, Mode
from baseline.analysis.run_rows import AttemptRow, RunRows, join_rows


@dataclass(frozen=True, slots=True)
class RunReport(FigureTable):
    """What one system did on one item set.

    `curve` is the tie-safe cumulative difference curve, `test` its permutation test and null band
    (empty and None where Kuiper is undefined). `rows` are in the order given, missing items last.
    """

    system: str
    mode: Mode
    n_items: int
    n_attempts: int
    n_participants: int
    figures: tuple[Figure, ...]
    rows: tuple[AttemptRow, ...]
    curve: tuple[CurvePoint, ...]
    test: PermutationTest | None
    notes: tuple[str, ...]


def score_run(
    gold: Sequence[GoldItem],
    attempts: Sequence[AttemptRecord],
    mode: Mode = "strict",
    keys: frozenset[str] | None = None,
) -> RunReport:
    """Every figure of one system on one item set, or only those of `keys`.

    `gold` is the whole item set: in `strict` mode it is the denominator, in `harness` mode the rows
    that match it are. The order of `attempts` matters to the official Kuiper value only. Raises
    ValueError when attempts are of several systems, or two gold items have one id.
    """
    systems = {attempt.system for attempt in attempts}
    if len(systems) > 1:
        raise ValueError(f"one report is about one system, not about {sorted(systems)}")
    run = join_rows(gold, attempts, mode)
    effort = report_effort(run, keys)
    wanted = [
        *correctness_figures(run),
        *attribution_figures(),
        *search_figures(run),
        *cascade_figures(),
        *time_figures(run),
    ]
    figures = average(run, [one for one in wanted if keys is None or one.key in keys])
    present = [row for row in run.rows if row.attempt.status != "missing"]
    return RunReport(
        system=next(iter(systems), ""),
        mode=mode,
        n_items=len(run.item_ids),
        n_attempts=len(present),
        n_participants=len({row.attempt.participant for row in present}),
        figures=(*figures, *_further_figures(run, keys), *effort.figures),
        rows=run.rows,
        curve=effort.curve,
        test=effort.test,
        notes=(*run.notes, *verdict_notes(run), *_coverage_notes(run), *_hits_notes(run), *effort.notes),
    )


def _further_figures(run: RunRows, keys: frozenset[str] | None) -> tuple[Figure, ...]:
    return (*judged_figures(run), _query_gap(run)) if keys is None else ()


def _query_gap(run: RunRows) -> Figure:
    reason = "n/a: needs attempts with one query and attempts with several"
    return difference(run, "query_accuracy_gap", single_query, multi_query, reason)


def _coverage_notes(run: RunRows) -> list[str]:
    statuses = [row.attempt.status for row in run.rows]
    counted = [(status, statuses.count(status)) for status in ("missing", "open", "expired", "skipped")]
    words = {
        "missing": "not begun",
        "open": "still open",
        "expired": "expired",
        "skipped": "skipped",
    }
    # With several people on an item, what is counted are their attempts.
    several = "attempts" if run.mode == "strict" else "rows"
    unit = "items" if len(statuses) == len(run.item_ids) else several
    return [f"{n} of {len(statuses)} {unit} {words[status]}: scored 0" for status, n in counted if n]


def _hits_notes(run: RunRows) -> list[str]:
    searched = [row for row in run.rows if row.n_searches and row.gold.evidence]
    n_unknown = sum(not row.hits_known for row in searched)
    if n_unknown in {0, len(searched)}:
        return []
    return [
        f"{n_unknown} of {len(searched)} attempts that searched have no logged hits: left out of retrieval"
    ]
