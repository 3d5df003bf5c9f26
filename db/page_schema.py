"""The tables of a page store, and the way from an older file to them."""

from __future__ import annotations

import sqlite3

_VERSION = 3
_FIRST_SCHEMA = """
CREATE TABLE file_hashes(
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, sha256 TEXT NOT NULL
) STRICT;
CREATE TABLE documents(
    sha256 TEXT NOT NULL, extractor TEXT NOT NULL,
    n_pages INTEGER NOT NULL, repaired INTEGER NOT NULL, refusal TEXT,
    PRIMARY KEY (sha256, extractor)
) STRICT;
CREATE TABLE pages(
    sha256 TEXT NOT NULL, extractor TEXT NOT NULL, page INTEGER NOT NULL,
    width_pt REAL NOT NULL, height_pt REAL NOT NULL, label TEXT NOT NULL,
    n_chars INTEGER NOT NULL, garbage_rate REAL NOT NULL, image_share REAL NOT NULL,
    ink_rate REAL, ink_coverage REAL, failure TEXT NOT NULL, words BLOB NOT NULL, thumbnail BLOB,
    PRIMARY KEY (sha256, extractor, page)
) STRICT;
CREATE TABLE ocr_pages(
    sha256 TEXT NOT NULL, engine TEXT NOT NULL, page INTEGER NOT NULL,
    failure TEXT NOT NULL, words BLOB NOT NULL,
    PRIMARY KEY (sha256, engine, page)
) STRICT;
"""
# What came later, by the version it leads to. Builds that studies use read their words from here, so
# a store of an earlier version is taken along and not read again.
_STEPS = {
    2: """
ALTER TABLE ocr_pages ADD COLUMN confidence REAL;
CREATE TABLE readings(
    sha256 TEXT NOT NULL, page INTEGER NOT NULL, reading TEXT NOT NULL,
    engine TEXT NOT NULL, confidence REAL, words BLOB NOT NULL,
    PRIMARY KEY (sha256, page, reading)
) STRICT;
CREATE TABLE chosen_readings(
    sha256 TEXT NOT NULL, page INTEGER NOT NULL, reading TEXT NOT NULL,
    PRIMARY KEY (sha256, page)
) STRICT;
""",
    # Hashes of files are made again: they were kept beside too little of the directory entry. The digests
    # are a table of their own, for a column behind the words would be reached through all of them.
    3: """
DROP TABLE file_hashes;
CREATE TABLE file_hashes(
    path TEXT PRIMARY KEY, stamp TEXT NOT NULL, sha256 TEXT NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE TABLE row_digests(
    kind TEXT NOT NULL, sha256 TEXT NOT NULL, reader TEXT NOT NULL, page INTEGER NOT NULL,
    words BLOB, stored BLOB NOT NULL,
    PRIMARY KEY (kind, sha256, reader, page)
) STRICT, WITHOUT ROWID;
""",
}
TABLES = ("file_hashes", "documents", "pages", "ocr_pages", "readings", "chosen_readings", "row_digests")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the tables, or take an older file along; inside the caller's transaction.

    Rows of a version that is not known here are dropped, for they can be read again.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version == _VERSION:
        return
    if not 1 <= version < _VERSION:
        for table in TABLES:
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        _run(connection, _FIRST_SCHEMA)
        version = 1
    for step in range(version + 1, _VERSION + 1):
        _run(connection, _STEPS[step])
    connection.execute(f"PRAGMA user_version = {_VERSION}")


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        connection.execute(statement)
