"""Means step by step, one line a system."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from baseline.analysis.chart_style import Theme
from baseline.analysis.charts_empty import say
from baseline.analysis.charts_parts import blank, error_bars, hover_text, named, parameter_of
from baseline.analysis.charts_systems import Shown

# The share of a step's room on the axis that its marks take.
_STEP_ROOM = 0.5


def means_by_step(shown: Sequence[Shown], family: str, y_title: str, theme: Theme) -> go.Figure:
    """A mean at each step with its interval, one line a system, side by side so that none hides another."""
    figure = blank(theme, "step", y_title, len(shown))
    for place, (one, look) in enumerate(shown):
        points = [point for point in one.family(family) if point.value is not None]
        if not points:
            continue
        aside = (place - (len(shown) - 1) / 2) * _STEP_ROOM / len(shown)
        errors = [error_bars(point, look) for point in points]
        spans = {side: [error[side][0] for error in errors] for side in ("array", "arrayminus")}
        figure.add_trace(
            go.Scatter(
                x=[parameter_of(point) + aside for point in points],
                y=[point.value for point in points],
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 2},
                marker={"symbol": look.marker, "size": 7, "color": look.colour},
                error_y={**errors[0], **spans},
                customdata=[hover_text(one.name, point) for point in points],
                **named(one.name),
            )
        )
    if not figure.data:
        return say(figure, "no attempt has two queries", theme)
    figure.update_xaxes(dtick=1)
    figure.update_yaxes(rangemode="tozero")
    return figure
