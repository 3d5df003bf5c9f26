"""Opening the database, and the one way to write to it.

Every thread opens its own connection (0.1 ms); none is cached. Writers take `BEGIN IMMEDIATE`: a
transaction that reads first and writes later in deferred mode fails under load, whatever the timeout.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from db.errors import AppError
from db.migrations import migrate

__all__ = [
    "BUSY_TIMEOUT_S",
    "Database",
    "DatabaseBusy",
    "DatabaseUnusable",
    "connect",
    "empty_log_after_commit",
    "memory_database",
    "open_database",
    "reading",
    "writing",
]

BUSY_TIMEOUT_S = 20.0
_LOG = logging.getLogger(__name__)
_TROUBLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
}


class DatabaseBusy(AppError):
    """Somebody else held the database for longer than the busy timeout."""


class DatabaseUnusable(AppError):
    """The file cannot be read or written: no space, no permission, damage, or no database at all."""


def connect(path: Path | str) -> Database:
    """Open a database as it is. Use it in this thread only, and close it."""
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        return Database(connection, recursive_triggers=True)
    except sqlite3.Error:
        connection.close()
        raise


def open_database(path: Path) -> Database:
    """Open the database, making it and bringing its tables up to date where needed.

    Raises:
        DatabaseBusy: another process wrote for longer than the busy timeout.
        DatabaseUnusable: the file is no database, or cannot be made or written.
    """
    return _open_and_migrate(path)[0]


def bring_up_to_date(path: Path) -> list[str]:
    """Make the database, or bring its tables up to date; returns the steps that ran.

    Raises:
        DatabaseBusy, DatabaseUnusable: as `open_database`.
    """
    database, applied = _open_and_migrate(path)
    database.close()
    return applied


def _open_and_migrate(path: Path) -> tuple[Database, list[str]]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Names and answers are for the server's own account, not for everybody on the machine.
        path.touch(mode=0o600, exist_ok=True)
        database = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseUnusable(f"The database {path.name!r} cannot be opened: {cause(error)}.") from error
    try:
        return database, migrate(database)
    except sqlite3.DatabaseError as error:
        database.close()
        told = for_people(error)
        if told is None:
            raise
        raise told from error


def for_people(error: BaseException) -> AppError | None:
    """A lock, a full disk or a damaged file as one sentence for whoever waits; None for a bug of ours."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return DatabaseBusy("The database is busy. Nothing was changed; please try again.")
    if code in _TROUBLE:
        return DatabaseUnusable(f"The database cannot be used: {error}. Nothing was changed.")
    return None


def cause(error: Exception) -> str:
    """What went wrong, without the path that an operating system error carries."""
    return (error.strerror or "unknown cause") if isinstance(error, OSError) else str(error)


def memory_database() -> Database:
    """A fresh, migrated database in memory: for tests and for scoring without a file."""
    database = connect(":memory:")
    migrate(database)
    return database


@contextmanager
def opened_database(path: Path) -> Iterator[Database]:
    """The database for one command: opened as by `open_database`, closed afterwards."""
    database = open_database(path)
    try:
        yield database
    finally:
        database.close()


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
        DatabaseUnusable: the file cannot be written; nothing was changed.
    """
    if database.conn.in_transaction:
        raise RuntimeError("a transaction is open already: one use case, one transaction")
    try:
        database.execute("BEGIN IMMEDIATE")
    except sqlite3.DatabaseError as error:
        told = for_people(error)
        if told is None:
            raise
        raise told from error
    try:
        yield database
        database.execute("COMMIT")
        _empty_log_if_asked(database)
    except BaseException:
        # A full disk may have rolled back already, and a refused COMMIT leaves the transaction open.
        database.rollback()
        raise


def empty_log_after_commit(database: Database) -> None:
    """Have the write-ahead log emptied after this transaction: it still holds what was overwritten.

    Whoever reads at that moment keeps it from being emptied; it is tried again after every commit of this
    connection. A transaction that is undone asks for nothing.
    """
    database.execute("CREATE TEMP TABLE IF NOT EXISTS log_is_to_be_emptied (since TEXT)")


def _empty_log_if_asked(database: Database) -> None:
    asked = "SELECT 1 FROM sqlite_temp_master WHERE name = 'log_is_to_be_emptied'"
    if database.execute(asked).fetchone() is None:
        return
    # What is committed is committed: nobody waits for readers here, and trouble is for the next try.
    database.execute("PRAGMA busy_timeout = 0")
    try:
        (is_busy, *_) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not is_busy:
            database.execute("DROP TABLE temp.log_is_to_be_emptied")
    except sqlite3.Error as error:
        _LOG.warning("the write-ahead log was not emptied yet: %s", error)
    finally:
        database.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY_TIMEOUT_S)}")


@contextmanager
def joined(database: Database) -> Iterator[Database]:
    """Part of the transaction that is open (a job of the app's writer), or one of its own as `writing`.

    Whoever opened the transaction undoes it when an error comes out of here; nobody else may catch it.

    Raises:
        DatabaseBusy, DatabaseUnusable: as `writing`.
    """
    if database.conn.in_transaction:
        yield database
        return
    with writing(database):
        yield database
