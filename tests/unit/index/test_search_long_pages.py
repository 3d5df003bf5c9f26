"""A page of 50,000 words costs a query what lies around its words, not the page."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.page_store import StoredWord
from index.long_pages import LongPages
from index.search import matching, stretches
from index.search.analysis import analyser, analyser_of_version
from index.search.language import read_query
from index.search.matching import matches, matches_in, matches_to_show
from index.search.snippets import snippet

ANALYSERS = [
    analyser("exact"),
    analyser("madqa"),
    analyser_of_version("exact", "exact 2"),
    analyser_of_version("exact", "exact 1"),
    analyser_of_version("madqa", "madqa 1"),
]
LONG = " ".join(f"w{number}" for number in range(50_000)) + " net-\nwork revenue"
LETTERS = st.text(alphabet="ab12½²①ﬁé報 -.,\n+\u00ad\u0301", max_size=80)
QUERIES = ["a*b", "1*", "*ba", "a?b", "1,212", '"a b"', '"a ba 1"', "ab12 ﬁ", "報a", "a-b", "b²", "c++", "ab"]


class _Counted:
    """An analyser that counts the characters it is given."""

    def __init__(self, inner):
        self._inner, self.n_chars = inner, 0

    def tokens(self, text, wanted=None):
        self.n_chars += len(text)
        return self._inner.tokens(text, wanted)


@pytest.mark.parametrize("by", ANALYSERS, ids=lambda by: by.version)
@given(st.lists(LETTERS, max_size=6).map(" ".join), st.sampled_from(QUERIES))
def test_parts_of_a_long_text_give_the_matches_of_the_whole(by, text, query):
    node = read_query(query.replace("1*", "12*"), by).node
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "LONG_CHARS", 0)
        patch.setattr(stretches, "_CHUNK_CHARS", 3)
        found = matches_in(text, node, by)
    assert found == matches(node, by.tokens(text))


@pytest.mark.parametrize(("query", "shown"), [("w5", ["w5"]), ("network", ["net-\nwork"]), ("w4??00", None)])
def test_a_rare_word_of_a_long_page_is_found_without_reading_the_page(query, shown):
    by = _Counted(analyser("exact"))
    node = read_query(query, analyser("exact")).node
    found = matches_in(LONG, node, by)
    assert found
    assert shown is None or [LONG[match.start : match.end] for match in found] == shown
    assert by.n_chars < len(LONG) * (0.05 if shown else 0.8)


def test_a_snippet_of_a_word_that_is_everywhere_reads_a_part_of_a_long_page():
    by = _Counted(analyser("exact"))
    node = read_query("the revenue", analyser("exact")).node
    text = "the page " * 30_000 + "revenue " + "the page " * 30_000
    found = matches_to_show(text, node, by)
    assert by.n_chars < 30_000
    shown = snippet(text, found)
    assert "revenue" in [shown.text[start:end] for start, end in shown.matches]


def test_a_phrase_between_the_parts_that_are_looked_at_first_is_found_all_the_same():
    by = analyser("exact")
    text = "net page " * 9_000 + "net revenue " + "revenue page " * 9_000
    assert matches_to_show(text, read_query('"net revenue"', by).node, by)


def words(n):
    return tuple(StoredWord(0.0, 0.0, 1.0, 1.0, "word", line // 9) for line in range(n))


def test_a_long_page_is_unpacked_once_and_a_short_one_each_time():
    pages, unpacked = LongPages(), []
    for n in (6_000, 6_000, 10, 10):
        text, starts = pages.placed(("a.pdf", n), lambda n=n: unpacked.append(n) or words(n))
        assert text[:9] == "word word"
        assert starts[:3] == array("q", [0, 5, 10])
    assert unpacked == [6_000, 10, 10]


def test_long_pages_are_forgotten_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr("index.long_pages._MOST_CHARS", 70_000)
    pages, unpacked = LongPages(), []
    for page in (1, 2, 1, 3, 1, 2):
        pages.placed(("a.pdf", page), lambda page=page: unpacked.append(page) or words(6_000))
    assert unpacked == [1, 2, 3, 2]
