"""95 % intervals: Wilson for proportions, percentile bootstrap over items for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from baseline.analysis.records import Figure, Interval

DRAWS = 10_000
SEED = 0
Z95 = 1.959963984540054
NO_SPREAD = "no interval: all resamples alike"
"""Why a value over several items has no interval."""
_CHUNK = 500
# What rounding makes of equal values.
_ALIKE = 1e-12
# Resamples of so many items and draws are kept, 20 MB at most.
_MOST_KEPT = 10_000_000

Floats = NDArray[np.float64]


def wilson(successes: float, n: float, z: float = Z95) -> Interval | None:
    """Wilson score interval of a proportion.

    centre = (p + z^2/2n) / (1 + z^2/n),  half = z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n)

    Unit: share, inside [0, 1]. None when n = 0. Source: Wilson (1927), JASA 22.
    """
    if n <= 0:
        return None
    p, z2 = successes / n, z * z
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    # The ends are exact where rounding would leave 4e-19 or 0.9999999999999999.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return Interval(low=low, high=high, method="wilson")


def wilson_of_equals(values: Floats) -> Interval | None:
    """Wilson interval of a share over items that all have the same value, as of n whole items.

    A bootstrap of equal values has no width, however few they are. `values` in [0, 1], one an item. None
    when they differ, or for fewer than two items.
    """
    if values.size < 2 or not np.allclose(values, values[0], rtol=0, atol=1e-12):
        return None
    return wilson(float(values[0]) * values.size, float(values.size))


def official_normal(mean: float, n: float) -> Interval | None:
    """Normal interval of a mean score, clipped to [0, 1]: the public harness's own.

    SE = sqrt(p(1-p)/n). None when n = 0. Source: MADQA eval/metrics.py.
    """
    if n <= 0:
        return None
    half = Z95 * sqrt(max(0.0, mean * (1 - mean)) / n)
    return Interval(low=max(0.0, mean - half), high=min(1.0, mean + half), method="normal")


def resampled_statistic(
    n_items: int, statistic: Callable[[Floats], Floats], draws: int = DRAWS, seed: int = SEED
) -> Floats:
    """A statistic of items drawn with replacement: one row a resample.

    `statistic` gets (n, n_items), how often each item is in each of n resamples, and returns n rows.
    All attempts on an item move together. The draws depend on n_items, `draws` and `seed` only, so
    statistics made in separate calls see the same resamples.
    """
    return np.concatenate([statistic(chunk) for chunk in _drawn(n_items, draws, seed)])


def _drawn(n_items: int, draws: int, seed: int) -> Iterator[Floats]:
    if n_items * draws > _MOST_KEPT:
        yield from _drawn_now(n_items, draws, seed)
        return
    kept = _drawn_before(n_items, draws, seed)
    for start in range(0, draws, _CHUNK):
        yield kept[start : start + _CHUNK].astype(np.float64)


def _drawn_now(n_items: int, draws: int, seed: int) -> Iterator[Floats]:
    rng = np.random.default_rng(seed)
    for start in range(0, draws, _CHUNK):
        yield _how_often_drawn(rng, min(_CHUNK, draws - start), n_items)


@lru_cache(maxsize=2)
def _drawn_before(n_items: int, draws: int, seed: int) -> NDArray[np.uint16]:
    """All resamples of one number of items, small: drawing them anew would be most of the work."""
    kept = np.concatenate([one.astype(np.uint16) for one in _drawn_now(n_items, draws, seed)])
    kept.setflags(write=False)
    return kept


def resampled_kinds(n_of_kind: Sequence[int], draws: int = DRAWS, seed: int = SEED) -> Floats:
    """How often items of each kind are drawn with replacement: (draws, n_kinds), rows sum to all items.

    The same distribution as drawing the items one by one, where only an item's kind counts.
    """
    n_items = sum(n_of_kind)
    shares = np.array(n_of_kind, dtype=np.float64) / n_items
    return np.random.default_rng(seed).multinomial(n_items, shares, size=draws).astype(np.float64)


def resampled_sums(columns: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Column sums over items drawn with replacement: (n_items, m) to (draws, m)."""
    return resampled_statistic(columns.shape[0], lambda counts: counts @ columns, draws, seed)


def resampled_blocks(
    blocks: Sequence[Floats], draws: int = DRAWS, seed: int = SEED
) -> list[NDArray[np.float64]]:
    """`resampled_sums` of several blocks of columns; those over equally many items share their resamples."""
    made: dict[int, Iterator[Floats]] = {}
    for n_items in {block.shape[0] for block in blocks}:
        same = [block for block in blocks if block.shape[0] == n_items]
        ends = np.cumsum([block.shape[1] for block in same])[:-1]
        made[n_items] = iter(np.split(resampled_sums(np.hstack(same), draws, seed), ends, axis=1))
    return [next(made[block.shape[0]]) for block in blocks]


def _how_often_drawn(rng: np.random.Generator, n_draws: int, n_items: int) -> Floats:
    """(n_draws, n_items): how often each item is in each resample; every row sums to n_items."""
    picks = rng.integers(0, n_items, size=(n_draws, n_items))
    picks += np.arange(n_draws)[:, None] * n_items
    counts = np.bincount(picks.ravel(), minlength=n_draws * n_items)
    return counts.reshape(n_draws, n_items).astype(np.float64)


def percentile_interval(samples: Floats) -> Interval | None:
    """The middle 95 % of `samples`, leaving out those that are not finite.

    None if none is left, and where all are alike: an interval without width would claim to be sure, when
    equal values only say nothing of their spread. `no_spread` says so beside the figure.
    """
    known = samples[np.isfinite(samples)]
    if known.size == 0 or np.ptp(known) <= _ALIKE:
        return None
    low, high = np.percentile(known, [2.5, 97.5])
    return Interval(low=float(low), high=float(high), method="bootstrap")


def no_spread(interval: Interval | None, n: int) -> tuple[str, ...]:
    """The note of a value over n items whose resamples are all alike; none where it has an interval."""
    return (NO_SPREAD,) if interval is None and n > 1 else ()


def with_interval(figure: Figure, interval: Interval | None, n_items: int | None = None) -> Figure:
    """A figure that has a value with its bootstrap interval, or with the note why it has none.

    `n_items` is how many items were resampled, where that is not the N of the figure.
    """
    if figure.value is None:
        return figure
    n = figure.n if n_items is None else n_items
    return replace(figure, interval=interval, notes=(*figure.notes, *no_spread(interval, n)))


def quotient(numerators: Floats, denominators: Floats) -> Floats:
    """Element-wise division in which anything over 0 is "not a number", without a warning."""
    return np.divide(numerators, denominators, out=np.full_like(numerators, np.nan), where=denominators != 0)
