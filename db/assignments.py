"""Who answers which item of a study, and which of these places were given back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

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
_PLACES = (
    "SELECT attempt_id, study_id, account_id, item_id, batch, position, condition, purpose, "
    "leased_until_ms, released_at_ms, released_why, EXISTS (SELECT 1 FROM events e "
    "WHERE e.stream_id = attempt_id AND e.kind = 'item_shown') AS is_begun, EXISTS (SELECT 1 FROM events e "
    "WHERE e.stream_id = attempt_id AND e.kind IN ('answer_submitted', 'item_expired')) AS is_closed "
    "FROM assignments "
)


class Place(NamedTuple):
    """An assignment, and whether its item was shown and its attempt has ended, as its events say."""

    assignment: Assignment
    is_begun: bool
    is_closed: bool

    @property
    def is_held(self) -> bool:
        """Whether it was not given back."""
        return not self.assignment.is_released

    @property
    def is_open(self) -> bool:
        """Whether it still waits for its answer."""
        return self.is_held and not self.is_closed

    @property
    def is_kept(self) -> bool:
        """Whether the person holds it, or held it and saw its item or let its time pass: once is enough."""
        return self.is_held or self.is_begun or self.is_closed


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


def begun_on_item(database: Database, study_id: str, item_id: str) -> list[Assignment]:
    """Everybody's places on an item that was shown to them, of every purpose, person by person."""
    rows = database.execute(
        _PLACES + "WHERE study_id = ? AND item_id = ? ORDER BY account_id, position", [study_id, item_id]
    )
    return [place.assignment for place in map(_place, rows) if place.is_begun]


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


def lease_of(database: Database, attempt_id: str) -> int | None:
    """Until when a place is leased; None if it is not, or was given back."""
    row = database.execute(
        "SELECT leased_until_ms FROM assignments WHERE attempt_id = ? AND released_at_ms IS NULL",
        [attempt_id],
    ).fetchone()
    return None if row is None else row[0]


def extend_leases(database: Database, study_id: str, since_ms: int, by_ms: int) -> None:
    """Let every lease of a study that was not over at a time last longer."""
    database.execute(
        "UPDATE assignments SET leased_until_ms = leased_until_ms + ? "
        "WHERE study_id = ? AND released_at_ms IS NULL AND leased_until_ms > ?",
        [by_ms, study_id, since_ms],
    )


def studies_with_leases_before(database: Database, at_ms: int) -> list[str]:
    """The studies in which some lease is over that was not given back; its attempt may have ended."""
    rows = database.execute(
        "SELECT DISTINCT study_id FROM assignments WHERE released_at_ms IS NULL AND leased_until_ms <= ?",
        [at_ms],
    )
    return [row[0] for row in rows]


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


def give(database: Database, assignments: Iterable[Assignment]) -> None:
    """Store assignments that are new, or that the same person gave back before anything was done with them.

    Raises:
        ValueError: one of them is held, or its attempt has begun or ended.
    """
    for one in assignments:
        cursor = database.execute(
            "INSERT INTO assignments (attempt_id, study_id, account_id, item_id, batch, position, condition, "
            "purpose, leased_until_ms, released_at_ms, released_why) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (attempt_id) DO UPDATE SET "
            "batch = excluded.batch, position = excluded.position, purpose = excluded.purpose, "
            "leased_until_ms = excluded.leased_until_ms, released_at_ms = NULL, released_why = '' "
            "WHERE released_at_ms IS NOT NULL AND NOT EXISTS "
            "(SELECT 1 FROM events e WHERE e.stream_id = excluded.attempt_id)",
            [getattr(one, name) for name in _NAMES],
        )
        if cursor.rowcount != 1:
            raise ValueError(f"the place of attempt {one.attempt_id} cannot be given")


def places_of(database: Database, study_id: str, account_id: str) -> list[Place]:
    """One person's places of every purpose, by position, also those given back."""
    rows = database.execute(
        _PLACES + "WHERE study_id = ? AND account_id = ? ORDER BY position", [study_id, account_id]
    )
    return [_place(row) for row in rows]


def places_of_study(database: Database, study_id: str) -> list[Place]:
    """Everybody's places of every purpose, person by person, by position, also those given back."""
    rows = database.execute(_PLACES + "WHERE study_id = ? ORDER BY account_id, position", [study_id])
    return [_place(row) for row in rows]


def lapsed_places(database: Database, study_id: str, now_ms: int) -> list[Place]:
    """Places of main batches whose lease is over and whose attempt has not ended, person by person."""
    rows = database.execute(
        _PLACES + "WHERE study_id = ? AND purpose IN ('main', 'attention') AND released_at_ms IS NULL "
        "AND leased_until_ms <= ? AND NOT is_closed ORDER BY account_id, position",
        [study_id, now_ms],
    )
    return [_place(row) for row in rows]


def taken_places(
    database: Database, study_id: str, lapsed_by_ms: int | None = None
) -> Mapping[tuple[str, str], int]:
    """(condition, item id) -> how many people hold its main place or have filled it.

    Who has a lease that was over by `lapsed_by_ms`, and did not finish, holds nothing. Agents take no places.
    """
    rows = database.execute(
        "SELECT condition, item_id, count(*) FROM assignments WHERE study_id = ? AND purpose = 'main' "
        "AND released_at_ms IS NULL AND (leased_until_ms IS NULL OR leased_until_ms > ? OR EXISTS "
        "(SELECT 1 FROM events e WHERE e.stream_id = attempt_id "
        "AND e.kind IN ('answer_submitted', 'item_expired'))) "
        "AND account_id NOT IN (SELECT account_id FROM accounts WHERE side = 'agent') "
        "GROUP BY condition, item_id",
        [study_id, -1 if lapsed_by_ms is None else lapsed_by_ms],
    )
    return {(condition, item_id): int(n) for condition, item_id, n in rows}


def newcomers(database: Database, study_id: str, now_ms: int) -> Mapping[str, int]:
    """Condition -> how many people practise or qualify in it now and hold no main place yet.

    Who left, whose lease is over, or who failed the test and has not begun it again, is not one of them.
    """
    rows = database.execute(
        "SELECT condition, count(DISTINCT account_id) FROM assignments WHERE study_id = :study "
        "AND purpose IN ('practice', 'qualification') AND released_at_ms IS NULL AND leased_until_ms > :now "
        "AND account_id NOT IN "
        "(SELECT account_id FROM assignments WHERE study_id = :study AND purpose = 'main') "
        "AND NOT EXISTS (SELECT 1 FROM events e WHERE e.stream_id = 'participation:' || account_id "
        "AND (e.kind IN ('session_ended', 'consent_withdrawn') "
        "OR (e.kind = 'qualification_ended' AND e.payload ->> '$.passed' = 0 AND NOT EXISTS "
        "(SELECT 1 FROM events f WHERE f.stream_id = e.stream_id AND f.seq > e.seq "
        "AND f.kind = 'lease_taken')))) GROUP BY condition",
        {"study": study_id, "now": now_ms},
    )
    return {condition: int(n) for condition, n in rows}


def arrivals_before(database: Database, study_id: str, account_id: str) -> int:
    """How many others were given something in this study before this person was."""
    row = database.execute(
        "SELECT count(*) FROM (SELECT account_id, min(rowid) AS first FROM assignments WHERE study_id = ? "
        "GROUP BY account_id) WHERE account_id <> ? AND first < coalesce((SELECT min(rowid) FROM assignments "
        "WHERE study_id = ? AND account_id = ?), 9223372036854775807)",
        [study_id, account_id, study_id, account_id],
    ).fetchone()
    return int(row[0])


def _place(row: Sequence[object]) -> Place:
    *fields, is_begun, is_closed = row
    return Place(_assignment(fields), bool(is_begun), bool(is_closed))


def _assignment(row: Sequence[object]) -> Assignment:
    return Assignment.model_validate(dict(zip(_NAMES, row, strict=True)))
