"""What was computed of attempts of runs one by one: a table that can be emptied, and costs only time then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlite_utils import Database

from db.version import VERSION


class DerivedRow(NamedTuple):
    """`made_of` names everything that `row` was computed from."""

    attempt_id: str
    made_of: str
    row: str


def rows_of_run(database: Database, run_id: str) -> dict[str, DerivedRow]:
    """Attempt id -> what was made of it, for one run.

    What another version of the app made is left out: it may have counted differently.
    """
    rows = database.execute(
        "SELECT d.attempt_id, d.made_of, d.row FROM derived_rows d JOIN run_attempts a USING (attempt_id) "
        "WHERE a.run_id = ? AND d.made_by = ?",
        [run_id, VERSION],
    )
    return {row[0]: DerivedRow(*row) for row in rows}


def put_rows(database: Database, rows: Iterable[DerivedRow]) -> None:
    """Store these in place of what was made of the same attempts before."""
    database.conn.executemany(
        "INSERT INTO derived_rows (attempt_id, made_of, made_by, row) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (attempt_id) DO UPDATE SET "
        "made_of = excluded.made_of, made_by = excluded.made_by, row = excluded.row",
        [(one.attempt_id, one.made_of, VERSION, one.row) for one in rows],
    )


def clear_rows(database: Database) -> None:
    """Forget all of them."""
    database.execute("DELETE FROM derived_rows")
