"""Two systems on the items that both attempted: the four cells, and what they say of agreement. Pure.

A group of people with several attempts on an item counts as correct on it when more than half of them are.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import exp, lgamma, log

import numpy as np

from baseline.analysis.intervals import Floats, percentile_interval, quotient, resampled_kinds
from baseline.analysis.panel import Panel
from baseline.analysis.records import Interval

NO_COMMON_ITEMS = "undefined: no item was attempted by both"
ONE_CLASS = "undefined: both used one and the same class, agreement 100 %"


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Items by who was correct: both, only the first, only the second, neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def n(self) -> int:
        """Items that both attempted."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """Both, only the first, only the second, neither."""
        return self.both, self.first_only, self.second_only, self.neither


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on correctness. Each value is None where `undefined` says why; intervals are 95 %.

    `observed` is the raw agreement, `kappa` Cohen's, `ac1` Gwet's, which does not fall when nearly everything
    is correct. `mcnemar_p` is the exact two-sided p of equal accuracies.
    """

    first: str
    second: str
    counts: PairCounts
    observed: float | None
    kappa: float | None
    kappa_interval: Interval | None
    ac1: float | None
    ac1_interval: Interval | None
    mcnemar_p: float | None
    undefined: str | None


def pair_counts(panel: Panel, first: int, second: int) -> PairCounts:
    """The four cells of two systems of a panel, by their row numbers."""
    common = panel.attempted[first] & panel.attempted[second]
    one, other = panel.correct[first, common] > 0.5, panel.correct[second, common] > 0.5
    return PairCounts(
        both=int((one & other).sum()),
        first_only=int((one & ~other).sum()),
        second_only=int((~one & other).sum()),
        neither=int((~one & ~other).sum()),
    )


def agreement_of(first: str, second: str, counts: PairCounts) -> Agreement:
    """Every figure of one pair.

    Intervals are by bootstrap over items. Only an item's cell counts, so resampling items is drawing cells.
    """
    sums = np.array([counts.cells], dtype=np.float64)
    kappa, ac1 = float(kappas(sums)[0]), float(ac1s(sums)[0])
    drawn = resampled_kinds(counts.cells) if counts.n > 1 else None
    has_kappa = bool(np.isfinite(kappa))
    return Agreement(
        first=first,
        second=second,
        counts=counts,
        observed=(counts.both + counts.neither) / counts.n if counts.n else None,
        kappa=kappa if has_kappa else None,
        kappa_interval=None
        if drawn is None or not np.isfinite(kappa)
        else percentile_interval(kappas(drawn)),
        ac1=ac1 if np.isfinite(ac1) else None,
        ac1_interval=None if drawn is None else percentile_interval(ac1s(drawn)),
        mcnemar_p=mcnemar_p(counts.first_only, counts.second_only) if counts.n else None,
        undefined=NO_COMMON_ITEMS if not counts.n else None if has_kappa else ONE_CLASS,
    )


def agreement_matrix(panel: Panel) -> list[Agreement]:
    """Every pair of systems, in the panel's order."""
    names = [system.name for system in panel.systems]

    def agreement(pair: tuple[int, int]) -> Agreement:
        one, other = pair
        return agreement_of(names[one], names[other], pair_counts(panel, one, other))

    # Drawing is nearly all of the work; NumPy draws beside other threads, each pair by its own generator.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(agreement, combinations(range(len(names)), 2)))


def kappas(cells: Floats) -> Floats:
    """Cohen's kappa of each row of cells, (rows,); NaN where pe is 1 or there is no item.

    (po - pe) / (1 - pe), pe = p1 p2 + (1 - p1)(1 - p2). Source: Cohen (1960), 20 (1).
    """
    observed, first, second = _shares(cells)
    return _beyond_chance(observed, first * second + (1 - first) * (1 - second))


def ac1s(cells: Floats) -> Floats:
    """Gwet's AC1 of each row of cells, (rows,): pe = 2 m (1 - m), m the mean share of correct.

    Source: Gwet (2008), 61 (1).
    """
    observed, first, second = _shares(cells)
    mean = (first + second) / 2
    return _beyond_chance(observed, 2 * mean * (1 - mean))


def _shares(cells: Floats) -> tuple[Floats, Floats, Floats]:
    n = cells.sum(axis=1)
    both, first_only, second_only, neither = cells.T
    return quotient(both + neither, n), quotient(both + first_only, n), quotient(both + second_only, n)


def _beyond_chance(observed: Floats, by_chance: Floats) -> Floats:
    room = 1 - by_chance
    room[np.isclose(room, 0)] = 0
    return quotient(observed - by_chance, room)


def mcnemar_p(first_only: int, second_only: int) -> float:
    """Exact two-sided p that both are equally often correct: binomial over the discordant items, at 1/2.

    1.0 without a discordant item. Source: McNemar (1947), 12 (2).
    """
    n, smaller = first_only + second_only, min(first_only, second_only)
    if n == 0:
        return 1.0
    tail = sum(exp(_log_choose(n, k) - n * log(2)) for k in range(smaller + 1))
    return min(1.0, 2 * tail)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def krippendorff_alpha(ratings: Sequence[Sequence[str]]) -> float | None:
    """Nominal alpha over units with any number of ratings each; those with fewer than two are left out.

    1 - Do / De from coincidences. None without a unit that has two, or when one label was used throughout.
    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
    """
    units = [unit for unit in ratings if len(unit) > 1]
    labels = sorted({label for unit in units for label in unit})
    counts = np.array([[unit.count(label) for label in labels] for unit in units], dtype=np.float64)
    if len(labels) < 2:
        return None
    sizes = counts.sum(axis=1)
    totals, n = counts.sum(axis=0), float(sizes.sum())
    disagreeing = float(((sizes**2 - (counts**2).sum(axis=1)) / (sizes - 1)).sum())
    by_chance = float(n * n - (totals**2).sum()) / (n - 1)
    return 1 - disagreeing / by_chance
