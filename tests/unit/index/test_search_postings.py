import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh.util.numeric import byte_to_length, length_to_byte  # the reference for lengths

from db.errors import IndexMissing
from index.search.analysis import analyser
from index.search.lexicon import Lexicon, in_order, laid_out
from index.search.matching import pattern_expression
from index.search.posting_writer import PostingWriter
from index.search.postings import DOCUMENTS, Postings
from index.search.scoring import LENGTH_STEPS, length_norms
from index.search.tokens import BROKEN

EXACT = analyser("exact")


def write(folder, pages, **options):
    with PostingWriter(folder, EXACT, **options) as writer:
        for document, page, text in pages:
            writer.add(document, page, text)
    return Postings(folder)


@pytest.fixture(scope="module")
def pages():
    draw = random.Random(1)
    words = [f"w{number}" for number in range(300)] + ["über-\nall", "報告"]
    return [
        (f"d{number // 7}.pdf", number % 7 + 1, " ".join(draw.choices(words, k=draw.randint(0, 90))))
        for number in range(120)
    ]


def test_postings_hold_each_word_of_each_page_in_its_places(tmp_path, pages):
    postings = write(tmp_path / "search", pages)
    assert postings.n_pages == len(pages)
    expected = {}
    for number, (_, _, text) in enumerate(pages):
        for token in EXACT.tokens(text):
            expected.setdefault(token.text, {}).setdefault(number, []).append(token.position)
    assert len(postings.lexicon) == len(expected)
    for word, places in expected.items():
        number = postings.lexicon.number(word)
        assert postings.lexicon.word(number) == word
        holding, frequencies = postings.of_word(number)
        assert dict(zip(holding.tolist(), frequencies.tolist(), strict=True)) == {
            page: len(positions) for page, positions in places.items()
        }
        keys = postings.keys(number, holding).tolist()
        begins = postings.page_starts.tolist()
        assert keys == [
            begins[page] + position for page, positions in places.items() for position in positions
        ]
        assert all(
            begins[page] + max(positions) + 64 < begins[page + 1] for page, positions in places.items()
        )
    assert [postings.page_name(number) for number in range(len(pages))] == [page[:2] for page in pages]


def test_postings_are_the_same_bytes_however_much_fits_into_memory(tmp_path, pages):
    write(tmp_path / "one", pages)
    write(tmp_path / "many", pages, words_per_block=100)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "many").iterdir())
    assert not any("unfinished" in name for name in names)
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()


@pytest.mark.parametrize("texts", [[], [""], ["", "one"]])
def test_postings_of_next_to_nothing_can_be_read(tmp_path, texts):
    postings = write(tmp_path / "search", [("a.pdf", page, text) for page, text in enumerate(texts, 1)])
    assert postings.n_pages == len(texts)
    assert postings.lexicon.number("two") is None
    assert postings.lexicon.fitting("on*").tolist() == ([0] if "one" in texts else [])


def test_a_writer_that_fails_leaves_no_words_behind(tmp_path):
    writer = PostingWriter(tmp_path / "search", EXACT, words_per_block=1)
    writer.add("a.pdf", 1, "one two")
    writer.__exit__(RuntimeError, RuntimeError(), None)
    assert list((tmp_path / "search").iterdir()) == []


@pytest.mark.parametrize("name", ["pages.npy", "words_text.npy", DOCUMENTS])
def test_postings_without_one_of_their_files_are_missing(tmp_path, name):
    write(tmp_path / "search", [("a.pdf", 1, "one")])
    (tmp_path / "search" / name).unlink()
    with pytest.raises(IndexMissing, match="build the index again"):
        Postings(tmp_path / "search")


@pytest.mark.parametrize("n_left", [0, -3])
@pytest.mark.parametrize("name", ["pages.npy", DOCUMENTS])
def test_postings_that_were_cut_short_are_missing(tmp_path, name, n_left):
    write(tmp_path / "search", [("a.pdf", 1, "one two three")])
    path = tmp_path / "search" / name
    path.write_bytes(path.read_bytes()[:n_left])
    with pytest.raises(IndexMissing, match="build the index again"):
        Postings(tmp_path / "search")


def test_postings_of_another_layout_are_refused(tmp_path):
    write(tmp_path / "search", [("a.pdf", 1, "one")])
    path = tmp_path / "search" / DOCUMENTS
    path.write_text(json.dumps({**json.loads(path.read_text()), "layout": 99}))
    with pytest.raises(IndexMissing, match="another version"):
        Postings(tmp_path / "search")


WORDS = st.sets(
    st.text(alphabet="abcé報\U00020000", min_size=1, max_size=6)
    | st.tuples(st.text(alphabet="ab", min_size=1), st.text(alphabet="ab", min_size=1)).map(BROKEN.join),
    max_size=40,
)


# The language lets no wildcard through that is nothing but signs.
PATTERNS = st.text(alphabet="aabbé報*?", min_size=2, max_size=6).filter(
    lambda pattern: set(pattern) & set("*?") and set(pattern) - set("*?") and "**" not in pattern
)


@given(WORDS, PATTERNS)
def test_a_lexicon_finds_the_words_that_fit_a_wildcard(words, pattern):
    ordered = sorted(words, key=in_order)
    lexicon = Lexicon(laid_out(ordered))
    fits = pattern_expression(pattern).match
    expected = [number for number, word in enumerate(ordered) if BROKEN not in word and fits(word)]
    assert lexicon.fitting(pattern).tolist() == expected
    assert [lexicon.number(word) for word in ordered] == list(range(len(ordered)))


@pytest.mark.parametrize("pattern", ["*a?b*", "?a*b", "a*c*b", "*a*b?", "??????", "b*", "*ab*", "*ba", "é*?"])
def test_a_lexicon_of_many_words_finds_the_same(pattern):
    draw = random.Random(5)
    words = {"".join(draw.choices("abcdé", k=draw.randint(1, 9))) for _ in range(30_000)}
    ordered = sorted(words, key=in_order)
    fits = pattern_expression(pattern).match
    expected = [number for number, word in enumerate(ordered) if fits(word)]
    assert Lexicon(laid_out(ordered)).fitting(pattern).tolist() == expected


def test_lengths_are_rounded_as_whoosh_rounds_them():
    lengths = np.array([0, 1, 10, 11, 12, 400, 5_000, 106_373, 106_374, 200_000], dtype=np.int32)
    rounded = [byte_to_length(length_to_byte(length)) for length in lengths.tolist()]
    mean = int(lengths.sum()) / len(lengths)
    assert LENGTH_STEPS.tolist() == [byte_to_length(step) for step in range(256)]
    assert length_norms(lengths).tolist() == [1.2 * (0.25 + 0.75 * length / mean) for length in rounded]
