"""The participant's bench for a researcher who looks at a draft, as a Streamlit component."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.ui import assets
from pages.ui.bench import BENCH, STYLES

PREVIEW = (*BENCH, "bench_preview")
"""The scripts of the preview beside those of the viewer, in the order in which they must stand."""

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component(
    "pagetrail_preview",
    css=assets.style(*STYLES),
    js=assets.script(*assets.VIEWER, *PREVIEW, entry="preview_entry"),
)


def preview(*, key: str, payload: Mapping[str, Any], on_submitted: Callable[[], None]) -> None:
    """Show an item as a participant would see it; `on_submitted` is called when it was answered."""
    _mount(key=key, data=dict(payload), on_submitted_change=on_submitted)
