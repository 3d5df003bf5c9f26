"""Our postings on real documents: what Whoosh gives, query by query, and nothing that takes long."""

import time

import pytest

from db.clock import FixedClock
from index.build import BuildRequest, build_index
from index.collection import open_index
from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.vocabulary import MAX_PAGES_UNSCORED
from tests.hostile_queries import hostile_queries
from tests.search_queries import QueryMaker

pytestmark = pytest.mark.corpus

PROFILES = ("exact", "madqa")
# Whoosh takes long for wildcards that do not begin with letters, and for what holds them.
N_QUERIES = {
    "term": 700,
    "or": 700,
    "and": 700,
    "phrase": 700,
    "not": 700,
    "prefix": 500,
    "infix": 350,
    "suffix": 350,
    "nested": 350,
}
MAX_CPU_MS = 200
N_COMPARED = 100


@pytest.fixture(scope="module")
def texts(corpus_folder, tmp_path_factory):
    """The text of every page."""
    out = tmp_path_factory.mktemp("texts") / "index"
    build_index(BuildRequest(corpus_folder, out, ocr="off"), FixedClock())
    index = open_index(str(out))
    found = [
        index.page_text(entry.document, page)
        for entry in index.documents()
        for page in range(1, entry.n_pages + 1)
    ]
    index.close()
    return found


def opened(folder, name, profile, pages):
    with new_index(name, folder / name, analyser(profile)) as writer:
        for number, text in enumerate(pages):
            writer.add("corpus.pdf", number, text)
    return open_engine(
        name, folder / name, SearchedBuild(analyser(profile), "f" * 32, lambda document, page: pages[page], 0)
    )


@pytest.fixture(scope="module", params=PROFILES)
def engines(request, texts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("engines")
    both = [opened(folder, name, request.param, texts) for name in ("postings", "whoosh")]
    yield both
    for engine in both:
        engine.close()


def in_quarters(text):
    length = len(text) // 4 + 1
    return [text[start : start + length] for start in range(0, 4 * length, length)]


def ranking(engine, query):
    try:
        node = read_query(query, engine.analyser).node
        return engine.ranked(node, N_COMPARED) if node is not None else (0, [])
    except QueryProblem as problem:
        return problem.user_message, []


def different(engines, queries):
    """The queries for which the two engines differ in anything."""
    found = []
    for query in queries:
        (total, ours), (wanted_total, whooshs) = (ranking(engine, query) for engine in engines)
        same_pages = [page[:2] for page in ours] == [page[:2] for page in whooshs]
        same_scores = all(
            abs(one.score - other.score) <= 1e-9 for one, other in zip(ours, whooshs, strict=False)
        )
        if not (total == wanted_total and same_pages and same_scores):
            found.append(query)
    return found


def test_there_are_five_thousand_queries():
    assert sum(N_QUERIES.values()) >= 5000


@pytest.mark.parametrize("kind", N_QUERIES)
def test_postings_give_what_whoosh_gives_on_real_pages(engines, texts, kind):
    assert different(engines, QueryMaker(texts, seed=1).queries(kind, N_QUERIES[kind])) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_postings_give_what_whoosh_gives_above_5000_pages(texts, profile, tmp_path):
    pages = [quarter for text in texts for quarter in in_quarters(text)]
    assert len(pages) > MAX_PAGES_UNSCORED
    both = [opened(tmp_path, name, profile, pages) for name in ("postings", "whoosh")]
    for kind in N_QUERIES:
        assert different(both, QueryMaker(pages, seed=2).queries(kind, 25)) == []
    for engine in both:
        engine.close()


def test_no_hostile_query_takes_long_on_real_pages(engines):
    ours, _ = engines
    slow = {}
    for query in hostile_queries():
        started = time.thread_time()
        ranking(ours, query)
        took_ms = 1000 * (time.thread_time() - started)
        if took_ms > MAX_CPU_MS:
            slow[query[:60]] = took_ms
    assert slow == {}
