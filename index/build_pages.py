"""The pages of a build as readers get them: sizes, words, texts, thumbnails, readings that wait."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import NamedTuple

from db.errors import IndexMissing, NotFound
from db.page_reading import open_pages
from db.page_store import StoredWord
from db.page_words import words_digest
from db.written_words import WrittenWords
from index.long_pages import LongPages, PlacedText
from index.manifest import DocumentEntry, Manifest, PageEntry, documents_folder
from index.page_json import compact_json, page_json
from index.page_text import Source, joined, n_chars_of, text_in_lines, text_of, word_starts
from index.published import IndexFolder

# Of long pages, by build.
_MOST_CHARS = 8_000_000
_MOST_JSON_BYTES = 16_000_000


class TextLost(IndexMissing):
    """A page had words when its build was made, and the page store has none of them any more."""


class PageWords(NamedTuple):
    """The words of one page in reading order, boxes 0-1 of the page as it is seen."""

    width_pt: float
    height_pt: float
    label: str
    source: Source
    words: tuple[tuple[float, float, float, float, str], ...]


class PageReading(NamedTuple):
    """A page's text as one reading has it; `confidence` (0-100) is None if it was not measured."""

    text: str
    source: Source
    n_words: int
    confidence: float | None


class BuildPages:
    """The pages of a published build. Safe to share by any number of threads."""

    def __init__(self, published: IndexFolder, manifest: Manifest) -> None:
        self.manifest = manifest
        self.folder = published.folder
        self.name = published.folder.name
        self._entries = {entry.document: entry for entry in manifest.documents}
        self._store = open_pages(published.page_store)
        self._long_texts: LongPages[PlacedText] = LongPages(lambda page: len(page.text), _MOST_CHARS)
        self._long_json: LongPages[bytes] = LongPages(len, _MOST_JSON_BYTES)

    def documents(self) -> list[DocumentEntry]:
        """All documents, in order of name."""
        return list(self.manifest.documents)

    def document(self, document: str) -> DocumentEntry:
        """One document. Its name is looked up, never opened. Raises NotFound."""
        entry = self._entries.get(document)
        if entry is None:
            raise NotFound(f"There is no document {document[:200]!r} in index {self.name!r}.")
        return entry

    def words(self, document: str, page: int) -> PageWords:
        """The words of a page with their boxes.

        Raises:
            NotFound: no such document or page.
            TextLost: the page had words, and the page store has lost them.
        """
        entry = self._page(document, page)
        words = tuple((w.x0, w.y0, w.x1, w.y1, w.text) for w in self._words(document, page))
        return PageWords(entry.width_pt, entry.height_pt, entry.label, entry.source, words)

    def words_json(self, document: str, page: int) -> bytes:
        """What `words` says, as browsers are sent it: JSON, gzip. Raises the same."""
        entry = self._page(document, page)
        return self._long_json.made(
            (document, page), entry.n_words, lambda: page_json(entry, self._rows_json(document, page))
        )

    def _rows_json(self, document: str, page: int) -> str:
        written = self._written(document, page)
        if written is not None:
            return written.boxes_and_texts()
        return compact_json(self.words(document, page).words)

    def page_text(self, document: str, page: int) -> str:
        """The text that search sees: lines separated by line breaks.

        Raises:
            NotFound: no such document or page.
            TextLost: the page had words, and the page store has lost them.
        """
        return self._placed(document, page).text

    def _placed(self, document: str, page: int) -> PlacedText:
        entry = self._page(document, page)
        return self._long_texts.made((document, page), entry.n_words, lambda: self._unpacked(document, page))

    def _unpacked(self, document: str, page: int) -> PlacedText:
        written = self._written(document, page)
        if written is not None:
            texts, lines = written.texts_and_lines()
            return PlacedText(text_in_lines(texts, lines), array("q", word_starts(texts)))
        words = self._words(document, page)
        return PlacedText(text_of(words), array("q", word_starts(word.text for word in words)))

    def waiting_pages(self) -> dict[str, dict[int, str]]:
        """Pages that were read again since this build: by document, the reading that comes next.

        Empty text stands for OCR's first reading, where somebody went back to it.
        """
        chosen = self._store.chosen_readings()
        waiting: dict[str, dict[int, str]] = {}
        for entry in self.manifest.documents:
            coming = chosen.get(entry.sha256, {})
            for number, page in enumerate(entry.pages, 1):
                reading = coming.get(number, "")
                if reading != page.reading:
                    waiting.setdefault(entry.document, {})[number] = reading
        return waiting

    def text_with(self, document: str, page: int, reading: str) -> PageReading:
        """The page as another reading has it; an empty one means OCR's first. Raises NotFound."""
        entry = self.document(document)
        self._page(document, page)
        layer = self._layer_words(entry.sha256, page)
        read = self._store.reading(entry.sha256, page, reading) if reading else None
        words, source = joined(layer, self._read_words(entry.sha256, page, reading))
        return PageReading(text_of(words), source, len(words), read.confidence if read else None)

    def thumbnail(self, document: str, page: int) -> bytes:
        """A small JPEG of the page, at most 160 px wide. Raises NotFound if it cannot be drawn."""
        self._page(document, page)
        versions, sha256 = self.manifest.versions, self._entries[document].sha256
        picture = self._store.thumbnail(sha256, versions.extractor, page)
        if picture is None:
            raise NotFound(f"Page {page} of {document[:200]!r} cannot be drawn.")
        return picture

    def has_page(self, document: str, page: int) -> bool:
        """Whether this page exists."""
        entry = self._entries.get(document)
        return entry is not None and 1 <= page <= entry.n_pages

    def has_words_of_build(self, document: str, page: int) -> bool:
        """Whether the words that readers get of a page are those that were indexed, with boxes and lines.

        Builds from before there were digests say it of the number of words and characters only.

        Raises:
            NotFound: no such document or page.
            TextLost: the page had words, and the page store has lost them.
        """
        words, entry = self._words(document, page), self._page(document, page)
        if not entry.layer_digest:
            counts = len(words), n_chars_of(text_of(words))
            return entry.n_words is None or counts == (entry.n_words, entry.n_chars)
        if entry.n_words == 0:
            return True
        sha256 = self._entries[document].sha256
        if words_digest(self._layer_words(sha256, page)) != entry.layer_digest:
            return False
        return not entry.has_ocr or entry.ocr_digest == words_digest(
            self._read_words(sha256, page, entry.reading)
        )

    def damaged_rows(self, document: str) -> tuple[frozenset[int], bool]:
        """What the page store no longer has of a document as it was stored.

        Returns the pages (size, label, words, thumbnail), and whether it is so of anything else.
        """
        entry, versions = self.document(document), self.manifest.versions
        rows = self._store.bad_rows(entry.sha256, versions.extractor, versions.ocr_engine)
        # Rows from before there were digests have none until the next build.
        bad = [row for row in rows if row.why == "damaged" or self.manifest.has_digests]
        pages = frozenset(row.page for row in bad if row.kind == "pages")
        return pages, any(row.kind != "pages" for row in bad)

    def n_stored_pages(self, document: str) -> int:
        """Number of pages that the page store holds of it, to hold against the manifest."""
        sha256 = self.document(document).sha256
        return len(self._store.read_pages(sha256, self.manifest.versions.extractor))

    def is_known_failure(self, sha256: str) -> bool:
        """Whether bytes of this sha256 were refused before by what read this build."""
        stored = self._store.document(sha256, self.manifest.versions.extractor)
        return stored is not None and stored.refusal is not None

    def source_file(self, document: str) -> Path:
        """Where the document is, as `documents_folder` knows it: for rendering, never for people."""
        self.document(document)
        return documents_folder(self.manifest, self.folder) / document

    def close(self) -> None:
        """Give files back. Nothing may be asked afterwards."""
        self._store.close()

    def _page(self, document: str, page: int) -> PageEntry:
        entry = self.document(document)
        if not 1 <= page <= entry.n_pages:
            raise NotFound(f"{document[:200]!r} has pages 1 to {entry.n_pages}, not {page}.")
        return entry.pages[page - 1]

    def _words(self, document: str, page: int) -> tuple[StoredWord, ...]:
        entry, sha256 = self._page(document, page), self._entries[document].sha256
        if entry.n_words == 0:
            # A page that could not be read then may have been read since, for a newer build.
            return ()
        words = self._layer_words(sha256, page)
        if entry.has_ocr:
            words = joined(words, self._read_words(sha256, page, entry.reading))[0]
        if not words and (entry.n_words or entry.source != "none"):
            raise TextLost(_lost(document, page, entry))
        return words

    def _written(self, document: str, page: int) -> WrittenWords | None:
        """The words as their row has them; None if there are none or they come from more than one row."""
        entry = self._page(document, page)
        if entry.has_ocr or not entry.n_words:
            return None
        sha256 = self._entries[document].sha256
        return self._store.written_words(sha256, self.manifest.versions.extractor, page)

    def _layer_words(self, sha256: str, page: int) -> tuple[StoredWord, ...]:
        return self._store.words(sha256, self.manifest.versions.extractor, page)

    def _read_words(self, sha256: str, page: int, reading: str) -> tuple[StoredWord, ...]:
        """What was read from the picture: the reading that this build names, or OCR's first one."""
        if not reading:
            return self._store.ocr_words(sha256, self.manifest.versions.ocr_engine, page)
        read = self._store.reading(sha256, page, reading)
        return read.words if read is not None else ()


def _lost(document: str, page: int, entry: PageEntry) -> str:
    again = ", then have this page read again with OCR" if entry.reading else ""
    return (
        f"The text of page {page} of {document[:200]!r} is lost: the page store of this index no longer has "
        f"it. Put the file that this build was made of into the folder and build the index again{again}."
    )
