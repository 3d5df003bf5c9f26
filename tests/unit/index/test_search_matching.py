import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.analysis import analyser
from index.search.language import read_query
from index.search.matching import matches, matches_in
from index.search.snippets import snippet

EXACT = analyser("exact")
LETTERS = st.text(alphabet="ab *?", max_size=12)


def found(query, text, profile="exact"):
    by = analyser(profile)
    node = read_query(query, by).node
    spans = matches_in(text, node, by)
    assert spans == matches(node, by.tokens(text))
    return [text[match.start : match.end] for match in spans]


@pytest.mark.parametrize(
    ("query", "text", "words"),
    [
        ("revenue", "Net Revenue, net revenues", ["Revenue"]),
        ("rev*", "Net Revenue, net revenues", ["Revenue", "revenues"]),
        ("re?enue", "revenue rerenue renue", ["revenue", "rerenue"]),
        ('"net revenue"', "net revenue, revenue net", ["net", "revenue"]),
        ('"the the"', "the board of the board", []),
        ("net NOT revenue", "net revenue", ["net"]),
        ("NOT net", "net revenue", []),
        ("net OR revenue", "net revenue", ["net", "revenue"]),
        ("office", "the oﬃce", ["oﬃce"]),
        ("demonstrates", "he demon-\nstrates it", ["demon-\nstrates"]),
        ("strates", "he demon-\nstrates it", ["strates"]),
        ('"he demonstrates it"', "he demon-\nstrates it", ["he", "demon-\nstrates", "it"]),
        ("well-known", "a well-\nknown fact", ["well-\nknown"]),
        ('"well known fact"', "a well-\nknown fact", ["well-\nknown", "fact"]),
        ("well-known", "a well-known fact, well known", ["well", "known", "well", "known"]),
        ("wellknown", "a well-known fact", []),
    ],
)
def test_matches_are_the_words_that_the_index_would_count(query, text, words):
    assert found(query, text) == words


def test_matches_of_profile_madqa_skip_stop_words_inside_phrases():
    assert found('"state union"', "the state of the union", "madqa") == ["state", "union"]


def test_a_snippet_is_the_whole_page_when_it_is_short():
    shown = snippet(
        "Net  revenue\nrose", matches(read_query("rose", EXACT).node, EXACT.tokens("Net  revenue\nrose"))
    )
    assert shown == ("Net revenue rose", ((12, 16),))


def test_a_snippet_shows_the_place_with_most_parts_of_the_query():
    filler = "lorem ipsum dolor " * 40
    text = f"alpha {filler} beta {filler} alpha beside beta {filler}"
    shown = snippet(text, matches(read_query("alpha beta", EXACT).node, EXACT.tokens(text)))
    assert [shown.text[start:end] for start, end in shown.matches] == ["alpha", "beta"]
    assert shown.text.startswith("… ")
    assert shown.text.endswith(" …")
    assert len(shown.text) < 260


def test_a_snippet_without_matches_is_the_beginning():
    assert snippet("word " * 100, []).text.startswith("word word")


def test_a_snippet_keeps_markup_as_text():
    text = '<img src=x onerror="alert(1)"> MARKUPWORD'
    shown = snippet(text, matches(read_query("markupword", EXACT).node, EXACT.tokens(text)))
    assert shown.text == text
    assert [shown.text[start:end] for start, end in shown.matches] == ["MARKUPWORD"]


@given(st.text(alphabet="ab \n-ﬁ\u00adÜ", max_size=900), LETTERS)
def test_snippet_matches_are_in_order_apart_and_inside(text, query):
    node = read_query(query.replace("*", ""), EXACT).node if "?" not in query else None
    shown = snippet(text, matches(node, EXACT.tokens(text)))
    ends = 0
    for start, end in shown.matches:
        assert ends <= start < end <= len(shown.text)
        ends = end


def test_a_snippet_of_a_page_full_of_matches_is_quick():
    text = "match " * 50_000
    assert snippet(text, matches(read_query("match", EXACT).node, EXACT.tokens(text))).matches
