"""The item sets of a project, and a new one out of accepted items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from annotation import item_sets
from annotation.construct.mix import visual_category
from baseline.analysis.cascade import HOP_TYPES, hop_type
from db import project_sets
from db.models import Item
from db.project_sets import ProjectSet
from db.wording import counted, grouped, kind_words
from pages.annotate import item_set
from pages.annotate.item_set import SET
from pages.annotate.project_place import Place, choice, go_to
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.moments import moments
from pages.ui.table import choose_in_table
from pages.ui.text import one_line

_SETS, _ITEMS, _NAME = "project-sets", "accepted-items", "set-name"
_TABLE_PX = 330
_HOPS: dict[str, str] = {hop: kind_words(hop) for hop in HOP_TYPES}


def show(place: Place) -> None:
    """The set in the address, or all sets and the accepted items."""
    asked = st.query_params.get(SET)
    if asked is not None:
        item_set.show(place, asked)
        return
    with place.here.services.reading() as database:
        sets = project_sets.sets_of_project(database, place.project_id)
        accepted = item_sets.accepted_of(database, place.project_id, place.room.board)
    if sets:
        _sets(place, sets)
    if not accepted:
        st.info(
            "No item is accepted yet. A set is made of accepted items: they appear here when reviewers "
            "accept them.",
            icon=":material/info:",
        )
        st.button(
            "See what waits for a review", type="primary", on_click=go_to, args=("items",), kwargs=_WAITING
        )
        return
    _new_set(place, accepted)


_WAITING = {"status": "submitted"}


def _sets(place: Place, sets: Sequence[ProjectSet]) -> None:
    st.caption("Select a set to freeze it, download it, or read what it measures.")
    choose_in_table(
        pd.DataFrame(
            {
                "Set": [one.name for one in sets],
                "Items": [one.n_items for one in sets],
                "Made": moments(one.created_at_ms for one in sets),
                "By": ["–" if one.made is None else place.name(one.made.account_id) for one in sets],
                "Frozen": moments(one.frozen_at_ms for one in sets),
                "Frozen by": [_freezer(place, one) for one in sets],
                "Studies": [len(one.studies) for one in sets],
            }
        ),
        _SETS,
        height="content" if len(sets) < 6 else 240,
        on_select=lambda: _open([one.name for one in sets]),
        selection="single-row",
        columns={
            "Set": st.column_config.TextColumn(width="large"),
            "Made": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", help="UTC"),
            "Frozen": st.column_config.DatetimeColumn(
                format="D MMM YYYY, HH:mm", help="UTC; a dash: the set may still change"
            ),
        },
    )


def _freezer(place: Place, one: ProjectSet) -> str | None:
    if one.frozen_at_ms is None:
        return None
    return "a study" if one.frozen is None else place.name(one.frozen.account_id)


def _new_set(place: Place, accepted: Sequence[Item]) -> None:
    st.subheader("New set")
    head = st.container()
    authors = {item_id: item.author for item_id, item in place.room.board.items.items()}
    shown = _filtered(place, accepted, authors)
    st.caption(
        f"{counted(len(shown), 'accepted items')} of {grouped(len(accepted))}, as they were accepted last. "
        "Select some, or none to take all that are shown."
    )
    key = f"{_ITEMS}-{hash(tuple(item.item_id for item in shown))}"
    choose_in_table(
        pd.DataFrame(
            {
                "Item": [item.item_id for item in shown],
                "Question": [one_line(item.question) for item in shown],
                "Hop type": [_HOPS[hop_type(item.evidence)] for item in shown],
                "Visual": [item.metadata.visual or None for item in shown],
                "Author": [place.name(authors[item.item_id]) for item in shown],
                "Documents": [
                    ", ".join(dict.fromkeys(one_line(ref.document) for ref in item.evidence))
                    for item in shown
                ],
            }
        ),
        key,
        height="content" if len(shown) < 9 else _TABLE_PX,
        selection="multi-row",
        columns={"Question": st.column_config.TextColumn(width="large")},
    )
    selected = [shown[number].item_id for number in state.selected_rows(key) if number < len(shown)]
    with head:
        _make_form(place, selected or [item.item_id for item in shown])


def _make_form(place: Place, item_ids: list[str]) -> None:
    with st.form("make-set", border=False, enter_to_submit=False):
        name, button = st.columns([3, 2], vertical_alignment="bottom")
        name.text_input("Name of the set", key=_NAME, placeholder="for instance pilot-v1")
        button.form_submit_button(
            f"Make a set of {counted(len(item_ids), 'items')}",
            type="primary",
            disabled=not item_ids,
            width="stretch",
            on_click=_make,
            args=(place, item_ids),
        )


def _filtered(place: Place, accepted: Sequence[Item], authors: Mapping[str, str]) -> list[Item]:
    names = {authors[item.item_id]: place.name(authors[item.item_id]) for item in accepted}
    visuals = {one: one for one in sorted({visual_category(item.metadata.visual) for item in accepted})}
    hop, visual, author = st.columns(3)
    with hop:
        wanted_hop = choice("Hop type", "hop", _HOPS, "all")
    with visual:
        wanted_visual = choice("Visual category", "visual", visuals, "all")
    with author:
        wanted_author = choice("Author", "author", names, "everybody")
    return [
        item
        for item in accepted
        if wanted_hop in {None, hop_type(item.evidence)}
        and wanted_visual in {None, visual_category(item.metadata.visual)}
        and wanted_author in {None, authors[item.item_id]}
    ]


def _make(place: Place, item_ids: list[str]) -> None:
    name = str(state.value_of(_NAME)).strip()
    made = carry_out(
        place.here,
        lambda database, by: item_sets.make_item_set(database, place.project_id, name, item_ids, by),
        lambda one: (
            f"Set {one.name} holds {counted(one.n_items, 'items')}. It may change until it is frozen."
        ),
    )
    if made is not None:
        go_to("sets", **{SET: made.name})


def _open(names: list[str]) -> None:
    selected = state.selected_row(_SETS)
    if selected is not None and selected < len(names):
        st.query_params[SET] = names[selected]
