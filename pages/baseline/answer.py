"""The participant's only page: welcome, one item after the other, breaks between batches, the end.

Which of these is on the screen follows from the events alone, so a reload, a restart of the server or
another browser shows the same.
"""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline import answering
from baseline.attempt import AttemptState, fold
from baseline.participation import log_instructions
from db import event_log
from db.assignments import assignments_of
from db.errors import NotFound
from db.items import question_of
from db.models import Assignment, Role
from db.studies import find_study
from db.study_design import Study
from db.wording import counted, grouped
from pages.baseline.bench_data import Place, bench_data
from pages.baseline.instructions import INSTRUCTIONS
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.bench import bench
from pages.ui.page import Here, page
from pages.ui.text import escaped


class Work(NamedTuple):
    """All items of one person in one study, with how far each has come."""

    study: Study
    assignments: list[Assignment]
    states: dict[str, AttemptState]

    @property
    def next_up(self) -> Assignment | None:
        """The first item that is not closed; None when all are."""
        return next((one for one in self.assignments if not self.state(one).is_closed), None)

    @property
    def has_begun(self) -> bool:
        """Whether any item was shown."""
        return any(state.phase != "assigned" for state in self.states.values())

    def state(self, assignment: Assignment) -> AttemptState:
        """The state of one item."""
        return self.states.get(assignment.attempt_id, AttemptState())


def show() -> None:
    """Show whatever comes next for the participant."""
    with page(Role.PARTICIPANT) as here:
        work = _load(here)
        assignment = work.next_up
        if assignment is None:
            _finished(work)
        elif not work.has_begun:
            _welcome(here, work, assignment)
        elif _is_break(work, assignment):
            _break(here, work, assignment)
        else:
            _item(here, work, assignment)


def _load(here: Here) -> Work:
    with here.services.reading() as database:
        study = find_study(database, here.account.study_id or "")
        assignments = assignments_of(database, study.study_id, here.account.account_id)
        ids = [one.attempt_id for one in assignments]
        states = {one: fold(events) for one, events in event_log.replay_many(database, ids)}
    if not assignments:
        raise NotFound("There are no items for you in this study. Please tell the person who invited you.")
    return Work(study, assignments, states)


def _welcome(here: Here, work: Work, first: Assignment) -> None:
    account_id, now_ms = here.account.account_id, here.services.clock.now_ms()
    here.services.write(lambda database: log_instructions(database, account_id, INSTRUCTIONS, now_ms))
    with _sheet():
        st.title(escaped(work.study.title))
        st.write(
            f"{counted(len(work.assignments), 'questions')} about a collection of documents, "
            f"{_in_batches(work)}."
        )
        st.markdown(INSTRUCTIONS)
        st.button("Start with item 1", type="primary", on_click=_begin, args=(here, work.study, first))
        chrome.licence()


def _break(here: Here, work: Work, upcoming: Assignment) -> None:
    with _sheet():
        st.title(f"Batch {upcoming.batch - 1} of {_n_batches(work)} is done")
        st.write("All your answers are saved. Take a break; no clock runs until you go on.")
        st.button(
            f"Start batch {upcoming.batch}",
            type="primary",
            on_click=_begin,
            args=(here, work.study, upcoming),
        )


def _finished(work: Work) -> None:
    with _sheet():
        st.title("All done, thank you")
        n = len(work.assignments)
        saved = "answer is" if n == 1 else f"{grouped(n)} answers are"
        st.write(f"Your {saved} saved. You can close this window.")


def _sheet() -> DeltaGenerator:
    """A calm column in the middle, for texts between items."""
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    with st.container(horizontal_alignment="center"):
        return st.container(width=720)


def _item(here: Here, work: Work, assignment: Assignment) -> None:
    state = work.state(assignment)
    if state.shown is None:
        state = _shown(here, work.study, assignment)
    with here.services.reading() as database:
        item = question_of(database, work.study.item_set, assignment.item_id)
    index = here.services.index(work.study.index_name, work.study.index_fingerprint)
    in_batch = [one for one in work.assignments if one.batch == assignment.batch]
    place = Place(
        study=work.study,
        assignment=assignment,
        number=in_batch.index(assignment) + 1,
        of=len(in_batch),
        batches=_n_batches(work),
        is_last=assignment == in_batch[-1],
    )
    chrome.full_window()
    bench(
        # One key for all items: the next item takes the place of the last one at once, never beside it.
        key="bench",
        payload=bench_data(place, item, state, index, here.account, here.services.clock.now_ms()),
    )


def _begin(here: Here, study: Study, assignment: Assignment) -> None:
    _shown(here, study, assignment)


def _shown(here: Here, study: Study, assignment: Assignment) -> AttemptState:
    now_ms = here.services.clock.now_ms()
    return here.services.write(lambda database: answering.show_item(database, assignment, study, now_ms))


def _is_break(work: Work, upcoming: Assignment) -> bool:
    is_first = min(one.position for one in work.assignments if one.batch == upcoming.batch)
    return upcoming.position == is_first and work.state(upcoming).phase == "assigned"


def _n_batches(work: Work) -> int:
    return max(one.batch for one in work.assignments)


def _in_batches(work: Work) -> str:
    n_batches = _n_batches(work)
    return (
        "in one go" if n_batches == 1 else f"in {n_batches} batches of at most {work.study.design.batch_size}"
    )
