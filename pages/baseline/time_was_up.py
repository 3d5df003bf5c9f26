"""What stands between an item whose time was up and the next one: no clock runs for whoever is away.

The bench says so itself to whoever sees it happen. This is for whoever comes back later, or reloads.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from baseline.attempts import answering
from baseline.attempts.overdue import batch_of
from baseline.participants.journey import Journey
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import DoItem, Placed
from db.connection import Database
from db.models import Account
from db.studies import find_study
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet
from pages.ui import state
from pages.ui.page import Here


def over_before(journey: Journey, item: Placed) -> Placed | None:
    """The item of the same batch that came last, if its time was up and nobody has gone on from it."""
    if item.state.phase != "assigned":
        return None
    together = batch_of(item.assignment, [one.assignment for one in journey.items])
    earlier = [
        one
        for one in journey.items
        if one.assignment in together and one.assignment.position < item.assignment.position
    ]
    last = max(earlier, key=lambda one: one.assignment.position, default=None)
    # Between two practice items stands the feedback, which says it, and from which somebody goes on.
    if last is not None and last.assignment.purpose == "practice":
        return None
    if last is None or not last.state.ended_at_limit or state.went_on_from(last.assignment.attempt_id):
        return None
    return last


def say(here: Here, journey: Journey, over: Placed, item: Placed) -> None:
    """What became of the item, and the one way on."""
    with sheet("Time was up", stages(journey, DoItem(item))) as on_sheet:
        st.write(what_became_of(over))
        st.write("No clock runs until you go on.")
        act = {"act": "show", "attempt": item.assignment.attempt_id}
        on_sheet.next_button("Go on", act, partial(_begin, here, item))


def what_became_of(over: Placed) -> str:
    """What happened to an item whose time was up, in a sentence."""
    answer = over.state.answer
    if answer is None or not (answer.answer or answer.citations):
        return "The last question was closed without an answer, because its time was up."
    return (
        "The time for the last question was up. Your answer and your evidence were submitted as they stood."
    )


def _begin(here: Here, item: Placed) -> None:
    def show(database: Database, account: Account, now_ms: int) -> None:
        study = find_study(database, account.study_id or "")
        answering.show_item(database, item.assignment, study, now_ms)

    carry_out(here, show)
