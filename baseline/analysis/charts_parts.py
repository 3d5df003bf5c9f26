"""What charts of several systems have in common: the empty figure, intervals, names and what a mark says."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from baseline.analysis.chart_style import LABEL_CHARACTERS, Look, Theme, layout, safe_text
from baseline.analysis.records import Figure

# More names than this in one line of the legend hide the chart: they stand beside it.
_MOST_IN_LINE = 6


def blank(theme: Theme, x_title: str, y_title: str, n_systems: int) -> go.Figure:
    """With many systems their names stand beside the chart, in the order of the page."""
    figure = go.Figure(layout=layout(theme, x_title, y_title))
    figure.update_layout(showlegend=True)
    if n_systems > _MOST_IN_LINE:
        figure.update_layout(
            height=max(360, 21 * n_systems + 40),
            legend={"orientation": "v", "x": 1.02, "y": 1, "xanchor": "left", "yanchor": "top"},
        )
    return figure


def error_bars(value: Figure, look: Look) -> dict[str, Any]:
    """The interval of a value as bars of its mark; none where it has no interval."""
    span, middle = value.interval, value.value or 0.0
    return {
        "type": "data",
        "symmetric": False,
        "array": [max(0.0, span.high - middle) if span else 0],
        "arrayminus": [max(0.0, middle - span.low) if span else 0],
        "color": look.colour,
        "thickness": 1,
        "width": 0,
    }


def named(name: str) -> dict[str, str]:
    """The name of a trace, and what stands at its marks."""
    return {"name": safe_text(name, LABEL_CHARACTERS), "hovertemplate": "%{customdata}<extra></extra>"}


def hover_text(name: str, figure: Figure) -> str:
    """A figure in words: value, interval and N, or why it has none."""
    if figure.value is None:
        return f"{safe_text(name)}: {safe_text(figure.undefined or 'undefined')}"
    is_share = figure.unit == "share"

    def shown(value: float) -> str:
        return f"{100 * value:.1f} %" if is_share else f"{value:.2f}"

    span = ""
    if figure.interval:
        span = f", 95 % interval {shown(figure.interval.low)} to {shown(figure.interval.high)}"
    label = safe_text(figure.label)
    return f"{safe_text(name)}<br>{label}: {shown(figure.value)}{span}, N = {figure.n} {figure.n_unit}"


def parameter_of(point: Figure) -> int:
    """The number behind the `@` of a figure's key."""
    return int(point.key.partition("@")[2])
