"""What was read from documents, page by page: one SQLite file per index, shared by all its builds.

Everything here is derived: rows are keyed by the document's bytes (sha256) and by what read them
(extractor, OCR engine), so that unchanged files are never read twice and the file may be deleted at
any time. One process writes (it holds the index lock), any number read. Each page is its own
transaction: a killed build goes on where it stopped.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from db.errors import IndexMissing

_VERSION = 1
_SCHEMA = """
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
_TABLES = ("file_hashes", "documents", "pages", "ocr_pages")


class StoredWord(NamedTuple):
    """A word and its box, 0-1 of the visible page, and the running number of its line."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What is known about a document's bytes; `refusal` says why it could not be read, if so."""

    n_pages: int
    repaired: bool
    refusal: str | None


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """One page without its words. Rates and shares are 0..1; ink figures are None if not drawn.

    `n_chars` counts characters that are not white space; `failure` is empty for a page that was
    read without trouble.
    """

    page: int
    width_pt: float
    height_pt: float
    label: str
    n_chars: int
    garbage_rate: float
    image_share: float
    ink_rate: float | None
    ink_coverage: float | None
    failure: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page of a document's own text layer."""

    measures: PageMeasures
    words: tuple[StoredWord, ...]


@dataclass(frozen=True, slots=True)
class OcrPage:
    """The words that OCR read from the picture of one page; `failure` says why there are none."""

    page: int
    words: tuple[StoredWord, ...]
    failure: str


class PageStore:
    """The pages that were read for one index. Safe to share by threads: one connection, one lock.

    One kept connection, because opening and closing the last one would fold the write-ahead log
    into the file each time. Opened for "write" the file is made, and rows of another version are
    dropped, for they can be read again; opened for "read" it must be there.
    """

    def __init__(self, path: Path, purpose: Literal["read", "write"]) -> None:
        self._lock = threading.Lock()
        self._connection = _connect(path, purpose)
        if purpose == "write":
            self._prepare()

    def close(self) -> None:
        """Give the file back. Closing twice is harmless."""
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        with self._writing() as connection:
            if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
                return
            for table in _TABLES:
                connection.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {_VERSION}")

    def file_hash(self, path: str, size: int, mtime_ns: int) -> str | None:
        """The sha256 of a file that looks unchanged since it was hashed; None if it must be read."""
        row = self._row(
            "SELECT sha256 FROM file_hashes WHERE path = ? AND size = ? AND mtime_ns = ?",
            (path, size, mtime_ns),
        )
        return None if row is None else str(row[0])

    def remember_hash(self, path: str, size: int, mtime_ns: int, sha256: str) -> None:
        """Keep a file's sha256 beside what its directory entry said."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO file_hashes VALUES (?, ?, ?, ?)", (path, size, mtime_ns, sha256)
            )

    def forget_hash(self, path: str) -> None:
        """Read the file again next time, whatever its directory entry says."""
        with self._writing() as connection:
            connection.execute("DELETE FROM file_hashes WHERE path = ?", (path,))

    def document(self, sha256: str, extractor: str) -> StoredDocument | None:
        """What this extractor found out about these bytes, or None if it has not seen them."""
        row = self._row(
            "SELECT n_pages, repaired, refusal FROM documents WHERE sha256 = ? AND extractor = ?",
            (sha256, extractor),
        )
        return None if row is None else StoredDocument(int(row[0]), bool(row[1]), row[2])

    def add_document(self, sha256: str, extractor: str, document: StoredDocument) -> None:
        """Keep what is known about these bytes; a later finding replaces an earlier one."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?)",
                (sha256, extractor, document.n_pages, int(document.repaired), document.refusal),
            )

    def forget_document(self, sha256: str) -> None:
        """Drop everything read from these bytes, by every extractor and engine."""
        with self._writing() as connection:
            for table in ("documents", "pages", "ocr_pages"):
                connection.execute(f"DELETE FROM {table} WHERE sha256 = ?", (sha256,))

    def forget_failures(self) -> None:
        """Drop refused documents and failed pages, so that they are read again; keep the rest."""
        with self._writing() as connection:
            connection.execute("DELETE FROM documents WHERE refusal IS NOT NULL")
            connection.execute("DELETE FROM pages WHERE failure != ''")
            connection.execute("DELETE FROM ocr_pages WHERE failure != ''")

    def add_page(self, sha256: str, extractor: str, page: ReadPage, thumbnail: bytes | None) -> None:
        """Keep one page that was read. A page that is there already stays as it is."""
        measures = page.measures
        row = (
            *(sha256, extractor, measures.page, measures.width_pt, measures.height_pt, measures.label),
            *(measures.n_chars, measures.garbage_rate, measures.image_share),
            *(measures.ink_rate, measures.ink_coverage, measures.failure),
            *(_packed(page.words), thumbnail),
        )
        marks = ", ".join("?" * len(row))
        with self._writing() as connection:
            connection.execute(f"INSERT OR IGNORE INTO pages VALUES ({marks})", row)

    def read_pages(self, sha256: str, extractor: str) -> frozenset[int]:
        """The pages that need not be read again."""
        rows = self._rows(
            "SELECT page FROM pages WHERE sha256 = ? AND extractor = ?",
            (sha256, extractor),
        )
        return frozenset(int(row[0]) for row in rows)

    def measures(self, sha256: str, extractor: str) -> list[PageMeasures]:
        """All pages read so far, in order, without their words."""
        rows = self._rows(
            "SELECT page, width_pt, height_pt, label, n_chars, garbage_rate, image_share, ink_rate, "
            "ink_coverage, failure FROM pages WHERE sha256 = ? AND extractor = ? ORDER BY page",
            (sha256, extractor),
        )
        return [PageMeasures(*row) for row in rows]

    def words(self, sha256: str, extractor: str, page: int) -> tuple[StoredWord, ...]:
        """The words of the page's own text layer, in reading order; none if it was not read."""
        row = self._row(
            "SELECT words FROM pages WHERE sha256 = ? AND extractor = ? AND page = ?",
            (sha256, extractor, page),
        )
        return () if row is None else _unpacked(row[0])

    def thumbnail(self, sha256: str, extractor: str, page: int) -> bytes | None:
        """The small picture of a page (JPEG), or None if it could not be drawn."""
        row = self._row(
            "SELECT thumbnail FROM pages WHERE sha256 = ? AND extractor = ? AND page = ?",
            (sha256, extractor, page),
        )
        return None if row is None or row[0] is None else bytes(row[0])

    def add_ocr_page(self, sha256: str, engine: str, page: OcrPage) -> None:
        """Keep what OCR read on one page. A page that is there already stays as it is."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO ocr_pages VALUES (?, ?, ?, ?, ?)",
                (sha256, engine, page.page, page.failure, _packed(page.words)),
            )

    def ocr_page(self, sha256: str, engine: str, page: int) -> OcrPage | None:
        """What OCR read on the page, or None if it was not asked to."""
        row = self._row(
            "SELECT page, words, failure FROM ocr_pages WHERE sha256 = ? AND engine = ? AND page = ?",
            (sha256, engine, page),
        )
        return None if row is None else OcrPage(int(row[0]), _unpacked(row[1]), str(row[2]))

    def ocr_failures(self, sha256: str, engine: str) -> dict[int, str]:
        """Every page that OCR has dealt with, and why it failed (empty text: it did not)."""
        rows = self._rows(
            "SELECT page, failure FROM ocr_pages WHERE sha256 = ? AND engine = ?", (sha256, engine)
        )
        return {int(row[0]): str(row[1]) for row in rows}

    def _row(self, sql: str, values: Sequence[object]) -> tuple[Any, ...] | None:
        return next(iter(self._rows(sql, values)), None)

    def _rows(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise IndexMissing("The page store of this index cannot be read; build it again.") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")


def _connect(path: Path, purpose: Literal["read", "write"]) -> sqlite3.Connection:
    mode = "rwc" if purpose == "write" else "rw"
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=30.0,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise IndexMissing("The index has no page store; build it first.") from error
    # NORMAL: after a power cut the last pages are read again, which costs less than a sync a page.
    connection.execute("PRAGMA journal_mode = WAL" if purpose == "write" else "PRAGMA query_only = ON")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _packed(words: Sequence[StoredWord]) -> bytes:
    rows = [[*(round(edge, 5) for edge in word[:4]), word.text, word.line] for word in words]
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), 3)


def _unpacked(blob: bytes) -> tuple[StoredWord, ...]:
    return tuple(StoredWord(*row) for row in json.loads(zlib.decompress(blob)))
