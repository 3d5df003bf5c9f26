"""One attempt replayed: item, gold, answer on top, the steps and the page as it was seen below."""

from __future__ import annotations

import streamlit as st
from pydantic import TypeAdapter
from streamlit.delta_generator import DeltaGenerator

from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.timing import hidden_ms, wall_ms, working_ms
from baseline.attempts.trajectory import Step, steps_of
from baseline.figures.derived import system_of, system_under
from baseline.studies.study_state import Exclusion, study_state
from db import accounts, assignments, event_log, items, studies
from db.errors import NotAllowed
from db.events import AnswerSubmitted, Event
from db.models import Account, Assignment, Item, PageRef, Role
from db.study_design import Study
from db.study_events import Erased
from db.wording import counted
from pages.research.attempt_table import attempt_table
from pages.research.reports import report_for
from pages.research.study_choice import chosen_study
from pages.ui.page import Here, page
from pages.ui.replay import replay
from pages.ui.text import duration, escaped, one_line

_PURPOSES = {
    "practice": "practice",
    "qualification": "qualification test",
    "attention": "attention check",
}
STEPS: TypeAdapter[list[Step]] = TypeAdapter(list[Step])


def show() -> None:
    """Show the attempt in the address, or let the researcher choose one."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        attempt_id = st.query_params.get("attempt")
        if attempt_id is None:
            _choose(here)
        else:
            _attempt(here, attempt_id)


def _choose(here: Here) -> None:
    st.title("Trajectories")
    study = chosen_study(here)
    if study is None:
        return
    st.caption(escaped(study.title))
    report = report_for(here.services, study.study_id, "strict")
    if not report.systems:
        st.info(
            "Nobody has answered yet. Attempts appear here as soon as they begin.", icon=":material/info:"
        )
        return
    attempt_table([one.report for one in report.systems], height=560)


def _attempt(here: Here, attempt_id: str) -> None:
    with here.services.reading() as database:
        assignment = assignments.find_assignment(database, attempt_id)
        study = studies.find_study(database, assignment.study_id)
        if study not in studies.studies_of(database, here.account):
            raise NotAllowed("This attempt belongs to another study than yours.")
        account = accounts.find_account(database, assignment.account_id)
        events = event_log.replay(database, attempt_id)
        item = items.find_item(database, study.design.set_for(assignment.purpose), assignment.item_id)
        exclusion = study_state(database, study.study_id).exclusion_of(attempt_id, account.account_id)
    _heading(study, account, assignment, item)
    _standing(assignment, exclusion)
    if not events:
        st.info("This item has not been shown to the participant yet.", icon=":material/info:")
        return
    if all(isinstance(event.payload, Erased) for event in events):
        st.info("The participant withdrew: what they did here is erased.", icon=":material/info:")
        return
    _outcome(here, item, fold(events))
    _steps(here, study, item, events)


def _heading(study: Study, account: Account, assignment: Assignment, item: Item) -> None:
    system = system_under(study, system_of(account), assignment.condition)
    purpose = "" if assignment.purpose == "main" else f" ({_PURPOSES[assignment.purpose]})"
    st.caption(
        f"{escaped(system)} · {escaped(account.account_id)} · item {escaped(item.item_id)}{purpose} · "
        f"batch {assignment.batch}, position {assignment.position}"
        + (" · simulated" if account.simulated else "")
    )
    st.subheader(escaped(item.question))


def _standing(assignment: Assignment, exclusion: Exclusion | None) -> None:
    """Why the attempt is in no figure, if it is in none."""
    if assignment.is_released:
        st.caption(":material/filter_alt: The place was given back: this attempt is in no figure.")
    elif exclusion is not None:
        st.caption(f":material/filter_alt: Excluded from the figures: {escaped(exclusion.excluded.reason)}")


def _outcome(here: Here, item: Item, state: AttemptState) -> None:
    """Gold, answer and effort, side by side and small: the page below is what one came for."""
    now_ms = here.services.clock.now_ms()
    gold, given, effort = st.columns(3)
    answers = [" | ".join(one_line(part) for part in variant) for variant in item.answer_variants]
    _facts(gold, "Gold", " or ".join(answers), *map(_page_text, item.evidence))
    citations = state.answer.citations if state.answer else ()
    _facts(given, "Answer", _answer_text(state.answer), *map(_page_text, citations))
    _facts(
        effort,
        "Effort",
        f"{counted(len(state.queries), 'searches')}, {counted(state.n_page_views, 'page views')}",
        f"working time {duration(working_ms(state, now_ms) / 1000)}",
        f"wall time {duration(wall_ms(state, now_ms) / 1000)}, "
        f"hidden {duration(hidden_ms(state, now_ms) / 1000)}",
    )


def _facts(column: DeltaGenerator, heading: str, first: str, *more: str) -> None:
    lines = [f"**{heading}:** {escaped(first)}", *map(escaped, more)]
    column.markdown("  \n".join(lines))


def _answer_text(answer: AnswerSubmitted | None) -> str:
    if answer is None:
        return "none yet"
    text = " | ".join(one_line(part) for part in answer.answer)
    if answer.answer_kind != "own":
        text = answer.answer_kind.replace("_", " ")
    return f"{text} (confidence {'not stated' if answer.confidence is None else answer.confidence})"


def _page_text(ref: PageRef) -> str:
    return f"{one_line(ref.document)}, page {ref.page}"


def _steps(here: Here, study: Study, item: Item, events: list[Event]) -> None:
    index = here.services.index(study.index_name, study.index_fingerprint)
    replay(
        key=f"replay-{events[0].stream_id}",
        index_name=index.name,
        fingerprint=index.fingerprint,
        steps=STEPS.dump_python(steps_of(events, item.evidence), mode="json"),
        started_at_ms=events[0].at_ms,
    )
