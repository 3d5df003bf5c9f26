"""Search behaviour, from single attempts to the rates of a report. Case 40."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.records import SearchStep
from baseline.analysis.report import score_run
from baseline.analysis.search_behaviour import (
    answer_recovered,
    correct_within_steps,
    first_query_accuracy,
    found_at,
    has_hits,
    multi_query_accuracy,
    recovered,
)
from tests.reference import plain_metrics
from tests.unit.analysis.metrics_makers import attempt, gold, ref

# Case 40, P01: item, queries, right. The sixth timed out.
CASE_40 = {
    "a1": (1, 1),
    "a2": (3, 1),
    "a3": (2, 0),
    "a4": (1, 0),
    "a5": (0, 1),
    "a6": (4, 0),
    "a7": (2, 1),
    "a8": (1, 1),
}


def case_40_report():
    items = [gold(key, "") for key in CASE_40]
    attempts = [
        attempt(key, "x", n=n, verdict=float(right), status="expired" if key == "a6" else "own")
        for key, (n, right) in CASE_40.items()
    ]
    return score_run(items, attempts)


def shares(report, *keys):
    return {key: (report.figure(key).numerator, report.figure(key).denominator) for key in keys}


def test_rates_of_case_40():
    report = case_40_report()
    assert shares(
        report, "accuracy", "first_query_accuracy", "single_query_accuracy", "multi_query_accuracy"
    ) == {
        "accuracy": (5, 8),  # the time-out is wrong, not left out
        "first_query_accuracy": (2, 7),  # a5 did not search: neither success nor failure
        "single_query_accuracy": (2, 3),
        "multi_query_accuracy": (2, 4),  # the case calls this "recovery"
    }
    assert report.figure("query_accuracy_gap").value == pytest.approx(2 / 3 - 1 / 2)
    assert report.figure("steps").value == pytest.approx(14 / 8)


def test_accuracy_at_step_limits_of_case_40():
    # a5 needs none; a1 and a8 one; a7 two; a2 three.
    figures = case_40_report().family("accuracy_at_step_limit")
    assert [(f.key.partition("@")[2], f.numerator, f.denominator) for f in figures] == [
        ("0", 1, 8), ("1", 3, 8), ("2", 4, 8), ("3", 5, 8), ("4", 5, 8)
    ]  # fmt: skip


def test_recovery_is_not_computable_without_hits():
    figure = case_40_report().figure("recovery_rate")
    assert (figure.value, figure.undefined) == (None, "not computable: the log holds no hits")


def test_rates_of_a_run_without_a_search_are_not_available():
    report = score_run([gold("a1", "", "d:1")], [attempt("a1", "x", hits=(), verdict=1.0)])
    assert report.figure("accuracy").value == 1.0
    for key in (
        "first_query_accuracy",
        "multi_query_accuracy",
        "first_query_retrieval@document_any",
        "recovery_rate",
    ):
        assert report.figure(key).value is None
        assert report.figure(key).undefined == "n/a (0 attempts searched)"


def test_missing_answers_stay_in_the_denominator():
    items = [gold(key, "") for key in CASE_40]
    agent = [
        attempt(key, "x", n=n, verdict=v) for key, n, v in (("a1", 1, 1.0), ("a2", 2, 1.0), ("a3", 5, 0.0))
    ]
    report = score_run(items, agent)
    assert shares(report, "accuracy_answered", "coverage") == {
        "accuracy_answered": (2, 3),
        "coverage": (3, 8),
    }
    # Items nobody answered and that have no gold answer cannot be scored: with a gold answer they are 0.
    with_answers = score_run([gold(key, "y") for key in CASE_40], agent)
    assert shares(with_answers, "accuracy") == {"accuracy": (2, 8)}


def retrieval_report():
    """q1 finds a at once; q2 misses, then finds both; q3 never; q4 did not search."""
    items = [
        gold("q1", "yes", "a:1"),
        gold("q2", "yes", "a:1", "b:2"),
        gold("q3", "yes", "c:9"),
        gold("q4", "yes", "d:1"),
    ]
    attempts = [
        attempt("q1", "yes", hits=(("a:1", "z:1"),)),
        attempt("q2", "yes", hits=(("z:1",), ("a:7",), ("b:2", "a:1"))),
        attempt("q3", "no", hits=(("z:1",), ())),
        attempt("q4", "no", hits=()),
    ]
    return score_run(items, attempts)


def test_first_query_retrieval_counts_every_item():
    assert shares(
        retrieval_report(),
        *(f"first_query_retrieval@{m}" for m in ("document_any", "document_all", "page_any")),
    ) == {
        "first_query_retrieval@document_any": (1, 4),
        "first_query_retrieval@document_all": (1, 4),
        "first_query_retrieval@page_any": (1, 4),
    }


def test_evidence_found_grows_with_the_iteration():
    report = retrieval_report()
    # q2's second query shows document a (page 7), the third its gold pages.
    assert [f.numerator for f in report.family("evidence_found_document")] == [1, 2, 2]
    assert [f.numerator for f in report.family("evidence_found_page")] == [1, 1, 2]


def test_recovery_counts_attempts_whose_first_query_missed():
    report = retrieval_report()
    # q2 and q3 missed; q2 found it later and ended correct.
    assert shares(report, "recovery_rate", "answer_recovery") == {
        "recovery_rate": (1, 2),
        "answer_recovery": (1, 2),
    }


def test_recovery_without_a_miss_is_not_available():
    report = score_run([gold("q", "yes", "a:1")], [attempt("q", hits=(("a:1",),))])
    assert report.figure("recovery_rate").undefined == "n/a (0 attempts needed recovery)"


def test_attempts_without_logged_hits_are_left_out_of_retrieval_and_counted():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]
    report = score_run(items, [attempt("q1", hits=(("a:1",),)), attempt("q2", n=2)])
    assert shares(report, "first_query_retrieval@document_any") == {
        "first_query_retrieval@document_any": (1, 1)
    }
    assert any("1 of 2 attempts that searched have no logged hits" in note for note in report.notes)


def test_an_item_that_nobody_answered_retrieved_nothing():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]
    report = score_run(items, [attempt("q1", hits=(("a:1",),))])
    assert shares(report, "first_query_retrieval@page_any") == {"first_query_retrieval@page_any": (1, 2)}


def test_found_at_needs_gold():
    with pytest.raises(ValueError, match="without gold"):
        found_at([], [], "page", "any")


def test_has_hits_knows_an_attempt_that_did_not_search():
    assert has_hits(())
    assert not has_hits(None)
    assert not has_hits((SearchStep("x", ()), SearchStep("y", None)))


@given(st.booleans(), st.one_of(st.none(), st.integers(0, 5)))
def test_correct_within_steps_never_falls_as_the_limit_grows(correct, n):
    values = [correct_within_steps(correct, n, limit) for limit in range(7)]
    assert values == sorted(values)


@given(st.booleans(), st.integers(0, 5), st.one_of(st.none(), st.integers(1, 5)))
def test_rates_of_one_attempt_are_0_1_or_left_out(correct, n, found):
    values = (
        first_query_accuracy(correct, n),
        multi_query_accuracy(correct, n),
        recovered(n, found),
        answer_recovered(correct, n, found),
    )
    assert set(values) <= {0.0, 1.0, None}
    assert (recovered(n, found) is None) == (n == 0 or found == 1)


pages = st.tuples(st.sampled_from("abc"), st.integers(1, 2)).map(lambda p: f"{p[0]}:{p[1]}")


@given(
    st.lists(st.lists(pages, max_size=3), max_size=4), st.lists(pages, min_size=1, max_size=3, unique=True)
)
def test_found_at_equals_the_plain_one(queries, evidence):
    searches = [SearchStep("x", tuple(map(ref, hits))) for hits in queries]
    for level, need in (("page", "any"), ("page", "all"), ("document", "any"), ("document", "all")):
        cut = (lambda x: x) if level == "page" else (lambda x: x[0])
        shown = [[cut(x) for x in hits] for hits in queries]
        expected = next(
            (
                i
                for i in range(1, len(queries) + 1)
                if plain_metrics.found_by(shown, [cut(x) for x in evidence], i, need == "all")
            ),
            None,
        )
        assert found_at(searches, list(map(ref, evidence)), level, need) == expected


def test_a_share_over_attempts_says_how_many_of_how_many_where_items_weigh_the_same() -> None:
    # q1: 3 attempts, 1 right at the first query; q2: 1 attempt, right. Each item weighs the same:
    # (1/3 + 1) / 2 = .667, while 2 of 4 attempts were right.
    answers = (("q1", "yes"), ("q1", "no"), ("q1", "no"), ("q2", "yes"))
    rows = [attempt(item, said, n=1, participant=f"p{n}") for n, (item, said) in enumerate(answers)]
    figure = score_run([gold("q1"), gold("q2")], rows).figure("single_query_accuracy")
    assert figure.value == pytest.approx(2 / 3)
    assert "2 of 4 attempts, each item weighing the same however many people answered it" in figure.notes


def test_a_share_over_attempts_needs_no_such_note_where_every_item_has_one() -> None:
    figure = score_run([gold("q1"), gold("q2")], [attempt("q1", n=1), attempt("q2", "no", n=1)]).figure(
        "single_query_accuracy"
    )
    assert (figure.value, figure.notes) == (0.5, ())


def test_attempts_that_did_not_search_once_weigh_too() -> None:
    # q1: right, wrong, and one that searched twice: 1/3 of 2/3; q2: right.
    # (1/3 + 1) / (2/3 + 1) = .8, while 2 of 3 were right.
    answers = (("q1", "yes", 1), ("q1", "no", 1), ("q1", "no", 2), ("q2", "yes", 1))
    rows = [attempt(item, said, n=n, participant=f"p{k}") for k, (item, said, n) in enumerate(answers)]
    figure = score_run([gold("q1"), gold("q2")], rows).figure("single_query_accuracy")
    assert figure.value == pytest.approx(0.8)
    assert any(note.startswith("2 of 3 attempts, each item weighing the same") for note in figure.notes)
