"""Every headline figure under each exclusion rule, one system at a time."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.analysis.robustness import RobustRow
from db.wording import counted
from pages.research.figure_text import definition_text
from pages.research.gap_table import figure_cell
from pages.ui.html_table import Markup, disclosure, html_table, joined, text, with_small
from pages.ui.text import one_line

_STYLE = """<style>
.robust td:first-child { min-width: 11rem; }
.said { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; font-size: .875rem; }
</style>"""


def robust_table(rows: Sequence[RobustRow]) -> None:
    """A choice of the system, or of its gaps, and its table."""
    names = list(dict.fromkeys(_name(row) for row in rows))
    chosen = st.segmented_control(
        "Figures of", names, default=names[0], format_func=one_line, key="robust-system", required=True
    )
    st.html(robust_html([row for row in rows if _name(row) == (chosen or names[0])]))


def robust_html(rows: Sequence[RobustRow]) -> str:
    """One row a rule; columns are figures, with N and interval below the value."""
    known = next((row.figures for row in rows if row.figures), ())
    heads = ["Left out", *(figure.label.partition(" (string match")[0] for figure in known)]
    body = [[_variant(row), *_cells(row, len(known))] for row in rows]
    table = html_table(heads, body, frozenset(range(1, len(heads))))
    notes = [disclosure(figure.label, definition_text(figure)) for figure in known]
    return f'{_STYLE}<div class="robust">{table}</div><div class="rows said">{joined(notes, " ")}</div>'


def _name(row: RobustRow) -> str:
    return f"{row.name}: gaps" if row.of == "gaps" else row.name


def _variant(row: RobustRow) -> Markup:
    verb = "counts" if row.n_attempts == 1 else "count"
    size = f"{counted(row.n_attempts, 'attempts')} {verb}, {row.n_excluded} left out"
    return with_small(text(row.variant.label), text(size))


def _cells(row: RobustRow, n: int) -> list[Markup]:
    if row.figures:
        return [figure_cell(figure) for figure in row.figures]
    return [with_small(text("–"), text("nothing is left"))] * n
