"""Where a sheet begins, as a Streamlit component that shows nothing."""

from __future__ import annotations

import streamlit as st

from pages.ui import assets
from pages.ui.text import one_line

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component("pagetrail_sheet_start", js=assets.script(entry="sheet_entry"))


def begin_at_heading(title: str) -> None:
    """Bring the heading of that text to the top and let it take the focus, once it is another than before."""
    _mount(key="sheet-start", data={"title": one_line(title)})
