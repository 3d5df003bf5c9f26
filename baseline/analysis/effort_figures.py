"""The figures of effort calibration: both Kuiper values, their scale, p and the effort ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from baseline.analysis.averages import described
from baseline.analysis.effort import (
    CurvePoint,
    EffortOutcome,
    PermutationTest,
    difference_curve,
    effort_groups,
    effort_means,
    effort_ratio,
    kuiper_of_resamples,
    kuiper_scale,
    kuiper_undefined,
    official_effort_ratio,
    official_kuiper,
    permutation_test,
    tie_safe_kuiper,
)
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_blocks,
    resampled_statistic,
    resampled_sums,
)
from baseline.analysis.records import Figure, Interval
from baseline.analysis.run_rows import AttemptRow, RunRows

_ALL = frozenset(
    {
        *("kuiper_tie_safe", "kuiper_official", "kuiper_sigma", "kuiper_over_sigma", "kuiper_p"),
        "effort_ratio",
    }
)


@dataclass(frozen=True, slots=True)
class EffortReport:
    """The figures, the tie-safe curve with its null band (None where undefined), and what was left out."""

    figures: tuple[Figure, ...]
    curve: tuple[CurvePoint, ...]
    test: PermutationTest | None
    notes: tuple[str, ...]


class _Effort(NamedTuple):
    """A run with the rows that have an effort, in their order."""

    run: RunRows
    finished: list[AttemptRow]
    used: list[AttemptRow]
    outcomes: list[EffortOutcome]


def report_effort(run: RunRows, keys: frozenset[str] | None = None) -> EffortReport:
    """Effort is the number of searches; attempts with effort 0, unknown or unfinished are dropped.

    `harness` mode knows no unfinished rows: one without an answer is a wrong one. With `keys`, only what
    these figures need is computed: resampling is most of the work of a report.
    """
    return report_efforts([run], keys)[0]


def report_efforts(runs: Sequence[RunRows], keys: frozenset[str] | None = None) -> list[EffortReport]:
    """`report_effort` of several runs, from one set of resamples: equal figures, in less time."""
    wanted = _ALL if keys is None else keys & _ALL
    efforts = [_effort_of(run) for run in runs]
    intervals: list[Interval | None] = [None] * len(runs)
    if "kuiper_tie_safe" in wanted:
        intervals = _tie_safe_intervals(efforts)
    return [_report(one, interval, wanted) for one, interval in zip(efforts, intervals, strict=True)]


def _effort_of(run: RunRows) -> _Effort:
    takes_all = run.mode == "harness"
    finished = [row for row in run.rows if row.score is not None and (row.is_finished or takes_all)]
    used = [row for row in finished if row.effort]
    return _Effort(run, finished, used, [EffortOutcome(row.effort or 0, row.is_correct) for row in used])


def _report(effort: _Effort, tie_safe: Interval | None, wanted: frozenset[str]) -> EffortReport:
    test = permutation_test(effort.outcomes) if "kuiper_p" in wanted else None
    figures = _kuiper_figures(effort, tie_safe, test, wanted)
    if "effort_ratio" in wanted:
        figures.append(_ratio_figure(effort.run, effort.used, effort.outcomes))
    return EffortReport(
        figures=tuple(figures),
        curve=difference_curve(effort.outcomes, "grouped") if test else (),
        test=test,
        notes=_dropped_notes(effort.run, effort.finished),
    )


def _dropped_notes(run: RunRows, finished: list[AttemptRow]) -> tuple[str, ...]:
    n_zero = sum(row.effort == 0 for row in finished)
    n_unknown = sum(row.effort is None for row in finished)
    unit = "searches" if run.mode == "strict" else "searches or iterations"
    reasons = [
        (n_zero, f"with effort 0 ({unit}) dropped from Kuiper and the effort ratio"),
        (n_unknown, f"with an unknown number of {unit} dropped from Kuiper and the effort ratio"),
    ]
    return tuple(f"{n} {'attempt' if n == 1 else 'attempts'} {what}" for n, what in reasons if n)


def _kuiper_figures(
    effort: _Effort, interval: Interval | None, test: PermutationTest | None, wanted: frozenset[str]
) -> list[Figure]:
    outcomes = effort.outcomes
    reason = kuiper_undefined(outcomes)
    undefined = f"undefined: {reason}" if reason else None
    tie_safe, sigma, n = tie_safe_kuiper(outcomes), kuiper_scale(outcomes), len(outcomes)
    values = {
        "kuiper_tie_safe": tie_safe,
        "kuiper_official": official_kuiper(outcomes),
        "kuiper_sigma": None if undefined else sigma,
        "kuiper_over_sigma": None if tie_safe is None else tie_safe / sigma,
        "kuiper_p": None if test is None else test.p,
    }
    figures = {
        key: described(key, value, undefined, n, "attempts") for key, value in values.items() if key in wanted
    }
    if tie_safe is not None and "kuiper_tie_safe" in wanted:
        figures["kuiper_tie_safe"] = replace(
            figures["kuiper_tie_safe"],
            interval=interval,
            notes=(f"divided by N: {tie_safe / n:.4f}",),
        )
    if tie_safe is not None and "kuiper_official" in wanted:
        figures["kuiper_official"] = replace(
            figures["kuiper_official"],
            interval=_official_interval(effort),
            notes=("the order of rows of equal effort changes this value",),
        )
    return list(figures.values())


def _tie_safe_intervals(efforts: Sequence[_Effort]) -> list[Interval | None]:
    """What a resample does to K is told by how many attempts, and correct ones, each group of effort has."""
    blocks = [
        _columns_of_groups(one)
        if len(one.run.item_ids) > 1 and kuiper_undefined(one.outcomes) is None
        else None
        for one in efforts
    ]
    drawn = iter(resampled_blocks([block for block in blocks if block is not None]))
    return [None if block is None else _interval_of_sums(next(drawn)) for block in blocks]


def _columns_of_groups(effort: _Effort) -> Floats:
    """(items, 2 groups): attempts of each group on each item, then the correct ones."""
    groups = {group.effort: n for n, group in enumerate(effort_groups(effort.outcomes, "grouped"))}
    columns = np.zeros((len(effort.run.item_ids), 2 * len(groups)))
    for row, outcome in zip(effort.used, effort.outcomes, strict=True):
        item, group = effort.run.item_index[row.attempt.item_id], groups[outcome.effort]
        columns[item, group] += 1
        columns[item, len(groups) + group] += outcome.correct
    return columns


def _interval_of_sums(drawn: Floats) -> Interval | None:
    n_groups = drawn.shape[1] // 2
    return percentile_interval(kuiper_of_resamples(drawn[:, :n_groups], drawn[:, n_groups:]))


def _official_interval(effort: _Effort) -> Interval | None:
    n_items = len(effort.run.item_ids)
    if n_items < 2:
        return None
    used, outcomes = effort.used, effort.outcomes
    order = sorted(range(len(used)), key=lambda i: outcomes[i].effort)
    items = np.array([effort.run.item_index[used[i].attempt.item_id] for i in order])
    correct = np.array([outcomes[i].correct for i in order], dtype=np.float64)

    def statistic(how_often: Floats) -> Floats:
        drawn = how_often[:, items]
        return kuiper_of_resamples(drawn, drawn * correct)

    return percentile_interval(resampled_statistic(n_items, statistic))


def _ratio_figure(run: RunRows, used: list[AttemptRow], outcomes: list[EffortOutcome]) -> Figure:
    ratio = official_effort_ratio(outcomes) if run.mode == "harness" else effort_ratio(outcomes)
    means = effort_means(outcomes)
    undefined = None
    if ratio is None:
        undefined = _why_no_ratio(len(outcomes), means.right is None)
    figure = described("effort_ratio", ratio, undefined, len(outcomes), "attempts")
    interval = _ratio_interval(run, used, outcomes) if means.right and means.wrong else None
    return replace(figure, interval=interval, numerator=means.wrong, denominator=means.right)


def _why_no_ratio(n: int, nothing_right: bool) -> str:
    if n == 0:
        return "undefined: no attempt with a known effort above 0"
    return "undefined: nothing is correct (infinite)" if nothing_right else "undefined: nothing is wrong"


def _ratio_interval(run: RunRows, used: list[AttemptRow], outcomes: list[EffortOutcome]) -> Interval | None:
    if len(run.item_ids) < 2:
        return None
    columns = np.zeros((len(run.item_ids), 4))
    for row, outcome in zip(used, outcomes, strict=True):
        offset = 2 if outcome.correct else 0
        columns[run.item_index[row.attempt.item_id], offset : offset + 2] += (outcome.effort, 1)
    drawn = resampled_sums(columns)
    wrong, right = quotient(drawn[:, 0], drawn[:, 1]), quotient(drawn[:, 2], drawn[:, 3])
    return percentile_interval(quotient(wrong, right))
