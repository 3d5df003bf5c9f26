"""Search inside trajectories: the field, which stands in the address, and every place that holds the text."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from baseline.trajectories.finding import MOST_ATTEMPTS, Place, find_in_trajectories
from db.studies import studies_of
from db.wording import counted
from pages.ui import state
from pages.ui.page import Here
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_KEY = "trajectory-find"


def show_found(here: Here, set_name: str) -> bool:
    """The field and, where it holds a text, what was found in place of the list; whether it does."""
    asked = st.query_params.get("find", "")
    state.put_value(_KEY, asked)
    st.text_input(
        "Search inside trajectories",
        key=_KEY,
        on_change=_look,
        max_chars=200,
        placeholder="A query, a document, an answer, a note, a tag",
        icon=":material/search:",
        help="People's and imported attempts on this item set. Letter case does not count.",
    )
    if not asked.strip():
        return False
    with here.services.reading() as database:
        found = find_in_trajectories(database, set_name, studies_of(database, here.account), asked)
    if not found.places:
        st.info(
            f"No step and no note holds “{escaped(asked)}”. Less of it may find more; two characters are "
            "the least.",
            icon=":material/search_off:",
        )
        return True
    st.caption(f"{counted(len(found.places), 'places')} in {counted(found.n_attempts, 'attempts')}.")
    if found.n_more:
        st.caption(
            f"These are the first {MOST_ATTEMPTS} attempts; {counted(found.n_more, 'attempts')} more may "
            "hold it. A longer text finds fewer."
        )
    _table(found.places)
    return True


def _look() -> None:
    text = str(state.value_of(_KEY)).strip()
    if text:
        st.query_params["find"] = text
    else:
        st.query_params.pop("find", None)


def _table(places: tuple[Place, ...]) -> None:
    show_table(
        pd.DataFrame(
            {
                "Replay": [_address(one) for one in places],
                "Attempt": [one_line(one.label) for one in places],
                "Item": [one_line(one.item_id) for one in places],
                "Step": [one.step for one in places],
                "What": [one_line(one.line) for one in places],
                "In": ["note" if one.in_note else "step" for one in places],
            }
        ),
        height=min(560, 38 + 35 * len(places)),
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "Attempt": st.column_config.TextColumn(width=260),
            "Item": st.column_config.TextColumn(width=96),
            "Step": st.column_config.NumberColumn(width=64),
            "What": st.column_config.TextColumn(width=620),
            "In": st.column_config.TextColumn(width=64),
        },
    )


def _address(one: Place) -> str:
    at = "" if one.step is None else f"&step={one.step}"
    return f"/trajectory?attempt={one.attempt_id}{at}"
