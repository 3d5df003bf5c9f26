"""What a withdrawn participant did is erased: the one place where payloads of events are ever rewritten.

Kinds, sequence numbers and times stay, so that every stream still counts 1, 2, 3 …; what was searched, read,
marked, answered and said is gone, here and in everything computed from it. All inside the transaction of the
caller: whoever is interrupted leaves all of it or nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlite_utils import Database

from db.connection import empty_log_after_commit
from db.event_log import ERASED

NO_NAME = "Withdrawn"
"""What stands for the name of somebody who left."""
_OF_ATTEMPTS = (
    "UPDATE verdicts SET reason = '' WHERE attempt_id IN (SELECT value FROM json_each(?))",
    "UPDATE attempt_notes SET text = '', tags = '[]', removed_why = '' "
    "WHERE attempt_id IN (SELECT value FROM json_each(?))",
    "UPDATE failure_codes SET note = '' WHERE attempt_id IN (SELECT value FROM json_each(?))",
    "UPDATE model_replies SET prompt = '', reply = '' WHERE EXISTS "
    "(SELECT 1 FROM json_each(attempts) AS theirs "
    "WHERE theirs.value IN (SELECT value FROM json_each(?)))",
    "DELETE FROM derived_attempts WHERE attempt_id IN (SELECT value FROM json_each(?))",
    "DELETE FROM derived_rows WHERE attempt_id IN (SELECT value FROM json_each(?))",
)
_GUARD = "events_are_not_changed"


def erase_streams(database: Database, stream_ids: Sequence[str]) -> int:
    """Erase the payloads of these streams; returns of how many events that were not erased before.

    Judgements of the answers keep their score, notes and failure codes their place, and lose what was
    written: it may quote an answer. What models were asked and wrote about them goes too.
    """
    if not database.conn.in_transaction:
        raise RuntimeError("erasing is part of a transaction: all of it, or nothing")
    chosen = json.dumps(list(stream_ids))
    with _overwriting(database), _without_guard(database):
        erased = database.execute(
            "UPDATE events SET payload = ? "
            "WHERE stream_id IN (SELECT value FROM json_each(?)) AND payload <> ?",
            [ERASED, chosen, ERASED],
        ).rowcount
        for statement in _OF_ATTEMPTS:
            database.execute(statement, [chosen])
    empty_log_after_commit(database)
    return erased


def erase_reasons(
    database: Database, study_stream: str, account_id: str, person_id: str, attempt_ids: Sequence[str]
) -> None:
    """Empty what researchers wrote about somebody.

    Why they or an answer of theirs were left out or taken back, and how they came to know an item. That it
    was so, when and by whom stays.
    """
    with _overwriting(database), _without_guard(database):
        database.execute(
            "UPDATE events SET payload = json_set(payload, '$.reason', '') WHERE stream_id = ? "
            "AND kind IN ('excluded', 'reincluded') AND payload <> ? "
            "AND payload ->> '$.id' IN (SELECT value FROM json_each(?))",
            [study_stream, ERASED, json.dumps([account_id, *attempt_ids])],
        )
        # Two reasons for one item become one empty one.
        database.execute("UPDATE OR REPLACE exposures SET why = '' WHERE person_id = ?", [person_id])
    empty_log_after_commit(database)


def erase_name(database: Database, account_id: str) -> None:
    """Forget what somebody is called; their account stays, under its pseudonym."""
    with _overwriting(database):
        database.execute("UPDATE accounts SET name = ? WHERE account_id = ?", [NO_NAME, account_id])


@contextmanager
def _without_guard(database: Database) -> Iterator[None]:
    """Take the trigger away that refuses changes, and put it back word for word.

    The schema is part of the transaction: nobody else ever sees a log without its guard.
    """
    row = database.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", [_GUARD]
    ).fetchone()
    if row is None:
        raise RuntimeError(f"the log has lost its trigger {_GUARD}")
    database.execute(f"DROP TRIGGER {_GUARD}")
    yield
    database.execute(row[0])


@contextmanager
def _overwriting(database: Database) -> Iterator[None]:
    """Have SQLite write zeros over what is erased, rather than only forget where it stood."""
    before = database.execute("PRAGMA secure_delete").fetchone()[0]
    database.execute("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        database.execute(f"PRAGMA secure_delete = {int(before)}")
