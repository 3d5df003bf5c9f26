"""Digests of the page store's rows: what is no longer as it was stored is noticed, and read again.

Each row has one of all its values; a row with words has one of its words beside it, which builds carry
(page_words.py). They lie in a table of their own, and not behind the words, so that all of them can be
looked at without reading the pages.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from db.page_trouble import PageDamaged
from db.page_words import DIGEST_BYTES, unpacked, words_digest

Kind = Literal["documents", "pages", "ocr_pages", "readings", "chosen_readings"]


class _Table(NamedTuple):
    """Places of columns: what read the page, the page's number, the words, and pictures."""

    reader: int | None = None
    page: int | None = None
    words: int | None = None
    picture: int | None = None


_TABLES: dict[Kind, _Table] = {
    "documents": _Table(reader=1),
    "pages": _Table(reader=1, page=2, words=12, picture=13),
    "ocr_pages": _Table(reader=1, page=2, words=4),
    "readings": _Table(reader=2, page=1, words=5),
    "chosen_readings": _Table(page=1),
}


class BadRow(NamedTuple):
    """A row that is not as it was stored, or has no digest that could say so."""

    kind: Kind
    rowid: int
    page: int
    why: Literal["damaged", "no digest"]


class _Key(NamedTuple):
    """What a row is about, beside the document's bytes."""

    reader: str
    page: int


def row_digest(values: Sequence[object]) -> bytes:
    """Of the values of a row, whichever of its types SQLite gives a value back as."""
    parts: list[bytes] = []
    for value in values:
        content = _content(value)
        parts += [b"%d:" % len(content), content]
    return hashlib.blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()


def keep_digest(connection: sqlite3.Connection, kind: Kind, row: Sequence[Any]) -> None:
    """Store the digests of a row that is stored in the same transaction."""
    place = _TABLES[kind].words
    words = None if place is None else bytes.fromhex(words_digest(unpacked(row[place])))
    connection.execute(
        "INSERT OR REPLACE INTO row_digests VALUES (?, ?, ?, ?, ?, ?)",
        (kind, row[0], *_key(kind, row), words, row_digest(row)),
    )


def bad_rows(connection: sqlite3.Connection, kind: Kind, sha256: str, reader: str | None) -> Iterator[BadRow]:
    """The rows about these bytes (by one reader; None: by all) that are damaged or have no digest."""
    known = {
        _Key(_as_text(row[0]), int(row[1])): row[2]
        for row in _raw(
            connection,
            "SELECT reader, page, stored FROM row_digests WHERE kind = ? AND sha256 = ?",
            (kind, sha256),
        )
    }
    for rowid, *row in _raw(connection, f"SELECT rowid, * FROM {kind} WHERE sha256 = ?", (sha256,)):
        key = _key(kind, row)
        if reader is not None and key.reader != reader:
            continue
        stored = known.get(key)
        if stored is None:
            yield BadRow(kind, rowid, key.page, "no digest")
        elif stored != row_digest(row):
            yield BadRow(kind, rowid, key.page, "damaged")


def give_digest(connection: sqlite3.Connection, bad: BadRow) -> bool:
    """Take a row as it is from now on. False if it cannot even be read."""
    table = _TABLES[bad.kind]
    rows = _raw(connection, f"SELECT * FROM {bad.kind} WHERE rowid = ?", (bad.rowid,))
    blobs = {table.words, table.picture}
    for row in rows:
        try:
            values = [
                value.decode() if isinstance(value, bytes) and place not in blobs else value
                for place, value in enumerate(row)
            ]
            keep_digest(connection, bad.kind, values)
        except (UnicodeDecodeError, PageDamaged):
            return False
    return True


def remove_row(connection: sqlite3.Connection, bad: BadRow) -> None:
    """Have a row read again. Its digest goes when a new one takes its place."""
    connection.execute(f"DELETE FROM {bad.kind} WHERE rowid = ?", (bad.rowid,))


def _key(kind: Kind, row: Sequence[Any]) -> _Key:
    table = _TABLES[kind]
    return _Key(
        "" if table.reader is None else _as_text(row[table.reader]),
        0 if table.page is None else int(row[table.page]),
    )


def _raw(connection: sqlite3.Connection, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """Rows with text as bytes: damaged text is no text any more."""
    before = connection.text_factory
    connection.text_factory = bytes
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.text_factory = before


def _as_text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "backslashreplace")


def _content(value: object) -> bytes:
    match value:
        case None:
            return b"-"
        case bytes():
            return value
        case str():
            return value.encode()
        case int() | float():
            # A column of real numbers gives back as such what was a whole number before.
            return repr(float(value)).encode()
        case _:
            raise TypeError(f"a row of the page store holds no {type(value).__name__}")
