"""Sections of the designer: people and batches; the clock."""

from __future__ import annotations

import streamlit as st

from db.study_design import PauseRules
from db.wording import lasting
from pages.research.design_form import Choices, DesignForm

_HOUR_S, _MINUTE_S = 3600, 60
_WARNINGS_S = (600, 300, 120, 60, 30)
_ORDER = {"seeded": "In an order of their own, drawn from the seed", "set": "In the order of the item set"}
_AT_LIMIT = {
    "submit": "What stands in the answer form is submitted, and marked as automatic",
    "expire": "The item ends without an answer",
}


def people(form: DesignForm, _: Choices) -> None:
    """Places, batches, order."""
    _places(form)
    size, most = st.columns(2)
    with size:
        form.whole("batch_size", "Items in a batch", 1, 1000, help="One sitting; a break follows.")
    with most:
        form.whole(
            "batches_per_person",
            "Most batches a person",
            1,
            1000,
            empty="as many as there are",
            help="Without a number people may go on until nothing is left for them.",
        )
    form.radio("order", "Order of the items", _ORDER)
    seed, lease = st.columns(2)
    with seed:
        form.whole("seed", "Seed", 0, 2**31 - 1, help="The same seed gives everybody the same order again.")
    with lease:
        form.scaled(
            "lease_s",
            "Hours until an unused place is free again",
            0.25,
            720.0,
            _HOUR_S,
            help="Counted from the last sign of work. Whoever comes back later gets another batch.",
        )


def _places(form: DesignForm) -> None:
    if form.value("people_per_item") is None:
        st.caption("Everybody answers every item once, in the first condition.")
        form.problems_of("people_per_item")
        form.button("people_per_item", "Share the items among people", 1)
        return
    number, everybody = st.columns(2, vertical_alignment="bottom")
    with number:
        form.whole(
            "people_per_item",
            "People per item and condition",
            1,
            1000,
            help="Two or more allow agreement between people to be measured.",
        )
    if form.is_fixed("allocation"):
        return
    with everybody:
        form.button("people_per_item", "Let everybody answer everything", None, type="tertiary")


def clock(form: DesignForm, _: Choices) -> None:
    """Limits act on working time: pauses and server outages do not count."""
    item, batch = st.columns(2)
    with item:
        form.scaled(
            "limits.item_s",
            "Minutes for an item",
            0.5,
            1440.0,
            _MINUTE_S,
            empty="no limit",
            help=_WORKING,
        )
    with batch:
        form.scaled(
            "limits.batch_s",
            "Minutes for a batch",
            0.5,
            10_080.0,
            _MINUTE_S,
            empty="no limit",
            help=_WORKING,
        )
    limits = form.value("limits")
    if limits["item_s"] is not None or limits["batch_s"] is not None:
        form.radio("limits.at_limit", "At the limit", _AT_LIMIT)
        form.several("limits.warn_before_s", "Warn before the end", _WARNINGS_S, lasting)
    form.switch("show_time", "Show the clock")
    st.markdown("**Pauses**")
    form.switch("pauses.allowed", "People may stop the clock")
    if form.value("pauses.allowed"):
        _pauses(form)
    else:
        form.problems_of("pauses.reasons")
        if PauseRules(allowed=False) != form.design.pauses:
            form.button(
                "pauses", "Forget the rules for pauses", PauseRules(allowed=False).model_dump(mode="json")
            )


_WORKING = "Working time: pauses do not count."


def _pauses(form: DesignForm) -> None:
    form.lines(
        "pauses.reasons",
        "Reasons offered, one a line",
        placeholder="Short break, interruption, technical problem, or their own words",
        help="With reasons people choose one of them; without, they write one.",
    )
    most, longest = st.columns(2)
    with most:
        form.whole("pauses.most_per_item", "Most pauses an item", 1, 1000, empty="any number")
    with longest:
        form.scaled(
            "pauses.longest_s",
            "Longest pause, minutes",
            1.0,
            1440.0,
            _MINUTE_S,
            empty="any length",
            help="Afterwards the clock runs again by itself.",
        )
