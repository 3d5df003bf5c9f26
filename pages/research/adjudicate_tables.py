"""Tables that the rooms of the adjudication page share: figures, and how scores met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd
import streamlit as st

from baseline.analysis.judge_calibration import Table
from baseline.analysis.records import Figure
from baseline.judging.exchange import as_csv
from baseline.judging.report import FIGURE_COLUMNS
from pages.research.figure_text import definition_text, interval_text, n_text, value_text
from pages.ui.table import show_table
from pages.ui.text import isolated

_STYLE = """<style>
table.met {border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums}
table.met th {font-weight: 500; text-align: right; padding: 6px 8px; opacity: .8; white-space: nowrap}
table.met th.side {text-align: left; padding-left: 0}
table.met td {text-align: right; padding: 6px 8px; min-width: 3.5rem;
  border: 1px solid rgba(128, 128, 128, .3)}
table.met td.alike {background: rgba(15, 118, 110, .16); font-weight: 600}
table.met caption {caption-side: bottom; text-align: left; padding-top: 6px; opacity: .74}
</style>"""


def figure_table(figures: Sequence[Figure], key: str) -> None:
    """One line a figure; what it means in the last column."""
    show_table(
        pd.DataFrame(
            {
                "Figure": [one.label for one in figures],
                "Value": [value_text(one) for one in figures],
                "Interval, or why there is none": [_interval(one) for one in figures],
                "N": [n_text(one) for one in figures],
                "What it is": [definition_text(one) for one in figures],
            }
        ),
        key=key,
        height="content",
        columns={
            "Figure": st.column_config.TextColumn(width=170),
            "Value": st.column_config.TextColumn(width=64),
            "Interval, or why there is none": st.column_config.TextColumn(width=330),
            "N": st.column_config.TextColumn(width=160),
        },
    )


def _interval(figure: Figure) -> str:
    if figure.value is not None and figure.interval is None and figure.notes:
        return figure.notes[0]
    return interval_text(figure)


def met_table(table: Table, rows: str, columns: str) -> None:
    """How often each score met each; what is alike lies on the lit diagonal. From correct to incorrect."""
    order = (2, 1, 0)
    words = ("incorrect", "partly", "correct")
    head = "".join(f'<th scope="col">{words[column]}</th>' for column in order)
    lines = "".join(
        f'<tr><th scope="row" class="side">{words[row]}</th>'
        + "".join(
            f'<td class="{"alike" if row == column else "apart"}">{table[row][column]}</td>'
            for column in order
        )
        + "</tr>"
        for row in order
    )
    caption = f"Rows: {escape(isolated(rows))}. Columns: {escape(isolated(columns))}."
    st.html(
        f'{_STYLE}<table class="met"><caption>{caption}</caption><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table>"
    )


def figures_download(rows: Sequence[Mapping[str, str]], name: str) -> None:
    """The figures as a table file."""
    st.download_button(
        "Download as CSV",
        as_csv(rows, FIGURE_COLUMNS),
        name,
        "text/csv",
        key=f"download-{name}",
        icon=":material/download:",
        on_click="ignore",
    )
