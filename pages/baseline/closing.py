"""The end: thanks, debrief and code; and the way out before it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from baseline.participants.instructions import searches_in
from baseline.participants.journey import Journey
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import Finished, Withdrawn
from baseline.participants.withdrawing import withdraw
from db.wording import grouped
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet, show_debrief, stay, unanswered
from pages.ui.page import Here


def finished(here: Here, journey: Journey, step: Finished) -> None:
    """Everything is stored. The code stays here for whoever comes back."""
    with sheet("All done, thank you", stages(journey, step)):
        st.write(_what_is_saved(journey) + ("" if step.code else " You can close this window."))
        if step.code:
            st.write("This code proves that you took part. Copy it to where you were asked for it:")
            st.code(step.code, language=None, width=280)
            st.write("It stays here: open your invitation link again to see it. You can close this window.")
        show_debrief(journey.design)


def _what_is_saved(journey: Journey) -> str:
    n = journey.n_answered
    saved = "Your answer is saved." if n == 1 else f"Your {grouped(n)} answers are saved."
    return " ".join(filter(None, (saved if n else "All you did is saved.", unanswered(journey))))


def withdrawn(here: Here, journey: Journey, step: Withdrawn) -> None:
    """They left. Nothing can be begun again."""
    with sheet("You have left the study", may_leave=False):
        if step.erased:
            searched = "searched, " if searches_in(journey.design) else ""
            st.write(
                f"What you {searched}read, marked and answered was erased, and your name with it. It cannot "
                "be brought back. You can close this window."
            )
        else:
            st.write(
                "Nothing more of you is recorded. What you submitted before is kept, as the consent text "
                "says. You can close this window."
            )


def ask_to_leave(here: Here, journey: Journey) -> None:
    """Asks once, in words that say what is lost."""
    with sheet("Leave the study?", may_leave=False) as on_sheet:
        st.write("You can leave at any time, without giving a reason. You cannot come back afterwards.")
        if journey.design.erase_on_withdrawal:
            st.write(
                f"**{_what_is_lost(journey)}** No figure of the study will count them, and nobody can bring "
                "them back."
            )
        else:
            st.write(
                "What you submitted so far is kept and used, as the consent text says. A question that is "
                "open now is closed without an answer."
            )
        if journey.person.code:
            st.write("Your completion code goes away as well. Copy it first if you still need it:")
            st.code(journey.person.code, language=None, width=280)
        with st.container(horizontal=True):
            st.button("Back to the study", type="primary", key="stay", on_click=stay)
            label = f":red[{_leave_label(journey)}]"
            on_sheet.other_button(label, "withdraw", {"act": "leave"}, partial(_leave, here))


def _what_is_lost(journey: Journey) -> str:
    n = sum(one.is_answered for one in journey.items)
    searches = "searches, " if searches_in(journey.design) else ""
    if n == 0:
        return f"Everything that was recorded of you is erased: {searches}pages, marks and drafts."
    answers = "your answer" if n == 1 else f"your {grouped(n)} answers"
    return f"Everything that was recorded of you is erased: {answers}, with all {searches}pages and marks."


def _leave_label(journey: Journey) -> str:
    return "Leave and erase everything" if journey.design.erase_on_withdrawal else "Leave the study"


def _leave(here: Here) -> None:
    if carry_out(here, withdraw):
        stay()
