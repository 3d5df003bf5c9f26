"""Wilson, the bootstrap and the corrected accuracy's intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.bias_correction import (
    JudgeCalibration,
    corrected_accuracy,
    full_interval,
    official_interval,
)
from baseline.analysis.intervals import (
    no_spread,
    official_normal,
    percentile_interval,
    quotient,
    resampled_statistic,
    resampled_sums,
    wilson,
)


def test_wilson_equals_published_values():
    # Newcombe (1998), table I, method 3: 81/263 -> .2553 to .3662; 15/148 -> .0624 to .1605; 0/20 and 1/29.
    for successes, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        interval = wilson(successes, n)
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_is_undefined():
    assert wilson(0, 0) is None
    assert official_normal(0.0, 0) is None


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_proportion_and_stays_within_0_and_1(pair):
    successes, n = pair
    interval = wilson(successes, n)
    assert 0.0 <= interval.low <= successes / n <= interval.high <= 1.0


def test_official_normal_is_clipped():
    interval = official_normal(0.974, 500)
    assert official_normal(1.0, 10).high == 1.0
    # .974 +- 1.96 sqrt(.974 * .026 / 500) = .974 +- .01395
    assert (interval.low, interval.high) == pytest.approx((0.96005, 0.98795), abs=1e-5)


def test_resampled_sums_draw_every_item_as_often_as_chance_says():
    sums = resampled_sums(np.eye(4), draws=4000)
    assert (sums.sum(axis=1) == 4).all()
    assert sums.mean(axis=0) == pytest.approx([1, 1, 1, 1], abs=0.06)
    # Counts are binomial(4, 1/4): variance .75.
    assert sums.var(axis=0) == pytest.approx([0.75] * 4, abs=0.08)


def test_resamples_are_the_same_for_columns_summed_apart():
    columns = np.arange(12.0).reshape(4, 3)
    together = resampled_sums(columns, draws=700)
    apart = np.column_stack([resampled_sums(columns[:, [i]], draws=700)[:, 0] for i in range(3)])
    assert (together == apart).all()
    assert (resampled_statistic(4, lambda counts: counts @ columns, draws=700) == together).all()


def test_bootstrap_interval_of_a_mean_is_close_to_the_normal_one():
    values = np.array([0.0, 1.0] * 100)
    sums = resampled_sums(values[:, None])
    interval = percentile_interval(sums[:, 0] / 200)
    # .5 +- 1.96 * .5 / sqrt(200) = .5 +- .069
    assert (interval.low, interval.high) == pytest.approx((0.431, 0.569), abs=0.01)


def test_percentile_interval_leaves_out_what_is_undefined():
    drawn = quotient(np.array([1.0, 2.0, 3.0]), np.array([1.0, 0.0, 1.0]))
    assert np.isnan(drawn[1])
    assert percentile_interval(drawn).low == pytest.approx(1.05)
    assert percentile_interval(np.array([np.nan])) is None


def test_resamples_that_are_all_alike_give_no_interval():
    assert percentile_interval(np.full(100, 0.1) + 0.2 - 0.3) is None
    assert percentile_interval(np.array([np.nan, 2.0, 2.0])) is None
    assert no_spread(None, 2) == ("no interval: all resamples alike",)
    assert no_spread(None, 1) == no_spread(percentile_interval(np.arange(101.0)), 101) == ()


def test_corrected_accuracy_equals_the_check_values():
    judge = JudgeCalibration(0.98, 1.0, n_positives=152, n_negatives=48)
    # 403/500 / .98 = .8224; SE = sqrt(.806 * .194 / 500) / .98 = .01804
    interval = official_interval(403 / 500, 500, judge)
    assert corrected_accuracy(403 / 500, judge) == pytest.approx(0.8224, abs=5e-5)
    assert (interval.low, interval.high) == pytest.approx((0.7871, 0.8578), abs=5e-5)
    assert corrected_accuracy(487 / 500, judge) == pytest.approx(0.9939, abs=5e-5)
    assert corrected_accuracy(380.5 / 500, judge) == pytest.approx(0.7765, abs=5e-5)
    assert corrected_accuracy(497 / 500, judge) == 1.0


def test_full_interval_is_wider_than_the_official_one():
    judge = JudgeCalibration(0.98, 1.0, n_positives=152, n_negatives=48)
    narrow, wide = official_interval(0.806, 500, judge), full_interval(0.806, 500, judge)
    # theta^2 q1 (1-q1) / m1 = .6764 * .0196 / 152 = 8.72e-5 beside p(1-p)/n = 3.127e-4
    half = 1.96 * (3.127e-4 + 8.72e-5) ** 0.5 / 0.98
    assert wide.high - wide.low == pytest.approx(2 * half, abs=2e-4)
    assert wide.low < narrow.low
    assert wide.high > narrow.high


def test_full_interval_needs_a_calibration_sample():
    judge = JudgeCalibration(0.98, 1.0, n_positives=0, n_negatives=0)
    assert full_interval(0.5, 10, judge) is None
    assert official_interval(0.5, 0, judge) is None


def test_a_judge_no_better_than_chance_corrects_nothing():
    with pytest.raises(ValueError, match="no better than chance"):
        JudgeCalibration(0.5, 0.5, 10, 10)
