"""The participant's bench as a Streamlit component: everything of an answer page in one window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import assets

BENCH = (
    "bench_dom",
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
    "bench_header",
    "bench_frame",
    "bench_layout",
    "bench_restore",
    "bench_kind",
    "bench",
)
"""The scripts of the bench beside those of the viewer, in the order in which they must stand."""

STYLES = (
    "tokens",
    "viewer",
    "bench",
    "bench_controls",
    "bench_search",
    "bench_answer",
    "bench_overlays",
    "bench_room",
)

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component(
    "pagetrail_bench",
    css=assets.style(*STYLES),
    js=assets.script(*assets.VIEWER, *BENCH, entry="bench_entry"),
)


def bench(*, key: str, payload: Mapping[str, Any]) -> None:
    """Show an item as it was left.

    `payload` is what pages/baseline/bench_data.py makes. Another attempt under the same `key` takes the
    place of the one before; the same attempt changes nothing on the screen. After the answer is accepted
    the component's state `submitted` becomes the attempt's id, which reruns the page.
    """
    _mount(key=key, data=dict(payload), on_submitted_change=_rerun_is_enough)


def _rerun_is_enough() -> None:
    """Nothing: what the page shows next follows from the events."""
