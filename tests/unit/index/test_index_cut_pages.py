"""A page that holds more words than are taken says so."""

import pytest

from index.pdf import extract
from index.pdf.client import Worker
from index.pdf.documents import opened
from index.pdf.limits import Limits
from index.pdf.pool import DocumentReader, PageDone, Task
from index.pdf.protocol import Finished, OcrText, Opened, PageText, Picture
from tests.pdfs import write_pdf

WORD = (0.1, 0.2, 0.3, 0.4, "word", 0)


def text(n_left_out):
    return PageText(
        page=1,
        width_pt=612.0,
        height_pt=792.0,
        label="",
        words=(WORD,) * 2,
        n_left_out=n_left_out,
        n_chars=8,
        garbage_rate=0.0,
        image_share=0.0,
    )


PICTURE = Picture(page=1, ink_rate=0.5, ink_coverage=1.0, thumbnail=b"")
CUT = "words: only the first 2 of 1,002 were read"


def test_a_reader_counts_the_words_beyond_the_limit(monkeypatch, tmp_path):
    monkeypatch.setattr(extract, "MAX_WORDS_PER_PAGE", 2)
    with opened(str(write_pdf(tmp_path / "a.pdf", ["one two three four five", "one two"]))) as document:
        first, second = (extract.page_text(document, number) for number in (1, 2))
    assert ([word[4] for word in first.words], first.n_left_out) == (["one", "two"], 3)
    assert second.n_left_out == 0


@pytest.mark.parametrize(
    ("kind", "replies", "failure"),
    [
        ("read", [text(1_000), PICTURE], CUT),
        ("read", [text(0), PICTURE], ""),
        ("ocr", [OcrText(page=1, words=(WORD,) * 2, n_left_out=1_000)], CUT),
        ("ocr", [OcrText(page=1, words=(WORD,) * 2)], ""),
    ],
)
def test_a_page_that_was_cut_names_the_cut(monkeypatch, kind, replies, failure):
    told = iter([Opened(n_pages=1, repaired=False), *replies, Finished()])
    monkeypatch.setattr(Worker, "send", lambda self, job: None)
    monkeypatch.setattr(Worker, "receive", lambda self, limit: next(told))
    reader = DocumentReader(Limits())
    try:
        outcomes = list(reader.outcomes(Task("sha", "a.pdf", kind, (1,))))
    finally:
        reader.close()
    pages = [outcome for outcome in outcomes if isinstance(outcome, PageDone)]
    assert [page.failure for page in pages] == [failure]
    assert pages[0].text is not None or pages[0].ocr is not None
