"""The participant's only page: whatever comes next in their study.

What that is follows from the events alone, so a reload, a restart of the server or another browser shows
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from baseline import answering, taking_part
from baseline.journey import Journey, next_step, progress
from baseline.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    DoItem,
    Finish,
    Finished,
    MarkTest,
    NoRoom,
    NotQualified,
    Placed,
    ReadInstructions,
    SeeFeedback,
    Step,
    StudyOver,
    StudyRests,
    Withdrawn,
)
from db.connection import Database
from db.errors import NotFound
from db.items import question_of
from db.models import Role
from db.studies import find_study
from db.study_design import Study
from db.study_events import SessionStarted
from pages.baseline import between, closing, entrance, preparing, questions
from pages.baseline.bench_data import bench_data, place_of
from pages.baseline.listening import Heard, listen
from pages.baseline.messages import messages_on_sheet, messages_over_bench
from pages.baseline.sheet import LEAVE
from pages.ui import chrome, state
from pages.ui.bench import bench
from pages.ui.page import Here, page

_SHEETS: dict[type, Callable[[Here, Journey, Any], None]] = {
    AskConsent: entrance.ask_consent,
    Declined: entrance.declined,
    NoRoom: entrance.no_room,
    StudyRests: entrance.study_rests,
    StudyOver: entrance.study_over,
    ReadInstructions: entrance.instructions,
    AnswerQuestions: questions.ask,
    BeginPractice: preparing.begin_practice,
    SeeFeedback: preparing.feedback,
    BeginTest: preparing.begin_test,
    NotQualified: preparing.not_qualified,
    BeginBatch: between.begin_batch,
    Finished: closing.finished,
    Withdrawn: closing.withdrawn,
}
"""Every step but those that the server settles, and the bench."""


class Now(NamedTuple):
    """A participant's study with what stands on the screen."""

    study: Study
    journey: Journey
    step: Step


def show() -> None:
    """Show whatever comes next for the participant."""
    with page(Role.PARTICIPANT) as here:
        now = _settled(here)
        _note_session(here)
        if LEAVE in st.query_params and not isinstance(now.step, Withdrawn | Declined):
            closing.ask_to_leave(here, now.journey)
            return
        if isinstance(now.step, DoItem):
            _item(here, now, now.step.item)
            messages_over_bench(here, now.journey.person.open_messages)
        else:
            messages_on_sheet(here, now.journey.person.open_messages)
            _SHEETS[type(now.step)](here, now.journey, now.step)
        listen(here, Heard.of(now.journey, now.step))


def _settled(here: Here) -> Now:
    """What stands, after the server did what it owes: a test is marked, a code made, before they show."""
    now = _load(here)
    while isinstance(now.step, MarkTest | Finish):
        here.services.write(lambda database: _settle(here, database))
        now = _load(here)
    return now


def _settle(here: Here, database: Database) -> None:
    taking_part.settle(database, here.account, here.services.clock.now_ms())


def _load(here: Here) -> Now:
    with here.services.reading() as database:
        study = find_study(database, here.account.study_id or "")
        journey = taking_part.load_journey(database, study, here.account, here.services.clock.now_ms())
        step = next_step(journey)
    if isinstance(step, NoRoom) and not journey.is_shared:
        raise NotFound("There are no items for you in this study. Please tell the person who invited you.")
    return Now(study, journey, step)


def _note_session(here: Here) -> None:
    if state.is_noted():
        return
    session_id, account, now_ms = state.session_id(), here.account, here.services.clock.now_ms()
    started = SessionStarted(
        user_agent=(st.context.headers.get("User-Agent") or "")[:500], time_zone=st.context.timezone or ""
    )
    if here.services.write(
        lambda database: taking_part.start_session(database, account, session_id, started, now_ms)
    ):
        state.note_session()


def _item(here: Here, now: Now, item: Placed) -> None:
    """The bench, as the item was left. Shown, its clock runs; one whose time is over meanwhile is closed."""
    study, assignment, now_ms = now.study, item.assignment, here.services.clock.now_ms()
    state_ = here.services.write(lambda database: answering.show_item(database, assignment, study, now_ms))
    if state_.is_closed:
        st.rerun()
    batches = progress(now.journey).n_batches
    with here.services.reading() as database:
        shown = question_of(database, study.design.set_for(assignment.purpose), assignment.item_id)
        mine = [one.assignment for one in now.journey.items]
        place = place_of(database, study, mine, assignment, state_, batches)
    index = here.services.index(study.index_name, study.index_fingerprint)
    payload = bench_data(place, shown, state_, index, here.account, now_ms)
    payload["way_out"] = payload["way_out"] or {"text": "Leave the study", "address": f"/?{LEAVE}=1"}
    chrome.full_window()
    # One key for all items: the next item takes the place of the last one at once, never beside it.
    bench(key="bench", payload=payload)
