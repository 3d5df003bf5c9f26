"""What was read from documents, page by page: one SQLite file per index, shared by all its builds.

Everything here is derived: rows are keyed by the document's bytes (sha256) and by what read them
(extractor, OCR engine), so that unchanged files are never read twice and the file may be deleted at
any time. One process writes (it holds the index lock), any number read. Each page is its own
transaction: a killed build goes on where it stopped.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from db.errors import AppError, IndexMissing
from db.page_records import (
    OcrOutcome,
    OcrPage,
    PageMeasures,
    Reading,
    ReadPage,
    StoredDocument,
    StoredWord,
    is_passing,
)
from db.page_schema import TABLES, bring_up_to_date
from db.page_trouble import DAMAGED, PageStoreUnusable, for_people
from db.page_words import packed, unpacked
from db.row_digests import BadRow, Kind, bad_rows, give_digest, keep_digest, remove_row, row_digest
from db.written_words import WrittenWords

__all__ = [
    "OcrOutcome",
    "OcrPage",
    "PageMeasures",
    "PageStore",
    "PageStoreUnusable",
    "ReadPage",
    "Reading",
    "StoredDocument",
    "StoredWord",
    "is_passing",
]

_FIRST_WITH_DIGESTS = 3
_PAGE_WORDS = "SELECT words FROM pages WHERE sha256 = ? AND extractor = ? AND page = ?"


class PageStore:
    """The pages that were read for one index. Safe to share by threads: one connection, one lock.

    One kept connection, because opening and closing the last one would fold the write-ahead log
    into the file each time. Opened for "write" the file is made, and brought up to date if it is older;
    rows of a version that is not known here are dropped, for they can be read again. Opened for "read"
    it must be there, and may be older.
    """

    def __init__(self, path: Path, purpose: Literal["read", "write"]) -> None:
        self._lock = threading.Lock()
        self._connection = _connect(path, purpose)
        if purpose == "write":
            try:
                with self._writing() as connection:
                    bring_up_to_date(connection)
            except AppError:
                self.close()
                raise

    def close(self) -> None:
        """Give the file back. Closing twice is harmless."""
        with self._lock:
            self._connection.close()

    def file_hash(self, path: str, stamp: str) -> str | None:
        """The sha256 of a file that looks unchanged since it was hashed; None if it must be read.

        Args:
            path: where it is.
            stamp: what its directory entry says.
        """
        try:
            row = self._row(
                "SELECT path, stamp, sha256, digest FROM file_hashes WHERE path = ? AND stamp = ?",
                (path, stamp),
            )
        except IndexMissing:
            # It can be read again.
            return None
        return str(row[2]) if row is not None and row_digest(row[:3]) == row[3] else None

    def remember_hash(self, path: str, stamp: str, sha256: str) -> None:
        """Keep a file's sha256 beside what its directory entry said."""
        row = (path, stamp, sha256)
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO file_hashes VALUES (?, ?, ?, ?)", (*row, row_digest(row))
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
        row = (sha256, extractor, document.n_pages, int(document.repaired), document.refusal)
        self._add("REPLACE", "documents", row)

    def forget_document(self, sha256: str) -> None:
        """Drop everything read from these bytes, by every extractor and engine."""
        with self._writing() as connection:
            for table in TABLES[1:]:
                connection.execute(f"DELETE FROM {table} WHERE sha256 = ?", (sha256,))

    def forget_failures(self) -> None:
        """Drop refused documents and failed pages, so that they are read again; keep the rest."""
        with self._writing() as connection:
            connection.execute("DELETE FROM documents WHERE refusal IS NOT NULL")
            connection.execute("DELETE FROM pages WHERE failure != ''")
            connection.execute("DELETE FROM ocr_pages WHERE failure != ''")

    def forget_passing_failures(self) -> None:
        """The same for those whose reader was killed from outside, which says nothing about the file."""
        for table, column in (("documents", "refusal"), ("pages", "failure"), ("ocr_pages", "failure")):
            reasons = self._rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} != ''", ())
            passing = [(reason,) for (reason,) in reasons if is_passing(str(reason))]
            if passing:
                with self._writing() as connection:
                    connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", passing)

    def add_page(self, sha256: str, extractor: str, page: ReadPage, thumbnail: bytes | None) -> None:
        """Keep one page that was read. A page that is there already stays as it is."""
        measures = page.measures
        row = (
            *(sha256, extractor, measures.page, measures.width_pt, measures.height_pt, measures.label),
            *(measures.n_chars, measures.garbage_rate, measures.image_share),
            *(measures.ink_rate, measures.ink_coverage, measures.failure),
            *(packed(page.words), thumbnail),
        )
        self._add("IGNORE", "pages", row)

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
        row = self._row(_PAGE_WORDS, (sha256, extractor, page))
        return () if row is None else unpacked(row[0])

    def written_words(self, sha256: str, extractor: str, page: int) -> WrittenWords | None:
        """The same as they are written in the row; None if the page was not read."""
        row = self._row(_PAGE_WORDS, (sha256, extractor, page))
        return None if row is None else WrittenWords(row[0])

    def thumbnail(self, sha256: str, extractor: str, page: int) -> bytes | None:
        """The small picture of a page (JPEG), or None if it could not be drawn."""
        row = self._row(
            "SELECT thumbnail FROM pages WHERE sha256 = ? AND extractor = ? AND page = ?",
            (sha256, extractor, page),
        )
        return None if row is None or row[0] is None else bytes(row[0])

    def add_ocr_page(self, sha256: str, engine: str, page: OcrPage) -> None:
        """Keep what OCR read on one page. A page that is there already stays as it is."""
        row = (sha256, engine, page.page, page.failure, packed(page.words), page.confidence)
        self._add("IGNORE", "ocr_pages", row)

    def ocr_words(self, sha256: str, engine: str, page: int) -> tuple[StoredWord, ...]:
        """The words that OCR read on the page; none if it was not asked to."""
        row = self._row(
            "SELECT words FROM ocr_pages WHERE sha256 = ? AND engine = ? AND page = ?",
            (sha256, engine, page),
        )
        return () if row is None else unpacked(row[0])

    def ocr_outcomes(self, sha256: str, engine: str) -> dict[int, OcrOutcome]:
        """Every page that OCR has dealt with, and how that went (an empty failure: well)."""
        rows = self._rows(
            "SELECT page, failure, confidence FROM ocr_pages WHERE sha256 = ? AND engine = ?",
            (sha256, engine),
        )
        return {int(row[0]): OcrOutcome(str(row[1]), row[2]) for row in rows}

    def add_reading(self, sha256: str, reading: Reading) -> None:
        """Keep what a page said when it was read again. Words that are there already stay."""
        row = (sha256, reading.page, reading.reading, reading.engine, reading.confidence)
        self._add("IGNORE", "readings", (*row, packed(reading.words)))

    def reading(self, sha256: str, page: int, reading: str) -> Reading | None:
        """The reading of that name, or None."""
        row = self._row(
            "SELECT page, reading, engine, confidence, words FROM readings "
            "WHERE sha256 = ? AND page = ? AND reading = ?",
            (sha256, page, reading),
        )
        if row is None:
            return None
        return Reading(int(row[0]), str(row[1]), str(row[2]), row[3], unpacked(row[4]))

    def choose_reading(self, sha256: str, page: int, reading: str) -> None:
        """From the next build on this reading takes the place of OCR; empty: none does."""
        if reading:
            self._add("REPLACE", "chosen_readings", (sha256, page, reading))
            return
        with self._writing() as connection:
            connection.execute("DELETE FROM chosen_readings WHERE sha256 = ? AND page = ?", (sha256, page))

    def chosen_readings(self) -> dict[str, dict[int, str]]:
        """For each sha256 the pages whose reading was chosen, and its name."""
        chosen: dict[str, dict[int, str]] = {}
        if self._version() > 1:
            for sha256, page, reading in self._rows("SELECT sha256, page, reading FROM chosen_readings", ()):
                chosen.setdefault(str(sha256), {})[int(page)] = str(reading)
        return chosen

    def word_digests(
        self, kind: Literal["pages", "ocr_pages", "readings"], sha256: str, reader: str
    ) -> dict[int, str]:
        """For each page that was read by this extractor or engine, or as this reading, its words' digest."""
        rows = self._rows(
            "SELECT page, words FROM row_digests WHERE kind = ? AND sha256 = ? AND reader = ?",
            (kind, sha256, reader),
        )
        return {int(page): bytes(words).hex() for page, words in rows}

    def bad_rows(self, sha256: str, extractor: str, engine: str) -> list[BadRow]:
        """Of what is known of these bytes: what is not as it was stored, or has no digest that says so."""
        if self._version() < _FIRST_WITH_DIGESTS:
            return []
        readers: dict[Kind, str | None] = {
            "documents": extractor,
            "pages": extractor,
            "ocr_pages": engine,
            "readings": None,
            "chosen_readings": None,
        }
        with self._lock, _reading():
            return [
                row
                for kind, reader in readers.items()
                for row in bad_rows(self._connection, kind, sha256, reader)
            ]

    def mend(self, sha256: str, extractor: str, engine: str) -> None:
        """Remove what is known of these bytes and is damaged, so that it is read again, and stray pages.

        Rows from before there were digests get one if they can be read.
        """
        bad = self.bad_rows(sha256, extractor, engine)
        if bad:
            with self._writing() as connection:
                for row in bad:
                    if row.why == "damaged" or not give_digest(connection, row):
                        remove_row(connection, row)
        self._remove_strays(sha256, extractor)

    def _remove_strays(self, sha256: str, extractor: str) -> None:
        document = self.document(sha256, extractor)
        n_pages = document.n_pages if document is not None else 0
        if any(not 1 <= page <= n_pages for page in self.read_pages(sha256, extractor)):
            with self._writing() as connection:
                sql = "DELETE FROM pages WHERE sha256 = ? AND extractor = ? AND NOT page BETWEEN 1 AND ?"
                connection.execute(sql, (sha256, extractor, n_pages))

    def _add(self, otherwise: Literal["IGNORE", "REPLACE"], kind: Kind, row: Sequence[Any]) -> None:
        """Store a row with its digests; one that is there already stays, or gives way."""
        marks = ", ".join("?" * len(row))
        with self._writing() as connection:
            added = connection.execute(f"INSERT OR {otherwise} INTO {kind} VALUES ({marks})", row)
            if added.rowcount:
                keep_digest(connection, kind, row)

    def _version(self) -> int:
        """Of the file: a reader may have an older one before it."""
        row = self._row("PRAGMA user_version", ())
        return int(row[0]) if row else 0

    def _row(self, sql: str, values: Sequence[object]) -> tuple[Any, ...] | None:
        return next(iter(self._rows(sql, values)), None)

    def _rows(self, sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with self._lock, _reading():
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException as error:
                # A full disk may have rolled back already, and a refused COMMIT leaves it open.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                told = for_people(error)
                if told is None:
                    raise
                raise told from error


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        told = for_people(error)
        if told is None:
            told = IndexMissing(DAMAGED)
        raise told from error


def readable(text: bytes) -> str:
    """Text of a row, also if it is damaged: `mend` finds that out, and nothing else fails on it."""
    return text.decode("utf-8", "backslashreplace")


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
        if purpose == "write":
            raise PageStoreUnusable(f"The page store of this index cannot be made: {error}.") from error
        raise IndexMissing("The index has no page store; build it first.") from error
    try:
        connection.text_factory = readable
        # NORMAL: after a power cut the last pages are read again, which costs less than a sync a page.
        connection.execute("PRAGMA journal_mode = WAL" if purpose == "write" else "PRAGMA query_only = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error as error:
        connection.close()
        told = for_people(error)
        if told is None:
            raise
        raise told from error
    return connection
