"""Judges against each other and against people: worked values, a plain reference, what is undefined."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.bias_correction import JudgeCalibration
from baseline.analysis.judge_calibration import (
    LEVELS,
    Pair,
    accuracy_as_judged,
    agreement_figures,
    calibration_of,
    checked_calibration,
    confusion,
    corrected_figure,
    judge_report,
    quadratic_kappa,
)
from baseline.analysis.rater_agreement import ac1_interval, agreement_intervals, kappa_interval
from baseline.analysis.records import Figure
from tests.reference import plain_judging as plain

PAIRS = st.lists(st.builds(Pair, st.sampled_from(LEVELS), st.sampled_from(LEVELS)), max_size=40)
SHARES = st.floats(0.5, 1.0, allow_nan=False)


def exact(pairs: list[Pair]) -> plain.Pairs:
    return [(Fraction(one), Fraction(other)) for one, other in pairs]


def times(*counted: tuple[int, float, float]) -> list[Pair]:
    return [Pair(judged, decided) for n, judged, decided in counted for _ in range(n)]


def same(value: float | None, reference: Fraction | None) -> bool:
    if value is None or reference is None:
        return value is reference is None
    return value == pytest.approx(float(reference), abs=1e-9)


@given(PAIRS)
def test_every_figure_is_what_the_plain_reference_says(pairs: list[Pair]) -> None:
    report = judge_report("model", pairs)
    found = {figure.key: figure.value for figure in report.figures}
    there = exact(pairs)
    assert same(found["ratings_alike"], plain.raw_agreement(there))
    assert same(found["ratings_kappa"], plain.kappa(there))
    assert same(found["ratings_ac1"], plain.ac1(there))
    assert same(found["ratings_weighted_kappa"], plain.quadratic_kappa(there))
    assert same(found["judge_sensitivity"], plain.sensitivity(there))
    assert same(found["judge_specificity"], plain.specificity(there))
    for figure in report.figures:
        assert (figure.value is None) == (figure.undefined is not None)
        if figure.interval is not None:
            assert figure.interval.low <= figure.interval.high
    assert sum(map(sum, report.table)) == len(pairs)


def test_quadratic_kappa_has_the_worked_value() -> None:
    # 4 + 4 alike, 2 a step of one half apart: mean squared distance 2 * 1 / 10 = .2 in steps. By chance, each
    # of (6, 0, 4) against each of (4, 2, 4): (6*2*1 + 6*4*4 + 4*4*4 + 4*2*1) / 100 = 1.80. 1 - .2/1.80 = 8/9.
    pairs = times((4, 0.0, 0.0), (2, 0.0, 0.5), (4, 1.0, 1.0))
    assert quadratic_kappa(pairs) == pytest.approx(8 / 9)
    assert confusion(pairs) == ((4, 2, 0), (0, 0, 0), (0, 0, 4))


def test_sensitivity_and_specificity_count_partly_correct_as_correct() -> None:
    report = judge_report("m", times((8, 1.0, 0.5), (2, 0.0, 1.0), (9, 0.0, 0.0), (1, 0.5, 0.0)))
    sensitivity, specificity = report.figure("judge_sensitivity"), report.figure("judge_specificity")
    assert (sensitivity.value, sensitivity.n, specificity.value, specificity.n) == (0.8, 10, 0.9, 10)
    assert sensitivity.interval is not None
    # Wilson, 8 of 10.
    assert (sensitivity.interval.low, sensitivity.interval.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_one_class_is_undefined_with_its_reason_and_never_a_number() -> None:
    report = judge_report("m", times((5, 1.0, 1.0)))
    assert report.figure("ratings_kappa").undefined == "both always gave 1: agreement 100%, kappa undefined"
    assert report.figure("ratings_weighted_kappa").value is None
    assert report.figure("ratings_ac1").value == 1
    assert report.figure("ratings_ac1").interval is None
    assert report.figure("judge_specificity").undefined == "people found none of these answers incorrect"
    assert calibration_of(report) == (
        "specificity is undefined: people found none of these answers incorrect"
    )


def test_one_constant_rater_has_kappa_0_and_no_interval_that_claims_to_be_sure() -> None:
    figures = {one.key: one for one in agreement_figures(times((6, 0.0, 0.0), (1, 0.0, 0.5)), "none")}
    kappa = figures["ratings_kappa"]
    assert (kappa.value, kappa.interval) == (0, None)
    assert kappa.notes == ("no interval: one of the two always gave the same score",)
    assert figures["ratings_ac1"].interval is not None


def test_nobody_judged_is_undefined_everywhere() -> None:
    report = judge_report("m", [])
    assert all(figure.value is None and figure.undefined for figure in report.figures)
    assert isinstance(calibration_of(report), str)


def raw(value: float, n: int) -> Figure:
    right = round(value * n)
    return accuracy_as_judged([1.0] * right + [0.0] * (n - right), 0)


def test_corrected_accuracy_has_the_published_values() -> None:
    judge = JudgeCalibration(0.98, 1.0, 152, 48)
    figure = corrected_figure(raw(403 / 500, 500), judge)
    assert figure.value == pytest.approx(0.8224, abs=5e-5)
    assert figure.notes[1] == "interval with the calibration taken as exact: 78.7% to 85.8%"
    assert corrected_figure(raw(497 / 500, 500), judge).value == 1
    # The noise of the calibration makes the interval wider.
    assert figure.interval is not None
    assert figure.interval.low < 0.7871
    assert figure.interval.high > 0.8578


@given(st.integers(1, 400), st.floats(0, 1), SHARES, SHARES, st.integers(1, 300), st.integers(1, 300))
def test_the_full_interval_is_what_the_plain_reference_says(
    n: int, share: float, q1: float, q0: float, m1: int, m0: int
) -> None:
    accuracy = raw(share, n)
    assert accuracy.value is not None
    figure = corrected_figure(accuracy, checked_calibration(q1, q0, m1, m0))
    expected = plain.corrected(accuracy.value, n, q1, q0, m1, m0)
    if expected is None:
        assert figure.value is None
        assert "no better than chance" in (figure.undefined or "")
    else:
        assert figure.interval is not None
        assert (figure.value, figure.interval.low, figure.interval.high) == pytest.approx(expected)


def test_a_judge_no_better_than_chance_corrects_nothing() -> None:
    report = judge_report("m", times((1, 1.0, 1.0), (1, 0.0, 1.0), (1, 1.0, 0.0), (1, 0.0, 0.0)))
    figure = corrected_figure(raw(0.5, 10), calibration_of(report))
    assert (figure.value, figure.interval) == (None, None)
    assert "no better than chance" in (figure.undefined or "")


def test_accuracy_as_judged_waits_for_every_answer() -> None:
    waiting = accuracy_as_judged([1.0, 0.0], 3)
    assert (waiting.value, waiting.undefined) == (None, "3 answers wait for this judge")
    assert corrected_figure(waiting, "whatever").undefined == waiting.undefined
    assert accuracy_as_judged([], 0).undefined == "there are no items"
    assert accuracy_as_judged([0.5, 1.0], 0).value == 0.75


def test_intervals_by_kind_are_those_of_the_pairs() -> None:
    pairs = [("a", "a")] * 30 + [("a", "b")] * 8 + [("b", "b")] * 20 + [("b", "a")] * 6
    kappa, ac1 = agreement_intervals(pairs, ("a", "b"))
    for fast, slow in ((kappa, kappa_interval(pairs)), (ac1, ac1_interval(pairs, ("a", "b")))):
        assert fast is not None
        assert slow is not None
        assert (fast.low, fast.high) == pytest.approx((slow.low, slow.high), abs=0.02)
    assert agreement_intervals(pairs[:1], ("a", "b")) == (None, None)
