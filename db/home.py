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
    """The bare name by which the app finds an index from now on, wherever it lies.

    An index elsewhere gets a link among the others: where it lies on the server then stands in no table, on
    no screen and in no file.

    Raises:
        InvalidInput: its folder has no usable name, there is another index of that name, or no link can be
            made.
    """
    folder = index_folder(name_or_path)
    name = checked_name(folder.name, "index name")
    place = index_folder(name)
    if folder == place or folder == place.resolve():
        return name
    if place.exists() or place.is_symlink():
        raise InvalidInput(
            f"There is another index {name!r} already; rename the folder of this one, or use that one."
        )
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(folder, target_is_directory=True)
    except OSError as error:
        raise InvalidInput(
            f"Index {name!r} lies elsewhere, and no link to it can be made: {error.strerror}. Build it with "
            f"--out {name}."
        ) from error
    return name


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
