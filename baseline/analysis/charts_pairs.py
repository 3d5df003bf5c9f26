"""Plotly figures of two systems: the agreement of every pair, differences of one pair, and routing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import plotly.graph_objects as go

from baseline.analysis.chart_style import INKS, LABEL_CHARACTERS, Look, Theme, layout, safe_text
from baseline.analysis.charts_empty import say
from baseline.analysis.complementarity import RoutedPoint, Union
from baseline.analysis.differences import Difference
from baseline.analysis.pair_counts import Agreement
from baseline.analysis.records import Interval

Measure = Literal["kappa", "ac1", "observed"]
MEASURE_LABELS: dict[Measure, str] = {
    "kappa": "Cohen’s kappa",
    "ac1": "Gwet’s AC1",
    "observed": "Raw agreement (%)",
}
# No agreement beyond chance is the page's own ground; dark on light (or light on dark) is full agreement.
_SCALES: dict[Theme, list[tuple[float, str]]] = {
    "light": [(0, "#b45309"), (0.25, "#f6e3cc"), (0.5, "#f4f6f7"), (0.75, "#7fbdb6"), (1, "#0f766e")],
    "dark": [(0, "#a85f17"), (0.25, "#5a4226"), (0.5, "#1c2530"), (0.75, "#175a54"), (1, "#14897d")],
}
_ROW_PX, _ROOM_PX = 30, 64
# Beyond this many the numbers in the cells would touch.
_MOST_WITH_NUMBERS = 24


def agreement_matrix_chart(
    names: Sequence[str], pairs: Sequence[Agreement], measure: Measure, theme: Theme = "light"
) -> go.Figure:
    """Every pair of systems as a cell, both ways round: a number, its shade, everything else on hover.

    Rows are named and numbered; columns have the numbers only, so that long names are written once.
    """
    at = {name: number for number, name in enumerate(names)}
    n = len(names)
    values: list[list[float | None]] = [[None] * n for _ in names]
    texts, hovers = [[""] * n for _ in names], [[""] * n for _ in names]
    for pair in pairs:
        one, other = at[pair.first], at[pair.second]
        value = measured(pair, measure)
        for row, column in ((one, other), (other, one)):
            values[row][column] = value
            texts[row][column] = "–" if value is None else _short(value, measure)
            hovers[row][column] = _pair_hover(pair)
    figure = _blank(theme, "", "", height=_ROOM_PX + _ROW_PX * max(n, 3))
    figure.add_trace(
        go.Heatmap(
            z=values,
            x=list(range(n)),
            y=list(range(n)),
            # Half of the items alike is what chance gives two even raters, and the middle of the scale.
            zmin=0 if measure == "observed" else -1,
            zmax=1,
            colorscale=_SCALES[theme],
            text=texts if n <= _MOST_WITH_NUMBERS else None,
            texttemplate="%{text}",
            textfont={"size": 12},
            customdata=hovers,
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            xgap=2,
            ygap=2,
            showscale=False,
        )
    )
    _cell_axes(figure, names)
    return figure


def _short(value: float, measure: Measure) -> str:
    """As narrow as a cell: percent without its sign, coefficients as the field writes them (.24, −.05)."""
    if measure == "observed":
        return f"{100 * value:.0f}"
    shown = f"{abs(value):.2f}"
    short = shown.removeprefix("0") if shown != "0.00" else ".00"
    return f"−{short}" if value < 0 and short != ".00" else short


def measured(pair: Agreement, measure: Measure) -> float | None:
    """The measure of a pair."""
    return {"kappa": pair.kappa, "ac1": pair.ac1, "observed": pair.observed}[measure]


def _cell_axes(figure: go.Figure, names: Sequence[str]) -> None:
    n = len(names)
    figure.update_yaxes(
        tickvals=list(range(n)),
        ticktext=[f"{safe_text(name, LABEL_CHARACTERS)}  <b>{at + 1}</b>" for at, name in enumerate(names)],
        range=[n - 0.5, -0.5],
        showgrid=False,
    )
    figure.update_xaxes(
        tickvals=list(range(n)),
        ticktext=[f"<b>{at + 1}</b>" for at in range(n)],
        range=[-0.5, n - 0.5],
        side="top",
        showgrid=False,
    )


def _pair_hover(pair: Agreement) -> str:
    lines = [f"{safe_text(pair.first)} and {safe_text(pair.second)}"]
    if pair.undefined is not None and pair.observed is None:
        return "<br>".join([*lines, safe_text(pair.undefined)])
    kappa = (
        safe_text(pair.undefined or "") if pair.kappa is None else _number(pair.kappa, pair.kappa_interval)
    )
    lines.append(f"kappa {kappa}")
    if pair.ac1 is not None:
        lines.append(f"AC1 {_number(pair.ac1, pair.ac1_interval)}")
    if pair.observed is not None:
        lines.append(f"raw agreement {100 * pair.observed:.1f} %, N = {pair.counts.n} items")
    return "<br>".join(lines)


def _number(value: float, interval: Interval | None) -> str:
    return f"{value:.3f}{f', 95 % [{interval.low:.3f}, {interval.high:.3f}]' if interval else ''}"


def difference_chart(differences: Sequence[Difference], theme: Theme = "light") -> go.Figure:
    """Differences of shares: a dot and its paired 95 % interval each, in percentage points, around zero.

    Filled where the interval lies on one side of zero, hollow where it does not.
    """
    shown = [one for one in differences if one.difference is not None]
    ink = INKS[theme]
    figure = _blank(theme, "percentage points", "", height=_ROOM_PX + 32 * max(len(shown), 2))
    if not shown:
        return say(figure, "no share of both is defined", theme)
    figure.add_vline(x=0, line={"color": ink.muted, "width": 1})
    for place, one in enumerate(shown):
        figure.add_trace(_difference_trace(one, place, ink.text))
    figure.update_yaxes(
        tickvals=list(range(len(shown))),
        ticktext=[safe_text(one.label.partition(" (string match")[0], LABEL_CHARACTERS) for one in shown],
        range=[len(shown) - 0.5, -0.5],
        showgrid=False,
    )
    figure.update_xaxes(rangemode="tozero")
    return figure


def _difference_trace(one: Difference, place: int, colour: str) -> Any:
    value, span = 100 * (one.difference or 0.0), one.interval
    low, high = (100 * span.low, 100 * span.high) if span else (value, value)
    is_clear = span is not None and (low > 0 or high < 0)
    words = f"{low:+.1f} to {high:+.1f}" if span else "no interval"
    return go.Scatter(
        x=[value],
        y=[place],
        mode="markers",
        showlegend=False,
        marker={"symbol": "circle" if is_clear else "circle-open", "size": 10, "color": colour},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, high - value)],
            "arrayminus": [max(0.0, value - low)],
            "color": colour,
            "thickness": 1.5,
            "width": 4,
        },
        customdata=[f"{safe_text(one.label)}: {value:+.1f} percentage points, 95 % interval {words}"],
        hovertemplate="%{customdata}<extra></extra>",
    )


class RoutingLooks(NamedTuple):
    """How the two that share the work look elsewhere on the page."""

    agent: Look
    people: Look


def routing_chart(
    curve: Sequence[RoutedPoint],
    union: Union,
    names: tuple[str, str],
    looks: RoutingLooks,
    theme: Theme = "light",
) -> go.Figure:
    """Accuracy against the share of items that people answer, from none to all.

    The band is the 95 % interval; the broken line is what sending items at random gives; the dotted one the
    union, which only somebody who knew beforehand who is right would reach. `names`: agent, people.
    """
    ink = INKS[theme]
    figure = _blank(theme, f"share of items that {safe_text(names[1], 24)} answers", "accuracy", height=340)
    shares = [one.share for one in curve]
    spans = [one.interval for one in curve]
    if all(spans):
        ends = [(span.low, span.high) for span in spans if span]
        figure.add_trace(
            go.Scatter(
                x=[*shares, *reversed(shares)],
                y=[*(high for _, high in ends), *(low for low, _ in reversed(ends))],
                mode="lines",
                fill="toself",
                fillcolor=ink.band,
                line={"width": 0},
                name="95 % interval",
                hoverinfo="skip",
            )
        )
    figure.add_trace(
        _line([0, 1], [curve[0].accuracy, curve[-1].accuracy], "sent at random", ink.muted, "dash")
    )
    if union.value is not None:
        figure.add_trace(_line([0, 1], [union.value] * 2, "either is correct", ink.muted, "dot"))
    figure.add_trace(
        go.Scatter(
            x=shares,
            y=[one.accuracy for one in curve],
            mode="lines+markers",
            name="by the agent's searches",
            line={"color": ink.text, "width": 2},
            marker={"size": 6, "color": ink.text},
            customdata=[_routed_hover(one) for one in curve],
            hovertemplate="%{customdata}<extra></extra>",
            cliponaxis=False,
        )
    )
    for name, look, end in ((names[0], looks.agent, curve[0]), (names[1], looks.people, curve[-1])):
        figure.add_trace(
            go.Scatter(
                x=[end.share],
                y=[end.accuracy],
                mode="markers",
                name=f"{safe_text(name, 24)} alone",
                marker={"size": 12, "color": look.colour, "symbol": look.marker},
                customdata=[_routed_hover(end)],
                hovertemplate="%{customdata}<extra></extra>",
                cliponaxis=False,
            )
        )
    figure.update_xaxes(range=[0, 1], tickformat=".0%")
    figure.update_yaxes(tickformat=".0%")
    return figure


def routed_words(threshold: float | None) -> str:
    """Which items go to people at this threshold."""
    if threshold is None:
        return "nothing goes to people"
    if threshold < 0:
        return "everything goes to people"
    return f"items with more than {threshold:g} searches go to people"


def _routed_hover(point: RoutedPoint) -> str:
    span = point.interval
    interval = f", 95 % interval {100 * span.low:.1f} to {100 * span.high:.1f} %" if span else ""
    return (
        f"{routed_words(point.threshold)}<br>{100 * point.share:.1f} % of {point.n} items, "
        f"accuracy {100 * point.accuracy:.1f} %{interval}"
    )


def _line(xs: Sequence[float], ys: Sequence[float], name: str, colour: str, dash: str) -> Any:
    return go.Scatter(
        x=list(xs),
        y=list(ys),
        mode="lines",
        name=name,
        line={"color": colour, "width": 1.5, "dash": dash},
        hoverinfo="skip",
    )


def _blank(theme: Theme, x_title: str, y_title: str, height: int) -> go.Figure:
    return go.Figure(layout={**layout(theme, x_title, y_title), "height": height})
