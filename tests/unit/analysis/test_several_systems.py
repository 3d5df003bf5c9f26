"""Several systems on one item set: agreement, what they could do together, and how they differ."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.comparison import compare
from baseline.analysis.complementarity import routing_curve, union_accuracy
from baseline.analysis.left_out import LeftOut
from baseline.analysis.pair_counts import (
    NO_COMMON_ITEMS,
    ONE_CLASS,
    PairCounts,
    agreement_matrix,
    agreement_of,
    krippendorff_alpha,
    mcnemar_p,
    pair_counts,
)
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.records import AttemptRecord
from tests.reference import plain_panel
from tests.unit.analysis.metrics_makers import attempt, gold

CELLS = st.tuples(*[st.integers(0, 40)] * 4)


def right_and_wrong(*outcomes: Sequence[int | None], names: str = "ABCDEFGH") -> Panel:
    """One system a sequence; 1 is right, 0 wrong, None not attempted. Items are `i0`, `i1`, …"""
    items = [gold(f"i{n}", "yes", f"a.pdf:{n + 1}") for n in range(len(outcomes[0]))]
    return make_panel(
        items,
        [
            SystemAttempts(
                name, "agent", [answered(name, n, one) for n, one in enumerate(of) if one is not None]
            )
            for name, of in zip(names, outcomes, strict=False)
        ],
    )


def answered(system: str, n: int, right: int, searches: int = 1) -> AttemptRecord:
    return attempt(f"i{n}", "yes" if right else "never", system=system, n=searches)


def test_published_kappa_from_the_four_cells() -> None:
    # 362 both, 54 only A, 53 only B, 31 neither, of 500: po = 393/500 = .786, p = 416/500, q = 415/500,
    # pe = .832 * .83 + .168 * .17 = .71912, kappa = (.786 - .71912) / .28088 = .2381
    found = agreement_of("A", "B", PairCounts(362, 54, 53, 31))

    assert found.observed == pytest.approx(0.786)
    assert found.kappa == pytest.approx(0.238, abs=5e-4)
    assert found.kappa_interval is not None
    assert found.kappa_interval.low < 0.238 < found.kappa_interval.high
    assert found.mcnemar_p == pytest.approx(1.0)
    # With nearly everything correct AC1 stays near the raw agreement.
    assert found.ac1 is not None
    assert found.ac1 > 0.7


@pytest.mark.parametrize(
    ("first", "second", "kappa", "undefined"),
    [
        ([1, 1, 1], [1, 1, 1], None, ONE_CLASS),
        ([0, 0], [0, 0], None, ONE_CLASS),
        ([1] * 8, [1] * 6 + [0] * 2, 0.0, None),
        ([1, 0], [0, 1], -1.0, None),
        ([1, None], [None, 1], None, NO_COMMON_ITEMS),
    ],
)
def test_case_31_kappa_is_a_number_or_says_why_not(
    first: list[int | None], second: list[int | None], kappa: float | None, undefined: str | None
) -> None:
    (found,) = agreement_matrix(right_and_wrong(first, second))

    assert found.kappa == (None if kappa is None else pytest.approx(kappa))
    assert found.undefined == undefined
    # Of one constant rater kappa is 0 whatever is drawn: nothing says how sure that is.
    assert (found.kappa_interval is None) == (kappa in {None, 0.0})


@given(CELLS)
def test_agreement_equals_the_plain_reference(cells: tuple[int, int, int, int]) -> None:
    found = agreement_of("A", "B", PairCounts(*cells))

    for value, plain in ((found.kappa, plain_panel.kappa(cells)), (found.ac1, plain_panel.ac1(cells))):
        assert value == (None if plain is None else pytest.approx(float(plain), abs=1e-9))
    if sum(cells):
        assert found.mcnemar_p == pytest.approx(float(plain_panel.mcnemar(cells[1], cells[2])), abs=1e-12)


def test_mcnemar_of_large_counts_does_not_overflow() -> None:
    assert mcnemar_p(0, 0) == 1.0
    assert mcnemar_p(5, 5) == 1.0
    # 10 against 0: 2 / 2^10
    assert mcnemar_p(10, 0) == pytest.approx(2 / 1024)
    assert mcnemar_p(20_000, 10_000) == 0.0 or math.isfinite(mcnemar_p(20_000, 10_000))


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=4), max_size=12))
def test_alpha_equals_the_plain_reference(units: list[list[str]]) -> None:
    found, plain = krippendorff_alpha(units), plain_panel.alpha(units)
    assert found == (None if plain is None else pytest.approx(float(plain), abs=1e-9))


def test_a_group_is_right_where_most_of_it_is_and_cells_count_common_items_only() -> None:
    items = [gold(f"i{n}", "yes", "a.pdf:1") for n in range(3)]
    people = [
        attempt("i0", one, system="People", participant=f"p{n}") for n, one in enumerate(["yes", "yes", "no"])
    ]
    people += [
        attempt("i1", one, system="People", participant=f"p{n}") for n, one in enumerate(["yes", "no"])
    ]
    agent = [attempt("i0", "yes", system="Agent"), attempt("i1", "yes", system="Agent")]
    panel = make_panel(
        items, [SystemAttempts("People", "people", people), SystemAttempts("Agent", "agent", agent)]
    )

    assert pair_counts(panel, 0, 1) == PairCounts(both=1, first_only=0, second_only=1, neither=0)
    assert panel.scores[0].tolist() == pytest.approx([2 / 3, 1 / 2, 0])


def test_either_is_right_and_people_take_what_an_agent_struggles_with() -> None:
    items = [gold(f"i{n}", "yes", "a.pdf:1") for n in range(4)]
    agent = [
        answered("Agent", n, right, effort) for n, (right, effort) in enumerate([(1, 1), (0, 3), (0, 5)])
    ]
    people = [answered("People", n, right) for n, right in enumerate([0, 1, 0, 1])]
    panel = make_panel(
        items, [SystemAttempts("Agent", "agent", agent), SystemAttempts("People", "people", people)]
    )

    union = union_accuracy(panel)
    assert (union.n, union.n_solved, union.value) == (4, 3, 0.75)
    # Nobody: 1/4. Above 5: i3, which the agent left out: (1 + 0 + 0 + 1)/4. Above 3: also i2: the same.
    # Above 1: also i1: (1 + 1 + 0 + 1)/4. Everything: (0 + 1 + 0 + 1)/4.
    assert [(one.threshold, one.share, one.accuracy) for one in routing_curve(panel, "Agent", "People")] == [
        (None, 0.0, 0.25),
        (5.0, 0.25, 0.5),
        (3.0, 0.5, 0.5),
        (1.0, 0.75, 0.75),
        (-1.0, 1.0, 0.5),
    ]


def test_the_difference_of_two_systems_is_paired_and_concluded_in_a_sentence() -> None:
    # The first has everything that the second has, and 40 of 100 items more.
    first, second = [1] * 80 + [0] * 20, [1] * 40 + [0] * 60
    found = compare(right_and_wrong(first, second), "A", "B")

    accuracy = next(one for one in found.differences if one.key == "accuracy")
    assert (accuracy.first.value, accuracy.second.value) == (0.8, 0.4)
    assert accuracy.difference == pytest.approx(0.4)
    # SD of a difference of 40 ones of 100: sqrt(.4 * .6 / 100) = .049; unpaired it would be .063
    assert accuracy.interval is not None
    assert accuracy.interval.low == pytest.approx(0.4 - 1.96 * 0.049, abs=0.01)
    assert found.conclusion.startswith("On items like these, A is more accurate than B (95 % interval of the")
    assert found.agreement.counts == PairCounts(40, 40, 0, 20)
    assert [one.who for one in found.items].count("first") == 40


def test_what_cannot_be_told_apart_is_not_called_equal() -> None:
    found = compare(right_and_wrong([1, 0, 1, 0], [0, 1, 1, 0]), "A", "B")
    assert "do not tell A and B apart" in found.conclusion
    assert "does not show that the two are equal" in found.conclusion


def test_a_system_against_itself_differs_nowhere() -> None:
    found = compare(right_and_wrong([1, 0, 1], [1, 0, 1]), "A", "B")
    assert {one.difference for one in found.differences if one.difference is not None} == {0.0}


def test_who_does_not_search_has_no_effort_to_compare() -> None:
    items = [gold("i0", "yes", "a.pdf:1")]
    both = [
        SystemAttempts("A", "agent", [answered("A", 0, 1)]),
        SystemAttempts("B", "non_agentic", [answered("B", 0, 1)]),
    ]
    found = compare(make_panel(items, both), "A", "B")
    assert not {"steps", "first_query_accuracy"} & {one.key for one in found.differences}
    assert found.conclusion == "Nothing can be concluded from 1 item: there is no interval."


def test_two_systems_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="'A'"):
        right_and_wrong([1], [0], names="AA")


def test_what_is_left_out_is_neither_right_nor_wrong() -> None:
    items = [gold(f"i{n}", "yes", "a.pdf:1") for n in range(2)]
    first = [
        attempt("i0", "yes", system="A", attempt_id="a0"),
        attempt("i1", "no", system="A", attempt_id="a1"),
    ]
    second = [attempt("i0", "no", system="B"), attempt("i1", "yes", system="B")]
    left_out = LeftOut(attempts=frozenset({"a1"}))
    panel = make_panel(
        items, [SystemAttempts("A", "agent", first, left_out), SystemAttempts("B", "agent", second)]
    )

    assert np.isnan(panel.scores[0, 1])
    found = compare(panel, "A", "B")
    assert (found.n_items, found.agreement.counts) == (1, PairCounts(0, 1, 0, 0))
