"""An attempt replayed, alone or beside another one on the same item: gold and answers on top, steps below.

The address holds what is shown: `attempt`, `beside`, and the steps to begin with, `step` and `beside_step`.
"""

from __future__ import annotations

import streamlit as st

from baseline.trajectories.replayed import Other, Replayed, others_on_item, replayed
from db.models import Role
from db.studies import studies_of
from db.study_design import Study
from pages.research.trajectory_facts import facts, gold
from pages.research.trajectory_lanes import collection_of, lane_of, origin_of_pages
from pages.research.trajectory_list import show_list
from pages.research.trajectory_notes import show_notes
from pages.ui.in_address import say_unknown, selection
from pages.ui.page import Here, page
from pages.ui.replay import replay
from pages.ui.text import escaped, one_line

_ALONE = ""


def show() -> None:
    """Show the attempt in the address, or let the researcher choose one."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        attempt_id = st.query_params.get("attempt")
        if attempt_id is None:
            show_list(here)
        else:
            _attempt(here, attempt_id)


def _attempt(here: Here, attempt_id: str) -> None:
    with here.services.reading() as database:
        seen = studies_of(database, here.account)
        one = replayed(database, attempt_id, seen)
        others = others_on_item(database, one, seen)
        asked = st.query_params.get("beside", _ALONE)
        known = {other.attempt_id for other in others}
        beside = replayed(database, asked, seen) if asked in known else None
    st.caption(f"Item {escaped(one.item.item_id)} of {escaped(one.set_name)}")
    st.subheader(escaped(one.item.question))
    _beside(others, asked if beside else _ALONE)
    if asked and beside is None:
        st.caption("The attempt to show beside this one is on another item, or is none: it is left out.")
    shown = [one] if beside is None else [one, beside]
    _heads(shown)
    _lanes(here, seen, shown)
    show_notes(here, shown)


def _beside(others: list[Other], now: str) -> None:
    """Who else answered the item: one of them stands beside on request."""
    if not others:
        st.caption("Nobody else has answered this item.")
        return
    labels = {other.attempt_id: one_line(other.label) for other in others}
    options = [_ALONE, *labels]
    words = {_ALONE: "Nobody: show this attempt alone", **labels}
    selection("Beside it", "trajectory-beside", options, now, _show_beside, words.__getitem__, width=420)


def _show_beside(attempt_id: str) -> None:
    for name in ("beside", "beside_step"):
        st.query_params.pop(name, None)
    if attempt_id:
        st.query_params["beside"] = attempt_id


def _heads(shown: list[Replayed]) -> None:
    columns = st.columns([1, *[2 if len(shown) == 1 else 1 for _ in shown]])
    gold(columns[0], shown[0].item)
    for column, one in zip(columns[1:], shown, strict=True):
        facts(column, one)


def _lanes(here: Here, seen: list[Study], shown: list[Replayed]) -> None:
    steps = ("step", "beside_step")
    collections = {one.attempt_id: collection_of(here, seen, one) for one in shown if one.steps}
    for one, name in zip(shown, steps, strict=False):
        numbers = [str(number) for number in range(1, len(one.steps) + 1)]
        say_unknown("step", st.query_params.get(name), numbers, f"there are {len(one.steps)}")
    lanes = [
        lane_of(
            one,
            collections[one.attempt_id],
            label=one.label if len(shown) > 1 else "",
            at=_number(st.query_params.get(name)),
        )
        for one, name in zip(shown, steps, strict=False)
        if one.steps
    ]
    for one in shown:
        if one.steps and (said := origin_of_pages(one, collections[one.attempt_id])):
            st.caption(f":material/menu_book: {escaped(said)}")
    for one in shown:
        if one.nothing:
            st.info(f"{escaped(one.system)}: {one.nothing}", icon=":material/info:")
    if lanes:
        names = "-".join(one.attempt_id for one in shown)
        replay(f"replay-{names}", lanes, height=840 if len(shown) == 1 else 1100)


def _number(text: str | None) -> int:
    """A step in the address; anything else begins at the first."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else 1
