"""Sections of the designer: item sets and index; practice, qualification and attention checks."""

from __future__ import annotations

import streamlit as st

from db.study_design import AttentionChecks, Qualification
from db.wording import COMMAND
from pages.research.design_form import Choices, DesignForm


def material(form: DesignForm, choices: Choices) -> None:
    """Title, items and documents."""
    form.line("title", "Title", help="Participants read it on every page.")
    if not choices.sets:
        st.info(
            f"There is no item set yet. Write items in a project and freeze a set of them, or import a file: "
            f"`{COMMAND} annotation import FILE --set NAME --index INDEX`.",
            icon=":material/info:",
        )
    form.pick("item_set", "Items to answer", choices.sets, placeholder="Choose an item set")
    form.pick("index_name", "Documents to search", choices.indexes, placeholder="Choose an index")
    form.problems_of("protocol")
    st.caption(
        "Launching freezes the item sets and the build of the index: everybody answers the same items over "
        "the same pages, however long the study runs."
    )


def training(form: DesignForm, choices: Choices) -> None:
    """What comes before and between the items that count."""
    st.markdown("**Practice**")
    form.pick(
        "practice_set",
        "Practice items",
        {"": "No practice", **choices.sets},
        help="After each practice item people see the right answer. Practice counts in no figure.",
    )
    st.markdown("**Qualification test**")
    _qualification(form, choices)
    st.markdown("**Attention checks**")
    _attention(form, choices)


def _qualification(form: DesignForm, choices: Choices) -> None:
    if form.value("qualification") is None:
        st.caption("Everybody may take part. With a test, only those who pass get a first batch.")
        form.button("qualification", "Add a test", Qualification().model_dump(mode="json"))
        return
    form.pick("qualification.item_set", "Items of the test", choices.sets, placeholder="Choose an item set")
    items, mark, tries = st.columns(3)
    with items:
        form.whole("qualification.n_items", "Items a try", 1, 1000)
    with mark:
        form.scaled("qualification.pass_share", "Pass mark, percent right", 0.0, 100.0, 0.01, step=5.0)
    with tries:
        form.whole("qualification.attempts", "Tries", 1, 20)
    form.button("qualification", "Remove the test", None, type="tertiary", icon=":material/close:")


def _attention(form: DesignForm, choices: Choices) -> None:
    if form.value("attention") is None:
        st.caption("Easy items among the others show who reads. Failing them rejects nobody by itself.")
        form.button("attention", "Add attention checks", AttentionChecks().model_dump(mode="json"))
        return
    form.pick("attention.item_set", "Items of the checks", choices.sets, placeholder="Choose an item set")
    per_batch, mark = st.columns(2)
    with per_batch:
        form.whole("attention.per_batch", "Checks in each batch", 1, 100)
    with mark:
        form.scaled("attention.pass_share", "Pass mark, percent right", 0.0, 100.0, 0.01, step=5.0)
    form.button("attention", "Remove the checks", None, type="tertiary", icon=":material/close:")
