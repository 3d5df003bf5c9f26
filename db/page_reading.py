"""Opening a page store for reading, also where this user may not write beside it.

SQLite wants to make files beside a database that has a write-ahead log. Where it may not, and no log is
waiting, the file is read as one that nobody changes: whoever may write there and builds while such a
reader has it open must have the reader open it anew.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

from db import os_trouble
from db.errors import AppError, IndexMissing
from db.page_store import PageStore, readable
from db.page_trouble import PageStoreUnusable, may_not_read

# A connection, its log, its index and one to spare.
_FILES_WANTED = 4


def open_pages(path: Path) -> PageStore:
    """The page store for reading.

    Raises:
        IndexMissing: there is none, or it is damaged.
        PageStoreUnusable: this user may not read it, or the process has too many files open.
    """
    try:
        path.open("rb").close()
    except OSError as error:
        if os_trouble.is_not_there(error):
            raise IndexMissing("The index has no page store; build it first.") from error
        raise may_not_read(error) from error
    may_write = os.access(path.parent, os.W_OK, effective_ids=True)
    if not may_write and not _is_waiting(path):
        return _UnchangedPages(path)
    try:
        store = PageStore(path, "read")
    except AppError as error:
        raise _true_reason(error, may_write=may_write) from error
    try:
        # SQLite opens the files beside it with the first question.
        store.chosen_readings()
    except PageStoreUnusable as error:
        store.close()
        raise _true_reason(error, may_write=may_write) from error
    except IndexMissing:
        # Damage is told by whoever asks for a page: some of them may be whole.
        return store
    return store


def _true_reason(error: AppError, *, may_write: bool) -> AppError:
    """SQLite only says that it cannot open a file."""
    lack = _lack_of_files()
    if lack is not None:
        return may_not_read(lack)
    if may_write:
        return error
    return PageStoreUnusable(
        "The page store of this index has pages waiting in its log, and this user may not write beside it; "
        "have somebody who may open the index once."
    )


class _UnchangedPages(PageStore):
    """A page store that nobody changes while it is open."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        self._connection.text_factory = readable


def _is_waiting(path: Path) -> bool:
    """Whether pages are in the log only."""
    log = path.with_name(f"{path.name}-wal")
    return log.is_file() and log.stat().st_size > 0


def _lack_of_files() -> OSError | None:
    """Why no more files can be opened; None if they can."""
    opened: list[int] = []
    try:
        opened.extend(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC) for _ in range(_FILES_WANTED))
    except OSError as error:
        return error
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return None
