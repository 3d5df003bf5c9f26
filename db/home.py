"""Where everything lives: one folder, `PAGETRAIL_HOME` (default `./data`).

Commands and the app read the same setting, so what one writes the other finds.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from db.errors import InvalidInput

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def home() -> Path:
    """The folder that holds the database, the indexes and the image cache."""
    return Path(os.environ.get("PAGETRAIL_HOME", "data")).expanduser().resolve()


def database_path() -> Path:
    """The one SQLite file with everything that cannot be computed again."""
    return home() / "pagetrail.db"


def image_cache_folder() -> Path:
    """Rendered page images; may be deleted at any time."""
    return home() / "cache" / "pages"


def index_folder(name_or_path: str) -> Path:
    """A bare name means `PAGETRAIL_HOME/indexes/NAME`; anything with a separator is a path."""
    if "/" in name_or_path or os.sep in name_or_path or name_or_path in {".", ".."}:
        return Path(name_or_path).expanduser().resolve()
    return home() / "indexes" / checked_name(name_or_path, "index name")


def lasting_index_name(name_or_path: str) -> str:
    """A bare name as it is; a path in full, so that the app finds it from any folder."""
    folder = index_folder(name_or_path)
    return name_or_path if folder == index_folder(folder.name) else str(folder)


def is_plain_name(name: str) -> bool:
    """Whether a name stays where names stand: nothing in it leads to another folder."""
    return _NAME.fullmatch(name) is not None


def checked_name(name: str, what: str) -> str:
    """Return `name` if it is safe as a folder and address part; otherwise say what is allowed."""
    if not is_plain_name(name):
        raise InvalidInput(
            f"{what} {name[:100]!r} cannot be used: take letters, digits, dot, dash and underscore, "
            "at most 100, beginning with a letter or digit."
        )
    return name
