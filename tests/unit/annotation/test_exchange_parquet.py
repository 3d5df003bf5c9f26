"""Parquet of either generation of names, and with the types that other programs choose. Case 45."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet
import pytest

from annotation.exchange.parquet import read_parquet_items
from db.errors import InvalidInput


def as_parquet(rows, schema=None):
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows, schema=schema), sink)
    return sink.getvalue()


def row(pages=(1,), **more):
    places = [{"document": "a.pdf", "page": page} for page in pages]
    return {"id": "q1", "question": "Who?", "answer_variants": [["Ann"]], "evidence": places, **more}


def read(content, base=1):
    return read_parquet_items(content, "items.parquet", base)


def pages(reading):
    return [ref.page for numbered in reading.items for ref in numbered.item.evidence]


def test_both_generations_of_names_give_the_same_item():
    older = {
        "id": "q1",
        "question": "Who?",
        "answers": [["Ann"]],
        "answer_locations": {"file": ["a.pdf"], "page": [1]},
        "category": "Deeds",
        "metadata": {"domain": "Law", "visual": None},
    }
    newer = row(document_category="Deeds", domain="Law")
    assert read(as_parquet([older])).items == read(as_parquet([newer])).items


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (pa.int8(), 3),
        (pa.int64(), 3),
        (pa.uint16(), 3),
        (pa.float64(), 3.0),
        (pa.string(), "3"),
        (pa.large_string(), " 3"),
    ],
)
def test_pages_of_any_type_are_read_when_they_are_whole(kind, value):
    place = pa.struct([("document", pa.string()), ("page", kind)])
    schema = pa.schema(
        [
            ("id", pa.string()),
            ("question", pa.large_string()),
            ("answer_variants", pa.large_list(pa.list_(pa.string()))),
            ("evidence", pa.list_(place)),
        ]
    )
    assert pages(read(as_parquet([row([value])], schema))) == [3]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (1.5, "a page number expected, not 1.5"),
        (float("nan"), "a page number expected, not nan"),
        ("iv", "a page number expected, not 'iv'"),
        (b"3", "a page number expected, not b'3'"),
        (None, "missing"),
        (True, "a page number expected, not True"),
        (0, "page 0 does not exist"),
    ],
)
def test_a_page_that_is_not_whole_is_named_with_its_row(value, reason):
    reading = read(as_parquet([row([value]), row([value], id="q2")]))
    assert reading.items == ()
    assert [problem.told("row").partition(": ")[0] for problem in reading.problems] == [
        "row 1, evidence[1].page",
        "row 2, evidence[1].page",
    ]
    assert reading.problems[0].reason.startswith(reason)


def test_pages_that_start_at_0_are_shifted_on_request():
    assert pages(read(as_parquet([row([0, 9])]), 0)) == [1, 10]


def test_a_value_that_no_json_has_is_named_by_its_type():
    (problem,) = read(as_parquet([row(question=b"Who?")])).problems
    assert problem.told("row") == "row 1, question: text expected, not a value of type bytes"


def test_rows_are_counted_across_batches():
    rows = [row(id=f"q{number}") for number in range(1, 1003)]
    rows[1001]["question"] = ""
    reading = read(as_parquet(rows))
    assert len(reading.items) == 1001
    assert [problem.line for problem in reading.problems] == [1002]


@pytest.mark.parametrize("content", [b"", b"PAR1", b'{"id": 1}', as_parquet([row()])[:-20] + b"x" * 20])
def test_what_is_no_whole_table_is_refused_by_name(content):
    with pytest.raises(InvalidInput, match=r"'items\.parquet' cannot be read as a Parquet table"):
        read(content)
