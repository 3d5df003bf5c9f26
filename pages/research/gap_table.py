"""What is lost in finding and what in understanding, with N and interval; a click opens the definition."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.analysis.gaps import GapReport
from baseline.analysis.records import Figure
from db.wording import counted
from pages.research.figure_text import definition_text, range_text, value_text
from pages.ui.html_table import Markup, disclosure, html_table, text, tight, with_small

_KEYS = ("retrieval_gap", "comprehension_gap")


def gap_table(gaps: Sequence[GapReport]) -> None:
    """One row a figure, one column for every group and pair of conditions."""
    st.subheader("Finding and understanding")
    # A table of one or two columns does not fill a window: its numbers would stand far from their names.
    place = st.columns([3, 2])[0] if len(gaps) < 3 else st.container()
    place.html(gap_html(gaps))


def gap_html(gaps: Sequence[GapReport]) -> str:
    """The table. Rows of accuracy are named by what was given, for conditions may differ between columns."""
    heads = ["", *(f"{one.group}: {one.search}, {one.given_pages}" for one in gaps)]
    rows = [
        _row("Accuracy with search", [one.figure(f"paired_accuracy@{one.search}") for one in gaps]),
        _row(
            "Accuracy with the pages given",
            [one.figure(f"paired_accuracy@{one.given_pages}") for one in gaps],
        ),
        *(_row("", [one.figure(key) for one in gaps]) for key in _KEYS),
    ]
    return html_table(heads, rows, frozenset(range(1, len(heads))))


def _row(label: str, figures: Sequence[Figure]) -> list[Markup]:
    first = figures[0]
    return [disclosure(label or first.label, definition_text(first)), *(figure_cell(one) for one in figures)]


def figure_cell(figure: Figure) -> Markup:
    """The value, and below it the interval and N; the reason where there is no value."""
    n = f"N = {counted(figure.n, figure.n_unit)}"
    if figure.value is None:
        return with_small(text("–"), text(figure.undefined or "undefined"))
    span = range_text(figure)
    return with_small(tight(value_text(figure)), tight(f"{span}, {n}" if span else f"{n}, no interval"))
