"""What makes a page suspicious: reasons to look at it before people search. Pure.

A flag is a hint, never a verdict; nothing is left out of an index because of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from index.manifest import Manifest, PageEntry

Flag = Literal["unread", "little_text", "garbage", "low_confidence", "huge"]
FLAGS: tuple[Flag, ...] = get_args(Flag)

# Under 50 characters a scan with a stamp looks like a page of text ("chars < 50": found .86 of the pages
# that needed OCR). A page with as little ink as an empty one is rightly without text.
FEW_CHARS = 50
VISIBLE_INK_RATE = 0.003
# The rate from which a text layer is sent to OCR: fonts without a usable character map.
GARBAGE_RATE = 0.02
# Tesseract's mean over the words of a page, 0-100. Of 89 scanned pages of public records half were over
# 86, nine in ten over 77, and the five under 75 were forms and faint copies.
LOW_CONFIDENCE = 75.0
# Longer than the long side of A2 (1,684 pt): such pages are drawn and recognised at a lower resolution.
# The fullest of 1,607 pages of public records held 1,253 words.
HUGE_SIDE_PT = 1700.0
HUGE_N_WORDS = 2500


class Reason(NamedTuple):
    """What a flag says of a page, with its limit, and what to do about it; both begin small."""

    why: str
    advice: str


_READ_AGAIN = "read the page again, and compare the two texts"
REASONS: Mapping[Flag, Reason] = {
    "unread": Reason(
        "the page, its picture or its OCR failed",
        "read the page again; if it fails again, open the file to see whether it is damaged",
    ),
    "little_text": Reason(
        f"fewer than {FEW_CHARS} characters, though over {100 * VISIBLE_INK_RATE:g} % of the page is ink or "
        "its ink was not measured",
        f"look whether its picture holds words; if so, {_READ_AGAIN}",
    ),
    "garbage": Reason(
        f"over {100 * GARBAGE_RATE:g} % of the text layer's characters stand for nothing",
        _READ_AGAIN,
    ),
    "low_confidence": Reason(
        f"OCR was less than {LOW_CONFIDENCE:g} of 100 sure of its words on average",
        f"look at names and numbers first; {_READ_AGAIN}",
    ),
    "huge": Reason(
        f"a side over {HUGE_SIDE_PT:,.0f} pt, or over {HUGE_N_WORDS:,} words",
        "look whether its text is whole; reading it again does not help against size",
    ),
}


def flags_of(page: PageEntry) -> tuple[Flag, ...]:
    """Why this page is worth a look, in the order of FLAGS; () if it is not.

    REASONS says what each stands for. What was not measured (an older build) raises no flag.
    """
    found: dict[Flag, bool] = {
        "unread": bool(page.failure),
        "little_text": _has_little_text(page),
        "garbage": (page.garbage_rate or 0.0) > GARBAGE_RATE,
        "low_confidence": page.has_ocr and _is_unsure(page.confidence),
        "huge": _is_huge(page),
    }
    return tuple(flag for flag in FLAGS if found[flag])


def may_gain_from_ocr(page: PageEntry) -> bool:
    """Whether a flag says that reading the page again may give better text: any but its size alone."""
    return any(flag != "huge" for flag in flags_of(page))


def _has_little_text(page: PageEntry) -> bool:
    if page.n_chars is None:
        return False
    is_blank = page.ink_rate is not None and page.ink_rate <= VISIBLE_INK_RATE
    return page.n_chars < FEW_CHARS and not is_blank


def _is_unsure(confidence: float | None) -> bool:
    return confidence is not None and confidence < LOW_CONFIDENCE


def _is_huge(page: PageEntry) -> bool:
    return max(page.width_pt, page.height_pt) > HUGE_SIDE_PT or (page.n_words or 0) > HUGE_N_WORDS


def suspicious_pages(manifest: Manifest) -> Iterator[tuple[str, int, tuple[Flag, ...]]]:
    """(document, page, flags) of every page that has a flag, in order."""
    for entry in manifest.documents:
        for number, page in enumerate(entry.pages, 1):
            flags = flags_of(page)
            if flags:
                yield entry.document, number, flags
