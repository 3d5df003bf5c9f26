"""One still picture of a database that people go on writing to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlite_utils import Database


@contextmanager
def snapshot(database: Database) -> Iterator[Database]:
    """Everything that is read inside is of one moment, whatever is committed meanwhile."""
    if database.conn.in_transaction:
        yield database
        return
    database.execute("BEGIN")
    try:
        yield database
    finally:
        # Nothing was written: this only lets go of the picture.
        database.rollback()


def log_version(database: Database) -> str:
    """A text that changes whenever an event, a verdict, an account or an assignment is added, or released."""
    row = database.execute(
        "SELECT (SELECT coalesce(max(rowid), 0) FROM events), (SELECT count(*) FROM verdicts), "
        "(SELECT count(*) FROM accounts), (SELECT count(*) FROM assignments), "
        "(SELECT count(*) FROM assignments WHERE released_at_ms IS NOT NULL)"
    ).fetchone()
    return ":".join(map(str, row))
