"""The author's page: the project, a first item, then the desk with one item on it.

Which project and item is in the address, so that a reload shows the same; what stands in the item is in the
database, so that a restart of the server or another browser does too.
"""

from __future__ import annotations

import uuid
from typing import NamedTuple
from urllib.parse import quote

import streamlit as st

from annotation import authoring, desk
from annotation.board import BoardItem
from annotation.desk import Gesture
from annotation.trail import stream_of, trail_of
from annotation.workflow import Status
from db import event_log, projects
from db.authored import MemberRole
from db.authoring import find_item
from db.connection import Database
from db.errors import NotAllowed, NotFound
from db.models import By, Role
from db.wording import counted
from pages.annotate.check_data import Room, check_json
from pages.annotate.desk_data import ItemOnDesk, desk_data
from pages.annotate.places import REVIEWERS, WayOut, ways_out
from pages.annotate.room import room_of
from pages.annotate.sheets import PROJECT, choose_project, sheet
from pages.ui import chrome
from pages.ui.desk import desk as show_desk
from pages.ui.page import Here, page
from pages.ui.text import escaped
from pages.ui.way import way

_ITEM = "item"
_WHICH = "Choose the one to write in. “Projects” on the desk brings you back to this choice."
_WAITS_FOR_ITS_AUTHOR = {Status.DRAFT, Status.RETURNED, Status.CORRECTED}


class _Opened(NamedTuple):
    """A project, and everything of the item that comes onto the desk; None if there is none yet."""

    room: Room
    on_desk: ItemOnDesk | None


class _Place(NamedTuple):
    """A project by its id, and whether this person has others."""

    project_id: str
    has_others: bool


def show() -> None:
    """Show the projects, the welcome, or the desk."""
    with page(Role.ANNOTATOR) as here:
        with here.services.reading() as database:
            mine = projects.projects_of(database, here.account.account_id)
        project_id = st.query_params.get(PROJECT) or (mine[0].project_id if mine else "")
        if not mine:
            _no_project()
        elif len(mine) > 1 and not {PROJECT, _ITEM} & set(st.query_params):
            choose_project(
                mine, "Choose the one to write in. “Projects” on the desk brings you back to this choice."
            )
        else:
            _project(here, _Place(project_id, has_others=len(mine) > 1))


def _project(here: Here, place: _Place) -> None:
    try:
        opened = _open(here, place.project_id)
    except (NotAllowed, NotFound) as error:
        # An address of somebody else's, or an old one: say so, and lead back.
        with sheet():
            st.title("This cannot be opened")
            st.write(escaped(error.user_message))
            st.button("Go to my project", type="primary", on_click=_forget_address)
        return
    if opened.on_desk is not None:
        _desk(here, opened.room, opened.on_desk, ways_out("/write" if place.has_others else None))
    elif opened.room.member.role is MemberRole.REVIEWER:
        _nothing_to_write(opened.room)
    else:
        _welcome(here, opened.room)


def _open(here: Here, project_id: str) -> _Opened:
    account_id = here.account.account_id
    with here.services.reading() as database:
        asked = st.query_params.get(_ITEM)
        if asked is not None:
            project_id = find_item(database, asked).project_id
        room = room_of(here.services, database, project_id, account_id)
        item_id = asked or _next_item(room.board.by(account_id))
        return _Opened(room, None if item_id is None else _on_desk(database, item_id, account_id))


def _on_desk(database: Database, item_id: str, account_id: str) -> ItemOnDesk:
    place = desk.place_at(database, item_id, account_id)
    events = event_log.replay(database, stream_of(place.item, account_id))
    return ItemOnDesk(place, authoring.history(database, item_id), trail_of(events))


def _next_item(mine: list[BoardItem]) -> str | None:
    """What an author goes on with: the item they changed last, one that waits for them if there is any."""
    if not mine:
        return None
    waiting = [item for item in mine if item.status in _WAITS_FOR_ITS_AUTHOR]
    return max(waiting or mine, key=lambda item: item.changed_at_ms).item_id


def _desk(here: Here, room: Room, on_desk: ItemOnDesk, ways: list[WayOut]) -> None:
    item_id = on_desk.desk.item.item_id
    check = check_json(on_desk.history.working.draft, item_id, room)
    now_ms = here.services.clock.now_ms()
    chrome.full_window()
    # One key for all items: the next one takes the place of the last at once, never beside it.
    payload = desk_data(on_desk, room, here.account, check, now_ms, ways)
    chosen = show_desk(key="desk", payload=payload)
    if chosen.opened is None:
        return
    if st.query_params.get(_ITEM) != chosen.opened:
        st.query_params[_ITEM] = chosen.opened
    if chosen.opened != item_id:
        st.rerun()


def _no_project() -> None:
    with sheet():
        st.title("No project yet")
        st.write(
            "You are not in a project yet, so there is nothing to write. "
            "Please tell the person who invited you."
        )
        chrome.licence()


def _nothing_to_write(room: Room) -> None:
    with sheet():
        st.title(escaped(room.project.title))
        st.write("You review in this project. To write items too, ask a supervisor to make you an author.")
        way("Go to the reviews", "/review", "primary")
        chrome.licence()


def _welcome(here: Here, room: Room) -> None:
    entries = room.index.documents()
    n_pages = sum(entry.n_pages for entry in entries)
    with sheet():
        st.title(escaped(room.project.title))
        st.write(
            f"You write questions about {counted(len(entries), 'documents')} with "
            f"{counted(n_pages, 'pages')}: each with its answer, and with the pages "
            "that prove it, no more and no fewer."
        )
        st.write(
            "Search as the people will who answer it later. Everything is saved as you write, and checks "
            "beside the form say what a reviewer would ask."
        )
        if room.project.guidelines:
            with st.expander("Guidelines of this project"):
                st.text(room.project.guidelines)
        st.button(
            "Write the first item", type="primary", on_click=_start, args=(here, room.project.project_id)
        )
        if room.member.role in REVIEWERS:
            way("Review items of others", "/review")
        if room.member.role is MemberRole.SUPERVISOR:
            way("See how the project stands", f"/project?project={quote(room.project.project_id)}")
        chrome.licence()


def _start(here: Here, project_id: str) -> None:
    # Made for this press: Streamlit runs a callback once.
    event_id = f"started:{uuid.uuid4().hex}"

    def job(database: Database) -> str:
        by = By(here.account.account_id, here.services.clock.now_ms())
        return desk.start(database, project_id, None, Gesture(event_id, by)).item_id

    st.query_params[_ITEM] = here.services.write(job)


def _forget_address() -> None:
    st.query_params.clear()
