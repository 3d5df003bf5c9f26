"""Effort calibration in resamples of items: K, K / sigma and the effort ratio of each resample. Pure.

Attempts are a matter of counting here: a resample says how often each item is in it, and with the item all
attempts on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from baseline.analysis.effort import EffortOutcome, Ties, effort_groups, kuiper_of_resamples
from baseline.analysis.intervals import Floats, quotient
from baseline.analysis.run_rows import AttemptRow, RunRows


class GroupCounts(NamedTuple):
    """Attempts and correct attempts of each group of equal effort, both (draws, groups)."""

    n: Floats
    correct: Floats


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


def grouped(sample: EffortSample, ties: Ties) -> Callable[[Floats], GroupCounts]:
    """From how often each item is in a resample, (draws, items), to the counts of each group.

    The sample has at least one attempt.
    """
    order = sorted(range(len(sample.used)), key=lambda at: sample.outcomes[at].effort)
    items = np.array([sample.run.item_index[sample.used[at].attempt.item_id] for at in order])
    correct = np.array([sample.outcomes[at].correct for at in order], dtype=np.float64)
    starts = np.cumsum([0, *(group.n for group in effort_groups(sample.outcomes, ties))])[:-1]

    def counts(how_often: Floats) -> GroupCounts:
        drawn = how_often[:, items]
        return GroupCounts(
            np.add.reduceat(drawn, starts, axis=1), np.add.reduceat(drawn * correct, starts, axis=1)
        )

    return counts


def kuiper_draws(sample: EffortSample, ties: Ties) -> Callable[[Floats], Floats]:
    """K of each resample, (draws,); not finite where it is undefined."""
    counts = grouped(sample, ties)
    return lambda how_often: kuiper_of_resamples(*counts(how_often))


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
    by_effort = grouped(sample, "grouped")
    in_file_order = kuiper_draws(sample, "file_order")
    efforts = np.array([group.effort for group in effort_groups(sample.outcomes, "grouped")])

    def figures(how_often: Floats) -> Floats:
        n, correct = by_effort(how_often)
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
