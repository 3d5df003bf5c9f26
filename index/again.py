"""Reading one page again with OCR, and choosing which of its readings the next build takes.

A published build never changes: what is read here waits in the page store, under a name made from its
words, until somebody publishes.
"""

from __future__ import annotations

from typing import NamedTuple

from db.errors import AppError
from db.models import Frozen
from db.page_store import PageStore, Reading
from db.wording import counted, grouped
from index.build_pages import TextLost
from index.collection import OpenIndex
from index.drawing import FileCheck, wanted_page
from index.ingest import stored_words
from index.page_text import Source
from index.pdf import pool
from index.pdf.limits import Limits
from index.pdf.protocol import OcrText, Refused
from index.pdf.versions import careful_ocr_engine
from index.progress import Progress
from index.published import IndexFolder
from index.readings import reading_name
from index.render_queue import WantedPage

_ANY_DPI = 300


class ReadingFailed(AppError):
    """The page could not be read again; what was there stays."""


class Reread(Frozen):
    """What came of reading a page again. Confidences are 0-100, None if not measured.

    `changed` says whether the next build differs from the one that was looked at; `reading` names the
    words.
    """

    document: str
    page: int
    changed: bool
    source_before: Source
    source_after: Source
    n_words_before: int | None
    n_words_after: int
    confidence_before: float | None
    confidence_after: float | None
    reading: str
    text: str


def read_again(index: OpenIndex, document: str, page: int, limits: Limits | None = None) -> Reread:
    """Read the page twice from its picture, keep the better reading for the next build.

    Raises:
        NotFound: no such document or page, or its file is gone.
        Conflict: the file has changed, also meanwhile, or another build or job of this index is running.
        ReadingFailed: the page cannot be read from its picture.
    """
    wanted = wanted_page(index, document, page, _ANY_DPI)
    before = index.document(document).pages[page - 1]
    folder = IndexFolder(index.folder)
    with folder.locked(f"Reading page {page} of {document[:200]!r} again"):
        files = FileCheck()
        with Progress("reading the page again (OCR)") as progress:
            progress.expect(1)
            stamp = files.require(wanted)
            read = _recognised(wanted, limits or Limits())
            progress.advance()
        files.require_same(wanted, stamp)
        words = stored_words(read.words)
        engine = careful_ocr_engine()
        name = reading_name(engine, words)
        store = PageStore(folder.page_store, "write")
        try:
            store.add_reading(wanted.sha256, Reading(page, name, engine, read.confidence, words))
            after = index.text_with(document, page, name)
            changed = after.text != _text_now(index, document, page)
            # The same text under another name would only make a new build for nothing.
            store.choose_reading(wanted.sha256, page, name if changed else before.reading)
        finally:
            store.close()
    return Reread(
        document=document,
        page=page,
        changed=changed,
        source_before=before.source,
        source_after=after.source,
        n_words_before=before.n_words,
        n_words_after=after.n_words,
        confidence_before=before.confidence,
        confidence_after=after.confidence,
        reading=name,
        text=after.text,
    )


def _text_now(index: OpenIndex, document: str, page: int) -> str | None:
    """None if the page store has lost it: then whatever was read is new."""
    try:
        return index.page_text(document, page)
    except TextLost:
        return None


def reread_sentence(result: Reread) -> str:
    """What came of it, for people."""
    where = f"Page {result.page} of {result.document[:200]!r}"
    if not result.changed:
        return f"{where} was read again and says the same as before."
    n = result.n_words_before
    before = "some words" if n is None else counted(n, "words")
    return f"{where} was read again: {before} before, {grouped(result.n_words_after)} now."


def keep_as_it_is(index: OpenIndex, document: str, page: int) -> None:
    """Have the next build take the page as this one has it.

    Raises:
        NotFound: no such document or page.
        Conflict: a build or job of this index is running.
    """
    entry = index.document(document)
    wanted = wanted_page(index, document, page, _ANY_DPI)
    folder = IndexFolder(index.folder)
    with folder.locked("A change of what the next build takes"):
        store = PageStore(folder.page_store, "write")
        try:
            store.choose_reading(wanted.sha256, page, entry.pages[page - 1].reading)
        finally:
            store.close()


class _Told(NamedTuple):
    """What the worker said of the page: its words, or why there are none."""

    read: OcrText | None
    reason: str


def _recognised(wanted: WantedPage, limits: Limits) -> OcrText:
    task = pool.Task(wanted.sha256, str(wanted.file), "ocr", (wanted.page,), "best_of_two")
    told = _Told(None, "the worker gave no answer")
    for _, outcome in pool.run([task], 1, limits):
        told = _told(outcome) or told
    if told.read is None:
        raise ReadingFailed(
            f"Page {wanted.page} of {wanted.document[:200]!r} could not be read again "
            f"({told.reason}); its text stays as it is."
        )
    return told.read


def _told(outcome: pool.Outcome) -> _Told | None:
    match outcome:
        case pool.PageDone():
            return _Told(outcome.ocr, outcome.failure)
        case Refused():
            return _Told(None, f"it {outcome.reason}")
        case _:
            return None
