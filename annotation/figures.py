"""Values by item in, figures out: with N, a 95 % interval, and a reason where there is no value.

A share in which every item counts once, or has the same value as all others, has a Wilson interval; means,
medians and pooled shares have a percentile bootstrap over items (baseline/analysis/intervals.py). Figures
given together share their resamples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from annotation.figure_definitions import definition_of, label_of
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_kinds,
    resampled_statistic,
    wilson,
    wilson_of_equals,
    with_interval,
)
from baseline.analysis.records import Figure, Interval

# Drawing kinds of items is faster than drawing items from about so many items a kind.
_FEW_KINDS = 4


@dataclass(frozen=True, slots=True)
class Ratio:
    """A sum over items / another such sum; both have one value an item, 0 and 0 where it is left out.

    `n` is what is counted, where that is not the items with a denominator.
    """

    key: str
    numerators: tuple[float, ...]
    denominators: tuple[float, ...]
    if_empty: str
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Middle:
    """A median over items; None where an item is left out."""

    key: str
    values: tuple[float | None, ...]
    if_empty: str


Wanted = Ratio | Middle


def mean_of(key: str, values: Sequence[float | None], if_empty: str) -> Ratio:
    """A mean, or the share of True; None where an item is left out."""
    return Ratio(
        key,
        tuple(0.0 if value is None else float(value) for value in values),
        tuple(float(value is not None) for value in values),
        if_empty,
    )


def figures_of(wanted: Sequence[Wanted]) -> list[Figure]:
    """The figures, in order. All are over the same items. Raises ValueError when they are not."""
    sizes = {len(one.numerators if isinstance(one, Ratio) else one.values) for one in wanted}
    if len(sizes) > 1:
        raise ValueError(f"figures over different numbers of items: {sorted(sizes)}")
    figures = [_ratio_figure(one) if isinstance(one, Ratio) else _median_figure(one) for one in wanted]
    open_ones = [
        position
        for position, (one, figure) in enumerate(zip(wanted, figures, strict=True))
        if figure.interval is None and figure.value is not None and _n_items(one) > 1
    ]
    intervals = _bootstrap([wanted[position] for position in open_ones], max(sizes, default=0))
    for position, interval in zip(open_ones, intervals, strict=True):
        figures[position] = with_interval(figures[position], interval)
    return figures


def counted_share(key: str, numerator: float, denominator: float, if_empty: str) -> Figure:
    """A share, or a mean, of everything that there is: exact, so without an interval."""
    if denominator == 0:
        return plain_figure(key, None, 0, if_empty)
    figure = plain_figure(key, numerator / denominator, int(denominator))
    return replace(figure, numerator=float(numerator), denominator=float(denominator))


def plain_figure(key: str, value: float | None, n: int, undefined: str | None = None) -> Figure:
    """A figure with the words of its key, without an interval. `undefined` says why it has no value."""
    words = definition_of(key)
    figure = Figure.of(key, label_of(key), words, value, n, words.n_unit)
    return replace(figure, undefined=undefined if value is None else None)


def _n_items(wanted: Wanted) -> int:
    if isinstance(wanted, Ratio):
        return int(np.count_nonzero(wanted.denominators))
    return sum(value is not None for value in wanted.values)


def _ratio_figure(wanted: Ratio) -> Figure:
    numerator, denominator = sum(wanted.numerators), sum(wanted.denominators)
    n = _n_items(wanted) if wanted.n is None else wanted.n
    if denominator == 0:
        return plain_figure(wanted.key, None, n, wanted.if_empty)
    figure = plain_figure(wanted.key, numerator / denominator, n)
    counts_once = set(wanted.numerators) <= {0.0, 1.0} and set(wanted.denominators) <= {0.0, 1.0}
    is_proportion = counts_once and definition_of(wanted.key).unit == "share"
    interval = wilson(numerator, denominator) if is_proportion else _interval_of_equals(wanted)
    return replace(figure, interval=interval, numerator=numerator, denominator=denominator)


def _interval_of_equals(wanted: Ratio) -> Interval | None:
    if definition_of(wanted.key).unit != "share":
        return None
    values = quotient(np.array(wanted.numerators), np.array(wanted.denominators))
    return wilson_of_equals(values[np.isfinite(values)])


def _median_figure(wanted: Middle) -> Figure:
    known = [value for value in wanted.values if value is not None]
    value = float(np.median(known)) if known else None
    return plain_figure(wanted.key, value, len(known), wanted.if_empty)


def _bootstrap(wanted: Sequence[Wanted], n_items: int) -> list[Interval | None]:
    if not wanted:
        return []
    alike, n_of_kind = _alike(wanted, n_items)
    if len(n_of_kind) * _FEW_KINDS <= n_items:
        drawn = _all_drawn(alike, resampled_kinds(n_of_kind))
    else:
        drawn = resampled_statistic(n_items, lambda counts: _all_drawn(wanted, counts))
    return [percentile_interval(drawn[:, position]) for position in range(len(wanted))]


def _alike(wanted: Sequence[Wanted], n_items: int) -> tuple[list[Wanted], list[int]]:
    """The same over kinds of items, and how many items there are of each kind.

    Items with the same value in every figure are of one kind: which of them is drawn makes no difference.
    """
    kinds: Counter[tuple[object, ...]] = Counter()
    numbers: dict[tuple[object, ...], int] = {}
    for item in range(n_items):
        kind = tuple(_values_of(one, item) for one in wanted)
        kinds[kind] += 1
        numbers.setdefault(kind, item)
    # In an order of their own, so that the order of the items changes nothing.
    items = [numbers[kind] for kind in sorted(kinds, key=repr)]
    return [_only(one, items) for one in wanted], [kinds[kind] for kind in sorted(kinds, key=repr)]


def _values_of(wanted: Wanted, item: int) -> tuple[float | None, ...]:
    if isinstance(wanted, Ratio):
        return wanted.numerators[item], wanted.denominators[item]
    return (wanted.values[item],)


def _only(wanted: Wanted, items: Sequence[int]) -> Wanted:
    if isinstance(wanted, Ratio):
        return replace(
            wanted,
            numerators=tuple(wanted.numerators[item] for item in items),
            denominators=tuple(wanted.denominators[item] for item in items),
        )
    return replace(wanted, values=tuple(wanted.values[item] for item in items))


def _all_drawn(wanted: Sequence[Wanted], counts: Floats) -> Floats:
    return np.column_stack([_drawn(one, counts) for one in wanted])


def _drawn(wanted: Wanted, counts: Floats) -> Floats:
    """The figure in each resample: (n, n_items) to (n,); not finite where it has no value."""
    if isinstance(wanted, Ratio):
        return quotient(counts @ np.array(wanted.numerators), counts @ np.array(wanted.denominators))
    known = [(value, item) for item, value in enumerate(wanted.values) if value is not None]
    known.sort()
    values = np.array([value for value, _ in known])
    reached = counts[:, [item for _, item in known]].cumsum(axis=1)
    total = reached[:, -1:]
    lower = (reached > (total - 1) // 2).argmax(axis=1)
    upper = (reached > total // 2).argmax(axis=1)
    return np.where(total[:, 0] == 0, np.nan, (values[lower] + values[upper]) / 2)
