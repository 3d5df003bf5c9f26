"""A section of the designer: questionnaires before and after the items."""

from __future__ import annotations

from typing import Any, Literal

import streamlit as st

from db.study_design import Question
from pages.research.design_form import Choices, DesignForm

_KINDS = {
    "text": "Free text",
    "number": "A number",
    "choice": "One of several choices",
    "scale": "A scale between two ends",
}
When = Literal["before", "after"]


def show(form: DesignForm, _: Choices) -> None:
    """Both questionnaires."""
    st.markdown("**Before the first item**")
    _questions(form, "before", "Nothing is asked before the items.")
    st.markdown("**After the last item**")
    _questions(form, "after", "Nothing is asked after the items.")


def _questions(form: DesignForm, when: When, empty: str) -> None:
    questions = form.value(when)
    if not questions:
        st.caption(empty)
    for number in range(len(questions)):
        _question(form, when, number, questions)
    form.problems_of(when)
    new = Question(question_id=_free_id(form), text="New question").model_dump(mode="json")
    form.button(when, f"Add a question {when} the items", [*questions, new], icon=":material/add:")


def _question(form: DesignForm, when: When, number: int, questions: list[dict[str, Any]]) -> None:
    field, question = f"{when}.{number}", questions[number]
    with st.container(border=True):
        form.line(f"{field}.text", "Question", most=2000)
        kind, name, required, remove = st.columns([4, 3, 4, 3], vertical_alignment="bottom")
        with kind:
            form.pick(f"{field}.kind", "Answered by", _KINDS)
        with name:
            form.line(f"{field}.question_id", "Id in exports", most=60)
        with required:
            form.switch(f"{field}.required", "Must be answered")
        with remove:
            form.remove(when, questions, number, f"Remove {question['question_id']}")
        if question["kind"] == "choice":
            form.lines(f"{field}.choices", "Choices, one a line", height=100)
        elif question["kind"] == "scale":
            form.lines(f"{field}.choices", "The two ends, one a line", height=80)
        elif question["choices"]:
            form.lines(f"{field}.choices", "Choices (not shown to anybody)", height=80)


def _free_id(form: DesignForm) -> str:
    taken = {one["question_id"] for when in ("before", "after") for one in form.value(when)}
    number = len(taken) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"
