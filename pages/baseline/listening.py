"""Looks from time to time whether something changed that this page should show without a reload."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from baseline.participants import taking_part
from baseline.participants.journey import Journey, next_step
from baseline.participants.journey_steps import DoItem, Step
from baseline.participants.participation import stream_of
from baseline.participants.participation_state import ParticipationState, fold_participation
from db import event_log
from db.connection import Database
from db.studies import find_study
from pages.ui.page import Here

EVERY_S = 20
_AT_ITEM = "item"


class Heard(NamedTuple):
    """What a page shows that may change while nobody touches it."""

    step: str
    messages: tuple[str, ...]

    @classmethod
    def of(cls, journey: Journey, step: Step) -> Heard:
        """That of this moment."""
        return cls(_AT_ITEM if isinstance(step, DoItem) else repr(step), _ids(journey.person))


@st.fragment(run_every=EVERY_S)
def listen(here: Here, heard: Heard) -> None:
    """Show the page anew when a message came, the study rests or goes on, a place became free."""
    with here.services.reading() as database:
        now = _at_item(database, here) if heard.step == _AT_ITEM else _on_sheet(database, here)
    if now != heard:
        st.rerun()


def _on_sheet(database: Database, here: Here) -> Heard:
    study = find_study(database, here.account.study_id or "")
    journey = taking_part.load_journey(database, study, here.account, here.services.clock.now_ms())
    return Heard.of(journey, next_step(journey))


def _at_item(database: Database, here: Here) -> Heard:
    """An item on the screen changes by what is done there, not by waiting: messages alone may come."""
    person = fold_participation(event_log.replay(database, stream_of(here.account.account_id)))
    return Heard(_AT_ITEM, _ids(person))


def _ids(person: ParticipationState) -> tuple[str, ...]:
    return tuple(message.event_id for message in person.open_messages)
