"""Whatever is asked, the answer is a result or a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import QueryProblem
from tests.hostile_queries import hostile_queries

PAGES = {
    1: "The kernel’s revenue (2019): $1,234.56, see §4(a)(2) and 10-K.",
    2: "報告書2019年度 กรุงเทพ; the ker-\nnel",
    3: "",
    4: " ".join(f"co{number} w{number} the of a b" for number in range(1100)),
}
NAME = "secret/hidden.pdf"


@pytest.fixture(scope="module", params=["exact", "madqa"])
def engine(request, tmp_path_factory):
    folder, by = tmp_path_factory.mktemp("hostile") / "search", analyser(request.param)
    with new_index("postings", folder, by) as writer:
        for page, text in PAGES.items():
            writer.add(NAME, page, text)
    return open_engine("postings", folder, SearchedBuild(by, "f" * 32, lambda document, page: PAGES[page], 1))


def outcome(engine, query):
    """A result that fits together, or the sentence that refuses the query."""
    try:
        result = engine.search(query, 3)
    except QueryProblem as problem:
        return problem.user_message
    assert result.query == query
    assert len(result.hits) == min(3, result.total)
    assert result.total <= len(PAGES)
    return result


def test_there_are_six_hundred_hostile_queries():
    assert len(hostile_queries()) >= 600


def test_hostile_queries_are_answered_or_refused_in_a_sentence(engine):
    outcomes = [outcome(engine, query) for query in hostile_queries()]
    sentences = {one for one in outcomes if isinstance(one, str)}
    assert all(sentence.endswith(".") and len(sentence) < 200 for sentence in sentences)
    assert len(sentences) > 20


PIECES = st.sampled_from(
    [
        *'()"“*?^~:+-!&|[]{}\\',
        "AND",
        "OR",
        "NOT",
        "kernel",
        "co*",
        "*el",
        "w1?",
        "the",
        "報告",
        "4(a)(2)",
        "\n",
        "\x00",
    ]
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map("".join))
def test_anything_is_answered_or_refused_in_a_sentence(engine, query):
    outcome(engine, query)


@given(st.lists(PIECES, max_size=40).map(" ".join))
def test_anything_like_a_query_is_answered_or_refused_in_a_sentence(engine, query):
    outcome(engine, query)


@pytest.mark.parametrize(
    "query",
    ["document:secret", "secret", "hidden.pdf", "page:3", "text:secret", "path:hidden", NAME, "*idden"],
)
def test_what_is_not_on_a_page_cannot_be_reached(engine, query):
    assert outcome(engine, query).total == 0
