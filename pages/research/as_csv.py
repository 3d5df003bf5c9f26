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
        key=f"csv-{name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )


def csv_bytes(rows: Rows) -> bytes:
    """The rows, none a formula; with the byte order mark without which spreadsheets misread names."""
    heads = list(rows[0]) if rows else []
    columns: list[Column[Mapping[str, Cell]]] = [Column(head, "text", "", itemgetter(head)) for head in heads]
    sheet = table_file("rows.csv", columns, rows, "rows").text
    return str(sheet).encode("utf-8-sig")
