"""A short tour for the first visit, in the demo only."""

from __future__ import annotations

import streamlit as st

from pages.http.demo import is_demo
from pages.ui import state


def show() -> None:
    """Two steps, until it is closed."""
    if not is_demo() or state.is_tour_dismissed():
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            "**New here?** 1 · This is a finished study: open *Replay* in the attempts table below to watch "
            "somebody search. 2 · Then answer an item yourself, on the same search tool."
        )
        st.link_button("Answer an item", "/demo/participant", icon=":material/arrow_forward:")
        st.button("Close the tour", on_click=state.dismiss_tour, type="tertiary")
