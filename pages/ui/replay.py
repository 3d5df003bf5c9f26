"""The replay of an attempt, as a Streamlit component for researchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui import assets

_mount = st.components.v2.component(
    "pagetrail_replay",
    css=assets.style(*assets.VIEWER_STYLES, "replay"),
    js=assets.script(
        *assets.VIEWER, "replay_lane", "replay_timeline", "replay_steps", "replay", entry="replay_entry"
    ),
)


def replay(
    key: str,
    index_name: str,
    fingerprint: str,
    steps: Sequence[Mapping[str, Any]],
    started_at_ms: int,
    *,
    height: int = 840,
) -> None:
    """Step through an attempt: time line, the page as it was on the screen, and the list of steps.

    `steps`, oldest first, at least one: {"seq", "kind", "at_ms" (UTC), "text" (one line), "document" or
    None, "page" or None, "query" or None, "gold", "visible_ms" or None, "hits" or None}, where hits are
    {"rank", "document", "page", "gold"}. A region step may also carry "region" {"region_id", "box",
    "quote"}, which is then drawn, and a server_outage, which is written when it ends, "lasted_ms".
    `started_at_ms` is when the item was shown. `height` is in CSS pixels.
    """
    lane = {"label": "", "started_at_ms": started_at_ms, "steps": [dict(step) for step in steps]}
    content = {"index": {"name": index_name, "fingerprint": fingerprint}, "lanes": [lane]}
    _mount(key=key, data=content, height=height)
