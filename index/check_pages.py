"""Every page of a manifest against what the page store holds of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from db.errors import IndexMissing, NotFound
from index.collection import OpenIndex
from index.manifest import DocumentEntry
from index.page_text import n_chars_of

_PAGES_NAMED = 12


def page_problems(index: OpenIndex) -> Iterator[str]:
    """One sentence for each document and kind of trouble, with the pages concerned."""
    for entry in index.manifest.documents:
        yield from _document_problems(index, entry)


def _document_problems(index: OpenIndex, entry: DocumentEntry) -> Iterator[str]:
    try:
        n_stored = index.n_stored_pages(entry.document)
        if n_stored != entry.n_pages:
            yield (
                f"{entry.document!r} has {entry.n_pages} pages in the manifest and {n_stored} in the page "
                "store; build the index again."
            )
        troubles: dict[str, list[int]] = defaultdict(list)
        for number in range(1, entry.n_pages + 1):
            for trouble in _troubles(index, entry, number):
                troubles[trouble].append(number)
    except IndexMissing as error:
        yield f"{entry.document!r}: {error.user_message}"
        return
    for trouble, pages in troubles.items():
        yield f"{entry.document!r}: {trouble} (pages {_named(pages)}); build the index again."


def _troubles(index: OpenIndex, entry: DocumentEntry, number: int) -> Iterator[str]:
    trouble = words_trouble(index, entry, number)
    if trouble:
        yield trouble
    if not entry.pages[number - 1].failure and not _has_thumbnail(index, entry.document, number):
        yield "the thumbnail is missing"


def words_trouble(index: OpenIndex, entry: DocumentEntry, number: int) -> str:
    """What is wrong with the words that the page store has of a page; empty if nothing is."""
    page = entry.pages[number - 1]
    words = index.words(entry.document, number).words
    if page.source != "none" and not words:
        return "the words are lost"
    if page.n_words is None:
        return ""
    stored = len(words), n_chars_of(index.page_text(entry.document, number))
    return "" if stored == (page.n_words, page.n_chars) else "the words are not those that were indexed"


def _has_thumbnail(index: OpenIndex, document: str, number: int) -> bool:
    try:
        return bool(index.thumbnail(document, number))
    except NotFound:
        return False


def _named(pages: list[int]) -> str:
    named = ", ".join(map(str, pages[:_PAGES_NAMED]))
    return named if len(pages) <= _PAGES_NAMED else f"{named} and {len(pages) - _PAGES_NAMED} more"
