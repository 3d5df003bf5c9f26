"""The contamination ledger: which items somebody knows, and how. Who knows an item is not given it.

It speaks of people, not accounts: what somebody saw under one account they know under all. Nothing is
copied into it but what was declared by hand: the rest is read where it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sqlite_utils import Database

from db.models import Account

How = Literal[
    "authored", "revised", "reviewed", "supervised", "researched", "attempted", "assigned", "declared"
]

# An item that is written keeps its id when it is accepted into a set; steps are reviews and decisions.
_LEDGER = """
WITH mine AS (SELECT account_id, role, study_id FROM accounts
    WHERE account_id = :person OR person_id = :person)
SELECT item_id, 'authored' AS how, '' AS note FROM authored_items JOIN mine USING (account_id)
UNION SELECT r.item_id, 'revised', '' FROM authored_revisions r JOIN mine USING (account_id)
    JOIN authored_items i ON i.item_id = r.item_id AND i.account_id <> r.account_id
UNION SELECT s.item_id, 'reviewed', '' FROM item_steps s JOIN mine USING (account_id)
    JOIN authored_items i ON i.item_id = s.item_id AND i.account_id <> s.account_id
UNION SELECT i.item_id, 'supervised', i.project_id FROM authored_items i
    JOIN members m ON m.project_id = i.project_id AND m.role = 'supervisor'
    JOIN mine ON mine.account_id = m.account_id
UNION SELECT m.item_id, 'researched', s.study_id FROM mine
    JOIN studies s ON mine.role = 'admin' OR (mine.role = 'researcher' AND s.study_id = mine.study_id)
    JOIN item_set_members m ON m.set_name IN (s.content ->> '$.item_set', s.content ->> '$.design.item_set',
        s.content ->> '$.design.practice_set', s.content ->> '$.design.qualification.item_set',
        s.content ->> '$.design.attention.item_set')
UNION SELECT a.item_id, CASE WHEN e.kind IS NULL THEN 'assigned' ELSE 'attempted' END, a.study_id
    FROM assignments a JOIN mine USING (account_id)
    LEFT JOIN events e ON e.stream_id = a.attempt_id AND e.kind = 'item_shown'
    WHERE NOT (a.account_id = :account AND a.study_id = :study)
    AND (a.released_at_ms IS NULL OR e.kind IS NOT NULL)
UNION SELECT item_id, 'declared', why FROM exposures WHERE person_id = :person
ORDER BY item_id, how, note
"""


class Exposure(NamedTuple):
    """An item that somebody knows, how, and where (a project or study) or why it was declared."""

    item_id: str
    how: How
    note: str = ""


def ledger_of(database: Database, account: Account, study_id: str) -> list[Exposure]:
    """What the person behind an account knows, by item id: whatever they did under any account of theirs.

    What this very account was given in this very study is left out.
    """
    rows = database.execute(
        _LEDGER, {"person": account.person, "account": account.account_id, "study": study_id}
    )
    return [Exposure(item_id, how, note) for item_id, how, note in rows]


def known_items(database: Database, account: Account, study_id: str) -> frozenset[str]:
    """The ids of the items in `ledger_of`."""
    return frozenset(one.item_id for one in ledger_of(database, account, study_id))


class Declaration(NamedTuple):
    """An exposure that was declared by hand: whose, of which item, why, by which account, when."""

    person_id: str
    item_id: str
    why: str
    by: str
    at_ms: int


def declare(database: Database, declarations: Iterable[Declaration]) -> int:
    """Store declarations; one that is there already changes nothing. Returns how many were new."""
    added = 0
    for one in declarations:
        cursor = database.execute(
            'INSERT INTO exposures (person_id, item_id, why, "by", at_ms) VALUES (?, ?, ?, ?, ?) '
            "ON CONFLICT (person_id, item_id, why) DO NOTHING",
            list(one),
        )
        added += cursor.rowcount
    return added


def declared_exposures(database: Database) -> list[Declaration]:
    """Every declaration, oldest first."""
    rows = database.execute(
        'SELECT person_id, item_id, why, "by", at_ms FROM exposures ORDER BY at_ms, person_id, item_id, why'
    )
    return [Declaration(*row) for row in rows]
