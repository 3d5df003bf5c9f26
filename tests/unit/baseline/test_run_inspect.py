"""Logs of Inspect as runs: both layouts, and everything that their samples may hold."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from baseline.analysis.page_names import PageCatalogue
from baseline.runs.formats import READERS
from baseline.runs.reading import RunReading, RunRules, read_run
from db.errors import InvalidInput
from db.models import PageRef
from tests.unit.analysis.metrics_makers import cite, gold

GOLD = [gold("q1", "12", "a.pdf:3"), gold("q2", "blue", "a.pdf:1"), gold("q3", "yes", "a.pdf:9")]
CATALOGUE = PageCatalogue({"a.pdf": 10})


def read(content: bytes) -> RunReading:
    rules = RunRules(GOLD, "GPT-5", catalogue=CATALOGUE)
    return read_run(content, "file", ("inspect", READERS["inspect"]), rules)


def as_json(whole: dict[str, Any]) -> bytes:
    return json.dumps(whole).encode()


def sample(**more: Any) -> dict[str, Any]:
    call = {"id": "c1", "function": "search", "arguments": {"query": "budget"}, "type": "function"}
    hits = json.dumps([{"document": "a.pdf", "page": 3}])
    return {
        "id": "q1",
        "epoch": 1,
        "input": "Question q1?",
        "messages": [
            {"role": "user", "content": "Question q1?"},
            {"role": "assistant", "content": "I search.", "tool_calls": [call]},
            {"role": "tool", "content": hits, "tool_call_id": "c1", "function": "search"},
            {"role": "assistant", "content": "12"},
        ],
        "output": {"completion": json.dumps({"answer": ["12"], "citations": [{"file": "a.pdf", "page": 3}]})},
        "scores": {"accuracy": {"value": "C"}},
        "working_time": 4.5,
        "total_time": 6.0,
    } | more


def log(*samples: dict[str, Any], **config: Any) -> dict[str, Any]:
    return {"version": 2, "eval": {"model": "openai/gpt-5", "config": config}, "samples": list(samples)}


def archived(whole: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("header.json", json.dumps({k: v for k, v in whole.items() if k != "samples"}))
        for number, one in enumerate(whole["samples"], 1):
            archive.writestr(f"samples/{one['id']}_epoch_{number}.json", json.dumps(one))
        archive.writestr("summaries.json", "[]")
    return buffer.getvalue()


@pytest.mark.parametrize("written", [lambda whole: json.dumps(whole).encode(), archived])
def test_a_log_of_inspect_is_read_as_json_and_as_an_archive(written: Any) -> None:
    reading = read(written(log(sample())))

    (row,) = reading.rows
    assert reading.problems == ()
    assert reading.models == ("openai/gpt-5",)
    assert (row.attempt.answer, row.attempt.verdict) == (("12",), 1.0)
    assert row.attempt.citations == (cite("a.pdf:3"),)
    assert (row.attempt.n_searches, row.attempt.working_s, row.attempt.wall_s) == (1, 4.5, 6.0)
    assert row.trajectory is not None
    assert [step.kind for step in row.trajectory] == ["text", "query", "answer"]
    assert row.trajectory[1].hits == (PageRef(document="a.pdf", page=3),)


def test_epochs_are_attempts_of_their_own() -> None:
    reading = read(json.dumps(log(sample(), sample(epoch=2), epochs=2)).encode())
    assert [row.attempt.participant for row in reading.rows] == ["epoch-1", "epoch-2"]
    assert reading.problems == ()


def test_a_sample_that_failed_counts_as_missing_and_a_plain_answer_as_one_part() -> None:
    failed = sample(id="q2", output={}, error={"message": "timeout"}, scores=None)
    plain = sample(id="q3", output={"completion": "yes, it is | was"}, scores={"match": {"value": 0}})
    reading = read(json.dumps(log(failed, plain)).encode())

    missing, answered = (row.attempt for row in reading.rows)
    assert (missing.status, missing.answer, missing.verdict) == ("missing", (), None)
    assert (answered.answer, answered.verdict) == (("yes, it is | was",), 0.0)


@pytest.mark.parametrize("content", [b"PK\x03\x04 broken", b"[]", b"{}", b"not json", b'{"eval": 3}'])
def test_what_is_no_log_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(InvalidInput, match="'file' is no log of Inspect"):
        read(content)


def test_an_unfinished_archive_is_read_from_its_journal_and_said_to_be_unfinished() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2, "eval": {"model": "m"}}))
        archive.writestr("samples/q1_epoch_1.json", json.dumps(sample()))
        archive.writestr("samples/q2_epoch_1.json", "{ cut off")
    reading = read(buffer.getvalue())

    assert [row.attempt.item_id for row in reading.rows] == ["q1"]
    assert "the log is of an evaluation that did not finish" in reading.notes
    (problem,) = reading.problems
    assert problem.told("sample").startswith("sample 2: samples/q2_epoch_1.json cannot be read (")


def test_pages_that_were_opened_are_steps_and_views() -> None:
    call = {"id": "c2", "function": "view_page", "arguments": {"document": "a.pdf", "page": 3}}
    other = {"id": "c3", "function": "bash", "arguments": {"cmd": "ls"}}
    turn = {"role": "assistant", "content": [{"type": "text", "text": "Look."}], "tool_calls": [call, other]}
    (row,) = read(as_json(log(sample(messages=[turn])))).rows

    assert row.trajectory is not None
    assert [step.kind for step in row.trajectory] == ["text", "page", "answer"]
    assert row.trajectory[1].page == PageRef(document="a.pdf", page=3)
    assert (row.attempt.n_page_views, row.attempt.n_searches) == (1, 0)


def test_long_texts_are_found_among_the_attachments() -> None:
    hits = json.dumps({"results": [{"document": "a.pdf", "page": 3}]})
    messages = sample()["messages"]
    messages[2]["content"] = "attachment://abc"
    (row,) = read(as_json(log(sample(messages=messages, attachments={"abc": hits})))).rows

    assert row.attempt.searches is not None
    assert row.attempt.searches[0].hits == (PageRef(document="a.pdf", page=3),)


def test_an_answer_in_a_fenced_block_and_in_the_first_choice_is_taken_out() -> None:
    written = json.dumps({"answer": "12", "citations": [{"document": "a.pdf", "page": 3}]})
    fenced = {"choices": [{"message": {"content": f"```json\n{written}\n```"}}]}
    reading = read(as_json(log(sample(output=fenced))))

    (row,) = reading.rows
    assert (row.attempt.answer, row.attempt.citations) == (("12",), (cite("a.pdf:3"),))
    assert "1 time: answer taken out of a fenced block" in reading.notes


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        (None, None),
        ({"anything": {"value": "P"}}, 0.5),
        ({"anything": {"value": 0.7}}, None),
        ({"first": {"value": "C"}, "second": {"value": "I"}}, None),
        ({"first": {"value": "I"}, "match": {"value": "C"}}, 1.0),
    ],
)
def test_a_score_is_a_verdict_where_it_says_right_or_wrong_beyond_doubt(
    scores: dict[str, Any] | None, verdict: float | None
) -> None:
    reading = read(as_json(log(sample(scores=scores))))
    assert reading.rows[0].attempt.verdict == verdict
    assert any("no verdict of 0, 0.5 or 1" in note for note in reading.notes) == (
        verdict is None and scores is not None
    )


def test_a_sample_of_another_id_is_matched_by_its_question_and_tokens_are_counted() -> None:
    whole = log(sample(id=17))
    usage = {"m": {"input_tokens": 100, "output_tokens": 7}, "n": {"input_tokens": 5, "output_tokens": 1}}
    reading = read(as_json({**whole, "stats": {"model_usage": usage}}))

    assert [row.attempt.item_id for row in reading.rows] == ["q1"]
    assert "1 time: id not in the item set, matched by its question" in reading.notes
    assert (reading.cost.input_tokens, reading.cost.output_tokens) == (105, 8)


def test_half_a_character_is_named_and_times_beyond_measure_are_none() -> None:
    half = sample(id="q2", output={"completion": "\ud800"})
    reading = read(as_json(log(sample(working_time=float("inf"), total_time=-1), half)))

    assert [problem.told("sample") for problem in reading.problems] == [
        "sample 2: half of a surrogate pair, which is not a character"
    ]
    (row,) = reading.rows
    assert (row.attempt.working_s, row.attempt.wall_s) == (None, None)


def test_a_sample_that_cannot_be_used_is_named() -> None:
    reading = read(as_json(log(sample(id=None, input="Something else"), sample(metadata={"citations": 3}))))
    told = [problem.told(reading.counted_in) for problem in reading.problems]
    assert told == ["sample 1, id: missing"]
    assert reading.n_left_out == 1
