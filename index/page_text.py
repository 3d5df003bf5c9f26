"""From what was read to what is searched: when a page needs OCR, and how both readings join."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, groupby, pairwise, zip_longest
from operator import attrgetter
from typing import Literal

from db.page_store import PageMeasures, StoredWord

Source = Literal["layer", "ocr", "both", "none"]
# Fewer letters and digits than this are a stray mark, not text that anybody could search for.
MIN_USABLE_CHARS = 3
_MIN_IMAGE_SHARE = 0.3
_MAX_INK_COVERAGE = 0.5
_MAX_GARBAGE_RATE = 0.02
_MIN_INK_RATE = 0.003
# An OCR line of which at least this share is new is kept whole, so that phrases stay together.
_NEW_LINE_SHARE = 0.5


def needs_ocr(page: PageMeasures) -> bool:
    """Whether the text layer misses what the page shows.

    (images cover at least .3 and less than half of the ink lies inside word boxes), or more than
    2 % of the characters are garbage, or there are no characters but ink. Of 274 corpus pages it
    found all that needed OCR, at a precision of .85 (design findings, pdf section 2).
    """
    if page.garbage_rate > _MAX_GARBAGE_RATE:
        return True
    if page.ink_rate is None or page.ink_coverage is None:
        return page.n_chars == 0 and page.image_share >= _MIN_IMAGE_SHARE
    if page.image_share >= _MIN_IMAGE_SHARE and page.ink_coverage < _MAX_INK_COVERAGE:
        return page.ink_rate > 0
    return page.n_chars == 0 and page.ink_rate > _MIN_INK_RATE


def merged(layer: Sequence[StoredWord], ocr: Sequence[StoredWord]) -> tuple[StoredWord, ...]:
    """The layer's words, then the OCR words that are not among them, as lines of their own.

    An OCR word is among them if a layer word spelled alike lies under its centre.
    """
    lines: dict[int, list[tuple[StoredWord, bool]]] = defaultdict(list)
    by_spelling: dict[str, list[StoredWord]] = defaultdict(list)
    for word in layer:
        by_spelling[_spelling(word.text)].append(word)
    for word in ocr:
        lines[word.line].append((word, not _is_among(word, by_spelling)))
    next_line = layer[-1].line + 1 if layer else 0
    added: list[StoredWord] = []
    for words in lines.values():
        n_new = sum(is_new for _, is_new in words)
        keeps_all = n_new >= _NEW_LINE_SHARE * len(words)
        kept = [word for word, is_new in words if is_new or keeps_all]
        added.extend(word._replace(line=next_line) for word in kept)
        next_line += 1
    return (*layer, *added)


def _spelling(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _is_among(word: StoredWord, by_spelling: dict[str, list[StoredWord]]) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return any(
        other.x0 <= x <= other.x1 and other.y0 <= y <= other.y1
        for other in by_spelling.get(_spelling(word.text), ())
    )


def text_of(words: Iterable[StoredWord]) -> str:
    """The words with spaces between them and a line break where a line ends."""
    lines = groupby(words, key=attrgetter("line"))
    return "\n".join(" ".join([word.text for word in line]) for _, line in lines)


def text_in_lines(texts: Iterable[str], lines: Sequence[str]) -> str:
    """The same of words that are given apart from their lines."""
    breaks = ["\n" if line != after else " " for line, after in pairwise(lines)]
    return "".join(chain.from_iterable(zip_longest(texts, breaks, fillvalue="")))


def word_starts(texts: Iterable[str]) -> list[int]:
    """Where each word begins in the text that is made of them; separators are one character each."""
    ends = list(accumulate((len(text) + 1 for text in texts), initial=0))
    return ends[:-1]


def joined(layer: Sequence[StoredWord], ocr: Sequence[StoredWord]) -> tuple[tuple[StoredWord, ...], Source]:
    """All words of a page, and where its text comes from: "none" if it has no word.

    A stray mark of OCR is left out. One of the text layer is search's too, but does not make it "both".
    """
    if is_usable(ocr):
        return merged(layer, ocr), "both" if is_usable(layer) else "ocr"
    return tuple(layer), "layer" if layer else "none"


def n_chars_of(text: str) -> int:
    """Number of characters that are not white space."""
    return len(text) - sum(map(str.isspace, text))


def is_usable(words: Iterable[StoredWord]) -> bool:
    """Whether there is enough text to search for."""
    n_chars = 0
    for word in words:
        n_chars += sum(char.isalnum() for char in word.text)
        if n_chars >= MIN_USABLE_CHARS:
            return True
    return False
