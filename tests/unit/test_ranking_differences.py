"""The figures behind docs/ranking-differences.md, on lists worked by hand."""

import pytest

from docs.ranking_differences import kendall_tau_b, overlap


@pytest.mark.parametrize(
    ("ours", "theirs", "value"),
    [
        ([1, 2, 3], [1, 2, 3], 1.0),
        ([7], [7], 1.0),
        # 3 pairs, all the other way round.
        ([1, 2, 3], [3, 2, 1], -1.0),
        # 2 of 3 pairs agree: (2 - 1) / 3.
        ([1, 2, 3], [1, 3, 2], 1 / 3),
        # Union 1 2 3. Ours ranks 0 1 2(absent), theirs 0 2(absent) 1: pairs 12 +, 13 +, 23 -.
        ([1, 2], [1, 3], 1 / 3),
        # Union 1 2 3 4, nothing in common. Ours 0 1 2 2, theirs 2 2 0 1: pairs 13 14 23 24 are
        # discordant, 12 ties in theirs, 34 in ours: -4 / sqrt(5 * 5).
        ([1, 2], [3, 4], -0.8),
        # One page each, another: the single pair is discordant.
        ([1], [2], -1.0),
    ],
)
def test_tau_b_counts_pairs_and_lets_absent_pages_tie(ours, theirs, value):
    assert kendall_tau_b(ours, theirs) == pytest.approx(value)
    assert kendall_tau_b(theirs, ours) == pytest.approx(value)


@pytest.mark.parametrize(
    ("ours", "theirs", "value"),
    [([1, 2], [2, 1], 1.0), ([1, 2, 3, 4, 5], [1, 2, 9, 8, 7], 0.4), ([1, 2], [1, 2, 3, 4], 0.5)],
)
def test_overlap_is_the_share_of_the_longer_list(ours, theirs, value):
    assert overlap(ours, theirs) == value
