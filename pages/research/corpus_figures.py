"""What the corpus page says of a build, as plain values. Pure: from a manifest alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from db.wording import grouped
from index.manifest import Manifest, PageEntry
from index.page_flags import FLAGS, REASONS, Flag, flags_of, suspicious_pages
from index.page_text import Source

SOURCES: Mapping[Source, str] = {
    "layer": "Text layer",
    "ocr": "OCR",
    "both": "Both",
    "none": "No usable text",
}
SOURCE_WORDS: Mapping[Source, str] = {
    "layer": "text layer",
    "ocr": "OCR",
    "both": "text layer and OCR",
    "none": "nowhere",
}
FLAG_LABELS: Mapping[Flag, str] = {
    "unread": "not fully read",
    "little_text": "little text",
    "garbage": "garbage",
    "low_confidence": "low OCR confidence",
    "huge": "huge",
}


class DocumentRow(NamedTuple):
    """A document in the table; `sources` counts pages, `flags` the suspicious ones.

    A stray mark is no usable text: where only such a mark comes from, its page counts as "none".
    """

    document: str
    n_pages: int
    sources: Mapping[Source, int]
    flags: Mapping[Flag, int]
    n_suspicious: int
    status: str


class PageRow(NamedTuple):
    """A suspicious page in the table."""

    document: str
    page: int
    flags: tuple[Flag, ...]
    entry: PageEntry


class CorpusFigures(NamedTuple):
    """A whole build. `is_measured` is False if it was made before pages were measured."""

    n_documents: int
    n_pages: int
    sources: Mapping[Source, int]
    documents: tuple[DocumentRow, ...]
    suspicious: tuple[PageRow, ...]
    failures: tuple[tuple[str, str], ...]
    is_measured: bool


def corpus_figures(manifest: Manifest) -> CorpusFigures:
    """Count everything once."""
    entries = {entry.document: entry for entry in manifest.documents}
    suspicious = tuple(
        PageRow(document, page, flags, entries[document].pages[page - 1])
        for document, page, flags in suspicious_pages(manifest)
    )
    by_document: dict[str, list[PageRow]] = {}
    for row in suspicious:
        by_document.setdefault(row.document, []).append(row)
    documents = tuple(
        DocumentRow(
            entry.document,
            entry.n_pages,
            _source_counts(entry.pages),
            Counter(flag for row in by_document.get(entry.document, ()) for flag in row.flags),
            len(by_document.get(entry.document, ())),
            entry.status,
        )
        for entry in manifest.documents
    )
    pages = [page for entry in manifest.documents for page in entry.pages]
    return CorpusFigures(
        n_documents=len(documents),
        n_pages=len(pages),
        sources=_source_counts(pages),
        documents=documents,
        suspicious=suspicious,
        failures=tuple((failure.document, failure.reason) for failure in manifest.failed),
        is_measured=all(page.n_words is not None for page in pages),
    )


def with_flags(rows: Iterable[PageRow], wanted: Iterable[Flag]) -> list[PageRow]:
    """The rows that have one of these flags; all of them if none is named."""
    chosen = frozenset(wanted)
    return [row for row in rows if not chosen or chosen & set(row.flags)]


def flag_counts(rows: Iterable[PageRow]) -> dict[Flag, int]:
    """On how many pages each flag is, in the order of FLAGS; flags that nothing has are left out."""
    counts = Counter(flag for row in rows for flag in row.flags)
    return {flag: counts[flag] for flag in FLAGS if counts[flag]}


def flags_text(flags: Iterable[Flag]) -> str:
    """The flags in words."""
    return ", ".join(FLAG_LABELS[flag] for flag in flags)


def reasons_text(page: PageEntry) -> list[str]:
    """Why this page is suspicious, and what to do: a sentence for each flag."""
    return [
        f"{FLAG_LABELS[flag][0].upper()}{FLAG_LABELS[flag][1:]}: {REASONS[flag].why}. "
        f"What to do: {REASONS[flag].advice}."
        for flag in flags_of(page)
    ]


def counts_text(flags: Mapping[Flag, int]) -> str:
    """`little text 2, garbage 1`."""
    return ", ".join(f"{FLAG_LABELS[flag]} {flags[flag]}" for flag in FLAGS if flags.get(flag))


def page_facts(page: PageEntry) -> list[tuple[str, str]]:
    """What is known of one page, as label and value; a dash where it was not measured."""
    return [
        ("Text from", SOURCE_WORDS[page.source]),
        ("Words", _number(page.n_words)),
        ("Characters", _number(page.n_chars)),
        ("Garbage in the layer", "–" if page.garbage_rate is None else f"{100 * page.garbage_rate:.1f} %"),
        ("OCR confidence", "–" if page.confidence is None else f"{page.confidence:.0f} of 100"),
        ("Size", f"{page.width_pt:.0f} × {page.height_pt:.0f} pt"),
        ("Suspicious", flags_text(flags_of(page)) or "no"),
    ]


def neighbours(rows: Iterable[PageRow], document: str, page: int) -> tuple[PageRow | None, PageRow | None]:
    """The suspicious pages before and after this one, in order of documents and pages."""
    before, after = None, None
    for row in rows:
        if (row.document, row.page) < (document, page):
            before = row
        elif (row.document, row.page) > (document, page):
            after = row
            break
    return before, after


def _source_counts(pages: Iterable[PageEntry]) -> Counter[Source]:
    return Counter(page.source if page.has_usable_text else "none" for page in pages)


def _number(value: int | None) -> str:
    return "–" if value is None else grouped(value)
