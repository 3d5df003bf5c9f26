"""The error cascade and hop types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.cascade import CASCADE_LABELS, cascade_label, hop_type
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold, ref

GOLD = (ref("a:1"), ref("b:2"))


@pytest.mark.parametrize(
    ("score", "answer", "cites", "status", "label"),
    [
        (1.0, "x", (), "own", "correct"),
        (0.5, "x", (), "own", "correct_verbose"),
        (0.0, " ", ("a:1",), "own", "refusal"),
        (0.0, "x", ("a:1",), "not_found", "refusal"),
        (0.0, "x", (), "own", "retrieval"),
        (0.0, "x", ("z:1",), "own", "retrieval"),
        (0.0, "x", ("a:2", "z:1"), "own", "navigation"),
        (0.0, "x", ("a",), "own", "navigation"),
        (0.0, "x", ("a:2", "b:2"), "own", "comprehension"),
    ],
)
def test_cascade_label_is_the_first_that_holds(score, answer, cites, status, label):
    assert cascade_label(attempt("q", answer, cites=cites, status=status), score, GOLD) == label


def test_cascade_shares_add_up_to_one_and_leave_out_items_without_gold():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1"), gold("q3", "yes")]
    report = score_run(items, [attempt("q1"), attempt("q2", "no", cites=("z:1",)), attempt("q3", "no")])
    shares = {f.key: f.value for f in report.family("cascade")}
    assert set(shares) == {f"cascade@{label}" for label in CASCADE_LABELS}
    assert sum(shares.values()) == pytest.approx(1.0)
    assert (shares["cascade@correct"], shares["cascade@retrieval"]) == (0.5, 0.5)
    assert report.figure("cascade@correct").n == 2


places = st.lists(
    st.builds(lambda d, p: ref(f"{d}:{p}"), st.sampled_from("ab"), st.integers(1, 2)), max_size=4
)


@given(places)
def test_hop_type_counts_distinct_pages_and_documents(evidence):
    n_documents, n_pages = len({e.document for e in evidence}), len(set(evidence))
    expected = "cross_doc" if n_documents > 1 else "cross_page" if n_pages > 1 else "single"
    assert hop_type(evidence) == expected
