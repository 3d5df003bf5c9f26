"""A chart as every page shows it: title, picture, a sentence, its numbers and its definitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from baseline.analysis.chart_style import Theme
from baseline.analysis.records import Figure
from baseline.exports.columns import Column, table_file
from pages.research.as_csv import text_button
from pages.ui.text import escaped

Row = TypeVar("Row")
_ABOUT_CSV = "The numbers behind this chart. The picture: the camera button on the chart."


class Told(NamedTuple):
    """A figure and whose it is."""

    system: str
    kind: str
    figure: Figure


class ChartText(NamedTuple):
    """What is said of a chart: `name` of its files, `sentence` what it shows and of how many."""

    name: str
    title: str
    sentence: str


def theme_now() -> Theme:
    """Light or dark, as the browser has it."""
    return "dark" if st.context.theme.type == "dark" else "light"


def chart_card(text: ChartText, chart: Any, rows: str, words: Mapping[str, str]) -> None:
    """The chart with its explanation below it. `rows`: its data as CSV; `words`: label -> definition."""
    st.markdown(f"**{escaped(text.title)}**")
    st.plotly_chart(
        chart,
        key=f"chart-{text.name}",
        theme=None,
        config={
            "displaylogo": False,
            "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
            "toImageButtonOptions": {
                "format": picture_format(),
                "filename": f"pagetrail-{text.name}",
                "scale": 2,
            },
        },
    )
    st.caption(escaped(text.sentence))
    with st.container(horizontal=True, gap="small"):
        if words:
            definitions(words)
        text_button(f"pagetrail-{text.name}", lambda: rows, about=_ABOUT_CSV)


def definitions(words: Mapping[str, str]) -> None:
    """The definitions, one click away."""
    with st.popover("Definitions", type="tertiary", icon=":material/menu_book:"):
        for label, definition in words.items():
            st.markdown(f"**{escaped(label)}**  \n{escaped(definition)}")


def picture_format() -> str:
    """As what a chart's camera button saves it."""
    return "png" if st.query_params.get("picture") == "png" else "svg"


_COLUMNS: tuple[Column[Told], ...] = (
    Column("system", "text", "whose figure it is", lambda one: one.system),
    Column("kind", "text", "people, agent or not agentic", lambda one: one.kind),
    Column("figure", "text", "its key", lambda one: one.figure.key),
    Column("label", "text", "its name", lambda one: one.figure.label),
    Column("value", "number", "shares from 0 to 1", lambda one: one.figure.value),
    Column("low", "number", "lower end, 95 %", lambda one: _ends(one.figure)[0]),
    Column("high", "number", "upper end, 95 %", lambda one: _ends(one.figure)[1]),
    Column("interval", "text", "how it was made", lambda one: _ends(one.figure)[2]),
    Column("n", "whole number", "of how many", lambda one: one.figure.n),
    Column("n_unit", "text", "of what", lambda one: one.figure.n_unit),
    Column("undefined", "text", "why there is no value", lambda one: one.figure.undefined),
)


def figures_csv(told: Sequence[Told]) -> str:
    """One row a figure: value, interval, N, or why there is no value."""
    return csv_of(_COLUMNS, told)


def csv_of(columns: Sequence[Column[Row]], rows: Iterable[Row]) -> str:
    """Any rows as CSV, as exported tables are."""
    return table_file("chart.csv", columns, rows, "").text or ""


def _ends(figure: Figure) -> tuple[float | None, float | None, str]:
    span = figure.interval
    return (None, None, "") if span is None else (span.low, span.high, span.method)


def words_of(figures: Iterable[Figure]) -> dict[str, str]:
    """Label -> definition of each kind of figure among these, said once for all systems.

    Of the intervals it names every method: a share of 1 for one system has another than means of halves.
    """
    kinds: dict[str, list[Figure]] = {}
    for figure in figures:
        kinds.setdefault(figure.key.partition("@")[0], []).append(figure)
    return {_kind_label(of[0]): _kind_words(of) for of in kinds.values()}


def _kind_label(figure: Figure) -> str:
    """Without the parameter of this one: `Accuracy at step limit, 3`; a comma in a plain label is its own."""
    return figure.label.partition(", ")[0] if "@" in figure.key else figure.label


def _kind_words(figures: Sequence[Figure]) -> str:
    """As `definition_text`, without the notes, which are about one system."""
    methods = sorted({one.interval.method for one in figures if one.interval is not None})
    intervals = [f"Interval: {' or '.join(methods)}, 95 %."] if methods else []
    return " ".join([figures[0].definition, *intervals, f"Source: {figures[0].source}."])
