"""Intervals with one answer an item: wider where answers of one person are alike, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from baseline.analysis.intervals import wilson
from baseline.analysis.people_effect import freedom, people_effect, student, widened
from baseline.analysis.records import Interval
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold

RIGHT = np.array([1.0, 1, 1, 1, 1, 0, 0, 0])
ONES = np.ones(8)


def test_people_effect_equals_the_worked_example():
    # m = 5/8. p: 4 right of 4, residual sum 1.5; q: 1 of 4, residual sum -1.5.
    # V_people = 2/1 * (1.5^2 + 1.5^2) = 9;  V_items = 8/7 * 8 * 5/8 * 3/8 = 2.142857;  9 / 2.142857 = 4.2
    effect = people_effect(RIGHT, ONES, list("ppppqqqq"))
    assert effect.design == pytest.approx(4.2)
    # 1 / (1 - 1/4.2)^2 = 1.7227 degrees
    assert freedom(4.2, 2) == pytest.approx(1.7227, abs=1e-4)
    assert effect.n_people == 2


@pytest.mark.parametrize(
    "people",
    [
        ["p"] * 8,  # one person tells nothing of others
        [None] * 8,
        list("pqpqpqqp"),  # 3 of 4 and 2 of 4: no more different than items are
        list("abcdefgh"),
    ],
)
def test_people_effect_is_none_where_there_is_nothing_to_widen(people):
    assert people_effect(RIGHT, ONES, people) is None


def test_people_effect_is_none_without_spread():
    assert people_effect(ONES, ONES, list("ppppqqqq")) is None


def test_student_equals_tables():
    # Two-sided 5 %: 3.182, 2.571, 2.228, 2.086 with 3, 5, 10, 20 degrees.
    for degrees, quantile in ((3, 3.182), (5, 2.571), (10, 2.228), (20, 2.086)):
        assert student(degrees) == pytest.approx(quantile, rel=0.01)
    assert student(1e12) == pytest.approx(1.96, abs=1e-3)


def test_the_interval_of_a_share_stays_over_items_and_a_note_says_that_of_other_people():
    figure = report(list("ppppqqqq")).figure("accuracy")
    effect = people_effect(RIGHT, ONES, list("ppppqqqq"))
    wider = wilson(5 / effect.design, 8 / effect.design, effect.z)
    assert figure.interval == wilson(5, 8)
    said = f"{100 * wider.low:.1f} to {100 * wider.high:.1f} %"
    assert figure.notes[-1] == f"for other people like these 2, whose own answers are alike: {said}"


def test_of_one_person_or_of_a_file_nothing_is_said_about_others():
    for people in (["p"] * 8, [None] * 8):
        assert not any("other people" in note for note in report(people).figure("accuracy").notes)


def test_a_bootstrap_interval_is_stretched_about_its_figure():
    interval, effect = Interval(0.5, 0.7, "bootstrap"), people_effect(RIGHT, ONES, list("ppppqqqq"))
    wider = widened(interval, effect, (5.0, 8.0, "share"))
    assert wider.low == pytest.approx(max(0.0, 0.625 - 0.125 * effect.factor))
    assert wider.high == 1.0


def report(people):
    texts = ["yes", "yess", "yes", "yes", "yes", "no", "no", "no"]
    items = [gold(f"q{n}", "yes", "a:1") for n in range(8)]
    answers = [
        attempt(f"q{n}", text, participant=who)
        for n, (text, who) in enumerate(zip(texts, people, strict=True))
    ]
    return score_run(items, answers)
