"""The one way to show rows as Streamlit's table; `chrome` takes away its download, which guards no formula.

Answers come from strangers, and a spreadsheet runs a cell that begins with `=`. Where a table is wanted as a
file, `pages.research.as_csv` makes one in which no cell runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.column_types import ColumnConfig

Height = int | Literal["content", "stretch"]
Selection = Literal["single-row", "multi-row"]


def show_table(
    rows: pd.DataFrame,
    *,
    height: Height,
    key: str | None = None,
    columns: Mapping[str, ColumnConfig] | None = None,
    at: DeltaGenerator | None = None,
) -> None:
    """Rows to read, sort and search, `height` pixels high; what is missing is a dash."""
    place = st if at is None else at
    place.dataframe(
        rows, key=key, hide_index=True, height=height, placeholder="–", column_config=dict(columns or {})
    )


def choose_in_table(
    rows: pd.DataFrame,
    key: str,
    *,
    height: Height,
    selection: Selection,
    on_select: Callable[[], None] | Literal["rerun"] = "rerun",
    columns: Mapping[str, ColumnConfig] | None = None,
    at: DeltaGenerator | None = None,
) -> None:
    """Rows of which one or several can be selected; `state.selected_row` and `selected_rows` read which."""
    place = st if at is None else at
    place.dataframe(
        rows,
        key=key,
        hide_index=True,
        height=height,
        placeholder="–",
        on_select=on_select,
        selection_mode=selection,
        column_config=dict(columns or {}),
    )
