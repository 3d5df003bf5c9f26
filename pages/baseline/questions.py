"""The questionnaires: one form, every problem named beside its question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from baseline.participants import taking_part
from baseline.participants.journey import Journey
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import AnswerQuestions
from baseline.participants.participation_state import When
from baseline.participants.questionnaire import SCALE, problem_with
from db.study_design import Question
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet
from pages.ui import state
from pages.ui.page import Here
from pages.ui.text import escaped, one_line

_TITLES = {"before": "Some questions about you", "after": "Some last questions"}


def ask(here: Here, journey: Journey, step: AnswerQuestions) -> None:
    """The questions before or after the items."""
    questions = journey.design.before if step.when == "before" else journey.design.after
    tried = state.was_tried(step.when)
    form = journey.person.form
    draft = dict(form.answers) if form is not None and form.when == step.when else {}
    with sheet(_TITLES[step.when], stages(journey, step)) as on_sheet:
        on_sheet.acts["next"] = {"act": "answer", "when": step.when}
        on_sheet.form = {
            "when": step.when,
            "saved_at_ms": form.at_ms if form is not None and draft else None,
            "questions": [_for_browser(step, n, question) for n, question in enumerate(questions)],
        }
        wrong = [one for one in questions if tried and problem_with(one, _answer(step, one))]
        if wrong:
            st.error(_what_is_missing(wrong), icon=":material/error:")
        with st.form("questionnaire", border=False):
            for n, question in enumerate(questions):
                _restore(step, question, draft.get(question.question_id, ""))
                problem = problem_with(question, _answer(step, question)) if tried else None
                with st.container(gap="xsmall", key=_box(step, n)):
                    _field(step, question)
                    if problem is not None:
                        st.markdown(f":red[:material/error: This question {escaped(problem)}]")
            st.form_submit_button(
                "Save and go on", type="primary", key="next", on_click=partial(_save, here, step, questions)
            )


def _box(step: AnswerQuestions, n: int) -> str:
    return f"asked-{step.when}-{n}"


def _for_browser(step: AnswerQuestions, n: int, question: Question) -> dict[str, Any]:
    """Where the browser finds what stands in the field of a question."""
    choices = {"choice": question.choices, "scale": SCALE}.get(question.kind)
    return {"id": question.question_id, "box": _box(step, n), "choices": choices}


def _restore(step: AnswerQuestions, question: Question, drafted: str) -> None:
    """What was typed before a reload, or in another browser, stands in the field again."""
    key = _key(step, question)
    is_offered = question.kind in {"text", "number"} or problem_with(question, drafted) is None
    if drafted and is_offered and not state.is_there(key):
        state.put_value(key, drafted)


def show_question(when: When, question: Question) -> None:
    """One question as people see it, for who only wants to see it."""
    _field(AnswerQuestions(when), question)


def _what_is_missing(wrong: Sequence[Question]) -> str:
    if len(wrong) == 1:
        return f"Not handed in yet: “{escaped(wrong[0].text)}” needs another look. It is marked below."
    return f"Nothing is saved yet: {len(wrong)} questions need another look. They are marked below."


def _field(step: AnswerQuestions, question: Question) -> None:
    """A question and its field. Streamlit names a field by its label letter for letter, so that is plain."""
    st.markdown(_as_markdown(question))
    name, key = _name(question), _key(step, question)
    match question.kind:
        case "text":
            st.text_area(name, key=key, height=80, label_visibility="collapsed")
        case "number":
            st.text_input(name, key=key, label_visibility="collapsed")
        case "choice":
            st.radio(
                name,
                question.choices,
                index=None,
                key=key,
                format_func=escaped,
                label_visibility="collapsed",
            )
        case "scale":
            st.radio(name, SCALE, index=None, key=key, horizontal=True, label_visibility="collapsed")


def _as_markdown(question: Question) -> str:
    optional = "" if question.required else " *(optional)*"
    ends = _ends(question)
    return f"**{escaped(question.text)}**{optional}" + (f"  \n{escaped(ends)}" if ends else "")


def _name(question: Question) -> str:
    optional = "" if question.required else "(optional)"
    return " ".join(filter(None, (one_line(question.text), optional, _ends(question))))


def _ends(question: Question) -> str:
    """What the two ends of a scale stand for; empty for every other kind."""
    if question.kind != "scale" or len(question.choices) < 2:
        return ""
    low, high = question.choices[:2]
    return f"{SCALE[0]} = {one_line(low)}, {SCALE[-1]} = {one_line(high)}"


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
