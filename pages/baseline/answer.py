"""The participant's only page: whatever comes next in their study.

What that is follows from the events alone, so a reload, a restart of the server or another browser shows
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from baseline.participants.journey import Journey, progress
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    DoItem,
    Finished,
    NoRoom,
    NotQualified,
    Placed,
    ReadInstructions,
    SeeFeedback,
    StudyOver,
    StudyRests,
    Withdrawn,
)
from db.items import question_of
from db.models import Role
from pages.baseline import between, closing, entrance, preparing, questions, time_was_up
from pages.baseline.bench_data import bench_data, place_of
from pages.baseline.listening import Heard, listen
from pages.baseline.messages import messages_on_sheet, messages_over_bench
from pages.baseline.sheet import LEAVE
from pages.standing import Standing, shown_item, standing
from pages.ui import chrome, state
from pages.ui.bench import bench
from pages.ui.page import Here, page
from pages.ui.sheet_start import tell_session

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


def show() -> None:
    """Show whatever comes next for the participant."""
    with page(Role.PARTICIPANT) as here:
        now = standing(here.services, here.account)
        if LEAVE in st.query_params and not isinstance(now.step, Withdrawn | Declined):
            closing.ask_to_leave(here, now.journey)
            return
        if isinstance(now.step, DoItem):
            _item(here, now, now.step.item)
            messages_over_bench(here, now.journey.person.open_messages)
        else:
            messages_on_sheet(here, now.journey.person.open_messages)
            _SHEETS[type(now.step)](here, now.journey, now.step)
        if not isinstance(now.step, AskConsent | Declined | NoRoom | Withdrawn):
            tell_session(state.session_id())
        listen(here, Heard.of(now.journey, now.step))


def _item(here: Here, now: Standing, item: Placed) -> None:
    """The bench, as the item was left. Shown, its clock runs; one whose time is over meanwhile is closed."""
    over = time_was_up.over_before(now.journey, item)
    if over is not None:
        time_was_up.say(here, now.journey, over, item)
        return
    study, assignment, now_ms = now.study, item.assignment, here.services.clock.now_ms()
    state_ = shown_item(here.services, study, assignment)
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
