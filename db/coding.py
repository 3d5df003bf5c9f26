"""What people coded failures as, the books they coded by, and which share two of them code."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from sqlite_utils import Database

from db.models import By, Frozen

CODING = """
ALTER TABLE failure_codes ADD COLUMN step INTEGER
;;
CREATE TABLE code_books (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    "by" TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (name, version)
) STRICT
;;
CREATE TABLE double_codings (
    setting_id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    scheme TEXT NOT NULL,
    share REAL NOT NULL,
    "by" TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
"""
CodingPurpose = Literal["main", "second", "settled"]
TAKEN_BACK = "taken_back"
"""The code of a row by which somebody takes back what they said last, for the same purpose."""


class Coding(Frozen):
    """What somebody says of one failed attempt, by one book. Never overwritten."""

    attempt_id: str
    by: str
    at_ms: int
    scheme: str
    code: str
    note: str = ""
    purpose: CodingPurpose = "main"
    step: int | None = None


class StoredBook(NamedTuple):
    """An own code book as it is kept."""

    name: str
    version: int
    content: dict[str, Any]


def add_coding(database: Database, coding: Coding) -> None:
    """Store a coding beside all earlier ones."""
    database.execute(
        "INSERT INTO failure_codes (attempt_id, account_id, at_ms, scheme, code, note, purpose, step) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *(coding.attempt_id, coding.by, coding.at_ms, coding.scheme),
            *(coding.code, coding.note, coding.purpose, coding.step),
        ],
    )


def codings_of(database: Database, scheme: str, attempt_ids: Sequence[str]) -> dict[str, tuple[Coding, ...]]:
    """Attempt id -> what was said of it by this book, oldest first, without what was taken back."""
    found: dict[str, list[Coding]] = {}
    for coding in every_coding(database, attempt_ids):
        if coding.scheme == scheme:
            found.setdefault(coding.attempt_id, []).append(coding)
    return {attempt_id: standing(codings) for attempt_id, codings in found.items()}


def _coding(row: Sequence[Any]) -> Coding:
    return Coding.model_validate(dict(zip(Coding.model_fields, row, strict=True)))


def standing(codings: Iterable[Coding]) -> tuple[Coding, ...]:
    """The last word of each person for each purpose, where they did not take it back; oldest first."""
    last: dict[tuple[str, str], Coding] = {}
    for coding in codings:
        last.pop((coding.by, coding.purpose), None)
        if coding.code != TAKEN_BACK:
            last[coding.by, coding.purpose] = coding
    return tuple(last.values())


def schemes_used(database: Database) -> set[str]:
    """The books, with their versions, by which somebody coded something."""
    return {scheme for (scheme,) in database.execute("SELECT DISTINCT scheme FROM failure_codes")}


def every_coding(database: Database, attempt_ids: Sequence[str]) -> list[Coding]:
    """All rows on these attempts, by whatever book, also what was changed or taken back; oldest first."""
    return [
        _coding(row)
        for row in database.execute(
            "SELECT attempt_id, account_id, at_ms, scheme, code, note, purpose, step FROM failure_codes "
            "WHERE attempt_id IN (SELECT value FROM json_each(?)) ORDER BY code_id",
            [json.dumps(list(attempt_ids))],
        )
    ]


def put_book(database: Database, book: StoredBook, by: By) -> None:
    """Store a version of an own book; it is never changed afterwards."""
    database.execute(
        'INSERT INTO code_books (name, version, content, "by", at_ms) VALUES (?, ?, ?, ?, ?)',
        [book.name, book.version, json.dumps(book.content, ensure_ascii=False), by.account_id, by.at_ms],
    )


def books(database: Database) -> list[StoredBook]:
    """All versions of all own books, by name, the newest version first."""
    rows = database.execute("SELECT name, version, content FROM code_books ORDER BY name, version DESC")
    return [StoredBook(name, version, json.loads(content)) for name, version, content in rows]


def share_coded_twice(database: Database, set_name: str, scheme: str) -> float:
    """Which share of the failures on a set a second person codes too; 0 before anybody chose."""
    row = database.execute(
        "SELECT share FROM double_codings WHERE set_name = ? AND scheme = ? ORDER BY setting_id DESC LIMIT 1",
        [set_name, scheme],
    ).fetchone()
    return 0.0 if row is None else float(row[0])


def set_share_coded_twice(database: Database, set_name: str, scheme: str, share: float, by: By) -> None:
    """Choose it from now on; what was chosen before stays on record."""
    database.execute(
        'INSERT INTO double_codings (set_name, scheme, share, "by", at_ms) VALUES (?, ?, ?, ?, ?)',
        [set_name, scheme, share, by.account_id, by.at_ms],
    )
