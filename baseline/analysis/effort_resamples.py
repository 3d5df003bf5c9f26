"""Effort calibration in resamples of items: K, K / sigma and the effort ratio of each resample. Pure.

Attempts are a matter of counting here: a resample says how often each item is in it, and with the item all
attempts on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from baseline.analysis.effort import EffortOutcome, Ties, effort_groups, kuiper_of_resamples
from baseline.analysis.intervals import Floats, quotient
from baseline.analysis.run_rows import AttemptRow, RunRows


@dataclass(frozen=True, slots=True)
class EffortSample:
    """The attempts that effort calibration is about: finished, scored, with a known effort above 0."""

    run: RunRows
    used: tuple[AttemptRow, ...]
    outcomes: tuple[EffortOutcome, ...]


def effort_sample(run: RunRows) -> EffortSample:
    """Those of a run. `harness` mode knows no unfinished rows: one without an answer is a wrong one."""
    takes_all = run.mode == "harness"
    used = tuple(
        row for row in run.rows if row.score is not None and (row.is_finished or takes_all) and row.effort
    )
    return EffortSample(run, used, tuple(EffortOutcome(row.effort or 0, row.is_correct) for row in used))


def kuiper_draws(sample: EffortSample, ties: Ties) -> Callable[[Floats], Floats]:
    """K from how often each item is in a resample, (draws, items): (draws,), not finite where undefined.

    The sample has at least one attempt. In file order every attempt is a group of its own.
    """
    if ties == "grouped":
        columns = group_columns(sample)
        return lambda how_often: kuiper_of_sums(how_often @ columns)
    order = sorted(range(len(sample.used)), key=lambda at: sample.outcomes[at].effort)
    items = np.array([sample.run.item_index[sample.used[at].attempt.item_id] for at in order])
    correct = np.array([sample.outcomes[at].correct for at in order], dtype=np.float64)

    def in_file_order(how_often: Floats) -> Floats:
        drawn = how_often[:, items]
        return kuiper_of_resamples(drawn, drawn * correct)

    return in_file_order


def group_columns(sample: EffortSample) -> Floats:
    """(items, 2 groups): attempts of each group of equal effort on each item, then the correct ones."""
    groups = {group.effort: n for n, group in enumerate(effort_groups(sample.outcomes, "grouped"))}
    columns = np.zeros((len(sample.run.item_ids), 2 * len(groups)))
    for row, outcome in zip(sample.used, sample.outcomes, strict=True):
        item, group = sample.run.item_index[row.attempt.item_id], groups[outcome.effort]
        columns[item, group] += 1
        columns[item, len(groups) + group] += outcome.correct
    return columns


def kuiper_of_sums(drawn: Floats) -> Floats:
    """Tie-safe K of each resample from the sums of `group_columns` over it, (draws, 2 groups)."""
    n_groups = drawn.shape[1] // 2
    return kuiper_of_resamples(drawn[:, :n_groups], drawn[:, n_groups:])


RESAMPLED = ("kuiper_tie_safe", "kuiper_over_sigma", "effort_ratio", "kuiper_official")
"""The columns of `effort_draws`."""


def effort_draws(sample: EffortSample) -> Callable[[Floats], Floats]:
    """The figures of `RESAMPLED` in each resample, (draws, 4); not finite where one is undefined."""
    if not sample.used:
        return lambda how_often: np.full((len(how_often), len(RESAMPLED)), np.nan)
    columns = group_columns(sample)
    n_groups = columns.shape[1] // 2
    in_file_order = kuiper_draws(sample, "file_order")
    efforts = np.array([group.effort for group in effort_groups(sample.outcomes, "grouped")])

    def figures(how_often: Floats) -> Floats:
        drawn = how_often @ columns
        n, correct = drawn[:, :n_groups], drawn[:, n_groups:]
        kuiper = kuiper_of_resamples(n, correct)
        sizes, rights = n.sum(axis=1), correct.sum(axis=1)
        share = quotient(rights, sizes)
        sigma = np.sqrt(sizes * share * (1 - share))
        of_wrong = quotient((n - correct) @ efforts, sizes - rights)
        of_right = quotient(correct @ efforts, rights)
        return np.column_stack(
            [
                kuiper,
                quotient(kuiper, sigma),
                quotient(of_wrong, of_right),
                in_file_order(how_often),
            ]
        )

    return figures
