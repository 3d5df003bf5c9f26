"""Plotly figures of many systems side by side. As all charts: text of others passes `safe_text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from baseline.analysis.breakdowns import ERROR_LABELS, Cell, Funnel, Reach
from baseline.analysis.cascade import CASCADE_LABELS, CascadeLabel
from baseline.analysis.chart_style import (
    CASCADE_COLOURS,
    CASCADE_PATTERNS,
    INKS,
    LABEL_CHARACTERS,
    Look,
    Theme,
    layout,
    safe_text,
)
from baseline.analysis.charts_empty import say
from baseline.analysis.charts_parts import blank, error_bars, hover_text, named, parameter_of
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure

_ROW_PX, _ROOM_PX = 26, 110


class Shown(NamedTuple):
    """A system's figures and how it looks on every page."""

    figures: SystemFigures
    look: Look


def curves(shown: Sequence[Shown], family: str, x_title: str, y_title: str, theme: Theme) -> go.Figure:
    """A share over a growing limit, one line a system: by the parameter of `family`."""
    figure = blank(theme, x_title, y_title, len(shown))
    reasons = []
    farthest = max((parameter_of(point) for one, _ in shown for point in one.family(family)), default=0)
    for one, look in shown:
        own = one.family(family)
        points = [point for point in own if point.value is not None]
        reasons += [point.undefined for point in own[:1] if point.value is None]
        if not points:
            continue
        if parameter_of(points[-1]) < farthest:
            # More than a system ever used changes nothing: its line goes on to the edge.
            points.append(points[-1])
        figure.add_trace(
            go.Scatter(
                x=[*map(parameter_of, points[:-1]), farthest],
                y=[point.value for point in points],
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 2, "shape": "hv"},
                marker={"symbol": look.marker, "size": 7, "color": look.colour},
                cliponaxis=False,
                customdata=[hover_text(one.name, point) for point in points],
                **named(one.name),
            )
        )
    if not figure.data:
        return say(figure, next((one for one in reasons if one), "nothing to show"), theme)
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
    figure.update_xaxes(rangemode="tozero")
    return figure


def difference_curves(shown: Sequence[Shown], chosen: str, theme: Theme) -> go.Figure:
    """Cumulative difference curves of all systems; the chosen one with the band of its shuffles."""
    ink = INKS[theme]
    figure = blank(theme, "attempts in order of effort", "cumulative difference, attempts", len(shown))
    for one, look in shown:
        if one.test is None:
            continue
        is_chosen = one.name == chosen
        ks = [point.k for point in one.curve]
        if is_chosen:
            band = one.test.band
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
        figure.add_trace(
            go.Scatter(
                x=ks,
                y=[point.difference for point in one.curve],
                mode="lines+markers",
                opacity=1 if is_chosen or len(shown) == 1 else 0.45,
                line={"color": look.colour, "dash": look.dash, "width": 3 if is_chosen else 1.5},
                marker={"symbol": look.marker, "size": 8 if is_chosen else 5, "color": look.colour},
                customdata=[
                    f"{safe_text(one.name)}: up to {point.effort:g} searches, {point.k} attempts, "
                    f"D = {point.difference:.2f}"
                    for point in one.curve
                ],
                **named(one.name),
            )
        )
    if not figure.data:
        reasons = [one.figures.figure("kuiper_tie_safe").undefined for one in shown]
        return say(figure, next((one for one in reasons if one), "nothing to show"), theme)
    figure.add_hline(y=0, line={"color": ink.muted, "width": 1})
    return figure


def dots(shown: Sequence[Shown], key: str, theme: Theme) -> go.Figure:
    """One figure of every system: its value and interval, or why it has none."""
    first = shown[0].figures.figure(key)
    figure = go.Figure(layout=layout(theme, _axis_title(first), ""))
    figure.update_layout(height=_ROOM_PX + _ROW_PX * len(shown), showlegend=False)
    for place, (one, look) in enumerate(shown):
        value = one.figure(key)
        if value.value is None:
            _note_in_row(figure, place, value.undefined or "undefined", theme)
            continue
        figure.add_trace(_dot(value, place, one.name, look))
    if first.unit == "share":
        figure.update_xaxes(range=[0, 1], tickformat=".0%")
    else:
        figure.update_xaxes(rangemode="tozero")
    _name_rows(figure, [one.name for one, _ in shown])
    return figure


def _axis_title(figure: Figure) -> str:
    label = safe_text(figure.label)
    return f"{label}, seconds" if figure.unit == "seconds" else label


def _dot(value: Figure, place: int, name: str, look: Look) -> Any:
    middle = value.value or 0.0
    span = value.interval
    return go.Scatter(
        x=[middle],
        y=[place],
        mode="markers",
        cliponaxis=False,
        marker={"symbol": look.marker, "size": 10, "color": look.colour},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, span.high - middle) if span else 0],
            "arrayminus": [max(0.0, middle - span.low) if span else 0],
            "color": look.colour,
            "thickness": 2,
            "width": 4,
        },
        customdata=[hover_text(name, value)],
        **named(name),
    )


def by_group(shown: Sequence[Shown], family: str, labels: Mapping[str, str], theme: Theme) -> go.Figure:
    """A share in each of a few groups, one mark a system: `family`, by `labels`."""
    figure = blank(theme, "", "", len(shown))
    for one, look in shown:
        points = [one.figure(f"{family}@{key}") for key in labels]
        if all(point.value is None for point in points):
            continue
        figure.add_trace(
            go.Scatter(
                x=list(labels.values()),
                y=[point.value for point in points],
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 1.5},
                marker={"symbol": look.marker, "size": 8, "color": look.colour},
                cliponaxis=False,
                customdata=[hover_text(one.name, point) for point in points],
                **named(one.name),
            )
        )
    if not figure.data:
        reason = shown[0].figures.figure(f"{family}@{next(iter(labels))}").undefined if shown else None
        return say(figure, reason or "nothing to show", theme)
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
    figure.update_xaxes(type="category")
    return figure


def label_bars(cells: Sequence[Cell], theme: Theme, *, errors_only: bool = False) -> go.Figure:
    """One stacked bar a group: where its attempts, or only its errors, ended in the cascade."""
    labels: Sequence[CascadeLabel] = ERROR_LABELS if errors_only else CASCADE_LABELS
    figure = go.Figure(layout=layout(theme, "share of errors" if errors_only else "share of attempts", ""))
    for label in labels:
        figure.add_trace(
            go.Bar(
                y=list(range(len(cells))),
                x=[
                    (cell.share_of_errors(label) if errors_only else cell.share(label)) or 0 for cell in cells
                ],
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
                customdata=[
                    f"{safe_text(cell.group)}: {cell.labels[label]} of "
                    f"{cell.n_errors if errors_only else cell.n} "
                    f"{'errors' if errors_only else 'attempts'}, {label.replace('_', ', ')}"
                    for cell in cells
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    for place, cell in enumerate(cells):
        if not (cell.n_errors if errors_only else cell.n):
            _note_in_row(figure, place, "no errors" if cell.n else "no attempt can be labelled", theme)
    figure.update_layout(
        barmode="stack",
        bargap=0.3,
        height=_ROOM_PX + _ROW_PX * len(cells),
        legend_traceorder="normal",
    )
    figure.update_xaxes(range=[0, 1], tickformat=".0%")
    _name_rows(figure, [cell.group for cell in cells])
    return figure


FUNNEL_STEPS = {
    "answered": "answered",
    "document": "cites a gold document",
    "page": "cites a gold page",
    "correct": "correct",
}


def funnel_lines(funnels: Sequence[Funnel], looks: Mapping[str, Look], theme: Theme) -> go.Figure:
    """How far the attempts of each system came: the share that is still there after each step."""
    figure = blank(theme, "", "share of attempts", len(funnels))
    for one in funnels:
        if one.n == 0:
            continue
        look = looks[one.system]
        counts = [getattr(one, step) for step in FUNNEL_STEPS]
        figure.add_trace(
            go.Scatter(
                x=[_in_lines(words) for words in FUNNEL_STEPS.values()],
                y=[count / one.n for count in counts],
                mode="lines+markers",
                line={"color": look.colour, "dash": look.dash, "width": 2},
                marker={"symbol": look.marker, "size": 8, "color": look.colour},
                cliponaxis=False,
                customdata=[
                    f"{safe_text(one.system)}: {count} of {one.n} attempts {words}"
                    for count, words in zip(counts, FUNNEL_STEPS.values(), strict=True)
                ],
                **named(one.system),
            )
        )
    if not figure.data:
        return say(figure, "no attempt can be labelled", theme)
    figure.update_yaxes(range=[0, 1], tickformat=".0%")
    figure.update_xaxes(type="category")
    return figure


def _in_lines(words: str) -> str:
    """Two words a line, so that names on an axis stand upright."""
    parts = words.split()
    return "<br>".join(" ".join(parts[at : at + 2]) for at in range(0, len(parts), 2))


def reach_scatter(reaches: Sequence[Reach], looks: Mapping[str, Look], theme: Theme) -> go.Figure:
    """Finding against understanding: one mark a system, with both intervals."""
    figure = blank(theme, "reached a gold page", "correct once there", len(reaches))
    for one in reaches:
        if one.found.value is None or one.understood.value is None:
            continue
        look = looks[one.system]
        hover = f"{hover_text(one.system, one.found)}<br>{hover_text(one.system, one.understood)}"
        figure.add_trace(
            go.Scatter(
                x=[one.found.value],
                y=[one.understood.value],
                mode="markers",
                marker={"symbol": look.marker, "size": 11, "color": look.colour},
                error_x=error_bars(one.found, look),
                error_y=error_bars(one.understood, look),
                cliponaxis=False,
                customdata=[hover],
                **named(one.system),
            )
        )
    if not figure.data:
        return say(figure, "no attempt can be labelled, or none reached a gold page", theme)
    for axis in (figure.update_xaxes, figure.update_yaxes):
        axis(range=[0, 1], tickformat=".0%")
    figure.update_layout(height=420)
    return figure


def _name_rows(figure: go.Figure, names: Sequence[str]) -> None:
    """One row each, from the top. Rows are numbers, so that equal or number-like names stay apart."""
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[safe_text(name, LABEL_CHARACTERS) for name in names],
        range=[len(names) - 0.5, -0.5],
        gridcolor="rgba(0,0,0,0)",
    )


def _note_in_row(figure: go.Figure, place: int, sentence: str, theme: Theme) -> None:
    figure.add_annotation(
        text=safe_text(sentence),
        xref="paper",
        x=0,
        xanchor="left",
        xshift=6,
        y=place,
        showarrow=False,
        font={"color": INKS[theme].muted, "size": 13},
    )
