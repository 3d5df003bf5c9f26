"""Turning what was read into a build that can be searched, and putting it into use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.clock import Clock
from db.page_store import PageMeasures, PageStore, StoredWord
from index.discovery import Failure
from index.manifest import (
    DocumentEntry,
    Manifest,
    OcrState,
    PageEntry,
    Versions,
    fingerprint,
    read_manifest,
    write_manifest,
)
from index.page_text import joined, text_of
from index.progress import Progress
from index.published import IndexFolder
from index.search.analysis import analyser
from index.search.engines import IndexWriter, new_index

SEARCH_FOLDER = "search"


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


def publish(
    collection: Collection,
    ocr_pages: Mapping[str, Sequence[int]],
    ocr: OcrState,
    index: IndexFolder,
    store: PageStore,
    clock: Clock,
) -> Manifest:
    """Write the build of this collection, unless it is there already, and switch to it.

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
    if folder.is_dir():
        manifest = read_manifest(folder).model_copy(update=assembly.surroundings())
        write_manifest(manifest, folder)
    else:
        with index.new_build(name) as unfinished:
            manifest = assembly.write(name, unfinished, clock)
    index.switch_to(name)
    return manifest


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
        self._ocr_failures = {
            sha256: store.ocr_failures(sha256, collection.versions.ocr_engine) for sha256 in ocr_pages
        }

    def fingerprint(self) -> str:
        entries = [
            (name, sha256, [page.page for page in self._measures[sha256] if self._failure(sha256, page)])
            for name, sha256 in self._collection.documents()
        ]
        return fingerprint(entries, self._ocr, self._collection.versions)

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
        manifest = Manifest(
            fingerprint=name,
            corpus_folder=str(self._collection.folder),
            ocr=self._ocr,
            versions=versions,
            documents=entries,
            failed=self._collection.failed,
            built_at_ms=clock.now_ms(),
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
            writer.add(document, measures.page, text_of(words))
            pages.append(
                PageEntry(
                    width_pt=measures.width_pt,
                    height_pt=measures.height_pt,
                    label=measures.label,
                    source=source,
                    failure=self._failure(sha256, measures),
                )
            )
            progress.advance()
        stored = self._store.document(sha256, self._collection.versions.extractor)
        status = "repaired" if stored is not None and stored.repaired else "ok"
        return DocumentEntry(document=document, sha256=sha256, status=status, pages=tuple(pages))

    def _ocr_words(self, sha256: str, page: int) -> tuple[StoredWord, ...]:
        if page not in self._ocr_pages.get(sha256, ()):
            return ()
        read = self._store.ocr_page(sha256, self._collection.versions.ocr_engine, page)
        return read.words if read is not None else ()

    def _failure(self, sha256: str, page: PageMeasures) -> str:
        if page.failure or page.page not in self._ocr_pages.get(sha256, ()):
            return page.failure
        return self._ocr_failures[sha256].get(page.page, "")
