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
