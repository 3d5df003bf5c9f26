"""What the benchmark's table says must be true too: agreement of lists, percentiles, invented pages."""

from __future__ import annotations

import pytest

from index.search.nodes import Pattern
from tests.bench.search.agreement import agreement, tau_b
from tests.bench.search.pages import invented_pages
from tests.bench.search.queries import queries
from tests.bench.search.tables import percentile


@pytest.mark.parametrize(
    ("first", "second", "tau"),
    [
        ([1, 2, 3], [1, 2, 3], 1.0),
        # Three pairs: (1,2) and (1,3) in the same order, (2,3) the other way round: (2 - 1) / 3.
        ([1, 2, 3], [1, 3, 2], 1 / 3),
        ([1, 2, 3], [3, 2, 1], -1.0),
        # Union 1, 2, 3, 4. (1,2) (1,3) (1,4) (2,3) (2,4) in the first list, 3 before 4 as 4 is not in it;
        # the second has 4 for 3: five pairs agree, (3,4) is the other way round: (5 - 1) / 6.
        ([1, 2, 3], [1, 2, 4], 4 / 6),
        ([1], [1], None),
        ([], [], None),
    ],
)
def test_tau_b_is_over_the_union_of_both_lists(
    first: list[int], second: list[int], tau: float | None
) -> None:
    assert tau_b(first, second) == (None if tau is None else pytest.approx(tau))


def test_agreement_leaves_out_what_nobody_found() -> None:
    found = agreement([[1, 2], [], [5]], [[2, 3], [], []])
    # Overlaps 1 of 2 and 0 of 1.
    assert (found.overlap, found.identical) == (0.25, 0.0)


def test_percentile_is_the_smallest_value_that_covers_the_share() -> None:
    assert [percentile([4, 1, 3, 2], share) for share in (0.5, 0.75, 0.95, 1.0)] == [2, 3, 4, 4]


def test_pages_are_the_same_however_many_are_asked_for() -> None:
    few, more = list(invented_pages(30)), list(invented_pages(50))
    assert more[:30] == few
    assert all(word.isascii() and word.islower() for page in few for word in page.words)


def test_queries_are_of_nine_kinds_and_the_same_again() -> None:
    sample = [page.words for page in invented_pages(20)]
    drawn = queries(sample, 3, lambda pattern: len(pattern) > 4)
    assert (len(drawn), {len(nodes) for nodes in drawn.values()}) == (9, {3})
    assert queries(sample, 3, lambda pattern: len(pattern) > 4) == drawn
    assert all(len(node.pattern) > 4 for node in drawn["infix"] if isinstance(node, Pattern))
