"""N-grams of questions against pages: worked examples, and what happens when nothing is left."""

from __future__ import annotations

import pytest

from annotation.construct.collection import question_grams, read_collection
from annotation.construct.lexical import LexicalMatch, lexical_figures, lexical_matches
from annotation.construct.words import DROPPED_WORDS, content_words
from annotation.figures import figures_of
from tests.unit.annotation.construct_makers import EXACT, collection, item

PAGES = {
    "a.pdf:1": "The harbor fees rose. The harbor budget fell.",
    "a.pdf:2": "Fees of the harbor board: $12,000.",
    "b.pdf:1": "Budget of the school.",
    "b.pdf:2": "",
}


def matches(question, *evidence, pages=PAGES):
    one = item("q", question, *evidence)
    return lexical_matches(one, read_collection([one], collection(pages).pages, EXACT), EXACT)


def test_stop_and_question_words_are_left_out():
    words = content_words("What is the total of the harbor fees in 2019?", EXACT)
    assert words == [("harbor",), ("fees",), ("2019",)]


def test_what_is_left_of_contractions_is_left_out():
    assert content_words("the board's fees aren't", EXACT) == [("board",), ("fees",), ("aren",)]


def test_dropped_words_are_spelled_as_pages_are_read():
    assert [word for word in DROPPED_WORDS if [t.text for t in EXACT.tokens(word)] != [word]] == []


def test_lexical_matches_count_pages_by_length_of_n_gram():
    # 1-grams harbor, fees, board: a1 and a2. 2-grams "harbor fees", "fees board": a1 has the first; on
    # a2 the words are fees harbor board. 3-gram "harbor fees board": nowhere.
    found = matches("What are the harbor fees of the board?", "a.pdf:1")
    assert found[1] == LexicalMatch(n_grams=3, n_pages=2, n_evidence_matched=1, n_evidence=1)
    assert found[2] == LexicalMatch(n_grams=2, n_pages=1, n_evidence_matched=1, n_evidence=1)
    assert found[3] == LexicalMatch(n_grams=1, n_pages=0, n_evidence_matched=0, n_evidence=1)
    assert (found[1].precision, found[1].recall) == (0.5, 1.0)
    assert (found[3].precision, found[3].recall) == (None, 0.0)


def test_a_number_is_matched_however_its_thousands_are_written():
    assert matches("Who paid 12000?", "a.pdf:2")[1].n_evidence_matched == 1


def test_a_word_broken_at_the_end_of_a_line_is_matched_whole_and_in_halves():
    pages = {"a.pdf:1": "the har-\nbor fees"}
    assert matches("harbor fees?", "a.pdf:1", pages=pages)[2].n_evidence_matched == 1
    assert matches("bor fees?", "a.pdf:1", pages=pages)[2].n_evidence_matched == 1


def test_a_question_of_stop_words_matches_no_page():
    found = matches("What is it?", "a.pdf:1")
    assert {n: (m.n_grams, m.n_pages, m.recall) for n, m in found.items()} == {
        1: (0, 0, 0.0),
        2: (0, 0, 0.0),
        3: (0, 0, 0.0),
    }


def test_evidence_outside_the_collection_counts_as_missed():
    assert matches("harbor?", "a.pdf:1", "gone.pdf:1")[1].recall == 0.5


def test_evidence_marked_twice_counts_once():
    assert matches("harbor?", "a.pdf:1", "a.pdf:1")[1].n_evidence == 1


def test_question_grams_have_every_length():
    grams = question_grams(item("q", "harbor fees board budget"), EXACT)
    assert {n: len(of) for n, of in grams.items()} == {1: 4, 2: 3, 3: 2}


def test_lexical_figures_pool_precision_and_average_recall():
    rows = [
        {n: LexicalMatch(2, 4, 1, 1) for n in (1, 2, 3)},
        {n: LexicalMatch(2, 1, 1, 2) for n in (1, 2, 3)},
        {n: LexicalMatch(0, 0, 0, 1) for n in (1, 2, 3)},
    ]
    figures = {figure.key: figure for figure in figures_of(lexical_figures(rows))}
    # Pages 4, 1, 0: median 1. Pooled (1 + 1 + 0) / (4 + 1 + 0) = 2/5; mean over two (1/4 + 1/1) / 2.
    assert figures["pages_matched@1-grams"].value == 1
    assert figures["lexical_precision@1-grams"].value == pytest.approx(0.4)
    assert figures["lexical_precision_mean@1-grams"].value == pytest.approx(0.625)
    assert figures["lexical_precision_mean@1-grams"].n == 2
    # Recall (1 + 1/2 + 0) / 3; the third is missed.
    assert figures["lexical_recall@1-grams"].value == pytest.approx(0.5)
    assert figures["lexical_missed@1-grams"].value == pytest.approx(1 / 3)
    assert figures["lexical_missed@1-grams"].interval.method == "wilson"
    assert figures["pages_matched@1-grams"].interval.method == "bootstrap"


def test_lexical_figures_without_evidence_say_so():
    rows = [{n: LexicalMatch(1, 3, 0, 0) for n in (1, 2, 3)}]
    figures = {figure.key: figure for figure in figures_of(lexical_figures(rows))}
    assert figures["lexical_recall@2-grams"].undefined == "no item has evidence"
    assert figures["lexical_precision@2-grams"].value is None
    assert figures["pages_matched@2-grams"].value == 3
