"""Tables that can be dropped at any time, because everything in them is computed from events."""

from __future__ import annotations

from sqlite_utils import Database

from db.version import VERSION


def stored_records(database: Database, study_id: str) -> dict[str, tuple[int, str]]:
    """Attempt id -> (newest event folded into it, what was made of them), for one study.

    What another version of the app made is left out: it may have counted differently.
    """
    rows = database.execute(
        "SELECT d.attempt_id, d.last_seq, d.record FROM derived_attempts d "
        "JOIN assignments a USING (attempt_id) WHERE a.study_id = ? AND d.made_by = ?",
        [study_id, VERSION],
    )
    return {attempt_id: (last_seq, record) for attempt_id, last_seq, record in rows}


def store_record(database: Database, attempt_id: str, last_seq: int, record: str) -> None:
    """Store a record, unless a newer one is there already."""
    database.execute(
        "INSERT INTO derived_attempts (attempt_id, last_seq, made_by, record) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (attempt_id) DO UPDATE SET "
        "last_seq = excluded.last_seq, made_by = excluded.made_by, record = excluded.record "
        "WHERE excluded.last_seq >= derived_attempts.last_seq",
        [attempt_id, last_seq, VERSION, record],
    )


def clear(database: Database) -> None:
    """Forget everything derived."""
    database.execute("DELETE FROM derived_attempts")
