"""Items as the systems make them out: difficulty and discrimination, and how far evidence lies apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from baseline.analysis.item_statistics import ItemStatistics, item_statistics
from baseline.analysis.panel import Panel
from db.models import Role
from pages.research import items_distance, items_table
from pages.research.panel_room import Key, PanelRoom, panel_room
from pages.research.system_figures import of_items
from pages.ui import chrome
from pages.ui.in_address import segments
from pages.ui.page import Here, page
from pages.ui.text import escaped

View = Literal["items", "distance"]
_WORDS: Mapping[View, str] = {"items": "Difficulty and discrimination", "distance": "Distance of evidence"}


def show() -> None:
    """The part of the page that the address names."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Items")
        if room is not None:
            _parts(here, room)
        chrome.licence()


def _parts(here: Here, room: PanelRoom) -> None:
    n_systems = len(room.panel.systems)
    st.caption(
        escaped(
            f"{of_items(room)} · over {n_systems} {'system' if n_systems == 1 else 'systems'} · what a "
            "system left out counts as not solved"
        )
    )
    view: View = "distance" if st.query_params.get("view") == "distance" else "items"
    segments("Part", "items-part", _WORDS, view, _choose)
    if view == "items":
        items_table.show(room, statistics_of(room.panel, room.key))
    else:
        items_distance.show(here, room)


@st.cache_resource(max_entries=16, show_spinner="Counting who solves what…")
def statistics_of(_panel: Panel, key: Key) -> list[ItemStatistics]:
    """Difficulty and discrimination of the chosen items over the chosen systems."""
    del key  # what the panel is made of
    return item_statistics(_panel)


def _choose(view: View) -> None:
    st.query_params["view"] = view
