"""The figures of effort calibration: both Kuiper values, their scale, p and the effort ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from baseline.analysis.averages import described
from baseline.analysis.effort import (
    CurvePoint,
    PermutationTest,
    difference_curve,
    effort_means,
    effort_ratio,
    kuiper_scale,
    kuiper_undefined,
    official_effort_ratio,
    official_kuiper,
    permutation_test,
    tie_safe_kuiper,
)
from baseline.analysis.effort_resamples import (
    EffortSample,
    effort_sample,
    group_columns,
    kuiper_draws,
    kuiper_of_sums,
)
from baseline.analysis.intervals import (
    percentile_interval,
    quotient,
    resampled_blocks,
    resampled_statistic,
    resampled_sums,
    with_interval,
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


def report_effort(run: RunRows, keys: frozenset[str] | None = None) -> EffortReport:
    """Effort is the number of searches; attempts with effort 0, unknown or unfinished are dropped.

    `harness` mode knows no unfinished rows: one without an answer is a wrong one. With `keys`, only what
    these figures need is computed: resampling is most of the work of a report.
    """
    return report_efforts([run], keys)[0]


def report_efforts(runs: Sequence[RunRows], keys: frozenset[str] | None = None) -> list[EffortReport]:
    """`report_effort` of several runs, from one set of resamples: equal figures, in less time."""
    wanted = _ALL if keys is None else keys & _ALL
    samples = [effort_sample(run) for run in runs]
    intervals: list[Interval | None] = [None] * len(runs)
    if "kuiper_tie_safe" in wanted:
        intervals = _tie_safe_intervals(samples)
    return [_report(one, interval, wanted) for one, interval in zip(samples, intervals, strict=True)]


def _report(sample: EffortSample, tie_safe: Interval | None, wanted: frozenset[str]) -> EffortReport:
    run, outcomes = sample.run, sample.outcomes
    takes_all = run.mode == "harness"
    finished = [row for row in run.rows if row.score is not None and (row.is_finished or takes_all)]
    test = permutation_test(outcomes) if "kuiper_p" in wanted else None
    figures = _kuiper_figures(sample, tie_safe, test, wanted)
    if "effort_ratio" in wanted:
        figures.append(_ratio_figure(sample))
    return EffortReport(
        figures=tuple(figures),
        curve=difference_curve(outcomes, "grouped") if test else (),
        test=test,
        notes=_dropped_notes(run, finished),
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
    sample: EffortSample, interval: Interval | None, test: PermutationTest | None, wanted: frozenset[str]
) -> list[Figure]:
    outcomes = sample.outcomes
    reason = _nobody_searched(sample.run) or kuiper_undefined(outcomes)
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
        noted = replace(figures["kuiper_tie_safe"], notes=(f"divided by N: {tie_safe / n:.4f}",))
        figures["kuiper_tie_safe"] = with_interval(noted, interval, len(sample.run.item_ids))
    if tie_safe is not None and "kuiper_official" in wanted:
        noted = replace(
            figures["kuiper_official"], notes=("the order of rows of equal effort changes this value",)
        )
        figures["kuiper_official"] = with_interval(
            noted, _official_interval(sample), len(sample.run.item_ids)
        )
    return list(figures.values())


def _tie_safe_intervals(samples: Sequence[EffortSample]) -> list[Interval | None]:
    blocks = [
        group_columns(one) if len(one.run.item_ids) > 1 and kuiper_undefined(one.outcomes) is None else None
        for one in samples
    ]
    drawn = iter(resampled_blocks([block for block in blocks if block is not None]))
    return [None if block is None else percentile_interval(kuiper_of_sums(next(drawn))) for block in blocks]


def _official_interval(sample: EffortSample) -> Interval | None:
    n_items = len(sample.run.item_ids)
    if n_items < 2:
        return None
    return percentile_interval(resampled_statistic(n_items, kuiper_draws(sample, "file_order")))


def _ratio_figure(sample: EffortSample) -> Figure:
    run, outcomes = sample.run, sample.outcomes
    ratio = official_effort_ratio(outcomes) if run.mode == "harness" else effort_ratio(outcomes)
    means = effort_means(outcomes)
    undefined = None
    if ratio is None:
        nobody = _nobody_searched(run)
        undefined = (
            f"undefined: {nobody}"
            if nobody
            else why_no_ratio(len(outcomes), nothing_right=means.right is None)
        )
    figure = described("effort_ratio", ratio, undefined, len(outcomes), "attempts")
    interval = _ratio_interval(sample) if means.right and means.wrong else None
    figure = replace(figure, numerator=means.wrong, denominator=means.right)
    return with_interval(figure, interval, len(run.item_ids))


def _nobody_searched(run: RunRows) -> str | None:
    """The reason where effort is known and there is none, as under a condition that gives no search."""
    efforts = [row.effort for row in run.rows if row.score is not None and row.is_finished]
    return "nobody searched" if efforts and all(effort == 0 for effort in efforts) else None


def why_no_ratio(n: int, *, nothing_right: bool) -> str:
    """Why n attempts have no effort ratio."""
    if n == 0:
        return "undefined: no attempt with a known effort above 0"
    return "undefined: nothing is correct (infinite)" if nothing_right else "undefined: nothing is wrong"


def _ratio_interval(sample: EffortSample) -> Interval | None:
    run = sample.run
    if len(run.item_ids) < 2:
        return None
    columns = np.zeros((len(run.item_ids), 4))
    for row, outcome in zip(sample.used, sample.outcomes, strict=True):
        offset = 2 if outcome.correct else 0
        columns[run.item_index[row.attempt.item_id], offset : offset + 2] += (outcome.effort, 1)
    drawn = resampled_sums(columns)
    wrong, right = quotient(drawn[:, 0], drawn[:, 1]), quotient(drawn[:, 2], drawn[:, 3])
    return percentile_interval(quotient(wrong, right))
