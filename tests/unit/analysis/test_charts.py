"""Charts: what they show, that names are text, and that they do not look like somebody else's."""

from __future__ import annotations

import json

import pytest

from baseline.analysis import charts
from baseline.analysis.chart_style import look_of, safe_text
from baseline.analysis.charts import Charted, Course
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold

MARKUP = "<img src=x onerror=\"document.title='XSS55'\"> <b>A</b> $x$"


def report(system="S", n_right=3):
    items = [gold(f"q{i}", "yes", "a:1") for i in range(6)]
    attempts = [
        attempt(f"q{i}", "yes" if i < n_right else "no", system=system, n=1 + i // 2, cites=("a:1",))
        for i in range(6)
    ]
    return score_run(items, attempts)


def every_chart(charted, theme):
    return [
        charts.accuracy_at_step_limit(charted, theme),
        *(charts.cumulative_difference(one, theme) for one in charted),
        charts.error_cascade(charted, theme),
        charts.intervals(charted, "accuracy", theme),
        charts.steps_histogram(charted, theme),
    ]


@pytest.mark.parametrize(("theme", "n_right"), [("light", 3), ("dark", 0)])
def test_every_chart_is_drawn_also_when_kuiper_is_undefined(theme, n_right):
    charted = [Charted(report("P", n_right), "people"), Charted(report("A", 6 - n_right), "agent")]
    for figure in every_chart(charted, theme):
        assert "NaN" not in figure.to_json()


def test_charts_of_nothing_are_empty_and_do_not_fail():
    empty = [Charted(score_run([], []), "people")]
    for figure in [*every_chart(empty, "light"), *every_chart([], "dark")]:
        json.loads(figure.to_json())


def test_shares_over_time_leave_a_gap_where_there_is_no_value():
    known, unknown = report().figure("accuracy"), score_run([], []).figure("accuracy")
    figure = charts.shares_over_time(["2026-01", "2026-02"], [Course(MARKUP, [known, unknown])])
    (line,) = json.loads(figure.to_json())["data"]
    assert (line["x"], line["y"]) == (["2026-01", "2026-02"], [known.value, None])
    assert f"N = {known.n}" in line["customdata"][0]
    assert "<" not in line["name"]


def test_names_are_shown_letter_for_letter_never_as_markup():
    for figure in every_chart([Charted(report(MARKUP), "agent")], "light"):
        text = figure.to_json().encode().decode("unicode_escape")
        assert "<img" not in text
        assert "<b>" not in text
        assert "$x$" not in text


def test_safe_text_escapes_and_cuts():
    assert safe_text("<b>418</b> & $5") == "&lt;b&gt;418&lt;/b&gt; &amp; &#36;5"
    assert safe_text("x" * 40, 10) == "x" * 9 + "…"
    assert safe_text("a\n b") == "a b"


def test_step_limit_lines_show_the_figures_of_the_report():
    one = report()
    line = charts.accuracy_at_step_limit([Charted(one, "people")]).data[0]
    assert list(line.x) == [0, 1, 2, 3]
    assert list(line.y) == [f.value for f in one.family("accuracy_at_step_limit")]
    assert "95 % interval" in line.customdata[1]
    assert "N = 6 items" in line.customdata[1]


def test_difference_chart_shows_the_curve_and_its_null_band():
    one = report()
    band, curve, *_ = charts.cumulative_difference(Charted(one, "people")).data
    assert list(curve.y) == [point.difference for point in one.curve]
    assert len(band.x) == 2 * len(curve.x)


def test_difference_chart_says_why_it_is_empty():
    figure = charts.cumulative_difference(Charted(report(n_right=6), "people"))
    assert figure.layout.annotations[0].text == "undefined: all 6 attempts are correct"


def test_cascade_bars_add_up_to_one():
    figure = charts.error_cascade([Charted(report("P"), "people"), Charted(report("A", 1), "agent")])
    for place in range(2):
        assert sum(bar.x[place] for bar in figure.data) == pytest.approx(1.0)
    assert list(figure.layout.yaxis.ticktext) == ["P", "A"]


def test_interval_bars_reach_from_low_to_high():
    one = report()
    value = one.figure("accuracy")
    dot = charts.intervals([Charted(one, "people")], "accuracy").data[0]
    assert dot.x[0] + dot.error_x.array[0] == pytest.approx(value.interval.high)
    assert dot.x[0] - dot.error_x.arrayminus[0] == pytest.approx(value.interval.low)


def test_histogram_shares_add_up_to_one():
    bars = charts.steps_histogram([Charted(report(), "people")]).data[0]
    assert list(bars.x) == [0, 1, 2, 3]
    assert sum(bars.y) == pytest.approx(1.0)


def test_systems_of_a_side_differ_in_more_than_colour():
    looks = [look_of("agent", place, "light") for place in range(4)]
    assert len({look.dash for look in looks}) == len({look.marker for look in looks}) == 4
    assert look_of("people", 0, "light").colour != look_of("agent", 0, "light").colour
    assert not {look_of("people", i, "dark").marker for i in range(4)} & {look.marker for look in looks}
