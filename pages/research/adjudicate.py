"""Where people judge answers that no rule decides, and see how far judges can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from db.models import Role
from pages.research import adjudicate_agreement, adjudicate_answer, adjudicate_judges, adjudicate_model
from pages.research.judging_room import judging_room
from pages.ui.errand import say_outcome
from pages.ui.in_address import segments
from pages.ui.page import page

Room = Literal["judge", "agreement", "judges", "model"]
_ROOMS: Mapping[Room, str] = {
    "judge": "Judge",
    "agreement": "Rater agreement",
    "judges": "Judges compared",
    "model": "Model judge",
}
_SHOWN = {
    "judge": adjudicate_answer.show,
    "agreement": adjudicate_agreement.show,
    "judges": adjudicate_judges.show,
    "model": adjudicate_model.show,
}


def show() -> None:
    """Show the room in the address, of the set in the address."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        now = _room_now()
        room = judging_room(here, lambda: segments("Part of the page", "adjudicate-room", _ROOMS, now, _go))
        if room is None:
            return
        say_outcome()
        if not room.answers:
            st.info(
                "Nobody has answered this item set yet. What no rule decides appears here with the first "
                "answer.",
                icon=":material/info:",
            )
            return
        _SHOWN[now](room)


def _room_now() -> Room:
    asked = st.query_params.get("room")
    return next((name for name in _ROOMS if name == asked), "judge")


def _go(name: Room) -> None:
    st.query_params["room"] = name
