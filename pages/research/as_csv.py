"""What a table or a chart shows, as CSV: made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

import streamlit as st

from baseline.exports.columns import Cell, Column, table_file

Rows = Sequence[Mapping[str, Cell]]


def csv_button(name: str, rows: Callable[[], Rows], label: str = "CSV") -> None:
    """A quiet button that downloads the rows as `name`.csv; all rows have the columns of the first."""
    st.download_button(
        label,
        data=lambda: csv_bytes(rows()),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"csv-rows-{name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )


def csv_bytes(rows: Rows) -> bytes:
    """The rows with the byte order mark without which spreadsheets misread names."""
    return csv_text(rows).encode("utf-8-sig")


def csv_text(rows: Rows) -> str:
    """The rows; no cell runs as a formula."""
    heads = list(rows[0]) if rows else []
    columns: list[Column[Mapping[str, Cell]]] = [Column(head, "text", "", itemgetter(head)) for head in heads]
    return str(table_file("rows.csv", columns, rows, "rows").text)
