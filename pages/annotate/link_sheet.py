"""Invitation links that were just made: shown until they are put away, and never again."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from db.links import DEFAULT_ADDRESS
from db.wording import counted
from pages.ui import state


def link_sheet() -> None:
    """The links of this session that nobody has put away yet, one person a line."""
    lines = state.fresh_links()
    if not lines:
        return
    with st.container(border=True):
        st.markdown(f"**{counted(len(lines), 'links')}, shown once.** Copy and send them now.")
        st.caption(
            "Whoever opens a link works under that account, so send each to its person alone. Links are "
            "stored nowhere: who loses one gets another."
        )
        st.code("\n".join(lines), language=None)
        st.button("I have copied them", on_click=state.forget_links)


def base_address() -> str:
    """Where this browser found the app."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else DEFAULT_ADDRESS
