"""Splits of an item set that rank systems as the whole does: sentinels, then bins of difficulty. Pure.

After METRICS 8: a pool of items that (almost) nobody solves, then equally many from each of nine bins of
difficulty, the most discriminating first. Deterministic: ties go by item id.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from baseline.analysis.intervals import SEED, Floats, percentile_interval
from baseline.analysis.item_statistics import ItemStatistics
from baseline.analysis.panel import Panel
from baseline.analysis.records import Interval

SENTINEL_AT_MOST = 0.1
# (.1, .2], (.2, .3] … (.9, 1].
N_BINS = 9
_DRAWS_OF_SYSTEMS = 2000


class Plan(NamedTuple):
    """How large a split is to be, and how many of its items are sentinels."""

    name: str
    n_items: int
    n_sentinels: int


class Split(NamedTuple):
    """The items of one split in the order of the set; `short_of` items could not be had.

    `rho` is Spearman's rank correlation of the systems' accuracies on the split and on the whole set; None
    with fewer than three systems, or where one of the two does not rank. Its interval is by bootstrap over
    systems: how it might be with others like them.
    """

    name: str
    item_ids: tuple[str, ...]
    sentinels: frozenset[str]
    short_of: int
    rho: float | None
    rho_interval: Interval | None = None


def build_splits(panel: Panel, statistics: Sequence[ItemStatistics], plans: Sequence[Plan]) -> list[Split]:
    """One split after the other, each from what the ones before have left.

    Raises:
        ValueError: a plan has more sentinels than items, or none of either.
    """
    left = {one.item_id: one for one in statistics}
    order = {item_id: number for number, item_id in enumerate(panel.item_ids)}
    splits = []
    for plan in plans:
        if not 0 <= plan.n_sentinels <= plan.n_items or plan.n_items < 1:
            raise ValueError(
                f"{plan.name!r} cannot have {plan.n_sentinels} sentinels in {plan.n_items} items"
            )
        sentinels = _sentinels(left, plan.n_sentinels)
        chosen = {*sentinels, *_from_bins(left, plan.n_items - len(sentinels))}
        for item_id in chosen:
            del left[item_id]
        ids = tuple(sorted(chosen, key=order.__getitem__))
        rho = rank_correlation(panel, ids)
        span = None if rho is None else rank_interval(panel, ids)
        splits.append(Split(plan.name, ids, frozenset(sentinels), plan.n_items - len(ids), rho, span))
    return splits


def _sentinels(left: Mapping[str, ItemStatistics], n: int) -> list[str]:
    pool = [one for one in left.values() if one.difficulty <= SENTINEL_AT_MOST]
    return [one.item_id for one in sorted(pool, key=lambda one: (one.difficulty, one.item_id))[:n]]


def _from_bins(left: Mapping[str, ItemStatistics], n: int) -> list[str]:
    """Round by round one item of each bin, so that no bin is ahead of another while both have items."""
    bins: list[list[ItemStatistics]] = [[] for _ in range(N_BINS)]
    for one in left.values():
        if one.difficulty > SENTINEL_AT_MOST:
            bins[bin_of(one.difficulty)].append(one)
    for of_bin in bins:
        of_bin.sort(key=lambda one: (-_discrimination(one), one.item_id))
    chosen: list[str] = []
    for round_number in range(max(map(len, bins), default=0)):
        for of_bin in bins:
            if round_number < len(of_bin) and len(chosen) < n:
                chosen.append(of_bin[round_number].item_id)
    return chosen


def bin_of(difficulty: float) -> int:
    """Which of the nine bins, from 0: (.1, .2] is 0 and (.9, 1] is 8. Raises ValueError up to .1."""
    if difficulty <= SENTINEL_AT_MOST:
        raise ValueError(f"an item of difficulty {difficulty} is a sentinel, and in no bin")
    # .3 is 3 tenths, and 0.1 + 0.2 a little more: what belongs on an edge stays there.
    return math.ceil(round(10 * difficulty, 9)) - 2


def _discrimination(one: ItemStatistics) -> float:
    return -math.inf if one.discrimination is None else one.discrimination


def rank_correlation(panel: Panel, item_ids: Sequence[str]) -> float | None:
    """Spearman's rho of the systems' mean scores on these items and on all of them."""
    if len(panel.systems) < 3 or not item_ids:
        return None
    whole, part = np.nanmean(panel.scores, axis=1), np.nanmean(panel.only_items(item_ids).scores, axis=1)
    a, b = _ranks(whole), _ranks(part)
    if a.std() == 0 or b.std() == 0:
        return None
    return float(np.corrcoef(a, b)[0, 1])


def rank_interval(panel: Panel, item_ids: Sequence[str]) -> Interval | None:
    """95 % of rho with systems drawn with replacement; None where no draw has one."""
    whole, part = np.nanmean(panel.scores, axis=1), np.nanmean(panel.only_items(item_ids).scores, axis=1)
    n = len(whole)
    picks = np.random.default_rng(SEED).integers(0, n, size=(_DRAWS_OF_SYSTEMS, n))
    drawn = [(_ranks(whole[pick]), _ranks(part[pick])) for pick in picks]
    rhos = [float(np.corrcoef(a, b)[0, 1]) if a.std() and b.std() else np.nan for a, b in drawn]
    return percentile_interval(np.array(rhos))


def _ranks(values: Floats) -> Floats:
    """Ranks from 1, equal values sharing the mean of theirs."""
    rounded = np.round(values, 12)
    below = (rounded[None, :] < rounded[:, None]).sum(axis=1)
    equal = (rounded[None, :] == rounded[:, None]).sum(axis=1)
    ranks: Floats = below + (equal + 1) / 2
    return ranks
