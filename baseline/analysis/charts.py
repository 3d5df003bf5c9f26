"""Plotly figures for the research page. The only module that knows plotly.

Text that came from documents or people passes `safe_text`: plotly reads tags in labels and hover texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from baseline.analysis.cascade import CASCADE_LABELS
from baseline.analysis.chart_style import (
    CASCADE_COLOURS,
    CASCADE_PATTERNS,
    INKS,
    LABEL_CHARACTERS,
    Look,
    Side,
    Theme,
    layout,
    look_of,
    safe_text,
)
from baseline.analysis.charts_empty import say
from baseline.analysis.records import Figure
from baseline.analysis.report import RunReport


class Charted(NamedTuple):
    """A report and which side it is on."""

    report: RunReport
    side: Side


def accuracy_at_step_limit(charted: Sequence[Charted], theme: Theme = "light") -> go.Figure:
    """Share of all items correct with at most n searches, one line a system, with intervals on hover."""
    figure = _blank(theme, "searches allowed", "correct, share of all items")
    for (report, _), look in _with_looks(charted, theme):
        points = [f for f in report.family("accuracy_at_step_limit") if f.value is not None]
        figure.add_trace(
            go.Scatter(
                x=[int(point.key.partition("@")[2]) for point in points],
                y=[point.value for point in points],
                name=safe_text(report.system, LABEL_CHARACTERS),
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 2, "shape": "hv"},
                marker={"symbol": look.marker, "size": 8, "color": look.colour},
                cliponaxis=False,
                customdata=[_hover(point) for point in points],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    _share_axis(figure)
    figure.update_xaxes(dtick=1, rangemode="tozero")
    return figure


def cumulative_difference(charted: Charted, theme: Theme = "light") -> go.Figure:
    """The tie-safe cumulative difference curve with the band it stays in if effort means nothing."""
    report, ink = charted.report, INKS[theme]
    figure = _blank(theme, "attempts in order of effort", "cumulative difference, attempts")
    if report.test is None:
        return say(figure, report.figure("kuiper_tie_safe").undefined or "undefined", theme)
    ks = [point.k for point in report.curve]
    band = report.test.band
    figure.add_trace(
        go.Scatter(
            x=[*ks, *reversed(ks)],
            y=[*band.high, *reversed(band.low)],
            mode="lines",
            fill="toself",
            fillcolor=ink.band,
            line={"width": 0},
            name="95 % of shuffles",
            hoverinfo="skip",
        )
    )
    ((_, look),) = _with_looks([charted], theme)
    figure.add_trace(
        go.Scatter(
            x=ks,
            y=[point.difference for point in report.curve],
            name=safe_text(report.system, LABEL_CHARACTERS),
            mode="lines+markers",
            line={"color": look.colour, "width": 2},
            marker={"symbol": look.marker, "size": 7},
            customdata=[point.effort for point in report.curve],
            hovertemplate="up to %{customdata} searches: %{x} attempts, D = %{y:.2f}<extra></extra>",
        )
    )
    figure.add_hline(y=0, line={"color": ink.muted, "width": 1})
    return figure


def error_cascade(charted: Sequence[Charted], theme: Theme = "light") -> go.Figure:
    """One stacked bar a system: where its attempts ended, in the order of the cascade."""
    figure = _blank(theme, "share of attempts", "")
    for label in CASCADE_LABELS:
        shares = [report.figure(f"cascade@{label}") for report, _ in charted]
        figure.add_trace(
            go.Bar(
                y=list(range(len(charted))),
                x=[share.value or 0.0 for share in shares],
                orientation="h",
                name=label.replace("_", ", "),
                marker={
                    "color": CASCADE_COLOURS[label],
                    "pattern": {
                        "shape": CASCADE_PATTERNS[label],
                        "size": 7,
                        "solidity": 0.2,
                        "fillmode": "overlay",
                    },
                    "line": {"width": 0},
                },
                customdata=[_hover(share) for share in shares],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    figure.update_layout(barmode="stack", bargap=0.35, legend_traceorder="normal")
    figure.update_xaxes(range=[0, 1], tickformat=".0%")
    _name_rows(figure, charted)
    return figure


def intervals(charted: Sequence[Charted], key: str, theme: Theme = "light") -> go.Figure:
    """One figure of several systems: a dot for the value, a bar for its 95 % interval."""
    chosen = [report.figure(key) for report, _ in charted]
    first = chosen[0] if chosen else None
    figure = _blank(theme, safe_text(first.label) if first else "", "")
    for place, (value, (_, look)) in enumerate(zip(chosen, _with_looks(charted, theme), strict=True)):
        if value.value is None:
            continue
        span = value.interval
        figure.add_trace(
            go.Scatter(
                x=[value.value],
                y=[place],
                mode="markers",
                showlegend=False,
                marker={"symbol": look.marker, "size": 11, "color": look.colour},
                error_x={
                    "type": "data",
                    "symmetric": False,
                    "array": [max(0.0, span.high - value.value) if span else 0],
                    "arrayminus": [max(0.0, value.value - span.low) if span else 0],
                    "color": look.colour,
                    "thickness": 2,
                    "width": 5,
                },
                customdata=[_hover(value)],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    _name_rows(figure, charted)
    if first is not None and first.unit == "share":
        figure.update_xaxes(range=[0, 1], tickformat=".0%")
    return figure


def steps_histogram(charted: Sequence[Charted], theme: Theme = "light") -> go.Figure:
    """How many attempts took how many searches, as a share of each system's attempts."""
    figure = _blank(theme, "searches", "share of attempts")
    for (report, _), look in _with_looks(charted, theme):
        counts = [row.n_searches for row in report.rows if row.n_searches is not None]
        steps = list(range(max(counts, default=0) + 1))
        n = len(counts)
        figure.add_trace(
            go.Bar(
                x=steps,
                y=[counts.count(step) / n if n else 0 for step in steps],
                name=safe_text(report.system, LABEL_CHARACTERS),
                marker={"color": look.colour, "line": {"width": 0}},
                customdata=[f"{counts.count(step)} of {n} attempts" for step in steps],
                hovertemplate="%{x} searches: %{customdata}<extra></extra>",
            )
        )
    figure.update_layout(barmode="group", bargap=0.2)
    figure.update_xaxes(dtick=1)
    figure.update_yaxes(tickformat=".0%")
    return figure


class Course(NamedTuple):
    """A share from period to period: its name, and its figure in each."""

    name: str
    figures: Sequence[Figure]


def shares_over_time(periods: Sequence[str], courses: Sequence[Course], theme: Theme = "light") -> go.Figure:
    """Shares over periods, one line each, with the interval on hover; a gap where there is no value."""
    figure = _blank(theme, "", "")
    for place, course in enumerate(courses):
        look = look_of("people", place, theme)
        figure.add_trace(
            go.Scatter(
                x=list(periods),
                y=[point.value for point in course.figures],
                name=safe_text(course.name, LABEL_CHARACTERS),
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 2},
                marker={"symbol": look.marker, "size": 8, "color": look.colour},
                cliponaxis=False,
                customdata=[_hover(point) for point in course.figures],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    _share_axis(figure)
    # Periods are names: months and weeks without reviews are not there.
    figure.update_xaxes(type="category")
    return figure


def _hover(figure: Figure) -> str:
    if figure.value is None:
        return safe_text(f"{figure.label}: {figure.undefined}")
    is_share = figure.unit == "share"

    def shown(value: float) -> str:
        return f"{100 * value:.1f} %" if is_share else f"{value:.2f}"

    span = (
        f", 95 % interval {shown(figure.interval.low)} to {shown(figure.interval.high)}"
        if figure.interval
        else ""
    )
    return f"{safe_text(figure.label)}: {shown(figure.value)}{span}, N = {figure.n} {figure.n_unit}"


def _with_looks(charted: Iterable[Charted], theme: Theme) -> list[tuple[Charted, Look]]:
    """Each system with its colour, dash and marker: by its place among those of its side."""
    seen: dict[Side, int] = {"people": 0, "agent": 0}
    looks = []
    for item in charted:
        looks.append((item, look_of(item.side, seen[item.side], theme)))
        seen[item.side] += 1
    return looks


def _blank(theme: Theme, x_title: str, y_title: str) -> go.Figure:
    return go.Figure(layout=layout(theme, x_title, y_title))


def _name_rows(figure: go.Figure, charted: Sequence[Charted]) -> None:
    """One row a system, from the top. Rows are numbers, so that equal or number-like names stay apart."""
    names = [safe_text(report.system, LABEL_CHARACTERS) for report, _ in charted]
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=names,
        range=[len(names) - 0.5, -0.5],
        gridcolor="rgba(0,0,0,0)",
    )


def _share_axis(figure: go.Figure) -> None:
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
