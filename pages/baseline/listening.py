"""Looks from time to time whether something changed that this page should show without a reload."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from baseline import taking_part
from baseline.journey import Journey, next_step
from baseline.journey_steps import DoItem, Step
from db.studies import find_study
from pages.ui.page import Here

EVERY_S = 20


class Heard(NamedTuple):
    """What a page shows that may change while nobody touches it."""

    step: str
    messages: tuple[str, ...]

    @classmethod
    def of(cls, journey: Journey, step: Step) -> Heard:
        """That of this moment. An item on the screen changes by what is done there, not by waiting."""
        messages = tuple(message.event_id for message in journey.person.open_messages)
        return cls("item" if isinstance(step, DoItem) else repr(step), messages)


@st.fragment(run_every=EVERY_S)
def listen(here: Here, heard: Heard) -> None:
    """Show the page anew when a message came, the study rests or goes on, a place became free."""
    with here.services.reading() as database:
        study = find_study(database, here.account.study_id or "")
        journey = taking_part.load_journey(database, study, here.account, here.services.clock.now_ms())
        now = Heard.of(journey, next_step(journey))
    if now != heard:
        st.rerun()
