"""The replay of an attempt, or of two beside each other, as a Streamlit component for researchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import streamlit as st

from index.collection import OpenIndex
from pages.ui import assets

_mount = st.components.v2.component(
    "pagetrail_replay",
    css=assets.style(*assets.VIEWER_STYLES, "replay"),
    js=assets.script(*assets.VIEWER, *assets.REPLAY, "replay", entry="replay_entry"),
)


class Lane(NamedTuple):
    """One attempt to step through.

    `steps`, oldest first, at least one: {"seq", "kind", "at_ms" (UTC), "text" (one line), "document" or
    None, "page" or None, "query" or None, "gold", "visible_ms" or None, "hits" or None}, where hits are
    {"rank", "document", "page", "gold"}. A step may also carry "detail" (text of many lines), a region step
    "region" {"region_id", "box", "quote"}, which is then drawn, and a server_outage, which is written when it
    ends, "lasted_ms". `started_at_ms` is when the item was shown, `times` what the times of steps are,
    `collection` what holds the pages, `at` the step to begin with, from 1.
    """

    label: str
    times: Literal["stored", "elapsed", "none"]
    started_at_ms: int
    steps: Sequence[Mapping[str, Any]]
    collection: OpenIndex | None
    at: int = 1


def replay(key: str, lanes: Sequence[Lane], *, height: int = 840) -> None:
    """Step through one or two attempts: time line, the page as it was on the screen, and the list of steps.

    `height` is in CSS pixels.
    """
    _mount(key=key, data={"lanes": [_as_data(lane) for lane in lanes]}, height=height)


def _as_data(lane: Lane) -> dict[str, Any]:
    index = lane.collection
    return {
        "label": lane.label,
        "times": lane.times,
        "started_at_ms": lane.started_at_ms,
        "steps": [dict(step) for step in lane.steps],
        "index": None if index is None else {"name": index.name, "fingerprint": index.fingerprint},
        "at": lane.at,
    }
