"""What the operating system says no to, in words for people: the file's name, never its folder."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Literal

_REASONS = {
    errno.EACCES: "it may not be read or written by this user",
    errno.EPERM: "it may not be read or written by this user",
    errno.EROFS: "it lies on a disk that is read-only",
    errno.EMFILE: "too many open files",
    errno.ENFILE: "too many open files",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EBADF: "it is closed",
}
_NOT_THERE = {errno.ENOENT, errno.ENOTDIR}


def reason(error: OSError) -> str:
    """Why it did not work, without a path."""
    return _REASONS.get(error.errno or 0) or (error.strerror or "unknown cause").lower()


def sentence(error: OSError) -> str:
    """The whole error as one sentence."""
    if isinstance(error.filename, str) and error.filename:
        return f"{Path(error.filename).name[:200]!r} cannot be used: {reason(error)}."
    return f"A file or folder cannot be used: {reason(error)}."


def cannot(what: str, done: Literal["read", "written"], error: OSError) -> str:
    """What is there cannot be read or written, and why."""
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"{what} may not be {done} by this user."
    return f"{what} cannot be {done}: {reason(error)}."


def is_not_there(error: OSError) -> bool:
    """Whether there is no such file, rather than one that cannot be used."""
    return error.errno in _NOT_THERE
