"""Effort calibration: do the answers that took longer fail more often? Kuiper, and a ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baseline.analysis.intervals import DRAWS, SEED, Floats

Ties = Literal["file_order", "grouped"]
Counts = NDArray[np.int64]


class EffortOutcome(NamedTuple):
    """One attempt: what it took (a count above 0) and whether it ended correct."""

    effort: float
    correct: bool


class CurvePoint(NamedTuple):
    """D after the k easiest attempts, the last of which took `effort`."""

    k: int
    effort: float
    difference: float


class EffortGroup(NamedTuple):
    """All attempts of equal effort."""

    effort: float
    n: int
    n_correct: int


@dataclass(frozen=True, slots=True)
class NullBand:
    """Where 95 % of the curves run if outcome has nothing to do with effort, at each group's end."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """Share of shuffles whose tie-safe K is at least as large as observed, and the null band."""

    p: float
    draws: int
    band: NullBand


def effort_groups(rows: Sequence[EffortOutcome], ties: Ties) -> tuple[EffortGroup, ...]:
    """Rows in order of effort, as groups; with "file_order" every row is a group of its own.

    The sort is stable, so that "file_order" keeps the order given among equal efforts.
    """
    ordered = sorted(rows, key=lambda row: row.effort)
    if ties == "file_order":
        return tuple(EffortGroup(row.effort, 1, int(row.correct)) for row in ordered)
    grouped = ((effort, list(members)) for effort, members in groupby(ordered, lambda row: row.effort))
    return tuple(EffortGroup(effort, len(m), sum(row.correct for row in m)) for effort, m in grouped)


def difference_curve(rows: Sequence[EffortOutcome], ties: Ties) -> tuple[CurvePoint, ...]:
    """The cumulative difference D, beginning with D_0 = 0.

    D_k = sum_{j<=k} (y_j - mean(y)) = (N c_k - C k) / N,  c_k of the first k correct, C of all N

    Unit: attempts (raw count). Source: MADQA, section 3.3; Kloumann et al. (2024).
    """
    groups = effort_groups(rows, ties)
    n, n_correct = len(rows), sum(group.n_correct for group in groups)
    points, k, c = [CurvePoint(0, 0.0, 0.0)], 0, 0
    for group in groups:
        k, c = k + group.n, c + group.n_correct
        points.append(CurvePoint(k, group.effort, (n * c - n_correct * k) / n))
    return tuple(points)


def official_kuiper(rows: Sequence[EffortOutcome]) -> float | None:
    """K as the public harness computes it: ties in effort keep the order of the rows.

    K = max_k D_k - min_k D_k over k = 0..N. Unit: attempts (raw count, not divided by N): it grows
    with N. The order of rows of equal effort changes it; see `tie_safe_kuiper`. None when N = 0, or
    all right, or all wrong. Source: MADQA, section 3.3 and eval/metrics.py.
    """
    return _range_of_curve(rows, "file_order")


def tie_safe_kuiper(rows: Sequence[EffortOutcome]) -> float | None:
    """K with D read only at the ends of groups of equal effort: the order of rows cannot matter.

    Unit and undefined cases as `official_kuiper`. Source: docs/metrics.md, "Kuiper".
    """
    return _range_of_curve(rows, "grouped")


def _range_of_curve(rows: Sequence[EffortOutcome], ties: Ties) -> float | None:
    if kuiper_undefined(rows) is not None:
        return None
    differences = [point.difference for point in difference_curve(rows, ties)]
    return max(differences) - min(differences)


def kuiper_undefined(rows: Sequence[EffortOutcome]) -> str | None:
    """Why K has no value for these rows; None when it has one."""
    if not rows:
        return "no attempt with a known effort above 0"
    n_correct = sum(row.correct for row in rows)
    if n_correct == len(rows):
        return f"all {len(rows)} attempts are correct"
    return f"all {len(rows)} attempts are wrong" if n_correct == 0 else None


def kuiper_scale(rows: Sequence[EffortOutcome]) -> float:
    """Sigma = sqrt(N ybar (1 - ybar)): what K is compared with. Unit: attempts. 0 when undefined."""
    n = len(rows)
    if n == 0:
        return 0.0
    mean = sum(row.correct for row in rows) / n
    return sqrt(n * mean * (1 - mean))


def permutation_test(
    rows: Sequence[EffortOutcome], draws: int = DRAWS, seed: int = SEED
) -> PermutationTest | None:
    """How often a shuffle of outcomes against efforts gives a tie-safe K at least as large.

    p = (1 + #{K* >= K}) / (1 + draws). Only the number correct in each group of equal effort matters,
    so that is what is drawn (multivariate hypergeometric): exactly a shuffle, without the shuffling.
    Counts are whole numbers, so "at least as large" is exact. None where K is undefined.
    """
    if kuiper_undefined(rows) is not None:
        return None
    groups = effort_groups(rows, "grouped")
    sizes = np.array([group.n for group in groups], dtype=np.int64)
    observed = np.array([[group.n_correct for group in groups]], dtype=np.int64)
    n_correct = int(observed.sum())
    rng = np.random.default_rng(seed)
    shuffled = rng.multivariate_hypergeometric(sizes, n_correct, size=draws, method="marginals")
    curves = _scaled_curves(shuffled, sizes)
    at_least = int((_ranges(curves) >= _ranges(_scaled_curves(observed, sizes))).sum())
    low, high = np.percentile(curves / len(rows), [2.5, 97.5], axis=0)
    band = NullBand(low=(0.0, *map(float, low)), high=(0.0, *map(float, high)))
    return PermutationTest(p=(1 + at_least) / (1 + draws), draws=draws, band=band)


def _scaled_curves(correct: Counts, sizes: Counts) -> Counts:
    """N D at the end of each group: (draws, groups), whole numbers."""
    n, total = sizes.sum(), correct.sum(axis=1, keepdims=True)
    return np.asarray(n * correct.cumsum(axis=1) - total * sizes.cumsum(), dtype=np.int64)


def _ranges(curves: Counts) -> Counts:
    return np.asarray(np.maximum(curves.max(axis=1), 0) - np.minimum(curves.min(axis=1), 0))


def kuiper_of_resamples(n_in_group: Floats, n_correct_in_group: Floats) -> Floats:
    """K of each resample from its counts per group, both (draws, groups); undefined is not finite."""
    n = n_in_group.sum(axis=1, keepdims=True)
    total = n_correct_in_group.sum(axis=1, keepdims=True)
    is_defined = ((total > 0) & (total < n)).ravel()
    curves = n_correct_in_group.cumsum(axis=1) - total / np.maximum(n, 1) * n_in_group.cumsum(axis=1)
    ranges = np.maximum(curves.max(axis=1), 0) - np.minimum(curves.min(axis=1), 0)
    return np.where(is_defined, ranges, np.nan)


class EffortMeans(NamedTuple):
    """Mean effort of wrong and of right attempts; None where there is none of the kind."""

    wrong: float | None
    right: float | None


def effort_means(rows: Sequence[EffortOutcome]) -> EffortMeans:
    """Mean effort by outcome. Unit: that of the effort."""
    wrong = [row.effort for row in rows if not row.correct]
    right = [row.effort for row in rows if row.correct]
    return EffortMeans(
        wrong=sum(wrong) / len(wrong) if wrong else None, right=sum(right) / len(right) if right else None
    )


def effort_ratio(rows: Sequence[EffortOutcome]) -> float | None:
    """Mean effort of wrong over mean effort of right attempts; above 1, failing took longer.

    None when nothing is wrong, or nothing right (then it is infinite). Source: MADQA, section 3.3.
    """
    means = effort_means(rows)
    return None if means.wrong is None or means.right is None else means.wrong / means.right


def official_effort_ratio(rows: Sequence[EffortOutcome]) -> float | None:
    """As `effort_ratio`, but 0 when nothing is wrong: the public harness's convention.

    None when nothing is right (the harness says infinite). Source: MADQA eval/metrics.py.
    """
    means = effort_means(rows)
    return None if means.right is None else (means.wrong or 0.0) / means.right
