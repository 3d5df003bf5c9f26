"""Planned precision against what can be computed by hand, and that it is seeded."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from baseline.analysis.intervals import Z95
from baseline.analysis.precision import PlannedStudy, planned_precision

# Nobody and nothing differs: every answer is a coin of .8, so intervals have known widths.
COINS = PlannedStudy(
    n_items=400,
    people_per_item=2,
    people=20,
    n_conditions=2,
    item_spread=0.0,
    person_spread=0.0,
    shared_difficulty=0.0,
)
REAL = PlannedStudy(n_items=100, people_per_item=2, people=10, n_conditions=2)


def test_the_half_width_of_coins_is_that_of_a_mean() -> None:
    # sqrt(.8 x .2 / (2 x 400)) = .01414; x 1.96 = .0277
    assert planned_precision(COINS, 200).half_width == pytest.approx(Z95 * sqrt(0.16 / 800), rel=0.02)


def test_one_answer_an_item_has_a_wilson_interval() -> None:
    # n = 400, p = .8: half = 1.96 sqrt(.16/400 + 1.96^2/(4 x 400^2)) / (1 + 1.96^2/400) = .0391
    planned = planned_precision(replace(COINS, people_per_item=1), 200)
    assert planned.half_width == pytest.approx(0.0391, abs=0.001)


def test_nearly_all_intervals_of_coins_hold_the_truth() -> None:
    assert planned_precision(COINS, 400).coverage == pytest.approx(0.95, abs=0.03)


def test_the_smallest_gap_of_coins_is_that_of_the_text_book() -> None:
    # (1.96 + .8416) sqrt((.8 x .2 + q (1 - q)) / 800) = .8 - q has the solution .8 - q = .0584
    assert planned_precision(COINS, 400).gap == pytest.approx(0.0584, abs=0.006)


def test_the_same_plan_gives_the_same_figures_and_another_seed_others() -> None:
    first = planned_precision(REAL, 60)
    assert planned_precision(REAL, 60) == first
    assert planned_precision(replace(REAL, seed=1), 60) != first


def test_more_items_and_more_people_are_more_precise() -> None:
    few = planned_precision(REAL, 100)
    more = planned_precision(replace(REAL, n_items=400, people_per_item=4, people=40), 100)
    assert more.half_width < few.half_width
    assert (more.gap or 1) < (few.gap or 1)


def test_one_person_a_condition_finds_larger_gaps_only_and_covers_less() -> None:
    spread = replace(REAL, n_items=400, person_spread=1.0)
    between = planned_precision(replace(spread, allocation="between"), 200)
    within = planned_precision(spread, 200)
    assert (between.gap or 1) > (within.gap or 1)
    assert within.coverage < 0.95


def test_no_gap_is_found_with_two_items_and_none_is_looked_for_with_one_condition() -> None:
    tiny = planned_precision(replace(REAL, n_items=2, people_per_item=1, people=2, accuracy=0.5), 100)
    assert tiny.gap is None
    assert planned_precision(replace(REAL, n_conditions=1), 60).gap is None


@pytest.mark.parametrize(
    "changes", [{"n_items": 0}, {"people": 0}, {"people_per_item": 0}, {"accuracy": 1.0}]
)
def test_a_plan_of_nothing_is_a_mistake(changes: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"at least one|lies between"):
        planned_precision(replace(REAL, **changes))
