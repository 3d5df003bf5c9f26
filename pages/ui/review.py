"""The review as a Streamlit component: the queue, the blind stages, the comparison, in one window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import assets

REVIEW = (
    *assets.TOOL,
    *assets.ANSWERING,
    *assets.WRITING,
    "review_words",
    "review_frame",
    "review_gesture",
    "review_queue",
    "review_pages",
    "review_blind",
    "review_table",
    "review_choices",
    "review_decision",
    "review_correction",
    "review_side",
    "review_compare",
)
"""The scripts of the review beside those of the viewer, in the order in which they must stand."""

STYLES = (
    *assets.TOOL_STYLES,
    *assets.WRITING_STYLES,
    "review",
    "review_table",
    "review_room",
)

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component(
    "pagetrail_review",
    css=assets.style(*STYLES),
    js=assets.script(*assets.VIEWER, *REVIEW, entry="review_entry"),
)


def review(*, key: str, payload: Mapping[str, Any]) -> str | None:
    """Show a screen of the review; returns the item that was opened last, empty for the queue.

    `payload` is what pages/annotate/stage_data.py makes. Another screen under the same `key` takes the place
    of the one before; the same one changes nothing. None: nothing was opened on this page yet.
    """
    result = _mount(
        key=key, data=dict(payload), on_opened_change=_rerun_is_enough, on_asked_change=_rerun_is_enough
    )
    opened = result.get("opened")
    return None if opened is None else str(opened)


def _rerun_is_enough() -> None:
    """Nothing: what the page shows next follows from what is stored."""
