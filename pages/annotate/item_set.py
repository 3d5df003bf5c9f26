"""One item set: its identity, the freezing of it, files to take away, and what it measures."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import streamlit as st

from annotation import item_sets
from annotation.set_files import SET_FORMATS, SetFormat, file_name, set_file
from db import items
from db.connection import Database
from db.models import By, Item
from db.project_sets import ProjectSet
from db.wording import counted
from pages.annotate.project_place import Place
from pages.annotate.set_report import report_section
from pages.ui.errand import carry_out
from pages.ui.moments import moment
from pages.ui.text import escaped

SET = "set"
_FORMATS: dict[SetFormat, tuple[str, str]] = {
    "madqa": ("MADQA (JSON Lines)", "question, answers, evidence, metadata: one item a line"),
    "parquet": ("Parquet", "the same as a table with types"),
    "csv": ("CSV", "for spreadsheets"),
    "full": ("Full history", "every revision, review and decision, to move it to another installation"),
    "card": ("Data set with card", "a ZIP that dataset loaders read, with counts, licence and agreement"),
}


def show(place: Place, name: str) -> None:
    """The set, if it is one of this project's."""
    st.button("All sets", icon=":material/arrow_back:", on_click=_back)
    by = By(place.person.account_id, place.here.services.clock.now_ms())
    with place.here.services.reading() as database:
        one = item_sets.find_set(database, place.project_id, name, by)
        content = _content_of(database, name, (one.created_at_ms, one.n_items))
    _identity(place, one, content)
    st.subheader("Download")
    _downloads(place, one.name)
    report_section(place, one.name, content.sha256, len(content.items))


class _Content(NamedTuple):
    """What a set holds, and the hash of it."""

    items: tuple[Item, ...]
    sha256: str


@st.cache_resource(max_entries=8, show_spinner=False)
def _content_of(_database: Database, name: str, state: tuple[int, int]) -> _Content:
    """A set only grows, so its name, age and size say what it holds."""
    del state  # part of the key only
    loaded = items.load_item_set(_database, name)
    return _Content(tuple(loaded), items.content_sha256(loaded))


def _identity(place: Place, one: ProjectSet, content: _Content) -> None:
    heading, act = st.columns([4, 1], vertical_alignment="bottom")
    heading.subheader(escaped(one.name))
    made_by = "" if one.made is None else f" by {escaped(place.name(one.made.account_id))}"
    st.markdown(
        f"{counted(one.n_items, 'items')} · made {moment(one.created_at_ms)} UTC{made_by}  \n"
        f"{_frozen_text(place, one)}"
    )
    st.caption(f"sha256 `{content.sha256}` of the content: equal hash, equal items in equal order.")
    if one.frozen_at_ms is None:
        with act.popover("Freeze this set", type="primary", width="stretch"):
            st.markdown(
                f"Freezing **{escaped(one.name)}** cannot be undone. From then on no item is added to it, "
                f"taken out or changed, and studies may use it. Items corrected later go into a new set."
            )
            st.button("Freeze it for good", on_click=_freeze, args=(place, one.name))


def _frozen_text(place: Place, one: ProjectSet) -> str:
    if one.frozen_at_ms is None:
        return ":material/lock_open: Not frozen: it may still change, and the hash with it."
    by = "when a study used it" if one.frozen is None else f"by {escaped(place.name(one.frozen.account_id))}"
    used = f" · used by {counted(len(one.studies), 'studies')}" if one.studies else ""
    return f":material/lock: Frozen {moment(one.frozen_at_ms)} UTC {by}{used}."


def _downloads(place: Place, name: str) -> None:
    for column, file_format in zip(st.columns(len(SET_FORMATS)), SET_FORMATS, strict=True):
        label, what = _FORMATS[file_format]
        column.download_button(
            label,
            data=partial(_content, place, name, file_format),
            file_name=file_name(name, file_format),
            mime="application/octet-stream",
            key=f"download-{file_format}",
            help=what,
            on_click="ignore",
            icon=":material/download:",
            width="stretch",
        )


def _content(place: Place, name: str, file_format: SetFormat) -> bytes:
    """Made when somebody asks for it, and only for a supervisor of this project."""
    by = By(place.person.account_id, place.here.services.clock.now_ms())
    with place.here.services.reading() as database:
        item_sets.find_set(database, place.project_id, name, by)
        return set_file(database, name, file_format).content


def _freeze(place: Place, name: str) -> None:
    carry_out(
        place.here,
        lambda database, by: item_sets.freeze_item_set(database, place.project_id, name, by),
        lambda frozen: f"Set {frozen.name} is frozen: {counted(frozen.n_items, 'items')}.",
    )


def _back() -> None:
    st.query_params.pop(SET, None)
