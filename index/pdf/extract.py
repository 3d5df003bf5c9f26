"""The text layer of a page: words with boxes of the page as it is seen. Worker processes only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from index.pdf.documents import mupdf, page_size
from index.pdf.protocol import MAX_WORDS_PER_PAGE, PageText, Word

_GRID = 60
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MAX_WORD_CHARS = 1000
_MAX_LABEL_CHARS = 40


class _Unit(NamedTuple):
    """A rectangle, 0-1 of the visible page."""

    x0: float
    y0: float
    x1: float
    y1: float


class _View:
    """The way from MuPDF's boxes, those of the unrotated page, to 0-1 of the page as it is seen.

    Plain numbers: MuPDF's own rectangles take longer than reading the page.
    """

    def __init__(self, page: Any) -> None:
        self._a, self._b, self._c, self._d, self._e, self._f = map(float, page.rotation_matrix)
        self._left, self._top = float(page.rect.x0), float(page.rect.y0)
        self.width, self.height = page_size(page)

    def unit(self, bbox: tuple[float, float, float, float]) -> _Unit:
        """Turned, scaled to the page and clipped to it."""
        x0, y0, x1, y1 = bbox
        first, second = self._turned(x0, y0), self._turned(x1, y1)
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(first, second, strict=True))
        return _Unit(_clip(left), _clip(top), _clip(right), _clip(bottom))

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        seen_x = self._a * x + self._c * y + self._e - self._left
        seen_y = self._b * x + self._d * y + self._f - self._top
        return seen_x / self.width, seen_y / self.height


def page_text(document: Any, page_number: int) -> PageText:
    """Words, measures and label of the page (1-based). Raises what MuPDF raises."""
    page = document.load_page(page_number - 1)
    view = _View(page)
    found = page.get_text("words", flags=mupdf.TEXTFLAGS_WORDS)
    raw = found[:MAX_WORDS_PER_PAGE]
    images = (view.unit(info["bbox"]) for info in page.get_image_info())
    n_chars = sum(len(entry[4]) for entry in raw)
    n_garbage = sum(_n_garbage(entry[4]) for entry in raw)
    return PageText(
        page=page_number,
        width_pt=view.width,
        height_pt=view.height,
        label=clean_word(str(page.get_label() or ""))[:_MAX_LABEL_CHARS],
        words=tuple(_words(raw, view)),
        n_left_out=len(found) - len(raw),
        n_chars=n_chars,
        garbage_rate=n_garbage / n_chars if n_chars else 0.0,
        image_share=_covered_share(images),
    )


def _words(raw: Iterable[tuple[Any, ...]], view: _View) -> Iterator[Word]:
    line, seen = -1, None
    for x0, y0, x1, y1, text, block, line_in_block, *_ in raw:
        if (block, line_in_block) != seen:
            line, seen = line + 1, (block, line_in_block)
        word, box = clean_word(text), view.unit((x0, y0, x1, y1))
        if word and box.x1 > box.x0 and box.y1 > box.y0:
            yield (*box, word, line)


def _clip(share: float) -> float:
    return min(1.0, max(0.0, share)) if share == share else 0.0


def _covered_share(boxes: Iterable[_Unit]) -> float:
    """Share of the page under all boxes together, on a 60 x 60 grid: scans come cut in strips."""
    cells: set[tuple[int, int]] = set()
    for box in boxes:
        columns = range(round(box.x0 * _GRID), round(box.x1 * _GRID))
        rows = range(round(box.y0 * _GRID), round(box.y1 * _GRID))
        cells.update((column, row) for column in columns for row in rows)
        if len(cells) == _GRID * _GRID:
            break
    return len(cells) / (_GRID * _GRID)


def _n_garbage(text: str) -> int:
    """Signs of a font without a usable character map: replacement, control, private use."""
    if text.isascii() and text.isprintable():
        return 0
    return sum(char == "\ufffd" or unicodedata.category(char) in {"Cc", "Co", "Cs", "Cn"} for char in text)


def clean_word(text: str) -> str:
    """The word without control and direction characters, which could disguise it on a screen."""
    if text.isascii() and text.isprintable():
        return text[:_MAX_WORD_CHARS]
    kept = (
        char for char in text if char not in _BIDI_CONTROLS and unicodedata.category(char) not in {"Cc", "Cs"}
    )
    return "".join(kept)[:_MAX_WORD_CHARS]
