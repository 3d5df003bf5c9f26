"""The page of who reviews: the queue, then one item after the other, stage by stage.

Which item is in the address; in which stage it is follows from what is stored alone, so a reload, a restart
of the server or another browser shows the same, and nothing that is hidden at that stage.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import streamlit as st

from annotation import review_desk, review_trail
from annotation.acting import Desk, desk_of
from annotation.review_queue import review_queue
from annotation.workflow import Act, Person, refusal
from db import projects
from db.connection import Database
from db.errors import NotAllowed, NotFound
from db.models import Role
from pages.annotate.check_data import Room
from pages.annotate.places import REVIEWERS
from pages.annotate.queue_data import Looking, queue_data
from pages.annotate.room import room_of
from pages.annotate.sheets import PROJECT, choose_project, sheet
from pages.annotate.stage_data import decided_data, stage_data
from pages.ui import chrome
from pages.ui.page import Here, page
from pages.ui.review import review as show_review
from pages.ui.way import way

_ITEM = "item"
_WAITS = "This item waits for a review. Choose it in the list to begin."


class _Place(NamedTuple):
    """A project by its id, and whether this person reviews in others."""

    project_id: str
    has_others: bool


def show() -> None:
    """Show the projects, why there is nothing to review here, or the review."""
    with page(Role.ANNOTATOR) as here:
        account_id = here.account.account_id
        with here.services.reading() as database:
            mine = projects.projects_of(database, account_id)
            places = [projects.find_member(database, one.project_id, account_id) for one in mine]
        roles = {place.project_id: place.role for place in places if place is not None}
        reviewed = [one for one in mine if roles.get(one.project_id) in REVIEWERS]
        if not reviewed:
            _nothing_to_review(is_candidate=bool(mine))
        elif len(reviewed) > 1 and not {PROJECT, _ITEM} & set(st.query_params):
            choose_project(reviewed, "Choose the one to review in.")
        else:
            project_id = st.query_params.get(PROJECT) or reviewed[0].project_id
            _project(here, _Place(project_id, has_others=len(reviewed) > 1))


def _project(here: Here, place: _Place) -> None:
    payload = _payload(here, place)
    chrome.full_window()
    # One key for all screens: the next one takes the place of the last at once, never beside it.
    opened = show_review(key="review", payload=payload)
    if opened is None or opened == (st.query_params.get(_ITEM) or ""):
        return
    if opened:
        st.query_params[_ITEM] = opened
    else:
        st.query_params.pop(_ITEM, None)
    st.rerun()


def _payload(here: Here, place: _Place) -> dict[str, Any]:
    item_id = st.query_params.get(_ITEM)
    if item_id:
        try:
            with here.services.reading() as database:
                desk = desk_of(database, item_id, here.account.account_id)
            _begin_clock(here, desk)
            with here.services.reading() as database:
                return _item_payload(here, database, item_id, place)
        except (NotFound, NotAllowed) as error:
            return _queue_payload(here, place, error.user_message)
    return _queue_payload(here, place, "")


def _item_payload(here: Here, database: Database, item_id: str, place: _Place) -> dict[str, Any]:
    desk = desk_of(database, item_id, here.account.account_id)
    room = room_of(here.services, database, desk.item.project_id, desk.person.account_id)
    looking = _looking(here, database, room, place)
    stream = review_desk.stage_of(desk)
    if stream is not None:
        return stage_data(looking, desk, stream)
    if _has_decided(desk):
        return decided_data(looking, desk)
    refused = refusal(desk.state, Act.OPEN_REVIEW, desk.person, looking.now_ms)
    return queue_data(looking, _WAITS if refused is None else refused.user_message)


def _queue_payload(here: Here, place: _Place, notice: str) -> dict[str, Any]:
    with here.services.reading() as database:
        room = room_of(here.services, database, place.project_id, here.account.account_id)
        if room.member.role not in REVIEWERS:
            raise NotAllowed("Candidates do not review; you can once a supervisor has admitted you.")
        return queue_data(_looking(here, database, room, place), notice)


def _looking(here: Here, database: Database, room: Room, place: _Place) -> Looking:
    now_ms = here.services.clock.now_ms()
    person = Person(here.account.account_id, room.member.role)
    queue = review_queue(room.board.items.values(), person, now_ms)
    return Looking(database, room, here.account, queue, now_ms, place.has_others)


def _begin_clock(here: Here, desk: Desk) -> None:
    """A blind stage that comes onto the screen for the first time starts its clock."""
    stream = review_desk.stage_of(desk)
    if stream is None or stream.stage not in review_trail.BLIND:
        return
    account_id, now_ms = here.account.account_id, here.services.clock.now_ms()
    with here.services.reading() as database:
        is_shown = review_trail.state_of(database, stream).shown_at_ms is not None
    if not is_shown:
        here.services.write(lambda database: review_desk.show(database, stream.item_id, account_id, now_ms))


def _has_decided(desk: Desk) -> bool:
    review = review_desk.own_review(desk)
    is_decided = review is not None and review.outcome is not None
    return is_decided or desk.person.account_id in desk.state.adjudicators


def _nothing_to_review(*, is_candidate: bool) -> None:
    with sheet():
        if is_candidate:
            st.title("You write here")
            st.write("Candidates do not review yet. Once a supervisor has admitted you, items wait here.")
            way("Go to my items", "/write", "primary")
        else:
            st.title("No project yet")
            st.write(
                "You are not in a project yet, so there is nothing to review. "
                "Please tell the person who invited you."
            )
        chrome.licence()
