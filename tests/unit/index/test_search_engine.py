import random
import threading

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from whoosh import qparser, scoring  # the reference for profile madqa
from whoosh.analysis import StandardAnalyzer
from whoosh.fields import ID, TEXT, Schema
from whoosh.filedb.filestore import RamStorage

from db.errors import IndexMissing
from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.vocabulary import MAX_WORDS_PER_PATTERN
from tests.index_answers import is_true

FINGERPRINT = "f" * 32


def make_engine(folder, texts, profile="exact", n_without_text=0, engine="postings"):
    pages = dict(enumerate(texts, 1))
    by = analyser(profile)
    with new_index(engine, folder / engine, by) as writer:
        for page, text in pages.items():
            writer.add("book.pdf", page, text)
    return open_engine(
        engine,
        folder / engine,
        SearchedBuild(by, FINGERPRINT, lambda document, page: pages[page], n_without_text),
    )


@pytest.fixture(scope="module", params=["postings", "whoosh"])
def engine_name(request):
    return request.param


def pages_of(engine, query, k=50):
    return sorted(hit.page for hit in engine.search(query, k).hits)


@pytest.fixture(scope="module")
def truth_table(tmp_path_factory, engine_name):
    """Eight pages, one for each combination of three words."""
    words = ("alpha", "beta", "gamma")
    texts = [
        "sheet base " + " ".join(word for bit, word in enumerate(words) if number >> bit & 1)
        for number in range(8)
    ]
    engine = make_engine(tmp_path_factory.mktemp("truth"), texts, n_without_text=2, engine=engine_name)
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("alpha", [2, 4, 6, 8]),
        ("NOT alpha", [1, 3, 5, 7]),
        ("alpha NOT beta", [2, 6]),
        ("alpha AND NOT beta", [2, 6]),
        ("alpha OR NOT beta", [1, 2, 4, 5, 6, 8]),
        ("(alpha OR beta) NOT gamma", [2, 3, 4]),
        ("alpha OR beta AND gamma", [2, 4, 6, 7, 8]),
        ("(alpha OR beta) AND gamma", [6, 7, 8]),
        ("NOT (alpha OR beta)", [1, 5]),
        ("NOT alpha NOT beta", [1, 5]),
        ("NOT NOT alpha", [2, 4, 6, 8]),
        ("base NOT base", []),
        ("alpha beta", [4, 8]),
        ("NOT unheard", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("alpha AND zzz*", []),
        ("alpha OR zzz*", [2, 4, 6, 8]),
        ("base NOT (alpha AND (beta OR gamma))", [1, 2, 3, 5, 7]),
    ],
)
def test_the_engine_does_hand_logic(truth_table, query, pages):
    result = truth_table.search(query, 50)
    assert sorted(hit.page for hit in result.hits) == pages
    assert result.total == len(pages)


def test_a_result_says_how_it_was_read_and_by_what(truth_table):
    result = truth_table.search(" alpha  OR beta ", 3)
    assert result.query == " alpha  OR beta "
    assert result.parsed == "alpha OR beta"
    assert result.profile == "exact"
    assert result.fingerprint == FINGERPRINT
    assert (result.total, len(result.hits)) == (6, 3)
    assert [hit.rank for hit in result.hits] == [1, 2, 3]
    assert result.took_ms > 0
    assert result.message == ""


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("unheard", "No page contains “unheard”."),
        ("alpha and beta", "“and” in small letters is taken as a word"),
        ('"beta alpha"', "nowhere beside each other"),
        ("zz*", "No word on any page has the form zz*."),
        ("base NOT base", "No single page fits the whole query"),
        ("unheard", "2 pages have no usable text"),
        ("***", ""),
        ("{}", "no letters or digits"),
        ("alpha AND", "AND needs a word"),
    ],
)
def test_a_result_explains_itself(truth_table, query, part):
    if query == "***":
        with pytest.raises(QueryProblem):
            truth_table.search(query, 5)
        return
    assert part in truth_table.search(query, 5).message


def test_a_full_result_names_no_reasons(truth_table):
    assert truth_table.search("alpha", 5).message == ""


@pytest.fixture(scope="module")
def prose(tmp_path_factory, engine_name):
    texts = [
        "The state of the union address was long.",
        "State union contracts were signed.",
        "To be or not to be, that is the question.",
        "he demon-\nstrates that a well-\nknown oﬃce is ours",
        "he demonstrates that a well-known office is ours",
        "it's here; path C:\\temp and <b>bold</b>",
    ]
    engine = make_engine(tmp_path_factory.mktemp("prose"), texts, engine=engine_name)
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ('"state of the union"', [1]),
        ('"state union"', [2]),
        ('"to be or not to be"', [3]),
        ('"the the"', []),
        ("demonstrates", [4, 5]),
        ("strates", [4]),
        ("demon*", [4, 5]),
        ('"he demonstrates that a"', [4, 5]),
        ("well-known", [4, 5]),
        ('"a well known office"', [4, 5]),
        ("wellknown", [4]),
        ("OFFICE", [4, 5]),
        ("it’s", [6]),
        ("<b>bold</b>", [6]),
    ],
)
def test_exact_finds_what_the_page_says(prose, query, pages):
    assert pages_of(prose, query) == pages


def test_a_wildcard_over_too_many_words_is_refused_in_a_sentence(tmp_path, engine_name):
    words = " ".join(f"con{number:04d}" for number in range(MAX_WORDS_PER_PATTERN + 1))
    engine = make_engine(tmp_path, [words, "con0000 other"], engine=engine_name)
    with pytest.raises(QueryProblem, match=r"'con\*' fits 1,001 different words"):
        engine.search("con*", 5)
    assert engine.search("con0*", 5).total == 2
    engine.close()


def test_madqa_ignores_stop_words_as_the_public_agent_does(tmp_path, engine_name):
    engine = make_engine(
        tmp_path, ["The state of the union", "state union", "10-K form"], "madqa", engine=engine_name
    )
    assert pages_of(engine, '"state of the union"') == [1, 2]
    assert pages_of(engine, "10-K") == [3]
    assert "too common, too short" in engine.search("to be or not", 5).message
    assert "leave it out" in engine.search("form 10?", 5).message
    engine.close()


@pytest.fixture(scope="module")
def word_soup():
    choose = random.Random(7)
    words = [f"w{number:02d}" for number in range(60)] + ["the", "of"]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    return [" ".join(choose.choices(words, weights, k=choose.randint(5, 60))) for _ in range(300)]


QUERIES = [
    "w05",
    "w01 w02",
    "w10 OR w20 OR w30",
    '"w00 w01"',
    "w1*",
    "w?5 AND w02",
    "w03 NOT w00",
    "(w10 OR w11) AND (w12 OR w13)",
    '(w10 OR w11) AND ("w00 w01" OR w4*) AND NOT w02',
    '("w00 w02" OR w3*) AND NOT w01',
    "w05 AND w06 OR w07",
]


@pytest.fixture(scope="module")
def soup_engine(tmp_path_factory, engine_name, word_soup):
    engine = make_engine(tmp_path_factory.mktemp("soup"), word_soup, "madqa", engine=engine_name)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def plain_whoosh(word_soup):
    """Whoosh as it is: its own parser, analyser and ranking."""
    schema = Schema(page=ID(stored=True), text=TEXT(analyzer=StandardAnalyzer()))
    index = RamStorage().create_index(schema)
    writer = index.writer()
    for page, text in enumerate(word_soup, 1):
        writer.add_document(page=str(page), text=text)
    writer.commit()
    with index.searcher(weighting=scoring.BM25F(B=0.75, K1=1.2)) as searcher:
        yield lambda query: searcher.search(qparser.QueryParser("text", schema).parse(query), limit=None)


@pytest.mark.parametrize("query", QUERIES)
def test_madqa_ranks_as_exhaustive_whoosh_does(soup_engine, plain_whoosh, query):
    expected = plain_whoosh(query)
    result = soup_engine.search(query, 7)
    wanted = [(int(hit["page"]), pytest.approx(hit.score, abs=1e-9)) for hit in expected[:7]]
    assert [(hit.page, hit.score) for hit in result.hits] == wanted
    assert result.total == len(expected)


def test_eight_threads_get_what_one_gets(soup_engine):
    alone = {query: soup_engine.search(query, 5).hits for query in QUERIES}
    wrong = []

    def ask():
        wrong.extend(query for query in QUERIES * 2 if soup_engine.search(query, 5).hits != alone[query])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_an_engine_goes_on_when_its_build_is_pruned(tmp_path, engine_name):
    engine = make_engine(tmp_path, ["alpha", "beta"], engine=engine_name)
    for path in (tmp_path / engine_name).iterdir():
        path.unlink()
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(engine.search("alpha", 5).total)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [1] * 8
    engine.close()


def test_an_engine_without_files_says_that_the_index_is_missing(tmp_path, engine_name):
    with pytest.raises(IndexMissing, match=r"build (it|the index) again"):
        open_engine(
            engine_name, tmp_path, SearchedBuild(analyser("exact"), FINGERPRINT, lambda document, page: "", 0)
        )


PIECES = [*'()"', "AND", "OR", "NOT", "net", "revenue", "rev*", "?ose", "the", "demonstrates", "well-known"]


@pytest.fixture(scope="module")
def logic(tmp_path_factory, engine_name):
    texts = [
        "net revenue rose",
        "the revenue",
        "",
        "he demon-\nstrates the well-\nknown net",
        "well-known revenue, net of the rose",
    ]
    engine = make_engine(tmp_path_factory.mktemp("logic"), texts, engine=engine_name)
    yield engine, dict(enumerate(map(analyser("exact").tokens, texts), 1))
    engine.close()


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_the_engine_agrees_with_plain_logic_on_any_query(logic, query):
    engine, pages = logic
    try:
        node = read_query(query, analyser("exact")).node
    except QueryProblem:
        assume(condition=False)
    expected = [page for page, tokens in pages.items() if is_true(node, tokens)]
    assert pages_of(engine, query) == expected
