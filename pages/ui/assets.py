"""JavaScript and CSS of the components: plain files, joined into the one string that a component takes.

The files hold classes without import or export; the entry file, last, exports the mounting function.
Files are read once per process.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from db.errors import NotFound

FOLDER = Path(__file__).parent / "assets"

VIEWER = (
    "viewer_request",
    "event_mirror",
    "event_queue",
    "page_source",
    "shortcuts",
    "viewer_dom",
    "viewer_marks",
    "viewer_views",
    "viewer_text",
    "viewer_words",
    "viewer_find",
    "viewer_thumbs",
    "viewer_toolbar",
    "viewer_page",
    "regions",
    "viewer_evidence",
    "viewer_overlay",
    "viewer_turner",
    "viewer",
)
"""The scripts that the page viewer consists of, in the order in which they must stand."""

TOOL = (
    "bench_dom",
    "load_anew",
    "next_page",
    "bench_connection",
    "bench_http",
    "bench_voice",
    "bench_notices",
    "bench_query_language",
    "bench_hits",
    "bench_given",
    "bench_history",
    "search_panel",
    "evidence_tray",
    "bench_answer_parts",
    "help_sheet",
    "field_limit",
    "bench_frame",
)
"""The scripts of the search tool around the viewer: what bench, desk and review have in common."""

ANSWERING = (
    "bench_confidence",
    "answer_form",
    "bench_saving",
    "bench_drafts",
    "bench_submission",
    "bench_limits",
    "working_clock",
    "bench_countdown",
    "bench_pause",
    "bench_time_up",
    "bench_time",
    "bench_layout",
    "bench_restore",
    "bench_kind",
    "bench",
)
"""The scripts of whoever answers, a participant or a reviewer who is blind."""

WRITING = (
    "bench_places",
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
)
"""The scripts of the form in which an item is written or corrected."""

REPLAY = ("replay_lane", "replay_timeline", "replay_steps", "replay_column")
"""The parts of a replay, which come after those of the viewer."""

VIEWER_STYLES = ("tokens", "viewer", "viewer_thumbs", "viewer_page")
"""The style sheets of the page viewer, in the order in which they must stand."""

TOOL_STYLES = (
    *VIEWER_STYLES,
    "bench",
    "bench_controls",
    "bench_search",
    "bench_history",
    "bench_answer",
    "bench_overlays",
    "bench_room",
)
"""The style sheets of the search tool, in the order in which they must stand."""

WRITING_STYLES = (
    "bench_places",
    "desk",
    "desk_form",
    "desk_checks",
    "desk_shelf",
    "desk_overlays",
)
"""The style sheets of the form, behind those of the tool."""


def script(*names: str, entry: str) -> str:
    """The JavaScript of a component: the named files in order, then the entry file with its export.

    Names are file names without `.js`. Raises NotFound if a file does not exist.
    """
    return "\n".join(_text(f"{name}.js") for name in (*names, entry))


def style(*names: str) -> str:
    """The CSS of a component: the named files in order, names without `.css`. Raises NotFound."""
    return "\n".join(_text(f"{name}.css") for name in names)


@cache
def _text(file_name: str) -> str:
    path = FOLDER / file_name
    if Path(file_name).name != file_name or not path.is_file():
        raise NotFound(f"There is no asset {file_name!r}.")
    return path.read_text(encoding="utf-8")
