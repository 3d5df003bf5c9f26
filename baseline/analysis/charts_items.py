"""Plotly figures of items: difficulty against discrimination, and distance of evidence against accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from baseline.analysis.chart_style import INKS, Theme, layout, safe_text
from baseline.analysis.charts_empty import say
from baseline.analysis.evidence_distance import ItemDistance, Measure, Where
from baseline.analysis.item_statistics import Anomaly, ItemStatistics

ANOMALY_WORDS: dict[Anomaly, str] = {
    "negative_discrimination": "better systems fail it more",
    "nobody": "nobody solves it",
    "everybody": "everybody solves it",
}
# Told apart by mark as well as by colour.
_LOOKS: dict[Anomaly | None, tuple[str, str, str, str]] = {
    None: ("item", "circle-open", "#0f766e", "#4fb3a9"),
    "negative_discrimination": (ANOMALY_WORDS["negative_discrimination"], "x", "#b3261e", "#f2857d"),
    "nobody": (ANOMALY_WORDS["nobody"], "triangle-down", "#7a4b00", "#e0a95a"),
    "everybody": (ANOMALY_WORDS["everybody"], "triangle-up", "#52606d", "#9aa5b1"),
}
WHERE_WORDS: dict[Where, str] = {
    "same_document": "within one document",
    "across_documents": "across documents",
}
_WHERE_LOOKS: dict[Where, tuple[str, str, str]] = {
    "same_document": ("circle-open", "#0f766e", "#4fb3a9"),
    "across_documents": ("diamond-open", "#b45309", "#ffa94d"),
}
MEASURE_TITLES: dict[Measure, str] = {
    "semantic": "semantic distance of the gold pages (1 - cosine)",
    "physical": "pages from the first gold page to the last",
}


def item_scatter(
    statistics: Sequence[ItemStatistics], questions: Mapping[str, str], theme: Theme = "light"
) -> go.Figure:
    """One mark an item: how many systems solve it, and whether the better ones do.

    Items without a discrimination lie in a strip of their own at the bottom, which says so.
    """
    figure = go.Figure(layout=layout(theme, "difficulty (share of systems that solve it)", "discrimination"))
    figure.update_layout(height=430)
    known = [one.discrimination for one in statistics if one.discrimination is not None]
    if not statistics:
        return say(figure, "no item can be scored", theme)
    edge = min([-0.1, *known]) - 0.12
    for anomaly, (name, mark, light, dark) in _LOOKS.items():
        of_kind = [one for one in statistics if one.anomaly == anomaly]
        if of_kind:
            figure.add_trace(
                go.Scatter(
                    x=[one.difficulty for one in of_kind],
                    y=[edge if one.discrimination is None else one.discrimination for one in of_kind],
                    mode="markers",
                    marker={"symbol": mark, "size": 9, "color": light if theme == "light" else dark},
                    cliponaxis=False,
                    customdata=[_item_hover(one, questions) for one in of_kind],
                    hovertemplate="%{customdata}<extra></extra>",
                    name=f"{name} ({len(of_kind)})",
                )
            )
    figure.add_hline(y=0, line={"color": INKS[theme].muted, "width": 1})
    if len(known) < len(statistics):
        # A strip of its own: what is undefined must not read as the worst.
        figure.add_hline(y=edge + 0.06, line={"color": INKS[theme].muted, "width": 1, "dash": "dot"})
        figure.add_annotation(
            text="undefined",
            x=0,
            y=edge,
            xanchor="left",
            showarrow=False,
            font={"color": INKS[theme].muted, "size": 12},
        )
    figure.update_xaxes(range=[-0.02, 1.02], tickformat=".0%")
    return figure


def _item_hover(one: ItemStatistics, questions: Mapping[str, str]) -> str:
    r = one.undefined or f"discrimination {one.discrimination:.2f}"
    question = safe_text(questions.get(one.item_id, ""), 90)
    return f"{safe_text(one.item_id)}: {question}<br>solved by {100 * one.difficulty:.0f} %, {safe_text(r)}"


def distance_scatter(
    distances: Sequence[ItemDistance], measure: Measure, theme: Theme = "light"
) -> go.Figure:
    """One mark an item with several gold pages: how far they lie apart, and how many systems solve it."""
    figure = go.Figure(layout=layout(theme, MEASURE_TITLES[measure], "accuracy, mean of the systems"))
    figure.update_layout(height=360)
    for where, (mark, light, dark) in _WHERE_LOOKS.items():
        points = [
            (value, one)
            for one in distances
            if one.where == where
            and (value := one.semantic if measure == "semantic" else one.physical) is not None
        ]
        if points:
            figure.add_trace(
                go.Scatter(
                    x=[value for value, _ in points],
                    y=[one.accuracy for _, one in points],
                    mode="markers",
                    marker={"symbol": mark, "size": 9, "color": light if theme == "light" else dark},
                    cliponaxis=False,
                    customdata=[
                        f"{safe_text(one.item_id)}: {value:.2f}, solved by {100 * one.accuracy:.0f} %"
                        for value, one in points
                    ],
                    hovertemplate="%{customdata}<extra></extra>",
                    name=f"{WHERE_WORDS[where]} ({len(points)})",
                )
            )
    if not figure.data:
        return say(figure, "no item with several gold pages has such a distance", theme)
    figure.update_xaxes(rangemode="tozero")
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
    figure.update_layout(showlegend=True)
    return figure


def profile_bars(
    names: Sequence[str], profiles: Sequence[Sequence[int]], theme: Theme = "light"
) -> go.Figure:
    """How hard the items of several sets are: share in the sentinel pool and in each of nine bins."""
    figure = go.Figure(layout=layout(theme, "difficulty (share of systems that solve it)", "share of items"))
    figure.update_layout(height=320, barmode="group", bargap=0.25, bargroupgap=0.05)
    bins = ["≤ 10 %", *(f"{10 * low + 10}–{10 * low + 20} %" for low in range(9))]
    for (colour, pattern), name, counts in zip(_BARS, names, profiles, strict=False):
        n = sum(counts)
        figure.add_trace(
            go.Bar(
                x=bins,
                y=[count / n if n else 0 for count in counts],
                marker={"color": colour[theme], "pattern": {"shape": pattern}},
                customdata=[f"{safe_text(name)}: {count} of {n} items" for count in counts],
                hovertemplate="%{x}<br>%{customdata}<extra></extra>",
                name=f"{safe_text(name, 32)} ({n})",
            )
        )
    figure.update_yaxes(tickformat=".0%", rangemode="tozero")
    figure.update_xaxes(type="category")
    return figure


# Told apart by pattern as well as by colour.
_BARS: tuple[tuple[dict[Theme, str], str], ...] = (
    ({"light": "#9aa5b1", "dark": "#6b7884"}, ""),
    ({"light": "#0f766e", "dark": "#4fb3a9"}, "/"),
    ({"light": "#b45309", "dark": "#ffa94d"}, "."),
)
