"""What SQLite says of a page store that cannot be used, as one sentence for whoever waits."""

from __future__ import annotations

import sqlite3

from db import os_trouble
from db.errors import AppError, IndexMissing

DAMAGED = "The page store of this index is damaged; delete its pages.sqlite and build it again."
_UNUSABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}


class PageStoreUnusable(AppError):
    """The page store cannot be read or written: no space, no permission, or somebody else holds it."""


def may_not_read(error: OSError) -> PageStoreUnusable:
    """The page store is there, and the operating system does not let us read it."""
    return PageStoreUnusable(os_trouble.cannot("The page store of this index", "read", error))


def for_people(error: BaseException) -> AppError | None:
    """Damage, a full disk or a lock as one sentence; None for anything else."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return IndexMissing(DAMAGED)
    if code == sqlite3.SQLITE_FULL:
        return PageStoreUnusable("The disk is full; what was read is kept. Make room, then build again.")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return PageStoreUnusable("The page store of this index is busy; please try again.")
    if code in _UNUSABLE:
        return PageStoreUnusable(f"The page store of this index cannot be used: {error}.")
    return None
