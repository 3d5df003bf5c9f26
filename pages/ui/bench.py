"""The participant's bench as a Streamlit component: everything of an answer page in one window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import assets

BENCH = (
    *assets.TOOL,
    *assets.ANSWERING,
    "bench_header",
)
"""The scripts of the bench beside those of the viewer, in the order in which they must stand."""

STYLES = assets.TOOL_STYLES

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
