"""Texts around the desk and the review: a calm column in the middle of an otherwise empty page."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.http.demo import is_demo
from pages.ui import chrome


def sheet() -> DeltaGenerator:
    """The column."""
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    with st.container(horizontal_alignment="center"):
        return st.container(width=720)
