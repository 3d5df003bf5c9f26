"""Two systems on one item set: the difference of every figure, and what can be concluded from it. Pure.

Differences are paired: both systems see the same resamples of items, so what makes an item hard for both
cancels out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from baseline.analysis.averages import Wanted, sums_of
from baseline.analysis.definitions import definition_of, label_of
from baseline.analysis.figure_plan import (
    attribution_figures,
    cascade_figures,
    correctness_figures,
    search_figures,
    time_figures,
)
from baseline.analysis.intervals import percentile_interval, quotient, resampled_sums
from baseline.analysis.pair_counts import Agreement, agreement_of, pair_counts
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.records import FigureUnit, Interval


class Difference(NamedTuple):
    """One figure of both and the first minus the second; None where one of the two is undefined (`why`)."""

    key: str
    label: str
    unit: FigureUnit
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    why: str | None


Who = Literal["both", "first", "second", "neither"]
_WHO: dict[tuple[bool, bool], Who] = {
    (True, True): "both",
    (True, False): "first",
    (False, True): "second",
    (False, False): "neither",
}


class ItemOutcome(NamedTuple):
    """One item that both attempted: who was correct, and their mean scores."""

    item_id: str
    who: Who
    first: float
    second: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that the page of two systems shows. `items` are those that both attempted."""

    first: str
    second: str
    n_items: int
    differences: tuple[Difference, ...]
    agreement: Agreement
    items: tuple[ItemOutcome, ...]

    @property
    def conclusion(self) -> str:
        """One sentence: what these items say of the accuracies, and what they do not."""
        return conclusion_of(self)


def compare(panel: Panel, first: str, second: str) -> Comparison:
    """The first system minus the second, over the whole item set but for what is left out of either.

    Raises:
        KeyError: the panel has no such system.
    """
    both = Panel(panel.gold, (panel.system(first), panel.system(second)))
    pair = both.common_to({first, second})
    return Comparison(
        first=first,
        second=second,
        n_items=len(pair.gold),
        differences=tuple(_differences(*pair.systems)),
        agreement=agreement_of(first, second, pair_counts(pair, 0, 1)),
        items=tuple(_outcomes(pair)),
    )


def _wanted(system: SystemRun) -> dict[str, Wanted]:
    run = system.run
    plans: list[list[Wanted]] = [correctness_figures(run), attribution_figures()]
    if system.kind != "non_agentic":
        plans.append(search_figures(run))
    plans += [cascade_figures(), time_figures(run)]
    return {one.key: one for plan in plans for one in plan}


def _differences(first: SystemRun, second: SystemRun) -> list[Difference]:
    """Every figure that both have; all intervals come from one set of resamples."""
    ours, theirs = _wanted(first), _wanted(second)
    keys = [key for key in ours if key in theirs]
    pairs = [
        (sums_of(first.run, key, ours[key].value), sums_of(second.run, key, theirs[key].value))
        for key in keys
    ]
    columns = [
        column
        for one, other in pairs
        for column in (one.numerators, one.denominators, other.numerators, other.denominators)
    ]
    drawn = resampled_sums(np.column_stack(columns)) if len(first.run.item_ids) > 1 else None
    found = []
    for at, (key, (one, other)) in enumerate(zip(keys, pairs, strict=True)):
        why = _why_undefined(first.name, second.name, ours[key], theirs[key], (one.n_rows, other.n_rows))
        interval = None
        if drawn is not None and why is None:
            a, b, c, d = drawn[:, 4 * at : 4 * at + 4].T
            interval = percentile_interval(quotient(a, b) - quotient(c, d))
        found.append(
            Difference(
                key=key,
                label=ours[key].label or label_of(key),
                unit=definition_of(key).unit,
                first=one.value if one.n_rows else None,
                second=other.value if other.n_rows else None,
                difference=one.value - other.value if why is None else None,
                interval=interval,
                why=why,
            )
        )
    return found


def _why_undefined(
    first: str, second: str, one: Wanted, other: Wanted, n_rows: tuple[int, int]
) -> str | None:
    if n_rows[0] == 0:
        return f"{first}: {one.if_empty}"
    return f"{second}: {other.if_empty}" if n_rows[1] == 0 else None


def _outcomes(pair: Panel) -> list[ItemOutcome]:
    common = np.flatnonzero(pair.attempted.all(axis=0))
    right = pair.correct > 0.5
    return [
        ItemOutcome(
            item_id=pair.item_ids[at],
            who=_WHO[bool(right[0, at]), bool(right[1, at])],
            first=float(pair.scores[0, at]),
            second=float(pair.scores[1, at]),
        )
        for at in common
    ]


def conclusion_of(comparison: Comparison) -> str:
    """What the accuracies of the two allow to say, in one sentence."""
    accuracy = next(one for one in comparison.differences if one.key == "accuracy")
    first, second, n = comparison.first, comparison.second, comparison.n_items
    if accuracy.difference is None:
        return f"Nothing can be concluded: {accuracy.why}."
    if accuracy.interval is None:
        return f"Nothing can be concluded from {n} item: there is no interval."
    low, high = 100 * accuracy.interval.low, 100 * accuracy.interval.high
    span = f"95 % interval of the difference {low:+.1f} to {high:+.1f} percentage points, {n} items"
    if low > 0 or high < 0:
        better, worse = (first, second) if low > 0 else (second, first)
        return f"On items like these, {better} is more accurate than {worse} ({span})."
    widest = max(abs(low), abs(high))
    return (
        f"These items do not tell {first} and {second} apart ({span}); a difference of {widest:.1f} "
        "percentage points is compatible with them, so this does not show that the two are equal."
    )
