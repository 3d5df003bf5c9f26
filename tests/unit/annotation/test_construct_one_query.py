"""The question as one query: its forms, ranks, cut-offs, and refused queries."""

from __future__ import annotations

import pytest

from annotation.construct.one_query import one_query_figures, one_query_notes
from annotation.figures import figures_of
from annotation.one_query import QUERY_FORMS, ask_as_one_query, cutoffs_of, enough, query_of
from tests.unit.annotation.construct_makers import EXACT, collection, item

PAGES = {"a.pdf:1": "harbor fees", "a.pdf:2": "harbor", "b.pdf:1": "what are the fees", "c.pdf:1": "school"}


def ask(one, k=5, **more):
    return ask_as_one_query(one.question, one.evidence, collection(PAGES, **more).best_pages, EXACT, k)


@pytest.mark.parametrize(
    ("form", "query"),
    [
        ("typed", "What are the harbor fees, the fees?"),
        ("or", "what OR are OR the OR harbor OR fees"),
        ("content", "harbor fees"),
        ("content_or", "harbor OR fees"),
    ],
)
def test_query_of_writes_each_form(form, query):
    assert query_of("What are  the harbor\nfees, the fees?", form, EXACT) == query


@pytest.mark.parametrize("form", ["or", "content", "content_or"])
def test_of_a_long_question_the_first_words_are_asked(form):
    query = query_of(" ".join(f"w{number}" for number in range(100)), form, EXACT)
    assert len(query.replace(" OR ", " ").split()) == 60
    assert len(query_of(" ".join(f"{number:080}" for number in range(30)), form, EXACT)) <= 900


def test_ranks_are_those_of_the_evidence_pages():
    outcomes = {o.form: o for o in ask(item("q", "What are the harbor fees?", "a.pdf:1", "c.pdf:1"))}
    # OR: b1 has what, are, the, fees (4 words), a1 has 2, a2 has 1.
    assert outcomes["or"].ranks == (2, None)
    assert outcomes["content_or"].ranks == (1, None)
    assert outcomes["content"].ranks == (1, None)
    assert outcomes["typed"].ranks == (None, None)
    assert outcomes["typed"].total == 0


def test_an_item_is_enough_by_any_form_and_within_k_only():
    outcomes = ask(item("q", "What are the harbor fees?", "a.pdf:1"))
    assert enough(outcomes, 1) is True
    both = ask(item("q", "What are the harbor fees?", "a.pdf:1", "a.pdf:2"))
    assert enough(both, 1) is False
    assert enough(both, 3) is True
    assert [o.finds_any(1) for o in both] == [False, False, True, True]


def test_a_refused_form_is_left_out_and_noted():
    one = item("q", "What are the harbor fees?", "a.pdf:1")
    outcomes = ask(one, refused="what")
    assert [o.finds_all(5) for o in outcomes] == [None, None, True, True]
    assert enough(outcomes, 5) is True
    assert enough(outcomes[:2], 5) is None
    figures = {f.key: f for f in figures_of(one_query_figures([one], [outcomes], 5))}
    assert figures["one_query_all@or_5"].value is None
    assert figures["one_query_all@content_5"].value == 1
    assert one_query_notes([outcomes]) == [
        "1 of 1 queries of form typed are refused and left out: Too many words.",
        "1 of 1 queries of form or are refused and left out: Too many words.",
    ]


def test_a_question_of_stop_words_finds_nothing_by_its_content():
    outcomes = {o.form: o for o in ask(item("q", "What are they?", "a.pdf:1"))}
    assert outcomes["content"].query == ""
    assert outcomes["content"].finds_all(5) is False


def test_an_item_without_evidence_is_in_no_denominator():
    one = item("q", "harbor fees")
    figures = figures_of(one_query_figures([one], [ask(one)], 5))
    assert {figure.value for figure in figures} == {None}
    assert all(figure.undefined for figure in figures)


def test_every_form_has_its_figures_at_every_cut_off():
    one = item("q", "harbor fees", "a.pdf:1")
    keys = {figure.key for figure in figures_of(one_query_figures([one], [ask(one, k=3)], 3))}
    assert {f"one_query_all@{form}_{k}" for form in QUERY_FORMS for k in (3, 10)} <= keys


@pytest.mark.parametrize(("k", "cutoffs"), [(5, (5, 10)), (10, (10,)), (50, (50,))])
def test_cutoffs_begin_with_the_k_of_the_study(k, cutoffs):
    assert cutoffs_of(k) == cutoffs
