"""Every page of a manifest against what the page store holds of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from db.errors import IndexMissing, NotFound
from db.page_trouble import PageDamaged
from db.wording import counted
from index.build_pages import TextLost
from index.collection import OpenIndex
from index.manifest import DocumentEntry
from index.progress import Progress

_PAGES_NAMED = 12


class Trouble(NamedTuple):
    """One kind of trouble with one document, without what to do.

    `of_readings` if all of it lies with pages that were read again on request: no build brings them back.
    """

    sentence: str
    of_readings: bool


def page_problems(index: OpenIndex) -> Iterator[str]:
    """One sentence for each document and kind of trouble, with the pages concerned."""
    with Progress("comparing pages", when_quick="silent") as progress:
        progress.expect(index.manifest.n_pages)
        for entry in index.manifest.documents:
            for trouble in document_troubles(index, entry):
                yield f"{trouble.sentence}; build the index again."
            progress.advance(entry.n_pages)


def document_troubles(index: OpenIndex, entry: DocumentEntry) -> Iterator[Trouble]:
    """What the page store has lost of one document, or has otherwise than the manifest."""
    kinds: dict[str, list[int]] = defaultdict(list)
    try:
        n_stored = index.n_stored_pages(entry.document)
        damaged, is_more_damaged = index.damaged_rows(entry.document)
        for number in range(1, entry.n_pages + 1):
            for kind in _kinds(index, entry, number, damaged):
                kinds[kind].append(number)
    except (IndexMissing, NotFound) as error:
        yield Trouble(f"{entry.document!r}: {error.user_message.removesuffix('.')}", False)
        return
    if n_stored != entry.n_pages:
        pages = counted(entry.n_pages, "pages")
        yield Trouble(
            f"{entry.document!r} has {pages} in the manifest and {n_stored} in the page store", False
        )
    if is_more_damaged and not kinds:
        yield Trouble(f"{entry.document!r}: what the page store says of it is damaged", False)
    for kind, numbers in kinds.items():
        of_readings = all(entry.pages[number - 1].reading for number in numbers)
        yield Trouble(f"{entry.document!r}: {kind} (pages {_named(numbers)})", of_readings)


def _kinds(index: OpenIndex, entry: DocumentEntry, number: int, damaged: frozenset[int]) -> Iterator[str]:
    trouble = words_trouble(index, entry, number)
    if trouble:
        yield trouble
    if not entry.pages[number - 1].failure and not _has_thumbnail(index, entry.document, number):
        yield "the thumbnail is missing"
    elif not trouble and number in damaged:
        yield "size, label, thumbnail or words are not as they were stored"


def words_trouble(index: OpenIndex, entry: DocumentEntry, number: int) -> str:
    """What is wrong with the words that the page store has of a page; empty if nothing is."""
    try:
        is_same = index.has_words_of_build(entry.document, number)
    except TextLost:
        return "the words are lost"
    except PageDamaged:
        return "the words are damaged"
    return "" if is_same else "the words are not those that were indexed"


def _has_thumbnail(index: OpenIndex, document: str, number: int) -> bool:
    try:
        return bool(index.thumbnail(document, number))
    except NotFound:
        return False


def _named(pages: list[int]) -> str:
    named = ", ".join(map(str, pages[:_PAGES_NAMED]))
    return named if len(pages) <= _PAGES_NAMED else f"{named} and {len(pages) - _PAGES_NAMED} more"
