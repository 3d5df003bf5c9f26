"""The page viewer alone, as a Streamlit component: for research and authoring pages.

The bench mounts the same JavaScript inside its own component.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from db.models import EvidenceMark
from pages.ui import assets

# Defined in an imported module, once a process: a definition in a page script is made anew on every run.
_mount = st.components.v2.component(
    "pagetrail_viewer",
    css=assets.style(*assets.VIEWER_STYLES),
    js=assets.script(*assets.VIEWER, "viewer_standalone", entry="viewer_entry"),
)


def viewer(  # noqa: PLR0913 - one call per page, everything beyond the page is named
    key: str,
    index_name: str,
    fingerprint: str,
    document: str,
    page: int,
    *,
    query: str = "",
    marks: Sequence[EvidenceMark] = (),
    read_only: bool = True,
    attempt: str | None = None,
    height: int = 760,
) -> None:
    """Show one page of a document; the reader may go on from there.

    A rerun with the same document and page leaves the reader where they are. With an attempt, page views
    and marks are recorded in its log; without one nothing is. `height` is in CSS pixels.
    """
    content: dict[str, Any] = {
        "index": {"name": index_name, "fingerprint": fingerprint},
        "document": document,
        "page": page,
        "query": query,
        "marks": [{**mark.model_dump(mode="json"), "label": ""} for mark in marks],
        "read_only": read_only,
        "attempt": attempt,
    }
    _mount(key=key, data=content, height=height)
