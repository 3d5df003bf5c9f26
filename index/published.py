"""The folder of an index: builds beside each other, and a pointer to the one in use.

    INDEX/builds/<fingerprint>/   manifest.json, the search files (read-only) and their seal; never changed
                                  after publishing
    INDEX/current                 the fingerprint in use; replaced by a rename, so always whole
    INDEX/pages.sqlite            what was read, shared by all builds

Nothing is ever rebuilt in place: readers that have an old build open go on undisturbed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from db import os_trouble
from db.errors import Conflict, IndexMissing, IndexUnreadable, InvalidInput
from db.home import home

_FINGERPRINT = re.compile(r"[0-9a-f]{32}")
_UNFINISHED = ".unfinished"
_LOCK = "lock"
_MOST_CHARS_OF_LOCK = 400
_A_BUILD = "Another build"


class IndexFolder:
    """Where the parts of an index are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def page_store(self) -> Path:
        """What was read from the documents."""
        return self.folder / "pages.sqlite"

    def build(self, fingerprint: str) -> Path:
        """The folder of one build, whether it exists or not. The name is checked first."""
        if not _FINGERPRINT.fullmatch(fingerprint):
            raise IndexMissing(f"{fingerprint[:64]!r} is no fingerprint of an index build.")
        return self.folder / "builds" / fingerprint

    def current(self) -> str | None:
        """The fingerprint in use, or None before the first build.

        Raises:
            IndexUnreadable: this user may not look, or too many files are open.
        """
        try:
            text = self._pointer.read_text(encoding="ascii").strip()
        except UnicodeDecodeError:
            return None
        except OSError as error:
            if os_trouble.is_not_there(error):
                return None
            what = f"Index {self.folder.name!r}"
            raise IndexUnreadable(os_trouble.cannot(what, "read", error)) from error
        return text if _FINGERPRINT.fullmatch(text) else None

    def switch_to(self, fingerprint: str) -> None:
        """Put a finished build into use: whoever opens the index from now on gets it."""
        if not self.build(fingerprint).is_dir():
            raise IndexMissing(f"There is no build {fingerprint} to switch to.")
        beside = self.folder / f"current{_UNFINISHED}"
        beside.write_text(fingerprint + "\n", encoding="ascii")
        _sync(beside)
        beside.replace(self._pointer)
        _sync(self.folder)

    @contextmanager
    def new_build(self, fingerprint: str) -> Iterator[Path]:
        """A folder to fill; it becomes the build of this fingerprint only if nothing goes wrong.

        It takes the place of a build of that name, which is for builds that were damaged. Whoever has
        that one open keeps its files.
        """
        final = self.build(fingerprint)
        unfinished = final.with_name(final.name + _UNFINISHED)
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        yield unfinished
        for path in unfinished.rglob("*"):
            _sync(path)
        replaced = final.with_name(f"{final.name}.replaced{_UNFINISHED}")
        shutil.rmtree(replaced, ignore_errors=True)
        if final.is_dir():
            final.rename(replaced)
        unfinished.rename(final)
        _sync(final.parent)
        shutil.rmtree(replaced, ignore_errors=True)

    def put_back(self) -> None:
        """Give builds that were being replaced when their builder was killed their place again."""
        ending = f".replaced{_UNFINISHED}"
        for name in self.builds():
            final = self.folder / "builds" / name.removesuffix(ending)
            if name.endswith(ending) and not final.exists():
                final.with_name(name).rename(final)

    def require_room(self) -> None:
        """Refuse a folder that holds other things, before anything is written there.

        Raises:
            InvalidInput: it is not empty, and no index.
        """
        if not self.folder.is_dir() or self.page_store.exists() or self.current() is not None:
            return
        # A builder that was killed at once leaves its lock only.
        if any(path.name != _LOCK for path in self.folder.iterdir()):
            raise InvalidInput(
                f"The folder {self.folder.resolve().name!r} is not empty and holds no index; give --out the "
                "name of an index, or a folder that is new or empty."
            )

    def builds(self) -> list[str]:
        """The names of all builds, whole or not."""
        folder = self.folder / "builds"
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []

    def whole_builds(self) -> list[str]:
        """The names of all builds that were published, whether they are of use or not."""
        return [name for name in self.builds() if _FINGERPRINT.fullmatch(name)]

    def leftovers(self) -> list[str]:
        """What killed builds left behind; nothing while a builder runs, for then it may be its own."""
        beside = [*self.folder.glob(f"*{_UNFINISHED}"), *self.folder.glob(f"builds/*/*{_UNFINISHED}")]
        found = [path.name for path in beside] + [n for n in self.builds() if n.endswith(_UNFINISHED)]
        if not found:
            return []
        try:
            with self.locked():
                return sorted(found)
        except (Conflict, IndexUnreadable, OSError):
            # A builder may be running, and who may not write here cannot know.
            return []

    def prune(self, keep: set[str]) -> None:
        """Remove all builds but these, and what killed builds left behind."""
        for name in self.builds():
            if name not in keep:
                shutil.rmtree(self.folder / "builds" / name, ignore_errors=True)

    @contextmanager
    def locked(self, what: str = _A_BUILD) -> Iterator[None]:
        """Only one builder at a time; the lock ends with its holder, however that ends.

        Args:
            what: for whoever else wants it meanwhile: what runs, as the beginning of a sentence.

        Raises:
            Conflict: something else runs; the sentence says what.
            IndexUnreadable: this user may not write there, or the disk is read-only.
        """
        with self._lock_file() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                file.seek(0)
                runs = file.read(_MOST_CHARS_OF_LOCK).strip() or _A_BUILD
                name = repr(self.folder.name)
                where = f"of index {name}" if runs == _A_BUILD else f"in index {name}"
                raise Conflict(f"{runs} {where} is running; wait until it ends.") from error
            file.truncate(0)
            file.write(what)
            file.flush()
            yield

    def _lock_file(self) -> TextIO:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return (self.folder / _LOCK).open("a+", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            what = f"Index {self.folder.name!r}"
            raise IndexUnreadable(os_trouble.cannot(what, "written", error)) from error

    @property
    def _pointer(self) -> Path:
        return self.folder / "current"


def index_names() -> list[str]:
    """The indexes under PAGETRAIL_HOME that have a build in use, by name."""
    folder = home() / "indexes"
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if _is_in_use(IndexFolder(path)))


def _is_in_use(index: IndexFolder) -> bool:
    try:
        return index.current() is not None
    except IndexUnreadable:
        # One that cannot be read does not hide the others.
        return False


def _sync(path: Path) -> None:
    """Have the disk keep it, so that a power cut finds the pointer and its build or neither."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
