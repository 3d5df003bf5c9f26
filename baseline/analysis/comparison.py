"""Two systems on one item set: how far apart they are, on which items, and what can be concluded. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from baseline.analysis.differences import NOT_AGENTIC, Difference, differences
from baseline.analysis.pair_counts import Agreement, agreement_of, pair_counts
from baseline.analysis.panel import Panel
from baseline.analysis.records import Interval
from db.systems import SystemKind

Who = Literal["both", "first", "second", "neither"]
_WHO: dict[tuple[bool, bool], Who] = {
    (True, True): "both",
    (True, False): "first",
    (False, True): "second",
    (False, False): "neither",
}
_LEVEL = 0.05
# What rounding makes of equal scores.
_SAME = 1e-12


class ItemOutcome(NamedTuple):
    """One item that both attempted: who was correct, and their mean scores."""

    item_id: str
    who: Who
    first: float
    second: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that the page of two systems shows.

    `n_items` are those that have a row of both: the item set without what is left out of either. `items`
    are those that both attempted. `kinds` are those of the two.
    """

    first: str
    second: str
    kinds: tuple[SystemKind, SystemKind]
    n_items: int
    differences: tuple[Difference, ...]
    agreement: Agreement
    items: tuple[ItemOutcome, ...]

    @property
    def conclusion(self) -> str:
        """One sentence: what these items say of the accuracies, and what they do not."""
        return conclusion_of(self)

    @property
    def without_effort(self) -> str:
        """Whose figures of effort there are none of, and why; "" where both have them."""
        names = [
            name
            for name, kind in zip((self.first, self.second), self.kinds, strict=True)
            if kind == "non_agentic"
        ]
        return "; ".join(f"{name}: {NOT_AGENTIC}" for name in names)

    def difference(self, key: str) -> Difference:
        """The figure with this key. Raises KeyError when there is none."""
        for one in self.differences:
            if one.key == key:
                return one
        raise KeyError(key)


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
        kinds=(pair.systems[0].kind, pair.systems[1].kind),
        n_items=len(pair.gold),
        differences=tuple(differences(*pair.systems)),
        agreement=agreement_of(first, second, pair_counts(pair, 0, 1)),
        items=tuple(_outcomes(pair)),
    )


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
    """What the accuracies of the two allow to say, in one sentence.

    One is called more accurate where both the paired interval and McNemar's exact test exclude equality: on
    few items the bootstrap alone is too sure of itself.
    """
    accuracy = comparison.difference("accuracy")
    first, second, n = comparison.first, comparison.second, comparison.n_items
    if accuracy.difference is None:
        return f"Nothing can be concluded: {accuracy.why}."
    if accuracy.interval is None and n < 2:
        return f"Nothing can be concluded from {n} item: there is no interval."
    if accuracy.interval is None and abs(accuracy.difference) < _SAME:
        return (
            f"Nothing can be concluded: {first} and {second} have the same score on every one of {n} items, "
            "so there is no interval, and how they compare on other items is not known."
        )
    low, high, span = _reach(accuracy.difference, accuracy.interval, n)
    if low <= 0 <= high:
        widest = max(abs(low), abs(high))
        return (
            f"These items do not tell {first} and {second} apart ({span}); a difference of {widest:.1f} "
            "percentage points is compatible with them, so this does not show that the two are equal."
        )
    better, worse = (first, second) if low > 0 else (second, first)
    p = comparison.agreement.mcnemar_p
    if p is None or p >= _LEVEL:
        test = "no item was attempted by both" if p is None else f"McNemar's exact p is {p:.3f}"
        against = "the interval excludes zero" if accuracy.interval else f"{better} is ahead"
        return (
            f"These items are not enough to call {better} more accurate than {worse}: {against} ({span}), "
            f"but {test}."
        )
    scope = _scope(comparison)
    return f"On items like these, {better} is more accurate than {worse} ({span}{scope})."


def _reach(difference: float, interval: Interval | None, n: int) -> tuple[float, float, str]:
    """From where to where the difference reaches, in percentage points, and in words.

    Where every item has the same difference the bootstrap has nothing to vary: no interval, but the exact
    test still has its say.
    """
    if interval is None:
        points = 100 * difference
        same = f"{_signed(points)} percentage points on every one of {n} items, so there is no interval"
        return points, points, same
    low, high = 100 * interval.low, 100 * interval.high
    ends = f"{_signed(low)} to {_signed(high)}"
    return low, high, f"95 % interval of the difference {ends} percentage points, {n} items"


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")


def _scope(comparison: Comparison) -> str:
    """Resampled are items: other people may do otherwise."""
    return "; other people may differ more than that" if "people" in comparison.kinds else ""
