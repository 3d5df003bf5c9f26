"""Before the study: consent, instructions, and what is said where nothing begins."""

from __future__ import annotations

from functools import partial

import streamlit as st

from baseline.assignment import leasing
from baseline.participants import taking_part
from baseline.participants.instructions import limits_in_words
from baseline.participants.journey import Journey, progress, text_sha256
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import (
    AskConsent,
    Declined,
    NoRoom,
    ReadInstructions,
    StudyOver,
    StudyRests,
)
from baseline.participants.participation import log_instructions
from db import studies
from db.study_design import Pay, StudyDesign
from db.wording import counted, grouped
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import researchers_text, sheet
from pages.ui.page import Here
from pages.ui.text import escaped


def ask_consent(here: Here, journey: Journey, step: AskConsent) -> None:
    """The consent text, with the two answers to it."""
    sha256 = text_sha256(journey.design.consent)
    with sheet(journey.design.title, stages(journey, step), may_leave=step.again) as on_sheet:
        if step.again:
            st.info("This text has changed since you agreed to it. Please read it again; your work is saved.")
        _pay(journey.design.pay)
        researchers_text(journey.design.consent)
        with st.container(horizontal=True):
            agree, decline = ({"act": act, "sha256": sha256} for act in ("consent", "decline"))
            on_sheet.next_button("I agree to take part", agree, partial(_consent, here, sha256))
            if not step.again:
                on_sheet.other_button("I do not agree", "decline", decline, partial(_decline, here, sha256))


def declined(here: Here, journey: Journey, _: Declined) -> None:
    """Nothing happens to who does not agree; they may change their mind."""
    with sheet("You do not take part", may_leave=False) as on_sheet:
        st.write(
            "You did not agree, so the study does not begin. Nothing about you was recorded but that. "
            "You can close this window."
        )
        with st.expander("I have changed my mind"):
            researchers_text(journey.design.consent)
            sha256 = text_sha256(journey.design.consent)
            agree = {"act": "consent", "sha256": sha256}
            on_sheet.other_button("I agree to take part", "consent", agree, partial(_consent, here, sha256))


def no_room(here: Here, journey: Journey, step: NoRoom) -> None:
    """All places are taken: said before consent where it is known then."""
    title = escaped(journey.design.title)
    account, now_ms = here.account, here.services.clock.now_ms()
    with here.services.reading() as database:
        study = studies.find_study(database, account.study_id or "")
        has_nothing = leasing.has_nothing_for(database, study, account, now_ms)
    if has_nothing:
        # Not why: that would tell them what they have seen before.
        with sheet("There is nothing for you to do here", may_leave=step.prepared):
            st.write(f"Thank you for coming. “{title}” has no question for you. You can close this window.")
            if not step.prepared:
                st.write("Nothing about you was recorded.")
        return
    if not step.prepared:
        with sheet("This study is full", may_leave=False):
            st.write(
                f"Thank you for coming. All places in “{title}” are taken, so there is nothing for you to "
                "do. Nothing about you was recorded."
            )
            st.write("If somebody gives a place back, this page goes on by itself; you can also come again.")
        return
    with sheet("No questions are left"):
        st.write(
            "Others took the last places while you were getting ready. What you did is saved, and the "
            "researchers can see it. Please tell the person who invited you that you read this."
        )
        st.write("If somebody gives a place back, this page goes on by itself; you can also come again.")


def study_rests(here: Here, journey: Journey, step: StudyRests) -> None:
    """The study is paused."""
    with sheet("The study is paused", may_leave=_is_in(journey)):
        st.write(f"The researchers have paused the study{_because(step.reason)}")
        st.write("All you did is saved, and no clock runs. This page goes on by itself when the study does.")


def study_over(here: Here, journey: Journey, step: StudyOver) -> None:
    """The study ended before anything was done that counts."""
    with sheet("The study has ended", may_leave=_is_in(journey)):
        st.write(f"The researchers have ended the study{_because(step.reason)}")
        st.write("Thank you for your interest. You can close this window.")


def instructions(here: Here, journey: Journey, step: ReadInstructions) -> None:
    """What somebody has to know before the first item; which text it was is logged."""
    now_ms, account_id, text = here.services.clock.now_ms(), here.account.account_id, journey.instructions
    here.services.write(lambda database: log_instructions(database, account_id, text, now_ms))
    is_first_screen = not journey.design.consent
    title = journey.design.title if is_first_screen else "Instructions"
    with sheet(title, stages(journey, step)) as on_sheet:
        if journey.person.instructions_read:
            st.info("The instructions have changed. Please read them again.")
        st.write(_overview(journey))
        if is_first_screen:
            _pay(journey.design.pay)
        researchers_text(text)
        spans = limits_in_words(journey.design)
        if spans:
            st.markdown(f"**Working time:** {spans}.")
        label = "Go on" if step.first is None else "Start with item 1"
        act = {"act": "read", "sha256": text_sha256(text)}
        on_sheet.next_button(label, act, partial(_read, here, text_sha256(text)))


def _overview(journey: Journey) -> str:
    design, so_far = journey.design, progress(journey)
    if not design.show_progress:
        return "Questions about a collection of documents."
    if so_far.n_items is not None:
        n_batches = so_far.n_batches or 1
        cut = (
            "in one go"
            if n_batches == 1
            else f"in {n_batches} batches of at most {grouped(design.most_in_a_batch)}"
        )
        return f"{counted(so_far.n_items, 'questions')} about a collection of documents, {cut}."
    return f"Questions about a collection of documents, {_in_batches(design)}, with a break after each batch."


def _in_batches(design: StudyDesign) -> str:
    size = f"at most {counted(design.most_in_a_batch, 'questions')}"
    if design.batches_per_person is None:
        return f"in batches of {size}"
    return f"in {counted(design.batches_per_person, 'batches')} of {size}"


def _pay(pay: Pay) -> None:
    if pay.per_hour is None and not pay.note:
        return
    rate = "" if pay.per_hour is None else f"{pay.per_hour:,.2f} {escaped(pay.currency)} for an hour. "
    st.markdown(f"**Pay:** {rate}{escaped(pay.note)}")


def _is_in(journey: Journey) -> bool:
    """Whether there is anything to leave."""
    return journey.person.consent == "given" or bool(journey.person.instructions_read)


def _because(reason: str) -> str:
    return f": {escaped(reason)}" if reason.strip() else "."


def _consent(here: Here, sha256: str) -> None:
    carry_out(here, lambda database, account, now: taking_part.consent(database, account, sha256, now))


def _decline(here: Here, sha256: str) -> None:
    carry_out(here, lambda database, account, now: taking_part.decline(database, account, sha256, now))


def _read(here: Here, sha256: str) -> None:
    carry_out(
        here, lambda database, account, now: taking_part.read_instructions(database, account, sha256, now)
    )
