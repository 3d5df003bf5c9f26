"""A chart that has nothing to show says why."""

from __future__ import annotations

import plotly.graph_objects as go

from baseline.analysis.chart_style import INKS, Theme, safe_text


def say(figure: go.Figure, sentence: str, theme: Theme) -> go.Figure:
    """The sentence in the middle of a figure without axes; the figure itself, for returning it."""
    figure.add_annotation(
        text=safe_text(sentence),
        xref="paper",
        yref="paper",
        x=0.5,
        y=0.5,
        showarrow=False,
        font={"color": INKS[theme].muted, "size": 15},
    )
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    return figure
