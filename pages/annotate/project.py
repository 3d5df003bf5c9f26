"""The supervisor's page of a project: what is written and missing, who agrees, who may, what is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

import streamlit as st

from db.errors import NotAllowed, NotFound
from db.models import Role
from db.wording import counted
from pages.annotate import (
    item_history,
    project_agreement,
    project_coverage,
    project_items,
    project_people,
    project_qualification,
    project_sets,
)
from pages.annotate.errand import say_outcome
from pages.annotate.project_place import ITEM, PART, Place, chosen_project, go_to, open_place, supervised
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.in_address import segments
from pages.ui.page import Here, page
from pages.ui.text import escaped, one_line

_PARTS: Mapping[str, tuple[str, Callable[[Place], None]]] = {
    "items": ("Items", project_items.show),
    "coverage": ("Coverage", project_coverage.show),
    "agreement": ("Agreement", project_agreement.show),
    "people": ("People", project_people.show),
    "qualification": ("Qualification", project_qualification.show),
    "sets": ("Item sets", project_sets.show),
}


def show() -> None:
    """Show the part of the project that the address names, to its supervisors alone."""
    with page(Role.ANNOTATOR) as here:
        chrome.without_header()
        offered = supervised(here.services, here.account)
        if not offered:
            _not_a_supervisor()
            return
        try:
            place = open_place(here, chosen_project(offered))
        except (NotAllowed, NotFound) as error:
            _cannot_be_opened(error.user_message)
            return
        _project(here, place)
        chrome.licence()


def _project(here: Here, place: Place) -> None:
    index = place.room.index
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    st.title(escaped(place.project.title))
    st.caption(
        f"{counted(len(place.room.board.items), 'items')} · {counted(len(index.documents()), 'documents')} · "
        f"{counted(len(place.members), 'members')} · index {escaped(one_line(index.name))}, build "
        f"{index.fingerprint[:12]} · profile {index.profile} · k = {place.project.k}"
    )
    parts, ways = st.columns([4, 1], vertical_alignment="bottom")
    with ways.container(horizontal=True, horizontal_alignment="right"):
        st.link_button("Write", f"/write?project={quote(place.project_id)}", icon=":material/edit:")
        st.link_button("Review", f"/review?project={quote(place.project_id)}", icon=":material/rate_review:")
    with parts:
        part = _chosen_part()
    say_outcome()
    asked = st.query_params.get(ITEM)
    if part == "items" and asked is not None:
        item_history.show(place, asked)
    else:
        _PARTS[part][1](place)


def _chosen_part() -> str:
    asked = st.query_params.get(PART)
    now = asked if asked is not None and asked in _PARTS else "items"
    words = {part: title for part, (title, _) in _PARTS.items()}
    segments("Part of the page", "project-part", words, now, go_to)
    return now


def _not_a_supervisor() -> None:
    st.title("Pagetrail")
    st.write("This page is for those who supervise a project, and you supervise none.")
    st.link_button("Go to my items", "/write", type="primary")


def _cannot_be_opened(sentence: str) -> None:
    st.title("This cannot be opened")
    st.write(escaped(sentence))
    st.button("Go to my project", type="primary", on_click=st.query_params.clear)
