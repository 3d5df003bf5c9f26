"""The author's desk as a Streamlit component: everything of an author page in one window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import streamlit as st

from pages.ui import assets

DESK = (
    *assets.TOOL,
    *assets.WRITING,
    "desk_mirror",
    "desk_start",
    "desk_saving",
    "desk_coverage",
    "desk_shelf",
    "desk_dialog",
    "desk_versions",
    "desk_conflict",
    "desk_review",
    "desk_submission",
    "desk_controls",
    "desk_keys",
    "desk_item",
    "desk_layout",
    "desk",
)
"""The scripts of the desk beside those of the viewer, in the order in which they must stand."""

STYLES = (
    *assets.TOOL_STYLES,
    *assets.WRITING_STYLES,
    "desk_room",
)

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component(
    "pagetrail_desk",
    css=assets.style(*STYLES),
    js=assets.script(*assets.VIEWER, *DESK, entry="desk_entry"),
)


class DeskChoice(NamedTuple):
    """What the author last asked for on the desk with this key: an item to open, an item handed in."""

    opened: str | None
    submitted: str | None


def desk(*, key: str, payload: Mapping[str, Any]) -> DeskChoice:
    """Show an item as it was left.

    `payload` is what the author page makes of an item and its project. Another item under the same `key`
    takes the place of the one before; the same item changes the lists around the form and, if the revision is
    newer and nothing is unsaved, its text. The page runs again when the author opens another item, has
    submitted this one, or has taken it back; a choice stays until there is another one.
    """
    result = _mount(
        key=key,
        data=dict(payload),
        on_opened_change=_rerun_is_enough,
        on_submitted_change=_rerun_is_enough,
        on_asked_change=_rerun_is_enough,
    )
    return DeskChoice(opened=result.get("opened"), submitted=result.get("submitted"))


def _rerun_is_enough() -> None:
    """Nothing: what the page shows next follows from what is stored."""
