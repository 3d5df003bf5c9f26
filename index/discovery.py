"""Which files of a folder are documents, and which are not, by name and with the reason.

A document's name is its path relative to the folder, `/`-separated and kept as the file system
spells it: two names that differ in letter case or in Unicode form are two documents.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from db.errors import InvalidInput
from db.models import Frozen
from db.page_store import PageStore

_SUFFIX = ".pdf"
_MAX_NAME_CHARS = 1024
_MAX_BYTES = 1024**3
_CHUNK_BYTES = 1 << 20


class Failure(Frozen):
    """A file that is not in the index; the reason completes "X.pdf ..."."""

    document: str
    reason: str


class Stamp(NamedTuple):
    """What a directory entry says of a file. `ctime_ns` moves with every change and cannot be set back."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class FoundFile(NamedTuple):
    """A file that may be a document; the stamp is the one it was found and hashed with."""

    document: str
    path: Path
    stamp: Stamp


class Discovery(NamedTuple):
    """Everything that ends in .pdf, in order of name: what may be read, and what may not."""

    files: tuple[FoundFile, ...]
    failed: tuple[Failure, ...]


class _Unusable(Exception):
    """Why a directory entry is no document."""


def discover(folder: Path) -> Discovery:
    """Look through the folder and its sub-folders. Links to folders are not followed."""
    root = folder.resolve()
    if not root.is_dir():
        raise InvalidInput(f"The folder {folder.name!r} does not exist or is no folder.")
    files: list[FoundFile] = []
    failed: list[Failure] = []
    for path in _candidates(root):
        name = path.relative_to(root).as_posix()
        try:
            files.append(_found(name, path, root))
        except _Unusable as why:
            failed.append(Failure(document=printable(name), reason=str(why)))
    return Discovery(
        tuple(sorted(files, key=lambda file: file.document)),
        tuple(sorted(failed, key=lambda failure: failure.document)),
    )


def _candidates(root: Path) -> Iterator[Path]:
    unreadable: list[OSError] = []
    for parent, folders, names in os.walk(root, onerror=unreadable.append):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(_SUFFIX):
                yield Path(parent, name)
        yield from (Path(parent, name) for name in folders if Path(parent, name).is_symlink())
    yield from (Path(os.fsdecode(error.filename)) for error in unreadable if error.filename != str(root))


def _found(name: str, path: Path, root: Path) -> FoundFile:
    _check_name(name)
    try:
        if not path.resolve(strict=True).is_relative_to(root):
            raise _Unusable("is a link that leaves the folder")
        status = path.stat()
    except (OSError, RuntimeError) as error:
        raise _Unusable("is a broken link or cannot be looked at") from error
    if stat.S_ISDIR(status.st_mode):
        raise _Unusable(_folder_reason(path))
    if not stat.S_ISREG(status.st_mode):
        raise _Unusable("is not a regular file")
    if not os.access(path, os.R_OK):
        raise _Unusable("may not be read (permission denied)")
    if status.st_size == 0:
        raise _Unusable("is empty (0 bytes)")
    if status.st_size > _MAX_BYTES:
        raise _Unusable("is larger than 1 GiB")
    return FoundFile(name, path, _stamp(status))


def _folder_reason(path: Path) -> str:
    if path.is_symlink():
        return "is a link to a folder; links to folders are not followed"
    return "is a folder that may not be read (permission denied)"


def _check_name(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise _Unusable("has a name that is not valid UTF-8; rename it") from error
    if len(name) > _MAX_NAME_CHARS:
        raise _Unusable(f"has a path longer than {_MAX_NAME_CHARS} characters; move or rename it")


def printable(name: str) -> str:
    """The name as it can be written into a report, with bytes that are no text as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def stamp_of(path: Path) -> Stamp:
    """What the directory entry says now. Raises OSError."""
    return _stamp(path.stat())


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def unchanged_since(path: Path, stamp: Stamp) -> bool:
    """Whether the directory entry still says what it said.

    To be asked after something was read from the file and before it is kept under the sha256 that the file
    had with this stamp: then it was read from these bytes. What only looks changed is read again.
    """
    try:
        return stamp_of(path) == stamp
    except OSError:
        return False


class FileMoved(Exception):
    """A file changed while it was being read: nobody knows of which bytes that was."""


def sha256_of(path: Path) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def hashed(file: FoundFile, store: PageStore) -> str:
    """The file's sha256, read only if its directory entry changed since it was last hashed.

    Raises:
        OSError: it cannot be read.
        FileMoved: it changed since it was found.
    """
    key, stamp = str(file.path), ":".join(map(str, file.stamp))
    known = store.file_hash(key, stamp)
    if known is not None:
        return known
    sha256 = sha256_of(file.path)
    if not unchanged_since(file.path, file.stamp):
        raise FileMoved
    store.remember_hash(key, stamp, sha256)
    return sha256
