"""How precise will a study be? Planned studies are simulated many times, and their intervals measured.

An answer is right with probability sigmoid(a_c + s_item z_jc + s_person u_i): condition, item, person. `a_c`
is what makes the accuracy of condition c as expected. The intervals are those of the report: Wilson with one
answer an item, otherwise over items. Pure and seeded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from baseline.analysis.intervals import Z95, Floats

SIMULATED = 400
POWER = 0.8
_MOST_NUMBERS = 600_000
_FEWEST = 50
_NODES = 40
_BISECTIONS = 10


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """What is to be simulated. `people` share the places of all conditions; each does an equal part."""

    n_items: int
    people_per_item: int
    people: int
    n_conditions: int = 1
    allocation: Literal["between", "within"] = "within"
    accuracy: float = 0.8
    item_spread: float = 1.5
    person_spread: float = 0.5
    shared_difficulty: float = 0.5
    seed: int = 0


@dataclass(frozen=True, slots=True)
class PlannedPrecision:
    """What the simulated studies came to.

    `half_width`: of the 95 % interval of one condition's accuracy, the mean over the studies.
    `coverage`: the share of those intervals that hold the true accuracy; below .95 where few people answer,
    because an interval over items knows nothing of other people.
    `gap`: the smallest difference between two conditions that 80 % of the studies find (the 95 % interval of
    the paired difference leaves out 0); None with one condition, or where no difference is found so often.
    `gap_to_agent`: the same against one run of an agent on the same items.
    """

    planned: PlannedStudy
    half_width: float
    coverage: float
    gap: float | None
    gap_to_agent: float | None
    n_simulated: int


def planned_precision(planned: PlannedStudy, n_simulated: int = SIMULATED) -> PlannedPrecision:
    """Simulate the study; the same study gives the same figures again.

    Fewer studies are simulated where they are large. Shares, in [0, 1].

    Raises:
        ValueError: there are no items, no people, or an accuracy that is not between 0 and 1.
    """
    if planned.n_items < 1 or planned.people_per_item < 1 or planned.people < 1:
        raise ValueError("a planned study has at least one item, one answer to each and one person")
    if not 0 < planned.accuracy < 1:
        raise ValueError(f"an expected accuracy lies between 0 and 1, not at {planned.accuracy}")
    n_studies = max(_FEWEST, min(n_simulated, _MOST_NUMBERS // (planned.n_items * planned.people_per_item)))
    drawn = _Drawn(planned, n_studies)
    first = drawn.item_means(0, planned.accuracy)
    half_widths, held = _intervals(first, planned)
    agent = _Drawn(replace(planned, people_per_item=1, people=1, person_spread=0.0), n_studies)
    return PlannedPrecision(
        planned=planned,
        half_width=float(half_widths.mean()),
        coverage=float(held.mean()),
        gap=_smallest_gap(first, drawn, planned.accuracy) if planned.n_conditions > 1 else None,
        gap_to_agent=_smallest_gap(first, agent, planned.accuracy),
        n_simulated=n_studies,
    )


class _Drawn:
    """The random numbers of all simulated studies: they stay the same while an accuracy is looked for."""

    def __init__(self, planned: PlannedStudy, n_studies: int) -> None:
        self._planned = planned
        shape = (n_studies, planned.n_items)
        # Items come first, so that two sets of draws for one seed are about the same items.
        rng = np.random.default_rng(planned.seed)
        shared, own = rng.standard_normal(shape), rng.standard_normal(shape)
        rho = planned.shared_difficulty
        self._items = (shared, rho * shared + sqrt(1 - rho * rho) * own)
        self._persons = rng.standard_normal((n_studies, planned.people))
        self._uniform = rng.random((2, planned.people_per_item, *shape))

    def item_means(self, condition: Literal[0, 1], accuracy: float) -> Floats:
        """(studies, items): the share of right answers to each item under a condition of that accuracy."""
        planned = self._planned
        level = _level(accuracy, sqrt(planned.item_spread**2 + planned.person_spread**2))
        difficulty = level + planned.item_spread * self._items[condition]
        right = np.zeros_like(difficulty)
        for column in range(planned.people_per_item):
            skill = planned.person_spread * self._persons[:, self._who(condition, column)]
            right += self._uniform[condition, column] < _sigmoid(difficulty + skill)
        return right / planned.people_per_item

    def _who(self, condition: Literal[0, 1], column: int) -> NDArray[np.int64]:
        """Who answers each item: people are split over the answers to an item, then over the items.

        With one condition a person they are split over the conditions first; otherwise everybody works in
        both, on different items.
        """
        planned = self._planned
        n_groups = planned.people_per_item
        group, items = column, np.arange(planned.n_items)
        if planned.allocation == "between" and planned.n_conditions > 1:
            n_groups *= planned.n_conditions
            group += condition * planned.people_per_item
        elif condition:
            items = (items + planned.n_items // 2) % planned.n_items
        first = group * planned.people // n_groups
        size = max(1, (group + 1) * planned.people // n_groups - first)
        return np.minimum(first + items * size // planned.n_items, planned.people - 1)


def _intervals(means: Floats, planned: PlannedStudy) -> tuple[Floats, NDArray[np.bool_]]:
    """Half the width of each study's interval, and whether it holds the true accuracy."""
    n, p = planned.n_items, means.mean(axis=1)
    if planned.people_per_item == 1:
        z2 = Z95 * Z95
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z95 * np.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    else:
        centre, half = p, Z95 * means.std(axis=1) / sqrt(n)
    return half, np.abs(centre - planned.accuracy) <= half


def _smallest_gap(first: Floats, other: _Drawn, accuracy: float) -> float | None:
    """The smallest difference that is found often enough, to the side that has more room; by bisection."""
    room, sign = (accuracy, -1) if accuracy >= 0.5 else (1 - accuracy, 1)

    def power(gap: float) -> float:
        differences = first - other.item_means(1, accuracy + sign * gap)
        mean = differences.mean(axis=1)
        half = Z95 * differences.std(axis=1) / sqrt(differences.shape[1])
        # No difference in any item: an interval of no width around 0, which finds nothing.
        return float((np.abs(mean) > half).mean())

    low, high = 0.0, room * 0.995
    if power(high) < POWER:
        return None
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= POWER else (middle, high)
    return high


def _level(accuracy: float, spread: float) -> float:
    """The logit at which the mean over everybody and everything is `accuracy`; by bisection.

    The mean of sigmoid(level + spread z) over normal z is a Gauss-Hermite sum.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    weights = weights / weights.sum()
    low, high = -30.0, 30.0
    for _ in range(60):
        middle = (low + high) / 2
        if float(weights @ _sigmoid(middle + spread * nodes)) < accuracy:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _sigmoid(logits: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(logits, -60, 60)))
