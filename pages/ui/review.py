"""The review as a Streamlit component: the queue, the blind stages, the comparison, in one window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import assets

REVIEW = (
    "bench_dom",
    "bench_places",
    "bench_connection",
    "bench_http",
    "bench_voice",
    "bench_notices",
    "bench_query_language",
    "bench_hits",
    "bench_history",
    "search_panel",
    "evidence_tray",
    "bench_answer_parts",
    "bench_confidence",
    "answer_form",
    "bench_saving",
    "bench_submission",
    "working_clock",
    "bench_pause",
    "help_sheet",
    "bench_frame",
    "bench_layout",
    "bench_restore",
    "bench_kind",
    "bench",
    "desk_draft",
    "desk_checker",
    "desk_variants",
    "desk_form",
    "desk_reasons",
    "desk_findings",
    "desk_evidence",
    "desk_list",
    "desk_tabs",
    "desk_selection",
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
    "tokens",
    "viewer",
    "bench",
    "bench_controls",
    "bench_search",
    "bench_answer",
    "bench_overlays",
    "bench_room",
    "bench_places",
    "desk",
    "desk_form",
    "desk_checks",
    "desk_shelf",
    "desk_overlays",
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
