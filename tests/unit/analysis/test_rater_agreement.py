"""Kappa and AC1: worked examples, published values, properties, one class only. Case 31."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.rater_agreement import ac1_interval, cohen_kappa, gwet_ac1, kappa_interval

YES_NO = ("y", "n")


def pairs(both, first_only, second_only, neither):
    return [
        *[("y", "y")] * both,
        *[("y", "n")] * first_only,
        *[("n", "y")] * second_only,
        *[("n", "n")] * neither,
    ]


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        ((20, 5, 10, 15), 0.40),  # po .70, pe .5 * .6 + .5 * .4 = .50
        ((362, 54, 53, 31), 0.238),  # docs: people and an agent on 500 items
        ((6, 2, 0, 0), 0.0),  # one rater is constant: po = pe = .75
        ((0, 2, 2, 0), -1.0),  # po 0, pe .5
        ((48, 1, 1, 0), -0.020),  # docs: nearly all the same, po .96, pe .9608
    ],
)
def test_cohen_kappa_has_the_known_value(table, kappa):
    assert cohen_kappa(pairs(*table)) == pytest.approx(kappa, abs=0.0005)


def test_gwet_ac1_has_the_worked_value():
    # po .70; shares of y .5 and .6, mean .55; pe = 2 * .55 * .45 = .495; (.70 - .495) / .505
    assert gwet_ac1(pairs(20, 5, 10, 15), YES_NO) == pytest.approx(0.205 / 0.505)


def test_gwet_ac1_is_1_where_kappa_is_undefined():
    assert cohen_kappa(pairs(7, 0, 0, 0)) is None
    assert kappa_interval(pairs(7, 0, 0, 0)) is None
    assert gwet_ac1(pairs(7, 0, 0, 0), YES_NO) == 1


def test_agreement_of_nobody_is_undefined():
    assert cohen_kappa([]) is None
    assert gwet_ac1([], YES_NO) is None
    assert kappa_interval([]) is None
    assert ac1_interval([], YES_NO) is None


def test_a_scale_must_hold_the_labels_used():
    with pytest.raises(ValueError, match="lacks"):
        gwet_ac1([("y", "m")], YES_NO)
    with pytest.raises(ValueError, match="too few"):
        gwet_ac1([("y", "y")], ("y",))


def test_intervals_lie_around_the_value_and_are_the_same_every_time():
    table = pairs(20, 5, 10, 15)
    interval = kappa_interval(table)
    assert interval == kappa_interval(table)
    assert interval.low < 0.4 < interval.high
    assert ac1_interval(table, YES_NO).method == "bootstrap"


labels = st.sampled_from(["a", "b", "c"])


@given(st.lists(st.tuples(labels, labels), min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_order_sides_and_names_change_nothing(drawn, random):
    shuffled = list(drawn)
    random.shuffle(shuffled)
    renamed = [(one.upper(), other.upper()) for one, other in drawn]
    swapped = [(other, one) for one, other in drawn]
    for other in (shuffled, renamed, swapped):
        assert cohen_kappa(other) == pytest.approx(cohen_kappa(drawn))
    value = gwet_ac1(drawn, ("a", "b", "c"))
    assert gwet_ac1(swapped, ("c", "b", "a")) == pytest.approx(value)
    assert -1 <= value <= 1
