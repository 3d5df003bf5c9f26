"""The supervisor's page of a project: what is written and missing, who agrees, who may, what is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

import streamlit as st

from db import projects
from db.authored import MemberRole
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
from pages.annotate.places import REVIEWERS
from pages.annotate.project_place import ITEM, PART, Place, chosen_project, go_to, open_place, supervised
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.errand import say_outcome
from pages.ui.in_address import segments
from pages.ui.page import Here, page
from pages.ui.text import escaped, one_line
from pages.ui.way import way

_HELP = """
- **Items**: select a row to see every revision, step and review of an item.
- **Coverage**: what is submitted and still missing; targets; who writes over which documents.
- **Agreement**: how reviewers and authors decide; a click on a figure opens its definition.
- **People**: roles, documents, invitations, a new link for a lost one.
- **Qualification**: candidates beside each other, and the decision on each.
- **Item sets**: make a set of accepted items, freeze it, download it.

Tables: click a heading to sort, press Ctrl+F in a table to search. Every view has an address of its own.
"""
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
            _not_a_supervisor(here)
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
    st.title(escaped(place.project.title))
    st.caption(
        f"{counted(len(place.room.board.items), 'items')} · {counted(len(index.documents()), 'documents')} · "
        f"{counted(len(place.members), 'members')} · index {escaped(one_line(index.name))}, build "
        f"{index.fingerprint[:12]} · profile {index.profile} · k = {place.project.k}"
    )
    parts, ways = st.columns([3, 2], vertical_alignment="bottom")
    with ways.container(horizontal=True, horizontal_alignment="right"):
        way("Write", f"/write?project={quote(place.project_id)}")
        way("Review", f"/review?project={quote(place.project_id)}")
        with st.popover("Help", width="content"):
            st.markdown(_HELP)
        if is_demo():
            way("Research view", "/demo/researcher")
        else:
            way("Sign out", "/leave")
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


def _not_a_supervisor(here: Here) -> None:
    writes, reviews = _work_of(here)
    st.title("Pagetrail")
    st.write("This page is for those who supervise a project, and you supervise none.")
    if writes:
        way("Go to my items", "/write", "primary")
    elif reviews:
        way("Go to the reviews", "/review", "primary")


def _work_of(here: Here) -> tuple[bool, bool]:
    """Whether somebody writes, and reviews, in any project."""
    account_id = here.account.account_id
    with here.services.reading() as database:
        places = [
            projects.find_member(database, one.project_id, account_id)
            for one in projects.projects_of(database, account_id)
        ]
    roles = {one.role for one in places if one is not None}
    return bool(roles - {MemberRole.REVIEWER}), bool(roles & REVIEWERS)


def _cannot_be_opened(sentence: str) -> None:
    st.title("This cannot be opened")
    st.write(escaped(sentence))
    st.button("Go to my project", type="primary", on_click=st.query_params.clear)
