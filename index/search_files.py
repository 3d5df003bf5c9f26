"""The seal of a build: size and sha256 of each of its search files, so that damage is noticed.

It lies beside the manifest and is no part of the fingerprint. Builds from before there were seals have
none; they open as they always did.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from db.errors import IndexMissing
from db.models import Frozen
from index.discovery import sha256_of

SEARCH_FOLDER = "search"
SEAL = "search.sha256.json"
LOOK_EVERY_S = 1.0
_READ_ONLY = 0o444


class _File(Frozen):
    """One search file as it was when the build was published."""

    size: int
    sha256: str


class _Seal(Frozen):
    """All search files, by their path within the search folder."""

    format: Literal[1] = 1
    files: Mapping[str, _File]


def seal(build: Path) -> None:
    """Write the seal of a build that is not published yet, and make its search files read-only.

    Readers map the files: whoever cut one short would end them without a word.
    """
    folder = build / SEARCH_FOLDER
    files = {}
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        files[name] = _File(size=path.stat().st_size, sha256=sha256_of(path))
        path.chmod(_READ_ONLY)
    place = build / SEAL
    place.write_text(_Seal(files=files).model_dump_json(), encoding="utf-8")
    place.chmod(_READ_ONLY)


def is_sealed(build: Path) -> bool:
    """Whether this build has a seal, whole or not."""
    return (build / SEAL).is_file()


def damaged_files(build: Path, compared: Literal["sizes", "bytes"]) -> list[str]:
    """The search files that are not as they were published, by name; none of a build without a seal."""
    if not is_sealed(build):
        return []
    try:
        files = _Seal.model_validate_json((build / SEAL).read_bytes()).files
    except (OSError, ValidationError):
        return [SEAL]
    folder = build / SEARCH_FOLDER
    return [name for name, file in files.items() if not _is_whole(folder / name, file, compared)]


def require_whole(build: Path) -> None:
    """Look at the sizes only, which is cheap. Raises IndexMissing that names what is damaged."""
    names = damaged_files(build, "sizes")
    if names:
        raise IndexMissing(
            f"The search files of build {build.name[:12]} of index {build.parents[1].name!r} are damaged "
            f"({', '.join(names)}); build the index again."
        )


class FilesWatch:
    """Notices that search files which somebody has open were cut short, replaced or removed.

    Reading a map of a file that was cut short ends the process without a word.
    """

    def __init__(self, build: Path) -> None:
        """As they are now is how they should stay."""
        self._folder = build / SEARCH_FOLDER
        self._seen = {path: _stamp(path) for path in _files(self._folder)}
        self._looked_at = time.monotonic()

    def are_there(self) -> bool:
        """Whether they are the same; looks at most once a second, which takes microseconds.

        Also if the whole build is gone, or on its way from one folder to another: whoever has its files
        open keeps them.
        """
        now = time.monotonic()
        if now - self._looked_at < LOOK_EVERY_S:
            return True
        self._looked_at = now
        return all(_stamp(path) == seen for path, seen in self._seen.items()) or not self._folder.is_dir()


def _stamp(path: Path) -> tuple[int, int]:
    """Inode and size; zeros if it is gone."""
    try:
        now = path.stat()
    except OSError:
        return 0, 0
    return now.st_ino, now.st_size


def _is_whole(path: Path, file: _File, compared: Literal["sizes", "bytes"]) -> bool:
    try:
        return path.stat().st_size == file.size and (compared == "sizes" or sha256_of(path) == file.sha256)
    except OSError:
        return False


def _files(folder: Path) -> Iterator[Path]:
    """Without the locks that some engines keep there and take when they open."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.lower().endswith("lock"):
            yield path
