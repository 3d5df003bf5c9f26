"""The questionnaires: one form, every problem named beside its question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from baseline import taking_part
from baseline.journey import Journey
from baseline.journey_stages import stages
from baseline.journey_steps import AnswerQuestions
from baseline.questionnaire import LONGEST_ANSWER, SCALE, problem_with
from db.study_design import Question
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet
from pages.ui import state
from pages.ui.page import Here
from pages.ui.text import escaped

_TITLES = {"before": "Some questions about you", "after": "Some last questions"}


def ask(here: Here, journey: Journey, step: AnswerQuestions) -> None:
    """The questions before or after the items."""
    questions = journey.design.before if step.when == "before" else journey.design.after
    tried = state.was_tried(step.when)
    with sheet(_TITLES[step.when], stages(journey, step)):
        wrong = [one for one in questions if tried and problem_with(one, _answer(step, one))]
        if wrong:
            st.error(_what_is_missing(wrong), icon=":material/error:")
        with st.form("questionnaire", border=False):
            for question in questions:
                problem = problem_with(question, _answer(step, question)) if tried else None
                with st.container(gap="xsmall"):
                    _field(step, question)
                    if problem is not None:
                        st.markdown(f":red[:material/error: This question {escaped(problem)}]")
            st.form_submit_button(
                "Save and go on", type="primary", key="next", on_click=partial(_save, here, step, questions)
            )


def _what_is_missing(wrong: Sequence[Question]) -> str:
    if len(wrong) == 1:
        return f"Nothing is saved yet: “{escaped(wrong[0].text)}” needs another look. It is marked below."
    return f"Nothing is saved yet: {len(wrong)} questions need another look. They are marked below."


def _field(step: AnswerQuestions, question: Question) -> None:
    label = escaped(question.text) + ("" if question.required else " *(optional)*")
    key = _key(step, question)
    match question.kind:
        case "text":
            st.text_area(label, key=key, max_chars=LONGEST_ANSWER, height=80)
        case "number":
            st.text_input(label, key=key, max_chars=40)
        case "choice":
            st.radio(label, question.choices, index=None, key=key, format_func=escaped)
        case "scale":
            _scale(label, question, key)


def _scale(label: str, question: Question, key: str) -> None:
    low, high = (*question.choices, "", "")[:2]
    ends = [escaped(low), *[""] * (len(SCALE) - 2), escaped(high)]
    if low or high:
        label += f"  \n1 = {ends[0]}, {SCALE[-1]} = {ends[-1]}"
    st.radio(label, SCALE, index=None, key=key, horizontal=True)


def _key(step: AnswerQuestions, question: Question) -> str:
    return f"question-{step.when}-{question.question_id}"


def _answer(step: AnswerQuestions, question: Question) -> str:
    answer = state.value_or_none(_key(step, question))
    return "" if answer is None else str(answer).strip()


def _save(here: Here, step: AnswerQuestions, questions: Sequence[Question]) -> None:
    state.try_now(step.when)
    answers = {question.question_id: _answer(step, question) for question in questions}
    if any(problem_with(question, answers[question.question_id]) for question in questions):
        return
    carry_out(
        here,
        lambda database, account, now: taking_part.answer_questions(
            database, account, step.when, answers, now
        ),
    )
