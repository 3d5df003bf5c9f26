"""Notes and tags on the attempts that are replayed: what is there, and a form for one more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from baseline.trajectories.notes import MOST_TAG, change_note, take_back_note, write_note
from baseline.trajectories.replayed import Replayed
from db import notes
from db.accounts import name_of
from db.notes import Note
from pages.research.as_csv import csv_button
from pages.ui import state
from pages.ui.errand import carry_out, say_outcome
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped

_PLACE = "trajectory-notes"
_ON, _TEXT, _TAGS, _STEP, _WHY = "note-on", "note-text", "note-tags", "note-step", "note-why"


def show_notes(here: Here, shown: Sequence[Replayed]) -> None:
    """The notes on these attempts, newest last, beside the form."""
    with here.services.reading() as database:
        every = notes.versions_of(database, [one.attempt_id for one in shown])
        names = {note.by: name_of(database, note.by) for note in every}
        known_tags = notes.tags_in_use(database)
    written = [note for note in every if note.state == "standing"]
    st.subheader("Notes")
    listed, form = sides([3, 2], "notes")
    with listed:
        if not written:
            st.caption(
                "Nobody has written a note here yet. Notes are for researchers; they change no figure."
            )
        for note in written:
            _note(here, note, names[note.by], shown, known_tags)
        _earlier([note for note in every if note.state != "standing"], names)
        if every:
            csv_button("notes", lambda: [note_row(note, names[note.by]) for note in every], "Notes as CSV")
    with form:
        say_outcome(_PLACE)
        _form(here, shown, known_tags)


def _earlier(old: Sequence[Note], names: Mapping[str, str]) -> None:
    """What stood there before, and what was taken back with the reason."""
    if not old:
        return
    with st.expander(f"Earlier versions and notes taken back ({len(old)})"):
        for note in old:
            said = " ".join([*(f"#{tag}" for tag in note.tags), note.text])
            ended = "changed later" if note.state == "changed" else f"taken back: {note.removed_why}"
            st.markdown(escaped(said or "(erased)"))
            st.caption(escaped(f"{names[note.by]} · {moment(note.at_ms)} UTC · {ended}"))


def _note(here: Here, note: Note, name: str, shown: Sequence[Replayed], known_tags: list[str]) -> None:
    of = next(one for one in shown if one.attempt_id == note.attempt_id)
    head = [*([of.label] if len(shown) > 1 else []), *([f"step {note.step}"] if note.step else [])]
    with st.container(border=True):
        if note.tags:
            st.markdown(" ".join(f":gray-badge[{escaped(tag)}]" for tag in note.tags))
        if note.text:
            st.markdown(escaped(note.text))
        left, right = st.columns([4, 1], vertical_alignment="center")
        changed = ["changed"] if note.replaces else []
        left.caption(" · ".join(map(escaped, [*head, name, f"{moment(note.at_ms)} UTC", *changed])))
        if note.by == here.account.account_id:
            with right.popover("Change", key=f"note-{note.note_id}", width="stretch"):
                _change_form(here, note, known_tags)


def _change_form(here: Here, note: Note, known_tags: list[str]) -> None:
    """A new version of one's own note, or its withdrawal with a reason."""
    of = f"-{note.note_id}"
    with st.form(f"change{of}", border=False):
        st.text_area("Note", note.text, height=96, key=_TEXT + of)
        options = list(dict.fromkeys([*note.tags, *known_tags]))
        st.multiselect("Tags", options, list(note.tags), accept_new_options=True, key=_TAGS + of)
        st.form_submit_button("Save as a new version", type="primary", on_click=_change, args=(here, note))
    with st.form(f"take-back{of}", border=False):
        st.text_input("Or take it back, because", key=_WHY + of)
        st.form_submit_button("Take back", on_click=_take_back, args=(here, note))


def _form(here: Here, shown: Sequence[Replayed], known_tags: list[str]) -> None:
    labels = {one.attempt_id: one.label for one in shown}
    with st.form("note", border=False):
        if len(shown) > 1:
            st.selectbox("On", list(labels), format_func=labels.__getitem__, key=_ON)
        st.text_area("Note", height=96, key=_TEXT)
        tags, step = st.columns([3, 1])
        tags.multiselect(
            "Tags",
            known_tags,
            accept_new_options=True,
            key=_TAGS,
            placeholder="Choose, or type a new one",
            help=f"To find attempts that have something in common; at most {MOST_TAG} characters each.",
        )
        step.number_input(
            "Step", min_value=1, value=None, step=1, key=_STEP, help="Empty: about the whole attempt."
        )
        st.form_submit_button("Add note", type="primary", on_click=_write, args=(here, shown))


def _write(here: Here, shown: Sequence[Replayed]) -> None:
    on = next((one for one in shown if one.attempt_id == state.value_or_none(_ON)), shown[0])
    text, tags, step = state.value_of(_TEXT), state.value_of(_TAGS), state.value_of(_STEP)
    written = carry_out(
        here,
        lambda database, by: write_note(database, on, text, tags, step, by),
        lambda _: "Note added.",
        _PLACE,
    )
    if written is not None:
        # Refused, what was written stays in the form.
        for key, empty in ((_TEXT, ""), (_TAGS, []), (_STEP, None)):
            state.put_value(key, empty)


def _change(here: Here, note: Note) -> None:
    of = f"-{note.note_id}"
    text, tags = state.value_of(_TEXT + of), state.value_of(_TAGS + of)
    carry_out(
        here,
        lambda database, by: change_note(database, note.note_id, text, tags, by),
        lambda newer: "Nothing was changed." if newer.note_id == note.note_id else "New version saved.",
        _PLACE,
    )


def _take_back(here: Here, note: Note) -> None:
    why = state.value_of(f"{_WHY}-{note.note_id}")
    carry_out(
        here,
        lambda database, by: take_back_note(database, note.note_id, why, by),
        lambda _: "Note taken back.",
        _PLACE,
    )


def note_row(note: Note, name: str) -> dict[str, Any]:
    """One version of a note as a line of a file."""
    return {
        "note_id": note.note_id,
        "attempt_id": note.attempt_id,
        "step": note.step,
        "tags": " | ".join(note.tags),
        "note": note.text,
        "by": name,
        "at_utc": moment(note.at_ms),
        "state": note.state,
        "replaces": note.replaces,
        "taken_back_utc": None if note.removed_at_ms is None else moment(note.removed_at_ms),
        "taken_back_why": note.removed_why or None,
    }
