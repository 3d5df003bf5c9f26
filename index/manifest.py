"""What a published build says about itself, and the fingerprint that names it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import model_validator

from db import os_trouble
from db.errors import IndexMissing, IndexUnreadable
from db.models import Frozen
from index.discovery import Failure
from index.page_text import MIN_USABLE_CHARS, Source
from index.search.interface import EngineName, Profile

OcrState = Literal["done", "pending", "off"]
OcrMode = Literal["auto", "off", "force"]
_FILE = "manifest.json"
_FINGERPRINT_CHARS = 32
AGAIN = "build the index again"


class NewerManifest(IndexMissing):
    """A build of a newer version of Pagetrail: it is whole, and nothing that this version should replace."""


class PageEntry(Frozen):
    """One page. Sizes are those of the page as it is seen, in points; `failure` is empty if read.

    Of the text that search sees: `n_words`, and `n_chars` without white space. Of the text layer alone:
    `garbage_rate`, 0..1. Of OCR: `confidence`, its mean over the words it saw, 0-100; None if it was not
    asked or saw none. `ink_rate` is the share of dark pixels, None if the page was not drawn. `reading`
    names the reading that took the place of OCR's first one, if somebody had the page read again.
    `layer_digest` and `ocr_digest` name exactly the words, with boxes and lines, of the text layer and of
    OCR or the reading (`db.page_words`): empty where OCR was not asked, and in builds older than digests.
    Counts and rates are None in builds that were made before they were measured. A page whose `source` is
    "none" has no words.
    """

    width_pt: float
    height_pt: float
    label: str = ""
    source: Source
    failure: str = ""
    n_words: int | None = None
    n_chars: int | None = None
    garbage_rate: float | None = None
    confidence: float | None = None
    ink_rate: float | None = None
    reading: str = ""
    layer_digest: str = ""
    ocr_digest: str = ""

    @model_validator(mode="before")
    @classmethod
    def _words_come_from_somewhere(cls, content: object) -> object:
        """Earlier builds said "none" of a text layer with a stray mark, although search finds it."""
        if isinstance(content, dict) and content.get("source") == "none" and content.get("n_words"):
            return content | {"source": "layer"}
        return content

    @property
    def has_ocr(self) -> bool:
        """Whether words of OCR are in its text."""
        return self.source in {"ocr", "both"}

    @property
    def has_usable_text(self) -> bool:
        """Whether there is more than a stray mark; a page that was not measured counts by its source."""
        if self.n_chars is None:
            return self.source != "none"
        return self.n_chars >= MIN_USABLE_CHARS


class DocumentEntry(Frozen):
    """One document of the collection, with all its pages in order."""

    document: str
    sha256: str
    status: Literal["ok", "repaired"]
    pages: tuple[PageEntry, ...]

    @property
    def n_pages(self) -> int:
        """Number of pages, with and without text."""
        return len(self.pages)


class PageList(Frozen):
    """Some pages of one document."""

    document: str
    pages: tuple[int, ...]


class Versions(Frozen):
    """What read the documents, and how: all of it is part of the fingerprint.

    A manifest without `engine` is of a build that had no choice yet; `layout` is the version of the
    engine's own files.
    """

    extractor: str
    ocr_engine: str
    ocr_mode: OcrMode
    analyser: str
    profile: Profile
    parameters: Mapping[str, float]
    engine: EngineName = "whoosh"
    layout: str = ""


class Manifest(Frozen):
    """A published build. `corpus_folder` is where the documents were; it is never shown.

    `digest` is of all the rest; builds from before pages had digests have none.
    """

    format: Literal[1] = 1
    fingerprint: str
    corpus_folder: str
    ocr: OcrState
    versions: Versions
    documents: tuple[DocumentEntry, ...]
    failed: tuple[Failure, ...]
    built_at_ms: int
    digest: str = ""

    @property
    def profile(self) -> Profile:
        """The search profile."""
        return self.versions.profile

    @property
    def parameters(self) -> Mapping[str, float]:
        """The ranking's parameters."""
        return self.versions.parameters

    @property
    def has_digests(self) -> bool:
        """Whether it says exactly what was there, of itself and of each page; such builds have a seal too."""
        return bool(self.digest)

    @property
    def n_pages(self) -> int:
        """Number of pages of all documents."""
        return sum(entry.n_pages for entry in self.documents)

    @property
    def n_ocr_pages(self) -> int:
        """Number of pages whose text holds words of OCR, beside those of the text layer or alone."""
        return sum(page.has_ocr for entry in self.documents for page in entry.pages)

    @property
    def no_usable_text(self) -> tuple[PageList, ...]:
        """The pages that no search finds, but one for a stray mark that is all they have."""
        return _page_lists(
            (entry.document, [i for i, page in enumerate(entry.pages, 1) if not page.has_usable_text])
            for entry in self.documents
        )

    @property
    def unread(self) -> tuple[PageList, ...]:
        """The pages that could not be read, wholly or in part; `PageEntry.failure` says why."""
        return _page_lists(
            (entry.document, [i for i, page in enumerate(entry.pages, 1) if page.failure])
            for entry in self.documents
        )


def _page_lists(entries: Iterable[tuple[str, list[int]]]) -> tuple[PageList, ...]:
    return tuple(PageList(document=name, pages=tuple(pages)) for name, pages in entries if pages)


def fingerprint(
    documents: Iterable[tuple[str, str, Iterable[int]]],
    ocr: OcrState,
    versions: Versions,
    readings: Iterable[tuple[str, int, str]] = (),
    words: Iterable[tuple[str, list[tuple[str, str]]]] = (),
) -> str:
    """A name for exactly this collection, read exactly this way: the same name, the same hits.

    Args:
        documents: (document, sha256, pages that could not be read) of each document.
        ocr: whether the words that OCR reads are in.
        versions: what read the documents.
        readings: (document, page, reading) of each page that was read again.
        words: (document, the two digests of each page's words, in order of pages) of each document; none for
            builds from before there were digests.
    """
    content: dict[str, object] = {
        "documents": sorted((name, sha256, sorted(failed)) for name, sha256, failed in documents),
        "ocr": ocr,
        # Without what has its default: builds keep the names they had before a field was added.
        "versions": versions.model_dump(mode="json", exclude_defaults=True),
    }
    chosen = sorted(readings)
    if chosen:
        content["readings"] = chosen
    read = sorted(words)
    if read:
        content["words"] = read
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_FINGERPRINT_CHARS]


def fits_its_name(manifest: Manifest) -> bool:
    """Whether the fingerprint is that of what the manifest says."""
    documents = [
        (entry.document, entry.sha256, [i for i, page in enumerate(entry.pages, 1) if page.failure])
        for entry in manifest.documents
    ]
    readings = [
        (entry.document, number, page.reading)
        for entry in manifest.documents
        for number, page in enumerate(entry.pages, 1)
        if page.reading
    ]
    words = [
        (entry.document, [(page.layer_digest, page.ocr_digest) for page in entry.pages])
        for entry in manifest.documents
        if manifest.has_digests
    ]
    return fingerprint(documents, manifest.ocr, manifest.versions, readings, words) == manifest.fingerprint


def with_digest(manifest: Manifest) -> Manifest:
    """The manifest with the digest of all else that it says."""
    return manifest.model_copy(update={"digest": _digest(manifest.model_dump(mode="json"))})


def _digest(content: Mapping[str, object]) -> str:
    said = {name: value for name, value in content.items() if name != "digest"}
    text = json.dumps(said, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def documents_folder(manifest: Manifest, index_folder: Path) -> Path:
    """Where the documents are: where the index was built from, or, if that is gone, what moved along.

    A folder of the same name beside the index, or beside the folder that holds it, as in PAGETRAIL_HOME. Who
    draws from it compares the bytes.
    """
    then = Path(manifest.corpus_folder)
    if not is_gone(then):
        return then
    beside = [above / then.name for above in list(index_folder.resolve().parents)[:2]]
    return next((folder for folder in beside if not is_gone(folder)), then)


def is_gone(path: Path) -> bool:
    """Whether nothing is there. What this user may not look at is not gone: the server may be another one."""
    try:
        path.stat()
    except PermissionError:
        return False
    except OSError:
        return True
    return False


def write_manifest(manifest: Manifest, build_folder: Path) -> None:
    """Put the manifest into its build, whole or not at all."""
    beside = build_folder / f"{_FILE}.unfinished"
    beside.write_text(manifest.model_dump_json(), encoding="utf-8")
    beside.replace(build_folder / _FILE)


def manifest_time_ns(build_folder: Path) -> int:
    """When the manifest was last written: what it says beside the build itself may change. 0 if gone."""
    try:
        return (build_folder / _FILE).stat().st_mtime_ns
    except OSError:
        return 0


def read_manifest(build_folder: Path) -> Manifest:
    """The manifest of a build.

    Raises:
        IndexMissing: it is not there, damaged or of another version.
        IndexUnreadable: this user may not read it, or too many files are open.
    """
    manifest, is_whole = manifest_as_it_is(build_folder)
    if not is_whole:
        raise IndexMissing(f"{damaged(build_folder)}; {AGAIN}.")
    return manifest


class AsItIs(NamedTuple):
    """A manifest that can be read, and whether it says what it said when it was written."""

    manifest: Manifest
    is_whole: bool


def manifest_as_it_is(build_folder: Path) -> AsItIs:
    """The manifest of a build also if a part of it was changed, for whoever finds out what and mends it.

    Raises IndexMissing and IndexUnreadable as `read_manifest` does if it cannot be read at all.
    """
    content = manifest_bytes(build_folder)
    try:
        said = json.loads(content)
        manifest = Manifest.model_validate(said)
    except (ValueError, RecursionError) as error:
        raise _why_not(content, build_folder) from error
    if manifest.digest:
        return AsItIs(manifest, manifest.digest == _digest(said))
    # One from before there were digests has none of its pages either.
    return AsItIs(
        manifest, not any(page.layer_digest for entry in manifest.documents for page in entry.pages)
    )


def manifest_bytes(build_folder: Path) -> bytes:
    """What is written there, whole or not. Raises as `read_manifest`."""
    try:
        return (build_folder / _FILE).read_bytes()
    except IsADirectoryError as error:
        raise IndexMissing(f"{damaged(build_folder)}; {AGAIN}.") from error
    except OSError as error:
        if os_trouble.is_not_there(error):
            if build_folder.is_dir():
                raise IndexMissing(f"The manifest of {_named(build_folder)} is gone; {AGAIN}.") from error
            raise IndexMissing(f"There is no {_named(build_folder)}; {AGAIN}.") from error
        raise IndexUnreadable(
            os_trouble.cannot(f"The manifest of {_named(build_folder)}", "read", error)
        ) from error


def damaged(build_folder: Path) -> str:
    """That the manifest of a build is not as it was written, as the beginning of a sentence."""
    return f"The manifest of {_named(build_folder)} is damaged"


def _named(build_folder: Path) -> str:
    return f"build {build_folder.name[:12]} of index {build_folder.parents[1].name!r}"


def _why_not(content: bytes, build_folder: Path) -> IndexMissing:
    """What is wrong with a manifest: only one that is whole can be of another version."""
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return IndexMissing(f"{damaged(build_folder)}; {AGAIN}.")
    known = Manifest.model_fields["format"].default
    written = said.get("format") if isinstance(said, dict) else None
    if isinstance(written, int) and written != known:
        what = f"The manifest of {_named(build_folder)} was written by"
        formats = f"(format {written}; this version knows {known}); use that version, or {AGAIN}"
        if written > known:
            return NewerManifest(f"{what} a newer version of Pagetrail {formats} under another name.")
        return IndexMissing(f"{what} an older version of Pagetrail {formats}.")
    return IndexMissing(f"{damaged(build_folder)}, or of another version of Pagetrail; {AGAIN}.")
