"""Items over systems: difficulty, discrimination, and splits that rank systems as the whole does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.item_statistics import item_statistics
from baseline.analysis.split_builder import Plan, bin_of, build_splits, rank_correlation
from tests.reference import plain_panel
from tests.unit.analysis.test_several_systems import right_and_wrong

MATRICES = st.integers(2, 6).flatmap(
    lambda n_items: st.lists(
        st.lists(st.integers(0, 1), min_size=n_items, max_size=n_items), min_size=1, max_size=7
    )
)


def test_difficulty_and_discrimination_of_a_worked_example() -> None:
    # Totals without item 0: A 2, B 1, C 0, D 0; item 0: 1, 1, 0, 0.
    # mean x .5, mean y .75; sxy = .5(1.25) + .5(.25) + .5(.75) + .5(.75) = 1.5; sxx = 1; syy = 2.75
    # r = 1.5 / sqrt(2.75) = .9045
    panel = right_and_wrong([1, 1, 1], [1, 1, 0], [0, 0, 0], [0, 0, 0])
    first, _, third = item_statistics(panel)

    assert (first.item_id, first.difficulty) == ("i0", 0.5)
    assert first.discrimination == pytest.approx(0.9045, abs=1e-4)
    assert (third.difficulty, first.anomaly) == (0.25, None)


@given(MATRICES)
def test_statistics_equal_the_plain_reference(matrix: list[list[int]]) -> None:
    found = item_statistics(right_and_wrong(*matrix))

    for column, one in enumerate(found):
        plain = plain_panel.discrimination(matrix, column)
        assert one.difficulty == pytest.approx(sum(row[column] for row in matrix) / len(matrix))
        assert one.discrimination == (None if plain is None else pytest.approx(plain, abs=1e-9))
        assert (one.undefined is None) == (plain is not None)


def test_items_to_look_at_are_named() -> None:
    # Item 0 is solved by the weak and missed by the strong; nobody solves 3, everybody 4.
    panel = right_and_wrong([0, 1, 1, 0, 1], [1, 0, 0, 0, 1], [1, 0, 1, 0, 1])
    anomalies = {one.item_id: one.anomaly for one in item_statistics(panel)}
    assert (anomalies["i0"], anomalies["i3"], anomalies["i4"]) == (
        "negative_discrimination",
        "nobody",
        "everybody",
    )
    assert (
        item_statistics(right_and_wrong([1, 0]))[0].undefined == "undefined: one system tells no items apart"
    )


@pytest.mark.parametrize(
    ("difficulty", "number"), [(0.11, 0), (0.2, 0), (0.1 + 0.2, 1), (0.30001, 2), (0.9, 7), (1.0, 8)]
)
def test_bins_hold_their_upper_edge(difficulty: float, number: int) -> None:
    assert bin_of(difficulty) == number


def many_systems(n_items: int = 120, n_systems: int = 10) -> list[list[int]]:
    draw = random.Random(5)
    skills = [n / n_systems for n in range(1, n_systems + 1)]
    items = [draw.random() for _ in range(n_items)]
    return [[int(draw.random() < 0.15 + 0.8 * skill * easy) for easy in items] for skill in skills]


def test_splits_hold_their_sentinels_fill_bins_evenly_and_keep_the_ranking() -> None:
    panel = right_and_wrong(*many_systems(), names=[f"S{n}" for n in range(10)])
    statistics = item_statistics(panel)
    test, dev = build_splits(panel, statistics, [Plan("test", 40, 4), Plan("dev", 20, 2)])

    assert (len(test.item_ids), test.short_of, len(dev.item_ids)) == (40, 0, 20)
    assert not set(test.item_ids) & set(dev.item_ids)
    difficulty = {one.item_id: one.difficulty for one in statistics}
    assert all(difficulty[one] <= 0.1 for one in test.sentinels)
    n_in_bin = [0] * 9
    for item_id in set(test.item_ids) - test.sentinels:
        n_in_bin[bin_of(difficulty[item_id])] += 1
    n_of_bin = [0] * 9
    for one in statistics:
        if one.difficulty > 0.1:
            n_of_bin[bin_of(one.difficulty)] += 1
    # A bin has fewer than another only when it is used up.
    assert all(
        mine >= max(n_in_bin) - 1 or mine == there for mine, there in zip(n_in_bin, n_of_bin, strict=True)
    )
    assert test.rho is not None
    assert test.rho > 0.9
    # The same again, and whatever the order in which the statistics come.
    assert build_splits(panel, statistics[::-1], [Plan("test", 40, 4)])[0] == test


def test_what_cannot_be_had_is_said() -> None:
    panel = right_and_wrong([1, 0, 1], [0, 0, 1], [1, 1, 1])
    (split,) = build_splits(panel, item_statistics(panel), [Plan("test", 5, 2)])
    assert (len(split.item_ids), split.short_of, split.sentinels) == (3, 2, frozenset())
    with pytest.raises(ValueError, match="3 sentinels in 2 items"):
        build_splits(panel, item_statistics(panel), [Plan("odd", 2, 3)])


def test_ranking_needs_three_systems_that_differ() -> None:
    assert rank_correlation(right_and_wrong([1, 0], [0, 1]), ["i0"]) is None
    assert rank_correlation(right_and_wrong([1, 0], [0, 1], [1, 0]), ["i0", "i1"]) is None
    assert rank_correlation(right_and_wrong([1, 1], [0, 1], [0, 0]), ["i0", "i1"]) == pytest.approx(1.0)
