"""A short tour for the first visit, in the demo only."""

from __future__ import annotations

import streamlit as st

from pages.http.demo import is_demo
from pages.ui import state
from pages.ui.way import way


def show() -> None:
    """Three steps, until it is closed."""
    if not is_demo() or state.is_tour_dismissed():
        return
    with st.container(border=True):
        st.markdown(
            "**New here?** This is a finished study. First watch how somebody searched, then answer an item "
            "yourself on the same tool, then write one. A second study shows what is lost in finding."
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            way("1 · Watch an attempt", "/trajectory")
            way("2 · Answer an item", "/demo/participant")
            way("3 · Write an item", "/demo/author")
            way("What is lost in finding", "/overview?study=demo-gap")
            st.button("Close", on_click=state.dismiss_tour, type="tertiary", help="Close the tour")
