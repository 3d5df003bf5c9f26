"""The systems below each other: value, interval below it, definition on hover."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from baseline.analysis.records import Figure
from baseline.analysis.report import RunReport
from db.wording import counted
from pages.research.figure_text import definition_text, range_text, value_text
from pages.ui.text import one_line

# The field's short names; the full label and the definition are one hover away.
COLUMNS = {
    "accuracy": "Accuracy",
    "coverage": "Coverage",
    "accuracy_by_hop@cross_page": "X-page",
    "accuracy_by_hop@cross_doc": "X-doc",
    "page_f1": "Page F1",
    "document_f1": "Doc F1",
    "steps": "Searches",
    "first_query_accuracy": "First query",
    "kuiper_tie_safe": "Kuiper",
    "kuiper_official": "Kuiper off.",
    "kuiper_over_sigma": "K/σ",
    "kuiper_p": "p",
}

# A table of our own: Streamlit's cuts cells of two lines, and twelve columns with intervals beside the
# values do not fit a small screen.
_STYLE = """<style>
.leaderboard { overflow-x: auto; }
.leaderboard table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.35;
  font-variant-numeric: tabular-nums; }
.leaderboard th, .leaderboard td { padding: .5rem; text-align: right; vertical-align: top;
  white-space: nowrap;
  border-bottom: 1px solid rgba(128, 128, 128, .25); }
.leaderboard thead th { font-weight: 600; }
.leaderboard thead th[title] { text-decoration: underline dotted rgba(128, 128, 128, .8);
  text-underline-offset: .2em; cursor: help; }
.leaderboard th:first-child { text-align: left; padding-left: 0; white-space: normal; min-width: 9rem; }
.leaderboard small { display: block; font-weight: 400; font-size: .75rem; opacity: .75; }
</style>"""


def leaderboard(reports: Sequence[RunReport]) -> None:
    """One row a system, people first."""
    st.html(leaderboard_html(reports))


def leaderboard_html(reports: Sequence[RunReport]) -> str:
    """The table; every text that comes from data is escaped."""
    heads = "".join(_head(reports[0].figure(key), name) for key, name in COLUMNS.items())
    rows = "".join(_row(report) for report in reports)
    return (
        f'{_STYLE}<div class="leaderboard"><table><thead><tr><th scope="col">System</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _head(figure: Figure, name: str) -> str:
    title = f"{figure.label}. {definition_text(figure)}"
    return f'<th scope="col" title="{escape(title)}">{escape(name)}</th>'


def _row(report: RunReport) -> str:
    size = f"{counted(report.n_items, 'items')}, {counted(report.n_attempts, 'attempts')}"
    cells = "".join(_cell(report.figure(key)) for key in COLUMNS)
    return f'<tr><th scope="row">{escape(one_line(report.system))}<small>{size}</small></th>{cells}</tr>'


def _cell(figure: Figure) -> str:
    if figure.value is None:
        reason = escape(figure.undefined or "undefined")
        return f'<td title="{reason}">–<small>undefined</small></td>'
    span = range_text(figure)
    return f"<td>{escape(value_text(figure))}{f'<small>{escape(span)}</small>' if span else ''}</td>"
