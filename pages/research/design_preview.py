"""What a participant will read, in the order in which they will read it. Nothing is logged."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from baseline.participants.instructions import instructions_for
from baseline.participants.participation_state import When
from db.study_design import Pay, Question, StudyDesign
from db.study_drafts import StudyDraft
from db.wording import counted
from pages.baseline.questions import show_question
from pages.research.study_address import to_bench, to_draft
from pages.ui.text import escaped

Sheet = Callable[[], None]
_TOOLS = {"search": "by searching", "given_pages": "with the gold pages given"}


def show(draft: StudyDraft) -> None:
    """One sheet after the other, each under the name of its step; the answer page opens by itself."""
    design = draft.design
    with st.container(horizontal_alignment="center"), st.container(width=720):
        st.title(f"Preview of {escaped(design.title)}", anchor=False)
        st.caption("What participants see, step by step. Nothing that you do here is recorded.")
        st.button(
            "Back to the design",
            icon=":material/arrow_back:",
            on_click=to_draft,
            args=(draft.draft_id,),
        )
        for number, (name, sheet) in enumerate(_steps(draft), start=1):
            st.caption(f"{number} · {name}")
            with st.container(border=True):
                sheet()


def _steps(draft: StudyDraft) -> list[tuple[str, Sheet]]:
    design = draft.design
    steps: list[tuple[str, Sheet]] = []
    if design.consent.strip():
        steps.append(("Consent", lambda: _consent(design)))
    steps.append(("Instructions", lambda: _text(instructions_for(design))))
    if design.before:
        steps.append(("Questions before the items", lambda: _questions("before", design.before)))
    if design.practice_set:
        steps.append(("Practice", _practice))
    if design.qualification is not None:
        steps.append(("Test", lambda: _test(design)))
    steps.append(("Items", lambda: _items(draft)))
    if design.after:
        steps.append(("Questions after the items", lambda: _questions("after", design.after)))
    steps.append(("The end", lambda: _end(design)))
    return steps


def _consent(design: StudyDesign) -> None:
    _pay(design.pay)
    _text(design.consent)
    with st.container(horizontal=True):
        st.button("I agree to take part", disabled=True)
        st.button("I do not agree", disabled=True)


def _pay(pay: Pay) -> None:
    if pay.per_hour is not None or pay.note:
        rate = "" if pay.per_hour is None else f"{pay.per_hour:,.2f} {escaped(pay.currency)} for an hour. "
        st.markdown(f"**Pay:** {rate}{escaped(pay.note)}")


def _text(text: str) -> None:
    st.markdown(text)


def _questions(when: When, questions: tuple[Question, ...]) -> None:
    for question in questions:
        show_question(when, question)


def _practice() -> None:
    st.write("Practice items on the answer page. After each, people see the right answer and its pages.")


def _test(design: StudyDesign) -> None:
    test = design.qualification
    if test is None:
        return
    st.write(
        f"{counted(test.n_items, 'items')} on the answer page, without feedback. Who gets at least "
        f"{test.pass_share:.0%} right goes on; there are {counted(test.attempts, 'tries')}."
    )


def _items(draft: StudyDraft) -> None:
    design = draft.design
    st.write(
        f"Batches of {counted(design.most_in_a_batch, 'items')} on the answer page, with a break after each. "
        "Try it: searching and reading work as in the study, and answers go nowhere."
    )
    is_ready = bool(design.item_set and design.index_name)
    with st.container(horizontal=True):
        for number, condition in enumerate(design.conditions):
            st.button(
                f"Try {escaped(condition.name)}: {_TOOLS[condition.tools]}",
                key=f"try-{number}",
                type="primary" if number == 0 else "secondary",
                disabled=not is_ready,
                on_click=to_bench,
                args=(draft.draft_id, number),
            )
    if not is_ready:
        st.caption("Choose items and an index first.")


def _end(design: StudyDesign) -> None:
    st.write("All done, thank you. Your answers are saved.")
    if design.gives_code:
        st.write("This code proves that you took part:")
        st.code("A-CODE-OF-THEIR-OWN", language=None, width=280)
    if design.debrief:
        _text(design.debrief)
