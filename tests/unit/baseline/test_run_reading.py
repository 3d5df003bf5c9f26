"""Files of answers as runs: what is used, what is refused by line, and what is said of the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest

from baseline.analysis.page_names import PageCatalogue
from baseline.runs.formats import READERS, format_of
from baseline.runs.reading import RunReading, RunRules, read_run
from db.models import PageRef
from db.systems import RunFormat, RunStep
from tests.unit.analysis.metrics_makers import cite, gold

GOLD = [gold("q1", "12", "a.pdf:3"), gold("q2", "blue", "b/report.pdf:1"), gold("q3", "yes", "a.pdf:9")]
CATALOGUE = PageCatalogue({"a.pdf": 10, "b/report.pdf": 2, "c/report.pdf": 2})
PREDICTION = {
    "id": "q1",
    "question": "Question q1?",
    "answer": ["12"],
    "citations": [{"file": "a.pdf", "page": "3"}],
    "search_history": [{"iteration": 1, "query": "budget", "num_results": 1}],
    "iterations": 2,
    "trajectory": [
        {"thought": "Look for the budget.", "tool_results": [
            {"query": "budget", "results": [{"file": "a.pdf", "page": 3}]}]},
        {"thought": "There it is."},
    ],
    "model": "gpt-5",
}  # fmt: skip


def lines(*rows: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


def read(content: bytes, how: RunFormat = "madqa", **more: Any) -> RunReading:
    rules = RunRules(GOLD, "GPT-5", catalogue=CATALOGUE, **more)
    return read_run(content, "file", (how, READERS[how]), rules)


def test_a_prediction_becomes_an_attempt_with_its_steps() -> None:
    reading = read(lines(PREDICTION))

    (row,) = reading.rows
    assert reading.problems == ()
    assert reading.models == ("gpt-5",)
    assert (row.attempt.system, row.attempt.item_id, row.attempt.answer) == ("GPT-5", "q1", ("12",))
    assert row.attempt.citations == (cite("a.pdf:3"),)
    assert (row.attempt.n_searches, row.attempt.iterations) == (1, 2)
    assert row.trajectory == (
        RunStep(kind="text", text="Look for the budget."),
        RunStep(kind="query", text="budget", hits=(PageRef(document="a.pdf", page=3),)),
        RunStep(kind="text", text="There it is."),
        RunStep(kind="answer", text="12"),
    )
    assert "1 time: page given as text, read as a number" in reading.notes
    assert "answers 1 of 3 items; the others score 0: q2, q3" in reading.notes


def test_a_second_row_for_an_item_is_refused_by_its_line_and_the_first_is_kept() -> None:
    reading = read(lines(PREDICTION, {"id": "q2", "answer": "blue"}, {"id": "q1", "answer": "13"}))

    assert [str(problem) for problem in reading.problems] == [
        "line 3, id: item 'q1' was answered in line 1 already"
    ]
    assert [row.attempt.answer for row in reading.rows] == [("12",), ("blue",)]


def test_an_item_that_is_not_in_the_set_is_refused_and_never_in_the_denominator() -> None:
    reading = read(lines({"id": "q9", "answer": "x"}, {"id": "q2", "answer": "blue"}))

    assert [str(problem) for problem in reading.problems] == ["line 1, id: there is no item 'q9' in the set"]
    assert [row.attempt.item_id for row in reading.rows] == ["q2"]


@pytest.mark.parametrize(
    ("document", "page", "reason"),
    [
        ("a.pdf", 11, "page 11 of 'a.pdf' does not exist, it has 10 pages"),
        ("A.pdf", 1, "unknown document 'A.pdf'; 'a.pdf' looks alike but differs in case"),
        (
            "report.pdf",
            1,
            "'report.pdf' is ambiguous, it could be 'b/report.pdf' or 'c/report.pdf': give the whole path",
        ),
        ("../../etc/hosts", 1, "unknown document '../../etc/hosts'"),
    ],
)
def test_citations_of_unknown_pages_are_named_and_kept_as_wrong(
    document: str, page: int, reason: str
) -> None:
    cited = {"id": "q1", "answer": "12", "citations": [{"document": document, "page": page}]}
    reading = read(lines(cited))

    assert [str(problem) for problem in reading.problems] == [f"line 1, citations[1]: {reason}"]
    assert reading.n_unknown == 1
    assert reading.rows[0].attempt.citations == (cite(f"{document}:{page}"),)
    assert any(note.startswith("1 citation of pages") and reason in note for note in reading.notes)


def test_a_file_that_counts_pages_from_zero_is_refused_and_shifted_on_request() -> None:
    zero = lines({"id": "q1", "answer": "12", "citations": [{"document": "a.pdf", "page": 0}]})

    assert "--pages-start-at 0" in str(read(zero).problems[0])
    assert read(zero, pages_start_at=0).rows[0].attempt.citations == (cite("a.pdf:1"),)


@pytest.mark.parametrize("around", [lambda rows: rows, lambda rows: {"results": rows}])
def test_leaderboard_rows_are_scored_without_effort(around: Any) -> None:
    rows = [PREDICTION, {"id": "q2", "answer": "blue", "correct": True}]
    reading = read(json.dumps(around(rows)).encode(), "leaderboard")

    first, second = (row.attempt for row in reading.rows)
    assert (first.n_searches, first.iterations, first.searches) == (None, None, None)
    assert (first.answer, second.verdict) == (("12",), 1.0)
    assert read(lines(*rows), "leaderboard").rows == reading.rows


_LOG = json.dumps({"version": 2, "eval": {"model": "m"}, "samples": []}).encode()
_ARCHIVE = b"PK\x03\x04 and so on"


@pytest.mark.parametrize(
    ("content", "name", "seen"),
    [
        (_ARCHIVE, "a.zip", "inspect"),
        (b"damaged", "a.eval", "inspect"),
        (_LOG, "a.json", "inspect"),
        (lines({"id": "q1", "answer": "x"}, PREDICTION), "a.json", "madqa"),
        (json.dumps([PREDICTION]).encode(), "a", "madqa"),
        (lines({"id": "q1", "answer": "x"}), "a.jsonl", "leaderboard"),
        (json.dumps({"results": [{"id": "q1", "answer": "x"}]}).encode(), "a", "leaderboard"),
        (b"\xef\xbb\xbf" + lines({"id": "q1", "answer": "x"}), "a", "leaderboard"),
        (b"", "a", "leaderboard"),
    ],
)
def test_the_format_is_seen_from_what_the_file_holds(content: bytes, name: str, seen: str) -> None:
    assert format_of(content, name) == seen


def test_rows_of_one_model_are_taken_by_name_and_keep_their_lines() -> None:
    both = lines({"id": "q1", "answer": "a", "model": "one"}, {"id": "q1", "answer": "b", "model": "two"})

    (row,) = read(both, model="two").rows
    assert (row.line, row.attempt.answer) == (2, ("b",))
    assert read(both, model="three").rows == ()


def test_what_was_counted_and_what_was_not_read_is_said() -> None:
    rows = [PREDICTION, {"id": "q1", "answer": "12"}, {"id": "q2", "answer": 7, "batch": "B1"}]
    reading = read(lines(*rows), pages_start_at=1)

    assert (reading.n_items, reading.n_answered, reading.unanswered) == (3, 2, ("q3",))
    assert (reading.n_coerced, reading.n_trajectories, reading.n_verdicts, reading.n_left_out) == (2, 1, 0, 1)
    assert "1 duplicate submission ignored: the first answer to an item counts" in reading.notes
    assert "fields that mean nothing here and were not read: batch" in reading.notes


def test_a_bad_line_is_named_by_line_field_and_reason_and_a_row_of_an_array_as_a_row() -> None:
    bad: list[Any] = [{"id": "q1", "answer": {"a": 1}}, 3, {"id": "q2", "answer": "x", "confidence": -1}]
    as_lines = read("\n".join(json.dumps(row) for row in bad).encode())
    as_array = read(json.dumps(bad).encode(), "leaderboard")

    assert [str(problem) for problem in as_lines.problems] == [
        "line 1, answer: part 1 is an object, text expected",
        "line 2: not a JSON object",
        "line 3, confidence: a whole number from 0 expected, not -1",
    ]
    assert (as_array.counted_in, as_array.problems) == ("row", as_lines.problems)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (
            {"id": "q1", "answer": "x", "citations": [{"document": "a.pdf", "page": 10**9}]},
            "line 1, citations[1].page: page 1000000000 does not exist, no document has so many",
        ),
        ({"id": "q1", "answer": "\ud800"}, "line 1: half of a surrogate pair, which is not a character"),
    ],
)
def test_what_cannot_be_stored_is_named(row: dict[str, Any], reason: str) -> None:
    assert [str(problem) for problem in read(lines(row)).problems] == [reason]


def test_a_status_of_another_kind_is_none_and_a_file_of_nothing_has_no_rows() -> None:
    (row,) = read(lines({"id": "q1", "answer": "x", "status": []})).rows
    assert row.attempt.status == "own"
    assert [str(problem) for problem in read(b"null", "leaderboard").problems] == [
        "line 1: not a JSON object"
    ]


def test_nothing_is_looked_up_without_a_collection_and_that_is_said() -> None:
    rules = RunRules(GOLD, "A")
    reading = read_run(lines(PREDICTION), "file", ("madqa", READERS["madqa"]), rules)
    assert any(note.startswith("citations were not looked up") for note in reading.notes)
