"""Where on the page of runs somebody is: all of it in the address, so that a link shows the same."""

from __future__ import annotations

import streamlit as st

from pages.ui import state

RUN, SET, IMPORT = "run", "set", "import"


def asked(name: str) -> str | None:
    """What the address says of this."""
    return st.query_params.get(name)


def to_list() -> None:
    """All runs, of the set that was looked at; for callbacks."""
    for name in (RUN, IMPORT):
        st.query_params.pop(name, None)


def to_run(run_id: str) -> None:
    """One run; for callbacks."""
    to_list()
    st.query_params[RUN] = run_id


def to_import() -> None:
    """The import of another one; for callbacks."""
    to_list()
    st.query_params[IMPORT] = "1"


def to_set(name: str) -> None:
    """The runs on this item set; for callbacks."""
    st.query_params[SET] = name


def to_selected(key: str, run_ids: list[str]) -> None:
    """The run of the row that was selected in the table of that key; for callbacks."""
    selected = state.selected_row(key)
    if selected is not None and selected < len(run_ids):
        to_run(run_ids[selected])
