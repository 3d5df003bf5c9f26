"""MADQA predictions: answers, citations, searches and hits. Case 01."""

from __future__ import annotations

import json

import pytest

from baseline.analysis.madqa_predictions import PredictionRules, read_predictions
from db.models import PageRef
from tests.unit.analysis.metrics_makers import gold


def as_bytes(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def reasons(reading):
    return [str(problem) for problem in reading.problems]


def predictions(*rows, mode="strict", base=1, items=None):
    rules = PredictionRules(items or [gold("q1", "yes", "a.pdf:1"), gold("q2", "yes")], "run", mode, base)
    return read_predictions(as_bytes(*rows), "run.jsonl", rules)


def the_attempt(*rows, **more):
    reading = predictions(*rows, **more)
    assert not reading.problems
    return reading.attempts[0].attempt


def test_a_prediction_is_read_with_its_hits():
    record = the_attempt(
        {
            "id": "q1",
            "question": "Question q1?",
            "answer": ["yes"],
            "citations": [{"file": "a.pdf", "page": 1}, {"document": "b.pdf"}],
            "search_history": [
                {"iteration": 1, "query": "x", "num_results": 1},
                {"iteration": 2, "query": "y", "num_results": 0},
            ],
            "iterations": 3,
            "trajectory": [
                {"iteration": 1, "tool_results": [{"query": "x", "results": [{"file": "a.pdf", "page": 1}]}]},
                {"iteration": 2, "tool": "search", "query": "y", "results": []},
                {"iteration": 3, "parsed_answer": {}},
            ],
            "model": "m",
        }
    )  # fmt: skip
    assert (record.item_id, record.answer, record.n_searches, record.iterations) == ("q1", ("yes",), 2, 3)
    assert [c.page for c in record.citations] == [1, None]
    assert [step.hits for step in record.searches] == [(PageRef(document="a.pdf", page=1),), ()]
    assert record.raw_citations is None


def test_a_prediction_without_a_history_has_no_effort():
    record = the_attempt({"id": "q1", "answer": "yes", "iterations": 4})
    assert (record.n_searches, record.searches, record.iterations) == (None, None, 4)


def test_an_empty_history_is_no_search():
    record = the_attempt({"id": "q1", "answer": "yes", "search_history": []})
    assert (record.n_searches, record.searches) == (0, ())


def test_queries_come_from_the_trajectory_when_there_is_no_history():
    row = {
        "id": "q1",
        "answer": "yes",
        "trajectory": [{"query": "x", "results": [{"file": "a", "page_number": 2}]}],
    }
    assert the_attempt(row).n_searches == 1
    assert the_attempt(row, mode="harness").n_searches is None


def test_hits_are_unknown_without_a_trajectory_and_empty_when_nothing_was_found():
    row = {
        "id": "q1",
        "answer": "x",
        "search_history": [{"query": "a", "num_results": 4}, {"query": "b", "num_results": 0}],
    }
    assert [step.hits for step in the_attempt(row).searches] == [None, ()]


def test_hits_of_a_trajectory_that_disagrees_are_not_used():
    row = {
        "id": "q1",
        "answer": "x",
        "search_history": [{"query": "a"}],
        "trajectory": [{"query": "other", "results": [{"file": "a", "page": 1}]}],
    }
    reading = predictions(row)
    assert reading.attempts[0].attempt.searches[0].hits is None
    assert "disagree" in reading.warnings[0]


def test_strict_matches_by_id_and_harness_by_question():
    row = {"id": "q1", "question": "Question q2?", "answer": "yes"}
    assert reasons(predictions(row)) == ["line 1, question: is that of item 'q2', not of 'q1'"]
    assert the_attempt(row, mode="harness").item_id == "q2"
    assert the_attempt({"question": " Question q2? ", "answer": "yes"}).item_id == "q2"
    assert the_attempt({"id": "q99", "answer": "yes"}).item_id == "q99"


def test_zero_based_citations_are_refused_with_a_hint_or_shifted():
    row = {"id": "q1", "answer": "x", "citations": [{"file": "a", "page": 0}, {"file": "a", "page": 9}]}
    assert "add --pages-start-at 0" in reasons(predictions(row))[0]
    assert [c.page for c in the_attempt(row, base=0).citations] == [1, 10]
    assert [c.page for c in the_attempt(row, mode="harness", base=0).raw_citations] == [1, 10]


def test_two_names_for_a_document_must_agree_in_strict_mode():
    row = {"id": "q1", "answer": "x", "citations": [{"file": "x.pdf", "document": "a.pdf", "page": 1}]}
    assert reasons(predictions(row)) == ["line 1, citations[1]: document 'a.pdf' and file 'x.pdf' differ"]
    record = the_attempt(row, mode="harness")
    assert record.raw_citations[0].document == record.citations[0].document == "x.pdf"


def test_harness_keeps_pages_as_they_are():
    pages = ["1", 1.5, None, [2], True, 3]
    row = {"id": "q1", "answer": "x", "citations": [{"file": "a", "page": page} for page in pages]}
    record = the_attempt(row, mode="harness")
    assert [c.page for c in record.raw_citations] == ["1", 1.5, None, "[2]", True, 3]
    assert [c.page for c in record.citations] == [None, None, None, None, None, 3]


def test_a_row_that_reports_an_error_is_a_missing_answer():
    reading = predictions({"id": "q1", "error": "time-out"})
    assert reading.attempts[0].attempt.status == "missing"
    assert reading.warnings == ("1 time: row without an answer counts as missing (it reports an error)",)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"answer": "x"}, "line 1, id: missing, and there is no question either"),
        ({"id": "q1", "answer": {"a": 1}}, "line 1, answer: part 1 is an object, text expected"),
        (
            {"id": "q1", "answer": "x", "citations": "a"},
            "line 1, citations: a list of {document, page} expected",
        ),
        (
            {"id": "q1", "answer": "x", "search_history": 3},
            "line 1, search_history: a list expected, not a number",
        ),
        (
            {"id": "q1", "answer": "x", "iterations": -1},
            "line 1, iterations: a whole number from 0 expected, not -1",
        ),
        (
            {"id": "q1", "answer": "x", "working_s": "3"},
            "line 1, working_s: seconds from 0 expected, not '3'",
        ),
        ({"id": "q1", "answer": "x", "verdict": 0.7}, "line 1, verdict: 0, 0.5, 1, true or false expected"),
    ],
)
def test_a_bad_prediction_is_refused_with_line_field_and_reason(row, reason):
    assert reasons(predictions(row))[0].startswith(reason)


def test_verdicts_times_and_status_are_read():
    row = {
        "id": "q1",
        "answer": "x",
        "verdict": 0.5,
        "working_s": 3,
        "status": "auto",
        "participant": "P1",
        "confidence": 70,
    }
    record = the_attempt(row)
    assert (record.verdict, record.working_s, record.status, record.participant, record.confidence) == (
        0.5,
        3.0,
        "auto",
        "P1",
        70,
    )
    assert the_attempt({"id": "q1", "correct": True}).verdict == 1.0


def test_answers_of_numbers_are_texts():
    assert the_attempt({"id": "q1", "answer": 61}).answer == ("61",)
    assert the_attempt({"id": "q1", "answer": ["a", None, 2.5]}).answer == ("a", "2.5")
