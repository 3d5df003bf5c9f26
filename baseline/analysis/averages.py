"""From per-attempt values to figures: the mean, its N, and its interval over items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

import numpy as np

from baseline.analysis.definitions import definition_of, label_of
from baseline.analysis.intervals import (
    Floats,
    no_spread,
    official_normal,
    percentile_interval,
    quotient,
    resampled_blocks,
    resampled_sums,
    wilson,
    wilson_of_equals,
    with_interval,
)
from baseline.analysis.people_effect import people_effect, widened
from baseline.analysis.records import Figure, Interval
from baseline.analysis.run_rows import AttemptRow, RunRows

Value = Callable[[AttemptRow], float | None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure to average: `value` gives each row's, None where the row is not in the denominator."""

    key: str
    value: Value
    if_empty: str
    label: str | None = None
    interval: Literal["default", "official"] = "default"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sums:
    """Per item: the sum of values and of weights; their totals divided are the figure.

    In `strict` mode every item weighs the same however many people answered it: a figure over items
    takes the mean of its attempts, one over attempts gives each 1 / (attempts on its item). In
    `harness` mode every row weighs 1. `unweighted` is the plain sum of the values of all rows. `people` are
    who answered each item, where every item has one answer at most; else there are none.
    """

    numerators: Floats
    denominators: Floats
    n_rows: int
    unweighted: float
    people: tuple[str | None, ...] = ()

    @property
    def value(self) -> float:
        """The weighted mean."""
        return float(self.numerators.sum() / self.denominators.sum())

    @property
    def by_item(self) -> Floats:
        """The mean of each item that is in the denominator."""
        means = quotient(self.numerators, self.denominators)
        return means[np.isfinite(means)]

    @property
    def is_plain_proportion(self) -> bool:
        """Every item in it counts once, as a whole success or failure."""
        return bool(np.isin(self.numerators, (0, 1)).all() and np.isin(self.denominators, (0, 1)).all())


def sums_of(run: RunRows, key: str, value: Value) -> Sums:
    """Sums over each item's attempts."""
    numerators, counted, rows_on_item = (np.zeros(len(run.item_ids)) for _ in range(3))
    people: list[str | None] = [None] * len(run.item_ids)
    for row in run.rows:
        index = run.item_index[row.attempt.item_id]
        rows_on_item[index] += 1
        known = value(row)
        if known is not None:
            numerators[index] += known
            counted[index] += 1
            people[index] = row.attempt.participant
    weights = np.ones_like(counted)
    if run.mode == "strict":
        weights = 1 / np.maximum(counted if definition_of(key).base == "items" else rows_on_item, 1)
    one_each = run.mode == "strict" and bool((rows_on_item <= 1).all())
    return Sums(
        numerators * weights,
        counted * weights,
        int(counted.sum()),
        float(numerators.sum()),
        tuple(people) if one_each else (),
    )


def average(run: RunRows, wanted: Sequence[Wanted]) -> list[Figure]:
    """The figures, in order; all bootstrap intervals come from one set of resamples."""
    return average_many([run], [wanted])[0]


def average_many(runs: Sequence[RunRows], wanted: Sequence[Sequence[Wanted]]) -> list[list[Figure]]:
    """The figures of several runs, each with its own `wanted`, from one set of resamples.

    Resamples depend on the number of items alone: runs over equally many items share them, and every run has
    the intervals that `average` gives it alone.
    """
    asked = [(run, figure) for run, own in zip(runs, wanted, strict=True) for figure in own]
    sums = [sums_of(run, figure.key, figure.value) for run, figure in asked]
    intervals = _bootstrap_intervals(
        [s if _needs_bootstrap(w, s) else None for (_, w), s in zip(asked, sums, strict=True)]
    )
    made = iter(
        _over_people(_figure(run, figure, s, interval or _closed_form(figure, s)), s)
        for (run, figure), s, interval in zip(asked, sums, intervals, strict=True)
    )
    return [list(islice(made, len(own))) for own in wanted]


def difference(run: RunRows, key: str, first: Value, second: Value, if_empty: str) -> Figure:
    """First mean minus second mean, with a percentile bootstrap over items."""
    a, b = sums_of(run, key, first), sums_of(run, key, second)
    is_defined = a.n_rows > 0 and b.n_rows > 0
    interval = None
    if is_defined and len(run.item_ids) > 1:
        drawn = resampled_sums(np.column_stack([a.numerators, a.denominators, b.numerators, b.denominators]))
        interval = percentile_interval(
            quotient(drawn[:, 0], drawn[:, 1]) - quotient(drawn[:, 2], drawn[:, 3])
        )
    figure = described(
        key,
        a.value - b.value if is_defined else None,
        None if is_defined else if_empty,
        a.n_rows + b.n_rows,
        "attempts",
    )
    return with_interval(figure, interval, len(run.item_ids))


def described(key: str, value: float | None, undefined: str | None, n: int, n_unit: str) -> Figure:
    """A figure with the label, unit, definition and source of its key, still without an interval."""
    figure = Figure.of(key, label_of(key), definition_of(key), value, n, n_unit)
    return replace(figure, undefined=undefined)


def _needs_bootstrap(wanted: Wanted, sums: Sums) -> bool:
    if sums.n_rows == 0 or wanted.interval == "official" or _n_weighed(sums) < 2:
        return False
    if definition_of(wanted.key).unit == "share" and wilson_of_equals(sums.by_item) is not None:
        return False
    return not (definition_of(wanted.key).unit == "share" and sums.is_plain_proportion)


def _closed_form(wanted: Wanted, sums: Sums) -> Interval | None:
    if sums.n_rows == 0 or definition_of(wanted.key).unit != "share":
        return None
    if wanted.interval == "official":
        return official_normal(sums.value, float(sums.denominators.sum()))
    if not sums.is_plain_proportion:
        return wilson_of_equals(sums.by_item)
    return wilson(float(sums.numerators.sum()), float(sums.denominators.sum()))


def _bootstrap_intervals(sums: Sequence[Sums | None]) -> list[Interval | None]:
    wanted = [s for s in sums if s is not None]
    drawn = resampled_blocks([np.column_stack([s.numerators, s.denominators]) for s in wanted])
    made = iter(percentile_interval(quotient(pair[:, 0], pair[:, 1])) for pair in drawn)
    return [None if s is None else next(made) for s in sums]


def _figure(run: RunRows, wanted: Wanted, sums: Sums, interval: Interval | None) -> Figure:
    per_items = definition_of(wanted.key).base == "items" and run.mode == "strict"
    is_defined = sums.n_rows > 0
    figure = described(
        wanted.key,
        sums.value if is_defined else None,
        None if is_defined else wanted.if_empty,
        _n_weighed(sums) if per_items else sums.n_rows,
        "items" if per_items else "attempts",
    )
    return replace(
        figure,
        label=wanted.label or figure.label,
        interval=interval,
        numerator=float(sums.numerators.sum()) if is_defined else None,
        denominator=float(sums.denominators.sum()) if is_defined else None,
        notes=(
            *wanted.notes,
            *_how_weighed(wanted, sums),
            *no_spread(interval, _n_weighed(sums)),
        ),
    )


def _over_people(figure: Figure, sums: Sums) -> Figure:
    """With one answer an item, a note says the interval that also covers whom the items went to."""
    if figure.interval is None or not sums.people:
        return figure
    effect = people_effect(sums.numerators, sums.denominators, sums.people)
    if effect is None:
        return figure
    totals = float(sums.numerators.sum()), float(sums.denominators.sum())
    wider = widened(figure.interval, effect, (*totals, figure.unit))
    scale, unit = (100, " %") if figure.unit == "share" else (1, "")
    note = (
        f"for other people like these {effect.n_people}, whose own answers are alike: "
        f"{scale * wider.low:.1f} to {scale * wider.high:.1f}{unit}"
    )
    return replace(figure, notes=(*figure.notes, note))


def _n_weighed(sums: Sums) -> int:
    return int(np.count_nonzero(sums.denominators))


def _how_weighed(wanted: Wanted, sums: Sums) -> tuple[str, ...]:
    """So many of so many, where that is not the figure: more people answered some items than others."""
    weighed = sums.denominators[sums.denominators > 0]
    of_attempts = definition_of(wanted.key).unit == "share" and definition_of(wanted.key).base != "items"
    one_each = len(weighed) == sums.n_rows and (weighed == 1).all()
    if not of_attempts or one_each or not sums.unweighted.is_integer():
        return ()
    return (
        f"{sums.unweighted:g} of {sums.n_rows} attempts, each item weighing the same however many people "
        "answered it",
    )
