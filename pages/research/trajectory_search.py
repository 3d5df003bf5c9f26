"""Search inside trajectories: text and tag, which stand in the address, and every place that holds them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from baseline.exports.columns import Cell
from baseline.trajectories.finding import MOST_ATTEMPTS, Found, Place, find_in_trajectories
from baseline.trajectories.noted import NoteOnSet, notes_on_set, standing, tags_of
from db.accounts import name_of
from db.studies import studies_of
from db.wording import counted
from pages.research.as_csv import csv_button
from pages.research.trajectory_notes import note_row
from pages.ui import state
from pages.ui.in_address import selection
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_KEY = "trajectory-find"
_EVERY_TAG = ""


def show_found(here: Here, set_name: str) -> bool:
    """The fields and, where one holds something, what was found in place of the list; whether it does."""
    with here.services.reading() as database:
        seen = studies_of(database, here.account)
        noted = notes_on_set(database, set_name, seen)
        names = {one.note.by: name_of(database, one.note.by) for one in noted}
    asked, tag = _fields(noted, names)
    if not asked and not tag:
        return False
    with_tag = standing(noted, tag)
    if not asked:
        st.caption(f"{counted(len(with_tag), 'notes')} with the tag “{escaped(tag)}”.")
        _notes_table(with_tag, names)
        return True
    only = {one.note.attempt_id for one in with_tag} if tag else None
    with here.services.reading() as database:
        found = find_in_trajectories(database, set_name, seen, asked, only)
    _say(found, asked)
    if found.places:
        _table(found.places)
    return True


def _fields(noted: Sequence[NoteOnSet], names: dict[str, str]) -> tuple[str, str]:
    """What is asked for: the text and the tag."""
    asked = st.query_params.get("find", "").strip()
    tags = tags_of(noted)
    tag = st.query_params.get("tag", _EVERY_TAG)
    tag = tag if tag in tags else _EVERY_TAG
    field, choice, file = st.columns([6, 2, 1], vertical_alignment="bottom")
    state.put_value(_KEY, asked)
    field.text_input(
        "Search inside trajectories",
        key=_KEY,
        on_change=_look,
        placeholder="A query, a document, an answer, a note, a tag",
        icon=":material/search:",
        help="People's and imported attempts on this item set. Letter case does not count.",
    )
    with choice:
        words = {_EVERY_TAG: "Any or none", **{one: one_line(one) for one in tags}}
        selection("Tag", "trajectory-tag", list(words), tag, _choose_tag, words.__getitem__)
    with file:
        if noted:
            csv_button("notes-of-set", lambda: [_row(one, names) for one in noted], "Notes")
    return asked, tag


def _say(found: Found, asked: str) -> None:
    if not found.places:
        st.info(
            f"No step and no note holds “{escaped(asked)}”. Less of it may find more; two characters are "
            "the least.",
            icon=":material/search_off:",
        )
        return
    st.caption(f"{counted(len(found.places), 'places')} in {counted(found.n_attempts, 'attempts')}.")
    if found.n_more:
        st.caption(
            f"These are the first {MOST_ATTEMPTS} attempts; {counted(found.n_more, 'attempts')} more may "
            "hold it. A longer text finds fewer."
        )


def _look() -> None:
    _put("find", str(state.value_of(_KEY)).strip())


def _choose_tag(tag: str) -> None:
    _put("tag", tag)


def _put(name: str, value: str) -> None:
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)


def _table(places: tuple[Place, ...]) -> None:
    show_table(
        pd.DataFrame(
            {
                "Replay": [_address(one.attempt_id, one.step) for one in places],
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


def _notes_table(found: Sequence[NoteOnSet], names: dict[str, str]) -> None:
    show_table(
        pd.DataFrame(
            {
                "Replay": [_address(one.note.attempt_id, one.note.step) for one in found],
                "Attempt": [one_line(one.label) for one in found],
                "Item": [one_line(one.item_id) for one in found],
                "Step": [one.note.step for one in found],
                "Note": [one_line(one.note.text) for one in found],
                "Tags": [one_line(", ".join(one.note.tags)) for one in found],
                "By": [one_line(names[one.note.by]) for one in found],
                "At (UTC)": [moment(one.note.at_ms) for one in found],
            }
        ),
        height=min(560, 38 + 35 * max(1, len(found))),
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "Attempt": st.column_config.TextColumn(width=240),
            "Item": st.column_config.TextColumn(width=96),
            "Step": st.column_config.NumberColumn(width=64),
            "Note": st.column_config.TextColumn(width=360),
        },
    )


def _row(one: NoteOnSet, names: dict[str, str]) -> dict[str, Cell]:
    return {"item_id": one.item_id, "attempt": one.label, **note_row(one.note, names[one.note.by])}


def _address(attempt_id: str, step: int | None) -> str:
    at = "" if step is None else f"&step={step}"
    return f"/trajectory?attempt={attempt_id}{at}"
