"""Means step by step: each mark has its N and interval, and none hides another."""

from __future__ import annotations

from dataclasses import replace

from baseline.analysis.chart_style import look_of
from baseline.analysis.charts_steps import means_by_step
from baseline.analysis.charts_systems import Shown
from baseline.analysis.definitions import Definition
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure, Interval
from baseline.analysis.run_rows import join_rows
from tests.unit.analysis.metrics_makers import gold

WORDS = Definition("Drift", "ratio", "items", "How far.", "ours")


def mark(step: int, value: float, interval: Interval | None) -> Figure:
    made = Figure.of(f"drift@{step}", f"Drift {step}", WORDS, value, 4, "attempts")
    return replace(made, interval=interval)


def one_shown(name: str, place: int, *figures: Figure) -> Shown:
    run = join_rows([gold("i", "yes", "a.pdf:1")], [], "strict")
    return Shown(SystemFigures(name, "agent", "", run, figures), look_of("agent", place, "light"))


def test_every_step_has_its_interval_and_its_n():
    two = [mark(1, 0.5, Interval(0.25, 1.0, "bootstrap")), mark(2, 0.75, None)]
    (trace,) = means_by_step([one_shown("S", 0, *two)], "drift", "drift", "light").data
    assert list(trace.x) == [1, 2]
    assert list(trace.error_y.array) == [0.5, 0]
    assert list(trace.error_y.arrayminus) == [0.25, 0]
    assert "0.25 to 1.00, N = 4 attempts" in trace.customdata[0]
    assert "interval" not in trace.customdata[1]


def test_marks_of_systems_at_one_step_stand_beside_each_other():
    shown = [one_shown(f"S{place}", place, mark(1, 0.5, None)) for place in range(3)]
    drawn = means_by_step(shown, "drift", "drift", "light").data
    places = [trace.x[0] for trace in drawn]
    assert places == sorted(set(places))
    assert all(round(place) == 1 for place in places)


def test_a_chart_without_steps_says_why():
    figure = means_by_step([one_shown("S", 0)], "drift", "drift", "light")
    assert figure.layout.annotations[0].text == "no attempt has two queries"
