"""Where answers fail: the cascade by system and by kind of item, the funnel, and accuracy by kind of item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.breakdowns import Cell, Facet, Funnel, breakdown, funnels
from baseline.analysis.cascade import CASCADE_LABELS, CascadeLabel
from baseline.analysis.charts_systems import FUNNEL_STEPS, funnel_lines, label_bars
from baseline.analysis.definitions import definition_of
from baseline.analysis.facet_accuracy import facet_accuracy
from baseline.exports.columns import Column
from db.wording import counted
from pages.research.as_csv import text_button
from pages.research.chart_card import (
    ChartText,
    Told,
    chart_card,
    csv_of,
    definitions,
    figures_csv,
    theme_now,
    words_of,
)
from pages.research.gap_table import figure_cell
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import kind_words, looks_of, of_items
from pages.ui.html_table import html_table, text
from pages.ui.in_address import segments
from pages.ui.room import sides

_FACETS: Mapping[Facet, str] = {
    "system": "System",
    "hop_type": "Hop type",
    "domain": "Domain",
    "category": "Category",
    "visual": "Visual type",
}
_OF: Mapping[str, str] = {"attempts": "All attempts", "errors": "Errors only"}


def errors(room: PanelRoom, own: DeltaGenerator) -> None:
    """The bars by the facet in the address, and the funnel."""
    facet = _facet("system")
    errors_only = st.query_params.get("of") == "errors"
    with own:
        segments("Of", "systems-of", _OF, "errors" if errors_only else "attempts", _choose_of)
    segments("By", "systems-facet", _FACETS, facet, _choose_facet)
    cells = [_in_words(cell, facet) for cell in breakdown(room.panel, facet)]
    left, right = sides([1, 1], "systems-errors")
    with left:
        chart_card(
            ChartText(f"errors-by-{facet}", f"Where answers fail, by {_FACETS[facet].lower()}", _said(cells)),
            label_bars(cells, theme_now(), errors_only=errors_only),
            _cells_csv(cells),
            _cascade_words(),
        )
    with right:
        steps = funnels(room.panel)
        chart_card(
            ChartText(
                "funnel",
                "How far attempts come",
                "The share of a system's labelled attempts that is still there after each step. A correct "
                "answer counts for every step: it needs no citation to be right.",
            ),
            funnel_lines(steps, looks_of(room, theme_now()), theme_now()),
            _funnel_csv(steps),
            {"Funnel": "Counts of the error cascade, added up from its end. Source: docs/analysis.md."},
        )


def kinds_of_items(room: PanelRoom, _own: DeltaGenerator) -> None:
    """Accuracy of every system on every kind of item, as a table."""
    facet = _facet("hop_type")
    if facet == "system":
        facet = "hop_type"
    segments(
        "By",
        "systems-kinds",
        {name: words for name, words in _FACETS.items() if name != "system"},
        facet,
        _choose_facet,
    )
    found = facet_accuracy(room.panel, facet)
    heads = [f"{kind_words(facet, one.name)} ({counted(one.n_items, 'items')})" for one in found]
    rows = [
        [text(system.name), *(figure_cell(group.figures[place]) for group in found)]
        for place, system in enumerate(room.panel.systems)
    ]
    st.html(html_table(["System", *heads], rows, frozenset(range(1, len(heads) + 1))))
    told = [
        Told(f"{system.name} | {group.name}", system.kind, group.figures[place])
        for group in found
        for place, system in enumerate(room.panel.systems)
    ]
    st.caption(
        f"Mean score over the items of each kind, of {of_items(room)}; an item with several values of "
        "a facet counts in each. Below each value: 95 % interval and N."
    )
    with st.container(horizontal=True, gap="small"):
        definitions(words_of([one.figure for one in told]))
        text_button(f"pagetrail-accuracy-by-{facet}", lambda: figures_csv(told))


def _in_words(cell: Cell, facet: Facet) -> Cell:
    return cell._replace(group=kind_words(facet, cell.group))


def _facet(otherwise: Facet) -> Facet:
    asked = st.query_params.get("by")
    return next((name for name in _FACETS if name == asked), otherwise)


def _choose_facet(name: str) -> None:
    st.query_params["by"] = name


def _choose_of(name: str) -> None:
    st.query_params["of"] = name


def _said(cells: Sequence[Cell]) -> str:
    n, n_errors = sum(cell.n for cell in cells), sum(cell.n_errors for cell in cells)
    left_out = sum(cell.n_unlabelled for cell in cells)
    without = (
        f" Without a label, as not finished or without gold evidence: {counted(left_out, 'attempts')}."
        if left_out
        else ""
    )
    return (
        f"The first label that holds for each attempt: {counted(n, 'attempts')}, {n_errors} of them errors. "
        f"These are counts, without intervals; N is on each part.{without}"
    )


def _cascade_words() -> dict[str, str]:
    cascade = definition_of("cascade")
    return {cascade.label: f"{cascade.definition} Source: {cascade.source}."}


def _of_label(label: CascadeLabel, cell: Cell) -> int:
    return cell.labels[label]


_CELL_COLUMNS: tuple[Column[Cell], ...] = (
    Column("group", "text", "what the attempts have in common", lambda cell: cell.group),
    Column("n", "whole number", "attempts with a label", lambda cell: cell.n),
    Column("n_errors", "whole number", "those that are errors", lambda cell: cell.n_errors),
    Column("n_unlabelled", "whole number", "attempts without a label", lambda cell: cell.n_unlabelled),
    *(
        Column(label, "whole number", "attempts of this label", partial(_of_label, label))
        for label in CASCADE_LABELS
    ),
)
_FUNNEL_COLUMNS: tuple[Column[Funnel], ...] = (
    Column("system", "text", "whose attempts", lambda one: one.system),
    Column("n", "whole number", "attempts with a label", lambda one: one.n),
    *(Column(step, "whole number", words, attrgetter(step)) for step, words in FUNNEL_STEPS.items()),
)


def _cells_csv(cells: Sequence[Cell]) -> str:
    return csv_of(_CELL_COLUMNS, cells)


def _funnel_csv(steps: Sequence[Funnel]) -> str:
    return csv_of(_FUNNEL_COLUMNS, steps)
