"""A copy of the database while people work, and a look at its health."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from db.connection import cause, connect
from db.errors import InvalidInput
from db.event_log import KINDS

_LONGEST_NAME = 200  # bytes; file systems take 255, and the partial copy has a longer name


def back_up(source: Database, target: Path) -> int:
    """Copy a consistent state to a new file with SQLite's online backup; returns its size in bytes.

    The copy is checked before it gets its name, so a file of that name is always whole.

    Raises:
        InvalidInput: the file exists already, or cannot be written.
    """
    if len(os.fsencode(target.name)) > _LONGEST_NAME:
        raise InvalidInput(f"The name {target.name[:40]!r}… is too long; choose a shorter one.")
    if target.exists():
        raise InvalidInput(f"{target.name!r} exists already; choose another name, nothing was written.")
    if not target.parent.is_dir():
        raise InvalidInput(f"There is no folder for {target.name!r}; make it first.")
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)  # of a backup that was killed
        _copy(source, partial)
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise InvalidInput(f"The backup {target.name!r} could not be written: {cause(error)}.") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Database, partial: Path) -> None:
    copy = connect(partial)
    try:
        source.conn.backup(copy.conn, pages=1000)
        copy.execute("PRAGMA journal_mode = DELETE")
        problems = integrity_problems(copy)
    finally:
        copy.close()
    if problems:
        raise InvalidInput(f"The copy is not sound: {problems[0]}.")


def integrity_problems(database: Database) -> list[str]:
    """What SQLite and our own rules find wrong; empty when all is well."""
    try:
        return [*_damage(database), *_broken_rules(database)]
    except sqlite3.DatabaseError as error:
        return [f"the file cannot be read: {error}"]


def _damage(database: Database) -> list[str]:
    damage = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
    dangling = database.execute("PRAGMA foreign_key_check")
    return damage + [f"row {row[1]} of {row[0]} points nowhere" for row in dangling]


def _broken_rules(database: Database) -> list[str]:
    kinds = database.execute("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind")
    unknown = [f"{n} events are of unknown kind {kind!r}" for kind, n in kinds if kind not in KINDS]
    return [
        *(f"stream {id_} holds {n} events {gap}" for id_, n, gap in _gaps(database, _EVENTS)),
        *unknown,
        *(f"item {id_} holds {n} revisions {gap}" for id_, n, gap in _gaps(database, _REVISIONS)),
        *(f"item {id_} holds {n} steps {gap}" for id_, n, gap in _gaps(database, _STEPS)),
        *(f"item {row[0]} has no revision" for row in database.execute(_BARE_ITEMS)),
    ]


def _gaps(database: Database, numbered: str) -> Iterator[tuple[str, int, str]]:
    """(id, rows, `numbered 2 to 4`) wherever the numbers of one id are not 1 to the count of its rows."""
    for id_, n, low, top in database.execute(numbered):
        yield id_, n, f"numbered {low} to {top}"


_EVENTS = (
    "SELECT stream_id, count(*), min(seq), max(seq) FROM events GROUP BY stream_id "
    "HAVING min(seq) <> 1 OR count(*) <> max(seq)"
)
_REVISIONS = (
    "SELECT item_id, count(*), min(revision), max(revision) FROM authored_revisions GROUP BY item_id "
    "HAVING min(revision) <> 1 OR count(*) <> max(revision)"
)
_STEPS = (
    "SELECT item_id, count(*), min(seq), max(seq) FROM item_steps GROUP BY item_id "
    "HAVING min(seq) <> 1 OR count(*) <> max(seq)"
)
_BARE_ITEMS = (
    "SELECT item_id FROM authored_items i WHERE NOT EXISTS "
    "(SELECT 1 FROM authored_revisions WHERE item_id = i.item_id)"
)


def stats(database: Database) -> dict[str, Any]:
    """How many rows each table holds, and events by kind."""
    tables = [name for name in database.table_names() if not name.startswith(("_", "sqlite_"))]
    kinds = dict(database.execute("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind"))
    return {"tables": {name: database[name].count for name in sorted(tables)}, "events": kinds}
