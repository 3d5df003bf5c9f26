"""What SQLite says of a page store that cannot be used, as one sentence for whoever waits."""

from __future__ import annotations

import sqlite3

from db import os_trouble
from db.errors import AppError, IndexMissing

# Everything in it can be read again but two things, so nobody is told to delete it.
DAMAGED = (
    "The page store of this index is damaged: restore its pages.sqlite from a backup; if there is none, move "
    "that file away (keep it) and build the index again, which loses the text of documents that are no "
    "longer in the folder, though older builds and their studies use it, and every page that was read again "
    "on request, which has to be asked for again."
)
PAGE_DAMAGED = (
    "A page is damaged in the page store of this index: build the index again, which reads the page anew if "
    "its file is in the folder; if it is not, put it there first, or restore pages.sqlite from a backup."
)
_UNUSABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}


class PageDamaged(IndexMissing):
    """What the page store has of one page cannot be read; the others can."""

    def __init__(self) -> None:
        super().__init__(PAGE_DAMAGED)


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
