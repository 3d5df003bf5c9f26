"""Opening a PDF: the gate that every file passes before anything is read from it.

Runs in worker processes only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pymupdf as _pymupdf

from index.pdf.protocol import MAX_PAGES

# Its functions carry no types: one name for all of our uses.
mupdf: Any = _pymupdf

# What MuPDF raises on purpose; its classes differ by fault, and all derive from these.
FAULTS = (RuntimeError, ValueError, TypeError, IndexError, KeyError, OverflowError, MemoryError)
# PDF readers look for the header in the first kilobyte, and so do we: later it is another format.
_HEADER_BYTES = 1024
_DEFAULT_SIDE_PT = (612.0, 792.0)


class Refusal(Exception):
    """The file is not a document that can be shown; the text says why."""


def quiet() -> None:
    """MuPDF keeps its warnings to itself; what matters comes as exceptions."""
    mupdf.TOOLS.mupdf_display_errors(False)
    mupdf.TOOLS.mupdf_display_warnings(False)


@contextmanager
def opened(path: str) -> Iterator[Any]:
    """The document at `path`, closed at the end. Raises Refusal with a reason people can read."""
    _check_header(path)
    try:
        document = mupdf.open(path, filetype="pdf")
    except FAULTS as error:
        raise Refusal("is damaged and cannot be opened") from error
    try:
        _check(document)
        yield document
    finally:
        document.close()
        # Give fonts and images back between documents: a worker serves many.
        mupdf.TOOLS.store_shrink(100)


def _check_header(path: str) -> None:
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEADER_BYTES)
    except OSError as error:
        raise Refusal(f"cannot be read ({error.strerror})") from error
    if not head:
        raise Refusal("is empty (0 bytes)")
    # MuPDF would open HTML, pictures and more by their content, whatever the name says.
    if b"%PDF" not in head:
        raise Refusal("is not a PDF (no %PDF header at its beginning)")


def _check(document: Any) -> None:
    try:
        if not document.is_pdf:
            raise Refusal("is not a PDF")
        if document.needs_pass and not document.authenticate(""):
            raise Refusal("needs a password")
        n_pages = document.page_count
    except FAULTS as error:
        raise Refusal("is damaged: its pages cannot be counted") from error
    if n_pages < 1:
        raise Refusal("has no pages that can be found")
    if n_pages > MAX_PAGES:
        raise Refusal(f"has {n_pages} pages, more than {MAX_PAGES}")


def page_size(page: Any) -> tuple[float, float]:
    """Width and height in points as the page is seen; a letter sheet where they make no sense."""
    width, height = float(page.rect.width), float(page.rect.height)
    return (width, height) if 0 < width < 1e9 and 0 < height < 1e9 else _DEFAULT_SIDE_PT


def fault_text(error: BaseException) -> str:
    """A short reason for a log: the class and the first words, without line breaks."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:150]
