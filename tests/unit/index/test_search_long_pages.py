"""A page of 50,000 words costs a query what lies around its words, not the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.long_pages import LongPages
from index.search import matching
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
LETTERS = st.text(alphabet="ab12½²①ﬁé報д 　-‑﹣.,•_\n+\u00ad\u0301\u2060\u0640ᅡﾞ", max_size=80)
WORDS = st.lists(st.sampled_from(["a", "of", "ab", "ba", "1", "Ab", "дб", "•", "a" * 201, "b-"]), max_size=30)
TEXTS = st.lists(LETTERS | WORDS.map(" ".join), max_size=6).map("\n".join)
QUERIES = [
    "a*b",
    "1*",
    "*ba",
    "a?b",
    "1,212",
    '"a b"',
    '"a ba 1"',
    "ab12 ﬁ",
    "報a",
    "a-b",
    "b²",
    "c++",
    "ab",
    '"ab ba"',
    '"ba ab дб"',
    "дб",
]


class _Counted:
    """An analyser that counts the characters it is given."""

    def __init__(self, inner):
        self._inner, self.n_chars = inner, 0

    def tokens(self, text, wanted=None):
        self.n_chars += len(text)
        return self._inner.tokens(text, wanted)


@pytest.mark.parametrize("by", ANALYSERS, ids=lambda by: by.version)
@given(TEXTS, st.sampled_from(QUERIES))
def test_a_long_text_in_pieces_gives_the_matches_of_the_whole(by, text, query):
    node = read_query(query.replace("1*", "12*"), by).node
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "LONG_CHARS", 0)
        found = matches_in(text, node, by)
    assert found == matches(node, by.tokens(text))


@pytest.mark.parametrize(
    ("profile", "text", "query", "shown"),
    [
        ("madqa", "state of the union", '"state union"', ["state", "union"]),
        ("exact", "state of the union", '"state union"', []),
        ("exact", f"state {'x' * 201} union", '"state union"', ["state", "union"]),
        ("exact", "net\u2011\nwork", "network", ["net\u2011\nwork"]),
        ("exact", "сети и связь", '"сети и связь"', ["сети", "и", "связь"]),
    ],
)
def test_a_phrase_in_a_long_text_goes_across_what_is_no_word(profile, text, query, shown):
    by = analyser(profile)
    long_text = f"{LONG} {text} {LONG}"
    found = matches_in(long_text, read_query(query, by).node, by)
    between = [match for match in found if len(LONG) < match.start <= len(LONG) + len(text)]
    assert [long_text[match.start : match.end] for match in between] == shown


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


def test_a_long_page_is_made_once_and_a_short_one_each_time():
    pages, made = LongPages(len, 1_000), []
    for n_words in (6_000, 6_000, 10, 10, None, None):
        key = ("a.pdf", n_words or 0)
        assert pages.made(key, n_words, lambda n=n_words: made.append(n) or "page") == "page"
    assert made == [6_000, 10, 10, None]


def test_long_pages_are_forgotten_before_they_fill_the_memory():
    pages, made = LongPages(len, 9), []
    for page in (1, 2, 1, 3, 1, 2):
        pages.made(("a.pdf", page), 6_000, lambda page=page: made.append(page) or "page")
    assert made == [1, 2, 3, 2]
