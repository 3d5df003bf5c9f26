"""Whatever a file holds, it is read, or refused in a sentence: nothing else comes out of a reader."""

from __future__ import annotations

import io
import json
import math
import zipfile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.page_names import PageCatalogue
from baseline.runs.formats import READERS, format_of
from baseline.runs.importing import attempts_to_store
from baseline.runs.reading import RunRules, read_run
from db.errors import InvalidInput
from tests.depth import examples
from tests.unit.analysis.metrics_makers import gold

GOLD = [gold("q1", "12", "a.pdf:3"), gold("q2", "blue", "a.pdf:1")]
RULES = RunRules(GOLD, "A", catalogue=PageCatalogue({"a.pdf": 10}))

PREDICTION_FIELDS = (
    *("question", "verdict", "status", "confidence", "working_s", "iterations", "model", "n_searches"),
    "participant",
)
SAMPLE_FIELDS = ("epoch", "input", "metadata", "scores", "error", "working_time", "total_time", "attachments")
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from([10**9, 10**30, -1, 0.5, 3.0, 1e300, math.inf])
    | st.sampled_from(
        ["", "q1", "a.pdf", "3", "C", "own", "x" * 1100, "\x00", "\ud800", "attachment://a", "```\n1\n```"]
    )
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("id", "answer", "citations", "document", "file", "page", "query", "results", "content"),
                    *("messages", "role", "tool_calls", "arguments", "tool_call_id", "output", "completion"),
                    *(
                        "choices",
                        "message",
                        "scores",
                        "accuracy",
                        "value",
                        "metadata",
                        "attachments",
                        "a",
                        "text",
                    ),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def mostly(value: Any) -> Any:
    return st.sampled_from([value, value, value, 10**9, "\ud800"]) | anything


place = st.fixed_dictionaries({"document": mostly("a.pdf"), "page": mostly(3)})
prediction = st.fixed_dictionaries(
    {"id": mostly("q1"), "answer": anything, "citations": st.lists(place, max_size=2) | anything},
    optional={
        "search_history": st.lists(st.fixed_dictionaries({"query": mostly("x")}), max_size=2) | anything,
        "trajectory": st.lists(
            st.fixed_dictionaries({"query": mostly("x"), "results": st.lists(place, max_size=2) | anything}),
            max_size=2,
        )
        | anything,
        **dict.fromkeys(PREDICTION_FIELDS, anything),
    },
)
call = st.fixed_dictionaries(
    {"id": mostly("c"), "arguments": st.fixed_dictionaries({"query": mostly("x")}) | place | anything}
)
message = st.fixed_dictionaries(
    {"role": st.sampled_from(["assistant", "tool", "user"]), "content": anything},
    optional={"tool_calls": st.lists(call, max_size=2) | anything, "tool_call_id": mostly("c")},
)
sample = st.fixed_dictionaries(
    {"id": mostly("q1"), "output": st.fixed_dictionaries({"completion": anything}) | anything},
    optional={
        "messages": st.lists(message, max_size=3) | anything,
        **dict.fromkeys(SAMPLE_FIELDS, anything),
    },
)
log = st.fixed_dictionaries(
    {
        "eval": st.fixed_dictionaries({"model": anything, "config": anything}) | anything,
        "samples": st.lists(sample, max_size=3) | anything,
    },
    optional={"stats": anything, "status": anything},
)


def read_all_the_way(content: bytes) -> None:
    """Read it in every format, and as what it seems to be, up to what would be stored."""
    for file_format in {*READERS, format_of(content, "file")}:
        try:
            reading = read_run(content, "file", (file_format, READERS[file_format]), RULES)
        except InvalidInput:
            continue
        assert 0 <= reading.n_answered <= reading.n_items == len(GOLD)
        attempts_to_store("r", reading.rows)


@given(st.lists(prediction, max_size=3))
@examples(150)
def test_random_predictions_are_read_or_refused(rows: list[Any]) -> None:
    read_all_the_way("\n".join(map(json.dumps, rows)).encode())
    read_all_the_way(json.dumps({"results": rows}).encode())


@given(log)
@examples(150)
def test_random_logs_are_read_or_refused(whole: dict[str, Any]) -> None:
    read_all_the_way(json.dumps(whole).encode())
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("header.json", json.dumps(whole))
        samples = whole["samples"] if isinstance(whole["samples"], list) else []
        for number, one in enumerate(samples):
            archive.writestr(f"samples/{number}.json", json.dumps(one))
    read_all_the_way(buffer.getvalue())
    read_all_the_way(buffer.getvalue()[:-9])


@given(st.binary(max_size=40) | anything.map(lambda value: json.dumps(value).encode()))
@examples(150)
def test_random_bytes_are_read_or_refused(content: bytes) -> None:
    read_all_the_way(content)
    read_all_the_way(b"PK" + content)
