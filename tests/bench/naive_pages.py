"""The naive page viewer: st.image of a freshly opened page in a fragment, one rerun a click."""

from __future__ import annotations

import os

import pymupdf
import streamlit as st


@st.fragment
def viewer() -> None:
    page = st.session_state.get("page", 0)
    st.button("Next", on_click=lambda: st.session_state.update(page=page + 1))
    document = pymupdf.open(os.environ["NAIVE_PDF"])
    pixels = document[page % document.page_count].get_pixmap(dpi=144)
    st.image(pixels.tobytes("png"), width=800)
    st.text(f"page {page}")


viewer()
