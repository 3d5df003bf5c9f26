"""Everybody who answered an item set, side by side, in parts: from the leaderboard to kinds of items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.chart_style import KIND_WORDS
from db.models import Role
from db.wording import counted
from pages.research.panel_room import PanelRoom, panel_room
from pages.research.system_figures import of_items
from pages.research.systems_drift import drift
from pages.research.systems_effort import effort
from pages.research.systems_errors import errors, kinds_of_items
from pages.research.systems_finding import finding
from pages.research.systems_limits import limits
from pages.research.systems_table import table
from pages.ui import chrome
from pages.ui.in_address import segments
from pages.ui.page import page
from pages.ui.text import escaped

View = Literal["table", "effort", "limits", "errors", "finding", "drift", "items"]
_WORDS: Mapping[View, str] = {
    "table": "Leaderboard",
    "effort": "Effort",
    "limits": "Limits and time",
    "errors": "Errors",
    "finding": "Finding",
    "drift": "Query drift",
    "items": "Kinds of items",
}
_SECTIONS: Mapping[View, Callable[[PanelRoom, DeltaGenerator], None]] = {
    "table": table,
    "effort": effort,
    "limits": limits,
    "errors": errors,
    "finding": finding,
    "drift": drift,
    "items": kinds_of_items,
}


def show() -> None:
    """The part of the page that the address names."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Systems")
        if room is not None:
            st.caption(escaped(_caption(room)))
            view = _asked()
            parts, own = st.columns([3, 1], vertical_alignment="bottom")
            with parts:
                segments("Part", "systems-part", _WORDS, view, _choose)
            _SECTIONS[view](room, own)
            _pictures()
        chrome.licence()


def _asked() -> View:
    asked = st.query_params.get("view")
    return next((one for one in get_args(View) if one == asked), "table")


def _choose(view: View) -> None:
    st.query_params["view"] = view


def _pictures() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("The camera button of a chart saves it as", width="content")
        segments(
            "Save pictures as",
            "systems-picture",
            {"svg": "SVG", "png": "PNG"},
            "png" if st.query_params.get("picture") == "png" else "svg",
            _choose_picture,
        )


def _choose_picture(name: str) -> None:
    st.query_params["picture"] = name


def _caption(room: PanelRoom) -> str:
    kinds = [one.kind for one in room.panel.systems]
    by_kind = ", ".join(f"{kinds.count(kind)} {words}" for kind, words in KIND_WORDS.items() if kind in kinds)
    every = len(room.whole.systems)
    n = (
        counted(len(kinds), "systems")
        if len(kinds) == every
        else f"{len(kinds)} of {counted(every, 'systems')}"
    )
    provisional = " · accuracy by string match where nobody has judged" if _is_provisional(room) else ""
    return f"{of_items(room)} · {n} ({by_kind}) · what is not answered counts as wrong{provisional}"


def _is_provisional(room: PanelRoom) -> bool:
    return any(
        row.score is not None and row.score.source in {"string_match", "value"}
        for system in room.panel.systems
        for row in system.run.rows
    )
