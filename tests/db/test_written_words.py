"""The words of a row without an object for each: the same words as with one."""

from __future__ import annotations

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.page_records import StoredWord
from db.page_trouble import PageDamaged
from db.page_words import packed, unpacked
from db.written_words import WrittenWords
from index.page_text import text_in_lines, text_of

EDGES = st.floats(-1, 2) | st.sampled_from([0.0, 1.0, 0.00001, -0.00001, 1e-7, 123456.5])
TEXTS = st.text(max_size=6) | st.text(alphabet='"\\,[]1u\x01\x02\n\t', max_size=6)
WORDS = st.lists(st.builds(StoredWord, EDGES, EDGES, EDGES, EDGES, TEXTS, st.integers(0, 3)), max_size=6)


@given(WORDS)
def test_written_words_say_what_unpacked_ones_say(words: list[StoredWord]) -> None:
    row = packed(words)
    (texts, lines), one_by_one = WrittenWords(row).texts_and_lines(), unpacked(row)
    assert texts == [word.text for word in one_by_one]
    assert lines == [str(word.line) for word in one_by_one]
    assert text_in_lines(texts, lines) == text_of(one_by_one)


@given(WORDS)
def test_boxes_and_texts_are_the_json_of_the_words_to_the_byte(words: list[StoredWord]) -> None:
    row = packed(words)
    rows = [(*word[:4], word.text) for word in unpacked(row)]
    as_json = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    assert WrittenWords(row).boxes_and_texts() == as_json


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'[[0,0,1,1,"a",0],[0,0,1,1,"b"]]',
        b"[[0,0,1,1]]",
        b'[[0,0,1,1,"a"]]',
        b'[[0,0,1,1,"a",0,7]]',
        b'[[0,0,1,1,"a",0]',
        b'[[0,0,1,1,"a",0],]',
        b'[[0,0,1,1,"a",0]]x',
        b'[[0,0,1,1,"a,0]]',
        b'{"a":1}',
    ],
)
def test_a_row_in_another_form_is_damaged(content: bytes) -> None:
    with pytest.raises(PageDamaged):
        WrittenWords(zlib.compress(content)).boxes_and_texts()


def test_words_without_a_line_are_damaged() -> None:
    with pytest.raises(PageDamaged):
        WrittenWords(zlib.compress(b'[[0,0,1,1,"a",0],[0,0,1,1,"b"]]')).texts_and_lines()


@pytest.mark.parametrize("row", [b"no row", zlib.compress(b'[[0,0,1,1,"\xff",0]]')])
def test_a_row_that_cannot_be_unpacked_is_damaged(row: bytes) -> None:
    with pytest.raises(PageDamaged):
        WrittenWords(row)


def test_an_escape_that_json_does_not_know_is_damage() -> None:
    with pytest.raises(PageDamaged):
        WrittenWords(zlib.compress(b'[[0,0,1,1,"\\q",0]]')).texts_and_lines()
