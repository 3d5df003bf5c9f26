"""Who answers which item of a study, and which of these places were given back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from db.errors import NotFound
from db.models import Assignment

_NAMES = (
    *("attempt_id", "study_id", "account_id", "item_id", "batch", "position", "condition", "purpose"),
    *("leased_until_ms", "released_at_ms", "released_why"),
)
_ASSIGNMENTS = (
    "SELECT attempt_id, study_id, account_id, item_id, batch, position, condition, purpose, "
    "leased_until_ms, released_at_ms, released_why FROM assignments "
)


def add_assignments(database: Database, assignments: Iterable[Assignment]) -> int:
    """Store assignments; those already there are left alone. Returns how many were new."""
    added = 0
    for one in assignments:
        cursor = database.execute(
            "INSERT INTO assignments (attempt_id, study_id, account_id, item_id, batch, position, condition, "
            "purpose, leased_until_ms, released_at_ms, released_why) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (attempt_id) DO NOTHING",
            [getattr(one, name) for name in _NAMES],
        )
        added += cursor.rowcount
    return added


def find_assignment(database: Database, attempt_id: str) -> Assignment:
    """The assignment behind an attempt.

    Raises:
        NotFound: there is none.
    """
    for row in database.execute(_ASSIGNMENTS + "WHERE attempt_id = ?", [attempt_id]):
        return _assignment(row)
    raise NotFound(f"There is no attempt {attempt_id[:100]!r}.")


def assignments_of(database: Database, study_id: str, account_id: str) -> list[Assignment]:
    """One person's items in the order in which they are answered, also those given back."""
    rows = database.execute(
        _ASSIGNMENTS + "WHERE study_id = ? AND account_id = ? ORDER BY position", [study_id, account_id]
    )
    return [_assignment(row) for row in rows]


def assignments_of_study(database: Database, study_id: str) -> list[Assignment]:
    """Everybody's items, person by person, of every purpose, also those given back."""
    rows = database.execute(_ASSIGNMENTS + "WHERE study_id = ? ORDER BY account_id, position", [study_id])
    return [_assignment(row) for row in rows]


def counted_assignments(database: Database, study_id: str) -> list[Assignment]:
    """The assignments that figures count: the study's own items, without places that were given back."""
    return [
        one
        for one in assignments_of_study(database, study_id)
        if one.purpose == "main" and not one.is_released
    ]


def renew_lease(database: Database, attempt_ids: Sequence[str], until_ms: int) -> None:
    """Let the leases of these places last until then; what was released stays so."""
    for attempt_id in attempt_ids:
        database.execute(
            "UPDATE assignments SET leased_until_ms = ? WHERE attempt_id = ? AND released_at_ms IS NULL "
            "AND leased_until_ms IS NOT NULL",
            [until_ms, attempt_id],
        )


def release(database: Database, attempt_ids: Sequence[str], at_ms: int, why: str) -> int:
    """Give places back; returns how many were not before."""
    released = 0
    for attempt_id in attempt_ids:
        cursor = database.execute(
            "UPDATE assignments SET released_at_ms = ?, released_why = ? "
            "WHERE attempt_id = ? AND released_at_ms IS NULL",
            [at_ms, why, attempt_id],
        )
        released += cursor.rowcount
    return released


def _assignment(row: Sequence[object]) -> Assignment:
    return Assignment.model_validate(dict(zip(_NAMES, row, strict=True)))
