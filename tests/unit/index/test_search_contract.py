"""What every engine owes: the same pages, sentences and snippets. Only the order may be its own."""

import random
import re
import threading
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.errors import IndexMissing
from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import open_engine
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.vocabulary import MAX_WORDS_PER_PATTERN
from tests.depth import examples
from tests.engines import ENGINES, FINGERPRINT, engine_over, name_of
from tests.hostile_queries import hostile_queries
from tests.index_answers import is_true
from tests.search_queries import KINDS, QueryMaker

PROFILES = ("exact", "madqa")
STEMS = ["rep", "perm", "net", "reven", "boar", "stat", "offi", "union", "well", "know", "übe", "報告"]
ENDINGS = ["", "s", "ed", "ing", "ion", "ort", "its", "ue", "ue2019", "é"]
OTHERS = ["the", "of", "and", "10-K", "1,234.56", "it’s", "ﬁle", "snake_case", "AND", "C++", "C", "v2.10"]
# Real line-end hyphens, one after the other too, and the queries that meet them.
BROKEN = [
    "he demon-\nstrates that a well-\nknown oﬃce is ours",
    "a re-\npre-\nsentative of the net-\nwork",
    "a mother-\nin-\nlaw of 8½ and 10², CO₂ or revenue¹ rose",
]
N_PAGES = 240


def pages_of_prose():
    draw = random.Random(5)
    words = [stem + ending for stem in STEMS for ending in ENDINGS]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    texts = list(BROKEN)
    while len(texts) < N_PAGES:
        gaps = draw.choices([" ", "\n", f" {draw.choice(OTHERS)} ", "-\n", ", "], [9, 2, 4, 1, 1], k=30)
        chosen = draw.choices(words, weights, k=draw.randint(1, 30))
        texts.append("".join(word + gap for word, gap in zip(chosen, gaps, strict=False)))
        # Empty pages, and equal ones, whose scores tie.
        if len(texts) % 9 == 0:
            texts += ["", draw.choice(texts), draw.choice(texts)]
    return texts[:N_PAGES]


TEXTS = pages_of_prose()


@pytest.fixture(scope="module", params=PROFILES)
def profile(request):
    return request.param


@pytest.fixture(scope="module", params=ENGINES)
def engine(request, profile, tmp_path_factory):
    opened = engine_over(TEXTS, tmp_path_factory.mktemp("contract"), request.param, profile, 7)
    yield opened
    opened.close()


@cache
def tokens_of_pages(profile):
    return [analyser(profile).tokens(text) for text in TEXTS]


@cache
def found_by_plain_logic(profile, query):
    """The pages that the query is true of: worked out once for all engines."""
    node = read_query(query, analyser(profile)).node
    pages = enumerate(tokens_of_pages(profile))
    return sorted(name_of(number) for number, page in pages if is_true(node, page))


def assert_found_as_written(engine, profile, query):
    """The pages that plain logic finds, by score, and those of equal score in the order of the index."""
    node = read_query(query, engine.analyser).node
    expected = found_by_plain_logic(profile, query)
    total, pages = (0, []) if node is None else engine.ranked(node, N_PAGES)
    assert sorted((page.document, page.page) for page in pages) == expected, query
    assert total == len(expected), query
    keys = [(-page.score, page.document, page.page) for page in pages]
    assert keys == sorted(keys), query


@pytest.mark.parametrize("kind", KINDS)
def test_an_engine_finds_the_pages_of_every_kind_of_query(engine, profile, kind):
    asked = 0
    for query in QueryMaker(TEXTS, seed=21).queries(kind, 12):
        # A wildcard among letters that are words of their own is refused.
        with suppress(QueryProblem):
            assert_found_as_written(engine, profile, query)
            asked += 1
    assert asked > 8


@pytest.mark.parametrize(
    "query",
    [
        "demonstrates",
        "strates",
        "demon*",
        "demon?strates",
        "d*strates",
        '"he demonstrates that"',
        '"he demon strates that"',
        "well-known",
        '"a well known office"',
        "mother-in-law",
        '"a mother in law of"',
        "8½ OR 81",
        "10² NOT 102",
        "CO2 OR CO₂",
        '"revenue rose"',
        '"co2 or revenue¹ rose"',
        "revenue1*",
        "representative",
        '"a repre sentative"',
        '"a re presentative of"',
        "r?presentative OR re*tive",
        "network NOT net",
        '"the net work"',
        "10-K",
        "it's",
        "1,234.56",
        "file snake_case",
        "snake*",
        "報告*",
        "報告",
        "C++ OR C#",
        "C",
        "v2.1*",
        "ÜBE*",
        "NOT rep",
        "NOT NOT rep",
        "rep NOT rep",
        "rep OR NOT rep",
        "NOT (rep OR NOT net) AND perm*",
        "unheard",
        "zz* OR rep",
        "zz* AND rep",
        '"unheard rep"',
    ],
)
def test_an_engine_finds_what_the_pages_say(engine, profile, query):
    assert_found_as_written(engine, profile, query)


PIECES = [*'()"', "AND", "OR", "NOT", "rep", "rep*", "?nion", "the", "demonstrates", "well-known", "TO", "[a"]


@examples(50)
@given(query=st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_an_engine_agrees_with_plain_logic_on_any_query(engine, profile, query):
    try:
        read_query(query, engine.analyser)
    except QueryProblem as problem:
        with pytest.raises(QueryProblem, match=re.escape(problem.user_message)):
            engine.search(query, 5)
    else:
        assert_found_as_written(engine, profile, query)


def outcome(engine, query):
    """The pages found, or the sentence that refuses the query."""
    try:
        node = read_query(query, engine.analyser).node
        total, pages = (0, []) if node is None else engine.ranked(node, N_PAGES)
    except QueryProblem as problem:
        return problem.user_message
    return total, sorted(page[:2] for page in pages)


@pytest.fixture(scope="module")
def by_default(tmp_path_factory):
    """What the default engine makes of the hostile queries in a profile: asked once."""

    @cache
    def outcomes(profile):
        opened = engine_over(TEXTS, tmp_path_factory.mktemp("default"), "postings", profile)
        found = {query: outcome(opened, query) for query in hostile_queries()}
        opened.close()
        return found

    return outcomes


def test_an_engine_makes_of_hostile_queries_what_the_default_does(engine, profile, by_default):
    expected = by_default(profile)
    assert {query: outcome(engine, query) for query in expected} == expected


@pytest.mark.parametrize("k", [1, 2, 3, 10])
@pytest.mark.parametrize("query", ["rep", "rep OR union", "NOT rep", "zz*", '"net the"'])
def test_k_pages_are_the_first_k_of_all(engine, query, k):
    everything = engine.search(query, 11)
    some = engine.search(query, k)
    assert some.hits == everything.hits[:k]
    assert some.total == everything.total
    assert [hit.rank for hit in some.hits] == list(range(1, len(some.hits) + 1))


def test_a_result_says_how_it_was_read_and_by_what(engine, profile):
    result = engine.search(" rep  OR union ", 3)
    assert result.query == " rep  OR union "
    assert result.parsed == "rep OR union"
    assert result.profile == profile
    assert result.fingerprint == FINGERPRINT
    assert len(result.hits) == 3
    assert result.took_ms > 0
    assert result.message == ""


def test_an_engine_counts_its_pages(engine):
    assert engine.n_pages == N_PAGES
    assert engine.n_pages_with("unheard") == 0
    assert engine.n_pages_with("rep") == engine.search("rep", 1).total


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("unheard", "No page contains “unheard”."),
        ("unheard rep", "No page contains “unheard”."),
        ("unheard", "7 pages have no usable text"),
        ('"known union ours"', "nowhere beside each other"),
        ("zz*", "No word on any page has the form zz*."),
        ("rep NOT rep", "No single page fits the whole query"),
        ("{}", "no letters or digits"),
        ("rep AND", "AND needs a word"),
        ('"rep', "was closed at the end"),
        ("rep^2 union~", "Words have no weights or fuzzy forms here"),
    ],
)
def test_a_result_explains_itself(engine, query, part):
    assert part in engine.search(query, 5).message


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("*", "The wildcard '*' says too little: give at least 2 letters or digits."),
        ("rep AND *", "The wildcard '*' says too little: give at least 2 letters or digits."),
        ("a*b*c*d*e*f", "The wildcard 'a*b*c*d*e*f' has more than 4 stars."),
        ("w " * 65 + "x", "The query has more than 64 words; take the most telling ones."),
        ("x" * 1001, "The query has 1001 characters; at most 1000 are taken."),
        ("(" * 21 + "rep" + ")" * 21, "Brackets are nested more than 20 deep."),
    ],
)
def test_what_the_language_does_not_take_is_refused_in_the_same_sentence(engine, profile, query, sentence):
    if query.startswith("w ") and profile == "madqa":
        query = query.replace("w ", "ww ")
    with pytest.raises(QueryProblem) as refused:
        engine.search(query, 5)
    assert refused.value.user_message == sentence
    with pytest.raises(QueryProblem):
        engine.match_spans(query, "rep")


@pytest.mark.parametrize("name", ENGINES)
def test_a_wildcard_over_too_many_words_is_refused(tmp_path, name):
    words = [f"con{number:04d}" for number in range(MAX_WORDS_PER_PATTERN + 100)]
    engine = engine_over([" ".join(words), "con0000 other"], tmp_path, name)
    # A search server does not say how many words it met.
    with pytest.raises(QueryProblem, match=r"'con\*' fits (1,100|too many) different words.*; give"):
        engine.search("con* OR other", 5)
    assert engine.search("con0* AND other", 5).total == 1
    engine.close()


def test_snippets_show_the_matches(engine):
    for query in ("rep", '"he demonstrates"', "perm* AND NOT rep", "office OR union", "NOT rep"):
        for hit in engine.search(query, 20).hits:
            ends = 0
            for start, end in hit.matches:
                assert ends <= start < end <= len(hit.snippet)
                ends = end
            assert bool(hit.matches) == (query != "NOT rep")


def test_matches_are_marked_by_the_engines_own_words(engine, profile):
    assert engine.match_spans("oﬃce", "the oﬃce") == [(4, 8)]
    assert engine.match_spans("office", "the oﬃce") == ([(4, 8)] if profile == "exact" else [])
    page = "he demon-\nstrates"
    found = [page[start:end] for start, end in engine.match_spans("demonstrates", page)]
    assert found == (["demon-\nstrates"] if profile == "exact" else [])


def test_eight_threads_get_what_one_gets(engine):
    queries = [
        "rep",
        "rep OR union",
        '"net the"',
        "perm*",
        "NOT rep",
        "(net OR rep*) AND NOT union",
        "unheard",
    ]
    alone = {query: engine.search(query, 5).hits for query in queries}
    wrong = []

    def ask():
        wrong.extend(query for query in queries * 2 if engine.search(query, 5).hits != alone[query])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_without_files_says_that_the_index_is_missing(tmp_path, monkeypatch, name):
    monkeypatch.setenv("PAGETRAIL_OPENSEARCH_URL", "http://localhost:9200")
    with pytest.raises(IndexMissing, match=r"build (it|the index) again"):
        open_engine(
            name, tmp_path, SearchedBuild(analyser("exact"), FINGERPRINT, lambda document, page: "", 0)
        )


@pytest.mark.parametrize("name", ENGINES)
def test_an_index_without_pages_finds_nothing(tmp_path, name):
    engine = engine_over([], tmp_path, name)
    for query in ("rep", "NOT rep", "rep*", '"a b"'):
        assert engine.search(query, 5).total == 0
    engine.close()
