"""A copy of the database while people work, and a look at its health."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from db.connection import connect
from db.errors import InvalidInput


def back_up(source: Database, target: Path) -> int:
    """Copy a consistent state to a new file with SQLite's online backup; returns its size in bytes.

    The copy is checked before it gets its name, so a file of that name is always whole.

    Raises:
        InvalidInput: the file exists already, or cannot be written.
    """
    if target.exists():
        raise InvalidInput(f"{target.name!r} exists already; choose another name, nothing was written.")
    if not target.parent.is_dir():
        raise InvalidInput(f"There is no folder for {target.name!r}; make it first.")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    copy = connect(partial)
    try:
        source.conn.backup(copy.conn, pages=1000)
        copy.execute("PRAGMA journal_mode = DELETE")
        problems = integrity_problems(copy)
    except sqlite3.Error as error:
        raise InvalidInput(f"The backup could not be written: {error}.") from error
    finally:
        copy.close()
    if problems:
        raise InvalidInput(f"The copy is not sound: {problems[0]}")
    partial.replace(target)
    return target.stat().st_size


def integrity_problems(database: Database) -> list[str]:
    """What SQLite and our own rules find wrong; empty when all is well."""
    problems = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
    problems += [
        f"row {row[1]} of {row[0]} points nowhere" for row in database.execute("PRAGMA foreign_key_check")
    ]
    gaps = database.execute(
        "SELECT stream_id, count(*), max(seq) FROM events GROUP BY stream_id HAVING count(*) <> max(seq)"
    )
    problems += [f"stream {stream} holds {n} events numbered up to {top}" for stream, n, top in gaps]
    return problems


def stats(database: Database) -> dict[str, Any]:
    """How many rows each table holds, and events by kind."""
    tables = [name for name in database.table_names() if not name.startswith(("_", "sqlite_"))]
    kinds = dict(database.execute("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind"))
    return {"tables": {name: database[name].count for name in sorted(tables)}, "events": kinds}
