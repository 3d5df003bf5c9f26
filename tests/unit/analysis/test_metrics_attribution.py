"""Attribution on sets. Case 37."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.attribution import document_scores, page_scores, set_scores
from baseline.analysis.report import score_run
from tests.reference import plain_metrics
from tests.unit.analysis.metrics_makers import attempt, cite, gold, ref

sets = st.frozensets(st.integers(0, 5), max_size=6)
some = st.frozensets(st.integers(0, 5), min_size=1, max_size=6)

# gold, cited, Page F1, Doc F1. a: sets of 1 and 2 with 1 in common, 2/3. g: 3 and 4 with 2, 4/7; the
# documents are 2 and 3 with 2, 4/5. c cites nothing where nothing is gold: 0/0, left out. e cites
# something there: 0.
CASE_37 = {
    "a": (["A.pdf:1"], ["A.pdf:1", "A.pdf:1", "A.pdf:2"], 2 / 3, 1.0),
    "b": (["A.pdf:1", "A.pdf:1"], ["A.pdf:1"], 1.0, 1.0),
    "c": ([], [], None, None),
    "d": (["A.pdf:1"], [], 0.0, 0.0),
    "e": ([], ["A.pdf:1"], 0.0, 0.0),
    "f": (["A.pdf:3"], ["B.pdf:3"], 0.0, 0.0),
    "g": (["A.pdf:1", "A.pdf:2", "B.pdf:5"], ["A.pdf:1", "B.pdf:5", "B.pdf:6", "C.pdf:1"], 4 / 7, 0.8),
    "h": (["A.pdf:3"], ["A.pdf:3"], 1.0, 1.0),
}


def case_37_report():
    items = [gold(key, "x", *evidence) for key, (evidence, *_) in CASE_37.items()]
    attempts = [attempt(key, "x", cites=tuple(cited)) for key, (_, cited, *_) in CASE_37.items()]
    return score_run(items, attempts)


def test_strict_attribution_follows_case_37():
    report = case_37_report()
    values = {
        row.attempt.item_id: (row.pages and row.pages.f1, row.documents and row.documents.f1)
        for row in report.rows
    }
    assert values == {
        key: pytest.approx(case[2:]) if case[2] is not None else case[2:] for key, case in CASE_37.items()
    }


def test_strict_attribution_means_of_case_37():
    report = case_37_report()
    assert report.figure("page_f1").value == pytest.approx(0.462585, abs=5e-7)
    assert report.figure("document_f1").value == pytest.approx(0.542857, abs=5e-7)
    assert report.figure("page_f1").n == 7
    assert any("without gold evidence" in note and "c, e" in note for note in report.notes)


def test_a_page_of_two_gold_pages_is_two_thirds_and_its_document_whole():
    # P = 1/1, R = 1/2: F1 = 2 * 1 * .5 / 1.5
    assert page_scores([cite("a:1")], [ref("a:1"), ref("a:2")]).f1 == pytest.approx(2 / 3)
    assert document_scores([cite("a:1")], [ref("a:1"), ref("a:2")]).f1 == 1.0


def test_a_citation_without_a_page_counts_for_documents_only():
    assert page_scores([cite("a")], [ref("a:1")]).f1 == 0.0
    assert document_scores([cite("a")], [ref("a:1")]).f1 == 1.0


def test_a_citation_without_a_page_does_not_lower_page_precision():
    scores = page_scores([cite("a"), cite("a:1")], [ref("a:1"), ref("a:2")])
    # one page cited, of two gold ones: P = 1/1, R = 1/2
    assert (scores.precision, scores.recall) == (1.0, 0.5)


def test_documents_of_equal_bare_name_are_two():
    assert document_scores([cite("b/report.pdf:1")], [ref("a/report.pdf:1")]).f1 == 0.0


def test_attribution_without_gold_is_an_error():
    with pytest.raises(ValueError, match="without gold"):
        page_scores([cite("a:1")], [])


@given(some, some)
def test_f1_is_symmetric_and_precision_is_recall_turned_round(a, b):
    there, back = set_scores(a, b), set_scores(b, a)
    assert there.f1 == back.f1
    assert (there.precision, there.recall) == (back.recall, back.precision)


@given(sets, some)
def test_f1_is_one_exactly_when_the_sets_are_equal(cited, wanted):
    assert (set_scores(cited, wanted).f1 == 1.0) == (cited == wanted)


@given(sets, some)
def test_f1_equals_the_plain_one(cited, wanted):
    assert set_scores(cited, wanted).f1 == pytest.approx(float(plain_metrics.f1(list(cited), list(wanted))))


@given(sets, some)
def test_f1_lies_between_0_and_the_mean_of_its_parts(cited, wanted):
    scores = set_scores(cited, wanted)
    assert 0.0 <= scores.f1 <= (scores.precision + scores.recall) / 2 + 1e-12
