"""What a participant will read, in the order in which they will read it. Nothing is logged."""

from __future__ import annotations

import streamlit as st

from baseline.designs.problem import DesignFacts
from baseline.instructions import instructions_for
from db.study_design import Question
from db.study_drafts import StudyDraft
from pages.research.study_address import to_draft
from pages.ui.page import Here
from pages.ui.text import escaped


def show(here: Here, draft: StudyDraft, facts: DesignFacts) -> None:
    """One page after the other, each under the name of its step."""
    del here, facts
    design = draft.design
    title, back = st.columns([4, 1], vertical_alignment="bottom")
    title.title(f"Preview of {escaped(design.title)}")
    title.caption("As a participant will see it. Nothing that you do here is recorded.")
    back.button(
        "Back to the design",
        type="primary",
        width="stretch",
        icon=":material/arrow_back:",
        on_click=to_draft,
        args=(draft.draft_id,),
    )
    _step("Consent", design.consent or "Nobody is asked.")
    _step("Instructions", instructions_for(design))
    _questions("Questions before the items", design.before)
    _questions("Questions after the items", design.after)
    _step("Closing text", design.debrief or "Thank you.")


def _step(name: str, text: str) -> None:
    st.caption(name)
    with st.container(border=True, width=720):
        st.markdown(text)


def _questions(name: str, questions: tuple[Question, ...]) -> None:
    if not questions:
        return
    st.caption(name)
    with st.container(border=True, width=720):
        for question in questions:
            st.markdown(escaped(question.text))
