"""Opening the database, and the one way to write to it.

Every thread opens its own connection (0.1 ms); none is cached. Writers take `BEGIN IMMEDIATE`: a
transaction that reads first and writes later in deferred mode fails under load, whatever the timeout.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from db.errors import AppError
from db.migrations import migrate

BUSY_TIMEOUT_S = 20.0


class DatabaseBusy(AppError):
    """Somebody else held the database for longer than the busy timeout."""


def connect(path: Path | str) -> Database:
    """Open a database as it is. Use it in this thread only, and close it."""
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    return Database(connection, recursive_triggers=True)


def open_database(path: Path) -> Database:
    """Open the database, making it and bringing its tables up to date where needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = connect(path)
    migrate(database)
    return database


def memory_database() -> Database:
    """A fresh, migrated database in memory: for tests and for scoring without a file."""
    database = connect(":memory:")
    migrate(database)
    return database


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """A connection for reading, closed afterwards. The database must exist (see `open_database`)."""
    database = connect(path)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def writing(database: Database) -> Iterator[Database]:
    """One transaction for one use case: committed whole, or not at all.

    Raises:
        DatabaseBusy: another process wrote for longer than the busy timeout; nothing was changed.
    """
    try:
        database.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        raise DatabaseBusy("The database is busy. Nothing was changed; please try again.") from error
    try:
        yield database
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
