"""From a query to the language of a search server: nothing but what our own language has."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.search.analysis import analyser
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.nodes import AllOf, AnyOf, Exclude, Pattern, Phrase, Term
from index.search.scaleout.opensearch import MAX_HITS, search_body
from index.search.scaleout.query_string import query_string
from tests.depth import examples
from tests.hostile_queries import hostile_queries
from tests.lucene_syntax import Clause, ForbiddenSyntax, read_query_string


def string_of(query, profile="exact"):
    return query_string(read_query(query, analyser(profile)).node, profile)


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("Revenue", '"revenue"'),
        ("net revenue", '("net" AND "revenue")'),
        ("a OR b OR c", '("a" OR "b" OR "c")'),
        ("a b OR c", '("a" AND ("b" OR "c"))'),
        ("permit*", "permit*"),
        ("*ing", "*ing"),
        ("re?e*ue OR x", '(re?e*ue OR "x")'),
        ("NOT a", '(*:* AND NOT "a")'),
        ("a NOT (b OR c)", '("a" AND (*:* AND NOT ("b" OR "c")))'),
        ('"net revenue"', '("net revenue" OR broken_words:"net‐revenue")'),
        (
            '"of net revenue"',
            '("of net revenue" OR broken_words:"of‐net revenue" OR broken_words:"of net‐revenue")',
        ),
        ("and or not", '("and" AND "or" AND "not")'),
        ("AND", None),
        ("title:x", '("title x" OR broken_words:"title‐x")'),
        ("_exists_:words", '("exists words" OR broken_words:"exists‐words")'),
        ("/ab.cd*/ x", '("ab" AND cd* AND "x")'),
        ("[a TO z]", '("a" AND "to" AND "z")'),
    ],
)
def test_a_query_is_written_for_the_server(query, written):
    node = read_query(query, analyser("exact")).node
    if written is None:
        assert node is None
    else:
        assert query_string(node, "exact") == written


def test_profile_madqa_has_no_broken_words():
    assert string_of('"net revenue"', "madqa") == '"net revenue"'
    assert string_of("v2.0* snake_case", "madqa") == '(v2\\.0* AND "snake_case")'


def same(node, clause, profile="exact"):
    """Whether Lucene reads the tree that we meant."""
    match node:
        case Term(word):
            return clause == Clause("word", word)
        case Pattern(pattern):
            return clause == Clause("wildcard", pattern)
        case Phrase() if profile == "madqa":
            return clause == Clause("phrase", " ".join(node.words))
        case Phrase():
            first, *joined = (" ".join(words) for words in node.readings())
            broken = (Clause("phrase" if " " in text else "word", text, "broken_words") for text in joined)
            return clause == Clause("any", parts=(Clause("phrase", first), *broken))
        case AllOf(parts):
            return clause.kind == "all" and all(map(same, parts, clause.parts, [profile] * len(parts)))
        case AnyOf(parts):
            return clause.kind == "any" and all(map(same, parts, clause.parts, [profile] * len(parts)))
        case Exclude(part):
            every, excluded = clause.parts
            is_excluded = excluded.kind == "not" and same(part, excluded.parts[0], profile)
            return every == Clause("every") and is_excluded
    return False


SIGNS = st.sampled_from([*string.punctuation, " ", "AND", "OR", "NOT", "TO", "&&", "||", "\\", "*", "?", '"'])
WORDS = st.sampled_from(
    ["a", "bc", "words", "broken_words", "_exists_", "now", "ü", "報", "ﬁ", "2", "1.5", "‐"]
)
HOSTILE = st.lists(st.one_of(SIGNS, WORDS, st.text(max_size=4)), max_size=25).map("".join)


def assert_only_our_own(text, profile):
    """The query is refused, or Lucene reads exactly the tree that we read."""
    try:
        node = read_query(text, analyser(profile)).node
        written = "" if node is None else query_string(node, profile)
    except QueryProblem:
        return
    if node is not None:
        assert same(node, read_query_string(written), profile)


@examples(400)
@given(HOSTILE, st.sampled_from(["exact", "madqa"]))
@example("words:secret", "exact")
@example("broken_words:x", "madqa")
@example("x^5 y~2 z~", "exact")
@example("[2012 TO *] {a TO b}", "madqa")
@example("/joh?n(ath[oa]n)/", "exact")
@example(">=10 <5", "madqa")
@example('"a b"~10 "c d"^2', "exact")
@example("a\\ b \\\\ \\u0041ND \\", "madqa")
@example("*:* OR _id:1", "exact")
def test_no_text_reaches_an_operator_that_our_language_does_not_have(text, profile):
    assert_only_our_own(text, profile)


@pytest.mark.parametrize("profile", ["exact", "madqa"])
def test_no_hostile_query_reaches_an_operator_that_our_language_does_not_have(profile):
    for text in hostile_queries():
        assert_only_our_own(text, profile)


WORD = st.text(min_size=1, max_size=8).filter(lambda word: not word.isspace())
LEAF = st.one_of(WORD.map(Term), st.lists(WORD, min_size=2, max_size=3).map(tuple).map(Phrase))


@given(LEAF)
def test_even_a_word_that_no_analyser_gives_stays_a_word(leaf):
    """The tree alone would do: nothing here leans on what the analyser lets through."""
    clause = read_query_string(query_string(leaf, "madqa"))
    assert clause.kind in {"word", "phrase"}
    assert clause.text == (leaf.word if isinstance(leaf, Term) else " ".join(leaf.words))


# An escaped space is read by Lucene as a part of the word; the reader of these tests does not go so far.
@given(st.text(min_size=1, max_size=8).filter(lambda text: not any(map(str.isspace, text))))
def test_even_a_wildcard_of_signs_stays_a_wildcard(text):
    assert read_query_string(query_string(Pattern(f"a{text}*"), "exact")).kind == "wildcard"


@pytest.mark.parametrize(
    "text",
    [
        "title:x",
        'title:"x"',
        "a:*",
        "a^2",
        '"a b"~2',
        '"a b"^2',
        "a~",
        "[a TO b]",
        "{a TO b}",
        "/a/",
        ">5",
        "a b",
        '"a" AND "b" OR "c"',
        '"a" OR NOT "b"',
        "NOT *:*",
        "+a",
        "-a",
        "!a",
        "a && b",
        "a || b",
        '("a"',
        '"a")',
        '"a',
        "a",
        "TO",
    ],
)
def test_the_reader_of_these_tests_knows_what_must_not_appear(text):
    with pytest.raises(ForbiddenSyntax):
        read_query_string(text)


def test_a_phrase_that_gets_too_long_is_refused_in_a_sentence():
    with pytest.raises(QueryProblem, match="too long for this index; take fewer words"):
        string_of('"' + " ".join(["abcdefghijklmno"] * 60) + '"')


def test_more_hits_than_a_server_lists_are_refused_in_a_sentence():
    with pytest.raises(QueryProblem, match="At most 10,000 pages"):
        search_body(Term("a"), "exact", MAX_HITS + 1)
