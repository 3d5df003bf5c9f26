"""What the page store holds, as values: documents, pages, words, and what OCR made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class StoredWord(NamedTuple):
    """A word and its box, 0-1 of the visible page, and the running number of its line."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What is known about a document's bytes; `refusal` says why it could not be read, if so."""

    n_pages: int
    repaired: bool
    refusal: str | None


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """One page without its words. Rates and shares are 0..1; ink figures are None if not drawn.

    `n_chars` counts characters that are not white space; `failure` is empty for a page that was
    read without trouble.
    """

    page: int
    width_pt: float
    height_pt: float
    label: str
    n_chars: int
    garbage_rate: float
    image_share: float
    ink_rate: float | None
    ink_coverage: float | None
    failure: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page of a document's own text layer."""

    measures: PageMeasures
    words: tuple[StoredWord, ...]


@dataclass(frozen=True, slots=True)
class OcrPage:
    """The words that OCR read from the picture of one page; `failure` says why there are none.

    `confidence` is the engine's own mean over the words it saw, 0-100; None if it saw none, or if the
    page was read before confidences were stored.
    """

    page: int
    words: tuple[StoredWord, ...]
    failure: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class OcrOutcome:
    """How OCR went on one page, without the words; see OcrPage."""

    failure: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one page said when somebody had it read again. `reading` names exactly these words."""

    page: int
    reading: str
    engine: str
    confidence: float | None
    words: tuple[StoredWord, ...]


# Signals that come from outside: somebody, or the system when memory ran out. A reader that crashes by
# itself, or is stopped because it took too long, says something else and would do so again.
_OUTSIDE = tuple(f"was ended by signal {number}" for number in (1, 2, 9, 15))


def is_passing(reason: str) -> bool:
    """Whether a refusal or failure is no fault of the file: its reader was killed from outside."""
    return reason.endswith(_OUTSIDE)
