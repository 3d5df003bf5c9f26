"""What a table or a chart shows, as CSV: made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

import streamlit as st

from baseline.exports.columns import Cell, Column, table_file

Rows = Sequence[Mapping[str, Cell]]


def csv_button(name: str, rows: Callable[[], Rows], label: str = "CSV") -> None:
    """A quiet button that downloads the rows as `name`.csv; all rows have the columns of the first."""
    text_button(name, lambda: csv_text(rows()), label)


def text_button(name: str, text: Callable[[], str], label: str = "CSV", about: str | None = None) -> None:
    """A quiet button that downloads CSV text as `name`.csv, made when it is pressed. `about`: its help."""
    st.download_button(
        label,
        # Without the byte order mark spreadsheets misread names.
        data=lambda: text().encode("utf-8-sig"),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"csv-{name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
        help=about,
    )


def csv_text(rows: Rows) -> str:
    """The rows; no cell runs as a formula."""
    heads = list(rows[0]) if rows else []
    columns: list[Column[Mapping[str, Cell]]] = [Column(head, "text", "", itemgetter(head)) for head in heads]
    return str(table_file("rows.csv", columns, rows, "rows").text)
