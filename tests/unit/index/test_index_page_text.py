from dataclasses import replace

import pytest

from db.page_store import PageMeasures, StoredWord
from index.page_text import joined, needs_ocr, text_of, word_starts

PAGE = PageMeasures(
    page=1,
    width_pt=612,
    height_pt=792,
    label="",
    n_chars=400,
    garbage_rate=0.0,
    image_share=0.0,
    ink_rate=0.02,
    ink_coverage=0.9,
    failure="",
)


def word(text, x=0.1, line=0):
    return StoredWord(x, 0.1, x + 0.05, 0.12, text, line)


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, False),
        ({"image_share": 0.9}, False),
        ({"image_share": 0.3, "ink_coverage": 0.49}, True),
        ({"image_share": 0.29, "ink_coverage": 0.1}, False),
        ({"image_share": 1.0, "ink_coverage": 0.0, "ink_rate": 0.0}, False),
        ({"garbage_rate": 0.021}, True),
        ({"garbage_rate": 0.02}, False),
        ({"n_chars": 0, "ink_coverage": 0.0}, True),
        ({"n_chars": 0, "ink_coverage": 0.0, "ink_rate": 0.002}, False),
        ({"n_chars": 0, "ink_rate": None, "ink_coverage": None, "image_share": 0.5}, True),
        ({"n_chars": 0, "ink_rate": None, "ink_coverage": None}, False),
    ],
)
def test_needs_ocr_follows_the_measured_rule(changes, verdict):
    assert needs_ocr(replace(PAGE, **changes)) is verdict


def test_joined_adds_ocr_words_that_the_layer_lacks_and_names_both_sources():
    layer = [word("stamp", 0.8)]
    words, source = joined(layer, [word("Permit", 0.1), word("revenue", 0.2)])
    assert text_of(words) == "stamp\nPermit revenue"
    assert source == "both"


def test_joined_leaves_out_what_the_layer_has_at_the_same_place():
    layer = [word("Net", 0.1), word("revenue", 0.2), word("rose", 0.3)]
    words, _ = joined(layer, [word("NET", 0.1), word("revenue", 0.2), word("rose", 0.3)])
    assert words == tuple(layer)


def test_joined_keeps_a_line_whole_when_half_of_it_is_new():
    words, _ = joined([word("net", 0.1)], [word("net", 0.1), word("revenue", 0.2)])
    assert text_of(words) == "net\nnet revenue"


def test_joined_keeps_an_equal_word_at_another_place():
    words, _ = joined([word("net", 0.1)], [word("net", 0.5)])
    assert text_of(words) == "net\nnet"


@pytest.mark.parametrize(
    ("layer", "ocr", "source"),
    [
        ([], [], "none"),
        ([word("x")], [], "layer"),
        ([], [word("||", 0.5)], "none"),
        ([word("a"), word("—"), word("b")], [], "layer"),
        ([word("abc")], [], "layer"),
        ([word("x")], [word("stamp", 0.5)], "ocr"),
        ([word("abc")], [word("||", 0.5)], "layer"),
    ],
)
def test_source_counts_letters_and_digits_of_ocr_and_is_none_without_a_word(layer, ocr, source):
    assert joined(layer, ocr)[1] == source


def test_word_starts_are_places_in_the_text():
    words = [word("Net"), word("revenue"), word("rose", line=1)]
    text = text_of(words)
    assert text == "Net revenue\nrose"
    assert [text[start:].split()[0] for start in word_starts(word.text for word in words)] == [
        "Net",
        "revenue",
        "rose",
    ]
