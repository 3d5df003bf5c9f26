"""Texts around the desk and the review: a calm column in the middle of an otherwise empty page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from db.authored import Project
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.text import escaped

PROJECT = "project"
"""Which project an annotator's page shows, in its address."""


def sheet() -> DeltaGenerator:
    """The column."""
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    with st.container(horizontal_alignment="center"):
        return st.container(width=720)


def choose_project(mine: Sequence[Project], say: str) -> None:
    """A button for each project; the chosen one is in the address from then on."""
    with sheet():
        st.title("Your projects")
        st.write(say)
        for project in mine:
            st.button(
                escaped(project.title),
                key=f"open-{project.project_id}",
                on_click=_choose,
                args=(project.project_id,),
                width="stretch",
            )
        chrome.licence()


def _choose(project_id: str) -> None:
    st.query_params[PROJECT] = project_id
