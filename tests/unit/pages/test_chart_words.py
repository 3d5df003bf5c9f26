"""What a chart's Definitions say: each kind of figure once, with its own words and every interval method."""

from __future__ import annotations

from dataclasses import replace

from baseline.analysis.averages import described
from baseline.analysis.intervals import wilson
from baseline.analysis.judge_calibration import corrected_figure
from baseline.analysis.records import Figure, Interval
from pages.research.chart_card import words_of


def accuracy(interval: Interval | None) -> Figure:
    return replace(described("accuracy", 0.5, None, 10, "items"), interval=interval)


def test_accuracy_and_its_corrected_twin_keep_their_own_words() -> None:
    raw = accuracy(wilson(5, 10))
    words = words_of([raw, corrected_figure(raw, "no calibration")])
    assert words["Accuracy"].startswith(raw.definition)
    assert "Rogan-Gladen" in words["Accuracy, corrected for the judge"]
    assert "Rogan-Gladen" not in words["Accuracy"]


def test_every_method_among_the_systems_is_named() -> None:
    bootstrap = Interval(low=0.3, high=0.7, method="bootstrap")
    (of_both,) = words_of([accuracy(wilson(5, 10)), accuracy(bootstrap), accuracy(None)]).values()
    assert "Interval: bootstrap or wilson, 95 %." in of_both
    (without,) = words_of([accuracy(None)]).values()
    assert "Interval" not in without


def test_a_family_is_told_once_without_its_parameters() -> None:
    steps = [
        replace(accuracy(None), key=f"accuracy_at_step_limit@{n}", label=f"Accuracy at step limit, {n}")
        for n in (1, 2)
    ]
    assert list(words_of(steps)) == ["Accuracy at step limit"]
