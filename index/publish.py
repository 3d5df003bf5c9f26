"""Turning what was read into a build that can be searched, and putting it into use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from db.clock import Clock
from db.errors import IndexMissing
from db.page_store import OcrOutcome, PageMeasures, PageStore, Reading, StoredWord
from db.page_words import words_digest
from index.discovery import Failure
from index.manifest import (
    DocumentEntry,
    Manifest,
    OcrState,
    PageEntry,
    Versions,
    fingerprint,
    fits_its_name,
    read_manifest,
    with_digest,
    write_manifest,
)
from index.page_text import Source, joined, n_chars_of, text_of
from index.progress import Progress
from index.published import IndexFolder
from index.readings import readings_of
from index.search.analysis import analyser
from index.search.engines import IndexWriter, has_pages, new_index
from index.search_files import SEARCH_FOLDER, damaged_files, is_sealed, seal

_NOT_ASKED = OcrOutcome("", None)


@dataclass(frozen=True, slots=True)
class Collection:
    """The documents of a build: names by content (sha256), and the files that are not in it."""

    folder: Path
    versions: Versions
    contents: Mapping[str, Sequence[str]]
    failed: tuple[Failure, ...]

    def documents(self) -> Iterator[tuple[str, str]]:
        """(document, sha256) in the order of names, which is the order of equal scores."""
        pairs = ((name, sha256) for sha256, names in self.contents.items() for name in names)
        yield from sorted(pairs)


class Published(NamedTuple):
    """The build in use; `mended` if it was there with damaged files and was written anew."""

    manifest: Manifest
    mended: bool


def publish(
    collection: Collection,
    ocr_pages: Mapping[str, Sequence[int]],
    ocr: OcrState,
    index: IndexFolder,
    store: PageStore,
    clock: Clock,
) -> Published:
    """Write the build of this collection, unless it is there already and whole, and switch to it.

    Args:
        collection: the documents.
        ocr_pages: for each sha256 the pages into which the words of OCR go.
        ocr: what the manifest says about OCR.
        index: where builds go.
        store: where pages come from.
        clock: what time it is.
    """
    assembly = _Assembly(collection, ocr_pages, ocr, store)
    name = assembly.fingerprint()
    folder = index.build(name)
    there = _whole(folder, name)
    mended = there is None and folder.is_dir()
    if there is not None:
        manifest = with_digest(there.model_copy(update=assembly.surroundings()))
        if manifest != there:
            write_manifest(manifest, folder)
    else:
        with index.new_build(name) as unfinished:
            manifest = assembly.write(name, unfinished, clock)
            seal(unfinished)
    index.switch_to(name)
    return Published(manifest, mended)


def _whole(folder: Path, name: str) -> Manifest | None:
    """The manifest of a build that is as it was published; None if it is to be written (anew).

    Nobody can vouch for a build from before there were seals, so it is written anew too.
    """
    if not is_sealed(folder) or damaged_files(folder, "bytes"):
        return None
    try:
        manifest = read_manifest(folder)
    except IndexMissing:
        return None
    is_itself = manifest.fingerprint == name and manifest.has_digests and fits_its_name(manifest)
    return manifest if is_itself and has_pages(manifest.versions.engine, folder / SEARCH_FOLDER) else None


class _Assembly:
    """One build in the making."""

    def __init__(
        self,
        collection: Collection,
        ocr_pages: Mapping[str, Sequence[int]],
        ocr: OcrState,
        store: PageStore,
    ) -> None:
        self._collection = collection
        self._ocr_pages = {sha256: frozenset(pages) for sha256, pages in ocr_pages.items()}
        self._ocr: OcrState = ocr
        self._store = store
        self._measures = {
            sha256: store.measures(sha256, collection.versions.extractor) for sha256 in collection.contents
        }
        self._ocr_outcomes = {
            sha256: store.ocr_outcomes(sha256, collection.versions.ocr_engine) for sha256 in ocr_pages
        }
        self._readings = readings_of(store, collection.contents)
        self._layer_digests = {
            sha256: store.word_digests("pages", sha256, collection.versions.extractor)
            for sha256 in collection.contents
        }
        self._ocr_digests = {
            sha256: store.word_digests("ocr_pages", sha256, collection.versions.ocr_engine)
            for sha256 in ocr_pages
        }

    def fingerprint(self) -> str:
        entries = [
            (name, sha256, [page.page for page in self._measures[sha256] if self._failure(sha256, page)])
            for name, sha256 in self._collection.documents()
        ]
        readings = [
            (name, page, reading.reading)
            for name, sha256 in self._collection.documents()
            for page, reading in self._readings.get(sha256, {}).items()
        ]
        words = [
            (name, [self._digests(sha256, page.page) for page in self._measures[sha256]])
            for name, sha256 in self._collection.documents()
        ]
        return fingerprint(entries, self._ocr, self._collection.versions, readings, words)

    def surroundings(self) -> dict[str, object]:
        """What a manifest says beside the build itself: it may differ for the same fingerprint."""
        return {"corpus_folder": str(self._collection.folder), "failed": self._collection.failed}

    def write(self, name: str, folder: Path, clock: Clock) -> Manifest:
        n_pages = sum(len(self._measures[sha256]) for _, sha256 in self._collection.documents())
        versions = self._collection.versions
        with (
            Progress("building the index") as progress,
            new_index(versions.engine, folder / SEARCH_FOLDER, analyser(versions.profile)) as writer,
        ):
            progress.expect(n_pages)
            entries = tuple(
                self._document(document, sha256, writer, progress)
                for document, sha256 in self._collection.documents()
            )
        manifest = with_digest(
            Manifest(
                fingerprint=name,
                corpus_folder=str(self._collection.folder),
                ocr=self._ocr,
                versions=versions,
                documents=entries,
                failed=self._collection.failed,
                built_at_ms=clock.now_ms(),
            )
        )
        write_manifest(manifest, folder)
        return manifest

    def _document(self, document: str, sha256: str, writer: IndexWriter, progress: Progress) -> DocumentEntry:
        pages: list[PageEntry] = []
        for measures in self._measures[sha256]:
            words, source = joined(
                self._store.words(sha256, self._collection.versions.extractor, measures.page),
                self._ocr_words(sha256, measures.page),
            )
            text = text_of(words)
            writer.add(document, measures.page, text)
            pages.append(self._page(sha256, measures, source, len(words), text))
            progress.advance()
        stored = self._store.document(sha256, self._collection.versions.extractor)
        status = "repaired" if stored is not None and stored.repaired else "ok"
        return DocumentEntry(document=document, sha256=sha256, status=status, pages=tuple(pages))

    def _page(self, sha256: str, page: PageMeasures, source: Source, n_words: int, text: str) -> PageEntry:
        reading = self._reading(sha256, page.page)
        layer_digest, ocr_digest = self._digests(sha256, page.page)
        confidence = reading.confidence if reading else self._ocr_outcome(sha256, page.page).confidence
        return PageEntry(
            width_pt=page.width_pt,
            height_pt=page.height_pt,
            label=page.label,
            source=source,
            failure=self._failure(sha256, page),
            n_words=n_words,
            n_chars=n_chars_of(text),
            garbage_rate=round(page.garbage_rate, 4),
            confidence=None if confidence is None else round(confidence, 1),
            ink_rate=None if page.ink_rate is None else round(page.ink_rate, 4),
            reading=reading.reading if reading else "",
            layer_digest=layer_digest,
            ocr_digest=ocr_digest,
        )

    def _digests(self, sha256: str, page: int) -> tuple[str, str]:
        """Of the words of the text layer, and of what was read from the picture; empty if nothing was."""
        layer = self._layer_digests[sha256].get(page, "")
        reading = self._reading(sha256, page)
        if reading is not None:
            return layer, words_digest(reading.words)
        if page not in self._ocr_pages.get(sha256, ()):
            return layer, ""
        return layer, self._ocr_digests[sha256].get(page, "")

    def _ocr_words(self, sha256: str, page: int) -> tuple[StoredWord, ...]:
        reading = self._reading(sha256, page)
        if reading is not None:
            return reading.words
        if page not in self._ocr_pages.get(sha256, ()):
            return ()
        return self._store.ocr_words(sha256, self._collection.versions.ocr_engine, page)

    def _failure(self, sha256: str, page: PageMeasures) -> str:
        if page.failure or self._reading(sha256, page.page) is not None:
            return page.failure
        return self._ocr_outcome(sha256, page.page).failure

    def _reading(self, sha256: str, page: int) -> Reading | None:
        return self._readings.get(sha256, {}).get(page)

    def _ocr_outcome(self, sha256: str, page: int) -> OcrOutcome:
        if page not in self._ocr_pages.get(sha256, ()):
            return _NOT_ASKED
        return self._ocr_outcomes[sha256].get(page, _NOT_ASKED)
