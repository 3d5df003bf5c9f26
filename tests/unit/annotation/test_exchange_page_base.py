"""Files that count pages from another number than they should. Case 01."""

from __future__ import annotations

import pytest

from annotation.exchange.page_base import doubt_about_base
from baseline.analysis.json_lines import NumberedRow
from baseline.analysis.madqa_items import items_of_rows
from baseline.analysis.page_names import PageCatalogue

TEN_PAGES = PageCatalogue({"ten.pdf": 10, "one.pdf": 1})


def doubt(*pages, declared=None, catalogue=TEN_PAGES):
    rows = [
        {
            "id": f"q{number}",
            "question": "?",
            "answer": "x",
            "evidence": [{"document": document, "page": page}],
        }
        for number, (document, page) in enumerate(pages)
    ]
    numbered = [NumberedRow(line, row) for line, row in enumerate(rows, 1)]
    reading = items_of_rows(numbered, (), 1 if declared is None else declared)
    return doubt_about_base(reading, declared, catalogue)


@pytest.mark.parametrize("catalogue", [TEN_PAGES, None])
def test_a_page_0_and_no_last_page_is_a_file_that_starts_at_0(catalogue):
    sentence = doubt(("ten.pdf", 0), ("ten.pdf", 9), ("ten.pdf", 0), catalogue=catalogue)
    assert sentence.startswith(
        "It seems to count pages from 0, page 0 stands in 2 places: add --pages-start-at 0"
    )


def test_a_last_page_proves_that_the_file_starts_at_1():
    assert doubt(("ten.pdf", 0), ("ten.pdf", 10)) is None
    assert doubt(("ten.pdf", 0), ("one.pdf", 1)) is None


@pytest.mark.parametrize("pages", [[("ten.pdf", 1), ("ten.pdf", 9)], [("unknown.pdf", 11)], []])
def test_without_a_page_0_there_is_no_doubt(pages):
    assert doubt(*pages) is None


def test_who_said_1_is_believed():
    assert doubt(("ten.pdf", 0), declared=1) is None


def test_a_file_that_was_said_to_start_at_0_and_names_a_last_page_is_doubted():
    assert doubt(("ten.pdf", 1), ("ten.pdf", 10), declared=0) == (
        "It seems to count pages from 1: page 10 of 'ten.pdf' is its last one, and page 0 stands nowhere. "
        "Leave out --pages-start-at 0."
    )


@pytest.mark.parametrize("pages", [[("ten.pdf", 0), ("ten.pdf", 10)], [("ten.pdf", 1), ("ten.pdf", 9)]])
def test_a_file_that_was_said_to_start_at_0_and_may_do_so_is_not_doubted(pages):
    assert doubt(*pages, declared=0) is None


def test_without_an_index_nobody_knows_last_pages():
    assert doubt(("ten.pdf", 10), declared=0, catalogue=None) is None
