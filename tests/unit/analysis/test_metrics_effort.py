"""Kuiper, its permutation test and the effort ratio. METRICS' check values and case 39."""

from __future__ import annotations

from itertools import permutations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.effort import (
    EffortOutcome,
    difference_curve,
    effort_groups,
    effort_ratio,
    kuiper_of_resamples,
    kuiper_scale,
    kuiper_undefined,
    official_effort_ratio,
    official_kuiper,
    permutation_test,
    tie_safe_kuiper,
)
from tests.reference import plain_metrics


def rows(text: str) -> list[EffortOutcome]:
    """`1+ 3-`: effort 1 correct, effort 3 wrong."""
    return [EffortOutcome(int(word[:-1]), word.endswith("+")) for word in text.split()]


# Rows in file order, official, tie-safe. A (mean 0.5): after effort 1 +1.0, 2 +1.5, 3 +1.0, 4 +1.5,
# 5 +0.5, 6 0: tie-safe 1.5. B runs to +1 (effort 2) and -1 (effort 6): 2.0, where one side alone is 1.0.
# F: all tied, D is read at 0 and at the end only. H: A and two attempts without a search, dropped.
CASE_39 = {
    "A": ("1+ 3- 4+ 1+ 6- 2+ 5- 2+ 5- 2-", 2.0, 1.5),
    "B": ("1+ 6- 8+ 3- 2+ 7+ 5- 4-", 2.0, 2.0),
    "C": ("2+ 3+ 1+", None, None),
    "D": ("2- 3- 1-", None, None),
    "E": ("2+", None, None),
    "F": ("3- 3+ 3+ 3-", 1.0, 0.0),
    "G": ("1- 3+ 4- 1- 6+ 2- 5+ 2- 5+ 2+", 2.0, 1.5),
    "H": ("1+ 5- 1+ 4+ 2+ 3- 2+ 5- 6- 2-", 2.0, 1.5),
}
outcomes = st.lists(st.builds(EffortOutcome, st.integers(1, 5), st.booleans()), max_size=14)


@pytest.mark.parametrize("key", CASE_39)
def test_kuiper_follows_case_39(key):
    text, official, tie_safe = CASE_39[key]
    assert official_kuiper(rows(text)) == pytest.approx(official)
    assert tie_safe_kuiper(rows(text)) == pytest.approx(tie_safe)


def test_row_order_changes_the_official_kuiper_but_not_the_tie_safe_one():
    first, second = rows("1+ 1- 2+ 2+ 3-"), rows("1- 1+ 2+ 2+ 3-")
    # mean .6. First: +.4 -.2 .2 .6 0, range .8. Second: -.6 -.2 .2 .6 0, range 1.2.
    assert official_kuiper(first) == pytest.approx(0.8)
    assert official_kuiper(second) == pytest.approx(1.2)
    # At the ends of groups both read -.2, .6, 0.
    assert tie_safe_kuiper(first) == tie_safe_kuiper(second) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no attempt with a known effort above 0"),
        ("1+ 2+", "all 2 attempts are correct"),
        ("1- 2- 3-", "all 3 attempts are wrong"),
    ],
)
def test_kuiper_says_why_it_is_undefined(text, reason):
    assert kuiper_undefined(rows(text)) == reason
    assert tie_safe_kuiper(rows(text)) is None
    assert permutation_test(rows(text)) is None


def test_published_people_are_inside_the_null_band():
    # N = 500, accuracy .822: sigma = sqrt(500 * .822 * .178) = 8.55; K = 14.6 gives K/sigma 1.71.
    people = [EffortOutcome(1, i < 411) for i in range(500)]
    assert kuiper_scale(people) == pytest.approx(sqrt(500 * 0.822 * 0.178))
    assert 14.6 / kuiper_scale(people) == pytest.approx(1.71, abs=0.005)


@given(outcomes)
def test_kuiper_equals_the_plain_one(attempts):
    plain = [tuple(row) for row in attempts]
    for ours, tie_safe in ((official_kuiper, False), (tie_safe_kuiper, True)):
        expected = plain_metrics.kuiper(plain, tie_safe)
        assert ours(attempts) == (None if expected is None else pytest.approx(float(expected), abs=1e-12))


@given(outcomes, st.randoms(use_true_random=False))
def test_tie_safe_kuiper_is_the_same_in_any_order_of_rows(attempts, random):
    shuffled = attempts[:]
    random.shuffle(shuffled)
    assert tie_safe_kuiper(shuffled) == tie_safe_kuiper(attempts)


@given(outcomes)
def test_tie_safe_kuiper_is_at_most_the_official_one(attempts):
    if kuiper_undefined(attempts) is None:
        assert 0 <= tie_safe_kuiper(attempts) <= official_kuiper(attempts) + 1e-12


@given(outcomes)
def test_kuiper_is_the_same_with_right_and_wrong_exchanged(attempts):
    turned = [EffortOutcome(row.effort, not row.correct) for row in attempts]
    assert tie_safe_kuiper(turned) == tie_safe_kuiper(attempts)


@given(outcomes.filter(bool))
def test_difference_curve_begins_and_ends_at_0(attempts):
    curve = difference_curve(attempts, "grouped")
    assert (curve[0].k, curve[0].difference) == (0, 0.0)
    assert (curve[-1].k, curve[-1].difference) == (len(attempts), 0.0)


def test_effort_groups_keep_the_order_of_rows_when_asked():
    assert [tuple(g) for g in effort_groups(rows("2+ 1- 2-"), "file_order")] == [
        (1, 1, 0),
        (2, 1, 1),
        (2, 1, 0),
    ]
    assert [tuple(g) for g in effort_groups(rows("2+ 1- 2-"), "grouped")] == [(1, 1, 0), (2, 2, 1)]


def test_permutation_p_approaches_that_of_every_permutation():
    attempts = rows("1+ 1+ 2+ 2- 3- 3- 4-")
    observed = tie_safe_kuiper(attempts)
    every = [
        tie_safe_kuiper([EffortOutcome(row.effort, y) for row, y in zip(attempts, ys, strict=True)])
        for ys in permutations([row.correct for row in attempts])
    ]
    exact = sum(k >= observed - 1e-9 for k in every) / len(every)
    # 10,000 draws: standard error at most .005.
    assert permutation_test(attempts).p == pytest.approx(exact, abs=0.02)


def test_permutation_test_is_the_same_every_time_and_ignores_the_order_of_rows():
    attempts = rows(CASE_39["A"][0])
    assert permutation_test(attempts) == permutation_test(attempts[::-1])


def test_permutation_p_is_1_when_every_attempt_took_the_same():
    assert permutation_test(rows(CASE_39["F"][0])).p == 1.0


def test_permutation_p_is_small_when_effort_decides_the_outcome():
    test = permutation_test([EffortOutcome(i, i <= 20) for i in range(1, 41)])
    assert test.p < 0.001
    assert test.draws == 10_000


def test_null_band_has_a_point_for_each_point_of_the_curve():
    attempts = rows(CASE_39["A"][0])
    band, curve = permutation_test(attempts).band, difference_curve(attempts, "grouped")
    assert len(band.low) == len(band.high) == len(curve)
    assert (band.low[0], band.high[0], band.low[-1], band.high[-1]) == (0, 0, 0, 0)
    assert all(low <= 0 <= high for low, high in zip(band.low, band.high, strict=True))


def test_kuiper_of_resamples_equals_kuiper_of_the_rows_it_stands_for():
    attempts = rows("1+ 1- 2+ 2+ 3- 5-")
    groups = effort_groups(attempts, "grouped")
    once = np.array([[group.n for group in groups], [2 * group.n for group in groups]], dtype=float)
    right = np.array([[g.n_correct for g in groups], [2 * g.n_correct for g in groups]], dtype=float)
    expected = [tie_safe_kuiper(attempts), tie_safe_kuiper([*attempts, *attempts])]
    assert kuiper_of_resamples(once, right) == pytest.approx(expected)


def test_kuiper_of_a_resample_of_one_class_is_not_a_number():
    assert np.isnan(kuiper_of_resamples(np.array([[1.0, 2.0]]), np.array([[1.0, 2.0]]))).all()


def test_effort_ratio_divides_wrong_by_right():
    # wrong 3, 5: mean 4; right 1, 2, 3: mean 2.
    assert effort_ratio(rows("3- 5- 1+ 2+ 3+")) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("text", "ours", "official"), [("1+ 2+", None, 0.0), ("1- 2-", None, None), ("", None, None)]
)
def test_effort_ratio_is_undefined_without_both_outcomes(text, ours, official):
    assert effort_ratio(rows(text)) is ours
    assert official_effort_ratio(rows(text)) == official


@given(outcomes)
def test_effort_ratio_equals_the_plain_one(attempts):
    expected = plain_metrics.effort_ratio([tuple(row) for row in attempts])
    assert effort_ratio(attempts) == (None if expected is None else pytest.approx(float(expected)))
