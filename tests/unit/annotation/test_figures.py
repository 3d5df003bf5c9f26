"""Figures over items: resampled medians against a plain loop, and sums with their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from annotation.figures import Middle, Ratio, figures_of, mean_of
from baseline.analysis.intervals import percentile_interval, resampled_statistic, wilson


def test_resampled_medians_are_those_of_the_drawn_values():
    values = (1.0, 5.0, None, 9.0, 20.0, 2.0)
    (figure,) = figures_of([Middle("page_gap", values, "none")])
    drawn = resampled_statistic(len(values), lambda counts: counts)
    plain = []
    for counts in drawn:
        held = [value for value, n in zip(values, counts, strict=True) for _ in range(int(n)) if value]
        plain.append(np.median(held) if held else np.nan)
    assert (figure.value, figure.n) == (5, 5)
    assert figure.interval == percentile_interval(np.array(plain))


def test_a_pooled_share_is_a_quotient_of_sums():
    (figure,) = figures_of([Ratio("lexical_precision@1-grams", (1.0, 3.0, 0.0), (2.0, 10.0, 0.0), "none")])
    assert (figure.value, figure.n, figure.interval.method) == (pytest.approx(4 / 12), 2, "bootstrap")
    assert (figure.numerator, figure.denominator) == (4, 12)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_items_that_are_all_alike_have_the_interval_of_as_many_whole_items(value):
    """A bootstrap of equal values has no width, however few they are."""
    reviews = (1.0, 2.0, 3.0)
    (figure,) = figures_of([Ratio("decisions@accept", tuple(value * n for n in reviews), reviews, "none")])
    assert figure.interval == wilson(3 * value, 3)


def test_a_mean_that_is_no_share_has_no_wilson_interval():
    (figure,) = figures_of([mean_of("evidence_distance", [0.0, 1.0, None], "none")])
    assert (figure.value, figure.n, figure.interval.method) == (0.5, 2, "bootstrap")


def test_nothing_known_gives_the_reason():
    figures = figures_of(
        [mean_of("evidence_distance", [None], "no pairs"), Middle("page_gap", (None,), "no gap")]
    )
    assert [(figure.value, figure.undefined) for figure in figures] == [(None, "no pairs"), (None, "no gap")]
    assert figures_of([]) == []
