"""What a sheet does beside showing its words, as Streamlit components that show next to nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.ui import assets
from pages.ui.text import one_line

_SCRIPTS = (
    "viewer_request",
    "load_anew",
    "next_page",
    "bench_connection",
    "sheet_note",
    "sheet_acts",
    "sheet_draft",
)

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_sheet = st.components.v2.component(
    "pagetrail_sheet_start",
    css=assets.style("tokens", "sheet"),
    js=assets.script(*_SCRIPTS, entry="sheet_entry"),
)
_session = st.components.v2.component(
    "pagetrail_session", js=assets.script("viewer_request", entry="session_entry")
)


def look_after_sheet(
    title: str, acts: Mapping[str, Mapping[str, Any]], form: Mapping[str, Any] | None
) -> None:
    """Begin at the heading of that text, once it is another than before; look after buttons and form.

    `acts`: key of a button -> what /api/journey/act is sent when it is pressed. `form`: {when, saved_at_ms,
    questions}, where the sheet asks some: what is typed is kept.
    """
    shown = {"title": one_line(title), "acts": acts, "form": form}
    _sheet(key="sheet-start", data=shown, on_asked_change=_rerun_is_enough)


def tell_session(session_id: str) -> None:
    """Have the browser tell once in which window the study is open."""
    _session(key="tell-session", data={"session": session_id})


def _rerun_is_enough() -> None:
    """Nothing: what the page shows next follows from what is stored."""
