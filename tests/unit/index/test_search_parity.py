"""Our postings against Whoosh, query by query: same pages, same order, same scores."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.vocabulary import MAX_PAGES_UNSCORED
from tests.search_queries import KINDS, QueryMaker

FINGERPRINT = "f" * 32
ENGINES = ("postings", "whoosh")
PROFILES = ("exact", "madqa")
STEMS = ["rep", "perm", "net", "reven", "boar", "stat", "offi", "union", "well", "know", "übe", "報告"]
ENDINGS = ["", "s", "ed", "ing", "ion", "ions", "er", "ort", "its", "ue", "ue2019", "ces", "é"]
COMMON = ["the", "of", "and", "to", "in", "a", "10-K", "1,234.56", "it’s", "ﬁle"]


def prose(n_pages, n_words, seed):
    """Pages of words that share stems and endings, with broken lines, empty pages and equal pages."""
    draw = random.Random(seed)
    words = [stem + ending for stem in STEMS for ending in ENDINGS]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    draw.shuffle(weights)
    pages = []
    for number in range(n_pages):
        if number % 37 == 5:
            pages.append("")
        elif number % 11 == 7:
            pages.append(draw.choice(pages))
        else:
            n = draw.randint(1, n_words)
            chosen = draw.choices(words, weights, k=n)
            gaps = [
                draw.choices([" ", "\n", f" {draw.choice(COMMON)} ", "-\n", "-"], [9, 2, 4, 1, 1])[0]
                for _ in range(n)
            ]
            pages.append("".join(word + gap for word, gap in zip(chosen, gaps, strict=True)))
    return pages


def opened(folder, texts, profile):
    """Both engines over the same pages."""
    pages = dict(enumerate(texts, 1))
    engines = []
    for name in ENGINES:
        with new_index(name, folder / name, analyser(profile)) as writer:
            for page, text in pages.items():
                writer.add("book.pdf" if page < 99 else "other.pdf", page, text)
        engines.append(
            open_engine(
                name,
                folder / name,
                SearchedBuild(analyser(profile), FINGERPRINT, lambda document, page: pages[page], 3),
            )
        )
    return engines


def ranking(engine, query):
    """Everything that matches, or the sentence that refuses the query."""
    try:
        node = read_query(query, engine.analyser).node
        return engine.ranked(node, 10**6) if node is not None else (0, [])
    except QueryProblem as problem:
        return problem.user_message, []


def assert_same(ours, whooshs, query):
    total, pages = ranking(ours, query)
    wanted_total, wanted = ranking(whooshs, query)
    assert total == wanted_total, query
    assert [page[:2] for page in pages] == [page[:2] for page in wanted], query
    assert [page.score for page in pages] == pytest.approx([page.score for page in wanted], abs=1e-9), query


@pytest.fixture(scope="module")
def small_texts():
    return prose(160, 40, seed=3)


@pytest.fixture(scope="module", params=PROFILES)
def small(request, small_texts, tmp_path_factory):
    engines = opened(tmp_path_factory.mktemp("parity"), small_texts, request.param)
    yield engines
    for engine in engines:
        engine.close()


@pytest.mark.parametrize("kind", KINDS)
def test_postings_give_what_whoosh_gives(small, small_texts, kind):
    for query in QueryMaker(small_texts, seed=11).queries(kind, 40):
        assert_same(*small, query)


def test_a_result_is_the_same_but_for_its_time(small, small_texts):
    maker = QueryMaker(small_texts, seed=12)
    for query in [next(maker.queries(kind, 1)) for kind in KINDS] + ["unheard", "AND", '"reports unheard"']:
        ours, whooshs = (engine.search(query, 3) for engine in small)
        assert ours.model_copy(update={"took_ms": 0.0}) == whooshs.model_copy(update={"took_ms": 0.0})


PIECES = [*"()", "AND", "OR", "NOT", "reports", "rep*", "?nion", "the", '"net reports"', "well-known", "10-K"]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
def test_postings_give_what_whoosh_gives_for_any_query(small, query):
    assert_same(*small, query)


@pytest.fixture(scope="module", params=PROFILES)
def large(request, tmp_path_factory):
    """More pages than those up to which Whoosh adds up in another order, and leaves wildcards unscored."""
    texts = prose(MAX_PAGES_UNSCORED + 50, 6, seed=4)
    engines = opened(tmp_path_factory.mktemp("parity"), texts, request.param)
    yield *engines, texts
    for engine in engines:
        engine.close()


def test_postings_give_what_whoosh_gives_above_5000_pages(large):
    ours, whooshs, texts = large
    maker = QueryMaker(texts, seed=13)
    for kind in KINDS:
        for query in maker.queries(kind, 4):
            assert_same(ours, whooshs, query)
