"""The last look at a design: what is frozen, what is still wrong, and the launch."""

from __future__ import annotations

import streamlit as st

from baseline.designs import designing
from baseline.designs.design_checks import errors_in, warnings_in
from baseline.designs.problem import PURPOSES, SET_WORDS, DesignFacts, Problem
from baseline.studies.launching import Build
from db.study_drafts import StudyDraft
from db.wording import counted
from pages.research import design_desk
from pages.research.design_conditions import as_name
from pages.research.design_form import say_problem
from pages.research.design_sections import SECTIONS
from pages.research.design_summary import summary, to_do
from pages.research.study_address import to_draft, to_study
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped

_ID, _READ = "launch-id", "launch-read"


def show(
    here: Here, draft: StudyDraft, facts: DesignFacts, problems: tuple[Problem, ...], build: Build
) -> None:
    """What the launch does, and the button that does it."""
    st.title(f"Launch {escaped(draft.design.title)}")
    left, right = sides([3, 2], "launch")
    with right:
        summary(draft.design, facts)
    with left:
        errors = errors_in(problems)
        if errors:
            st.write("This design cannot be launched yet.")
            titles = {name: one.title for name, one in SECTIONS.items()}
            to_do(errors, titles, lambda name: to_draft(draft.draft_id, section=name))
            st.button("Back to the design", type="primary", on_click=to_draft, args=(draft.draft_id,))
            return
        _what_is_frozen(draft, facts)
        _launch(here, draft, warnings_in(problems), build)


def _what_is_frozen(draft: StudyDraft, facts: DesignFacts) -> None:
    st.markdown("**From the launch on these do not change any more**")
    lines = [
        f"- {escaped(SET_WORDS[purpose])}: {escaped(known.name)}, {counted(known.n_items, 'items')}"
        f"{'' if known.is_frozen else ' (frozen by the launch)'}"
        for purpose in PURPOSES
        if (known := facts.set_for(draft.design, purpose)) is not None
    ]
    lines += [
        f"- index {escaped(facts.index.name)}, build {facts.index.fingerprint[:12]}, profile "
        f"{facts.index.profile}",
        "- conditions, k, what a hit shows, seed, training, questionnaires, what you expect",
        f"- the whole design stands under its hash, {draft.design.sha256[:12]}",
    ]
    st.markdown("\n".join(lines))
    st.caption(
        "Texts, limits, pauses, people per item, pay, further exclusion rules and notes can be amended "
        "later, with a reason that stands in the report."
    )


def _launch(here: Here, draft: StudyDraft, warnings: tuple[Problem, ...], build: Build) -> None:
    if warnings:
        st.markdown("**Think about these first**")
        for problem in warnings:
            say_problem(problem)
    st.text_input(
        "Study id",
        as_name(draft.design.title).lower() or "study",
        100,
        key=_ID,
        help="In addresses, files and commands: letters, digits, dot, dash and underscore.",
    )
    if warnings:
        st.checkbox("I have read this, and it is meant so", key=_READ)
    with st.container(horizontal=True):
        st.button(
            "Launch the study",
            type="primary",
            icon=":material/rocket_launch:",
            disabled=bool(warnings) and not state.is_on(_READ),
            on_click=_do_launch,
            args=(here, draft, build),
        )
        st.button("Back to the design", on_click=to_draft, args=(draft.draft_id,))


def _do_launch(here: Here, draft: StudyDraft, build: Build) -> None:
    study_id = str(state.value_of(_ID)).strip()
    study = carry_out(
        here,
        lambda database, by: designing.launch_draft(
            database, draft, study_id, build, by=by.account_id, now_ms=by.at_ms
        ),
        lambda one: f"{one.title} is launched. Nobody is invited yet.",
    )
    if study is not None:
        design_desk.close()
        state.choose_study(study.study_id)
        to_study(study.study_id)
