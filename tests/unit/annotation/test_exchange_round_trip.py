"""What is written reads back the same, by us and by the programs of others. Cases 41, 45, 46, 55."""

from __future__ import annotations

import csv
import io
import json

import pandas as pd
import pyarrow as pa
import pyarrow.json
import pyarrow.parquet
import pytest
from hypothesis import example, given

from annotation.exchange.formats import FORMATS, format_of_name, item_file, read_item_file
from annotation.exchange.parquet import SCHEMA
from baseline.analysis.madqa_items import item_row
from db.errors import InvalidInput
from db.models import Item, ItemMetadata, PageRef
from tests.depth import examples
from tests.items_of_any_kind import item_lists

CASE_46 = [
    "Café €5", "日本語", 'say "hi", ok', "two\nlines", "tab\there", "semi;colon", " lead and trail ",
    "emoji 😀", "crlf\r\nline", "",
]  # fmt: skip
FULL = Item(
    item_id="4",
    question="Who <b>signed</b>?",
    answer_variants=(("Ann", "Bob"), ("both",), ("",), ()),
    evidence=(PageRef(document="b/Report.pdf", page=1), PageRef(document="a/u\u0308 #page=2.pdf", page=30)),
    metadata=ItemMetadata(domain="Law", category="Deeds", visual="tabular", reasoning="bridging"),
)
BARE = Item(item_id="t1", question="?", answer_variants=(), evidence=())


def plain_item(item_id, text, **more):
    return Item(
        item_id=item_id, question=text or "(empty answer)", answer_variants=((text,),), evidence=(), **more
    )


def read_back(content, file_format):
    reading = read_item_file(content, "f", file_format)
    assert reading.problems == ()
    return [numbered.item for numbered in reading.items]


@pytest.mark.parametrize("file_format", FORMATS)
@given(items=item_lists)
@example(items=[FULL, BARE])
@example(items=[BARE, FULL])
def test_export_then_import_is_the_identity(file_format, items):
    assert read_back(item_file(items, file_format), file_format) == items


@examples(25)
@given(items=item_lists)
def test_a_csv_without_byte_order_mark_reads_back_too(items):
    content = item_file(items, "csv", "without")
    assert content.startswith(b'"id","question"')
    assert read_back(content, "csv") == items


@examples(25)
@given(items=item_lists)
def test_pyarrow_reads_the_same_rows_from_parquet(items):
    table = pyarrow.parquet.read_table(io.BytesIO(item_file(items, "parquet")))
    assert table.to_pylist() == [item_row(item) for item in items]


@examples(25)
@given(items=item_lists)
@example(items=[plain_item("q", "a\x85b\u2028c\u2029d")])
def test_json_lines_are_lines_for_every_reader(items):
    text = item_file(items, "madqa").decode("utf-8")
    rows = [item_row(item) for item in items]
    assert [json.loads(line) for line in text.splitlines()] == rows
    assert [json.loads(line) for line in text.split("\n")[:-1]] == rows


@examples(25)
@given(items=item_lists.filter(bool))
def test_pandas_reads_the_same_rows_from_json_lines(items):
    content = item_file(items, "madqa")
    frame = pd.read_json(io.BytesIO(content), lines=True, dtype=False)
    assert frame.to_dict("records") == [item_row(item) for item in items]


@pytest.mark.parametrize("order", [[FULL, BARE], [BARE, FULL], [BARE]])
def test_pyarrow_reads_json_lines_in_any_order_of_rows(order):
    table = pyarrow.json.read_json(io.BytesIO(item_file(order, "madqa")))
    assert table.num_rows == len(order)
    assert table.schema.field("id").type == pa.string()
    assert table.cast(SCHEMA).to_pylist() == [item_row(item) for item in order]


@examples(25)
@given(items=item_lists)
def test_pandas_and_csv_read_the_same_cells(items):
    content = item_file(items, "csv")
    header, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    frame = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False, encoding="utf-8-sig")
    assert list(frame.columns) == header
    assert frame.to_numpy().tolist() == rows
    assert len(rows) == len(items)


def test_the_texts_of_case_46_stand_in_the_cells_as_they_are():
    items = [plain_item(f"c{number:02d}", text) for number, text in enumerate(CASE_46, 1)]
    content = item_file(items, "csv")
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row["answer"] for row in rows] == CASE_46


def test_both_csv_and_json_keep_markup_letter_for_letter():
    items = [plain_item("x", "<b>418</b> &lt; <img src=x onerror=alert(1)>")]
    assert all("<b>418</b> &lt; <img" in item_file(items, kind).decode("utf-8") for kind in ("csv", "madqa"))


def test_parquet_states_its_types_whatever_the_rows_hold():
    schemas = [
        pyarrow.parquet.read_schema(io.BytesIO(item_file(items, "parquet"))) for items in ([], [BARE], [FULL])
    ]
    assert all(schema.equals(SCHEMA) for schema in schemas)
    assert str(schemas[0].field("answer_variants").type.value_type.value_type) == "string"
    place = schemas[0].field("evidence").type.value_type
    assert [(field.name, str(field.type)) for field in place] == [("document", "string"), ("page", "int32")]


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"question": " "}, "question: missing"), ({"evidence": BARE.evidence + FULL.evidence[:1] * 2}, "")],
)
def test_an_item_that_would_not_read_back_is_not_written(file_format, changes, reason):
    odd = BARE.model_copy(update=changes)
    with pytest.raises(InvalidInput, match=f"Item 't1' would not read back the same from .*{reason}"):
        item_file([FULL, odd], file_format)


@pytest.mark.parametrize(
    ("name", "file_format"),
    [
        ("a.jsonl", "madqa"),
        ("a.JSON", "madqa"),
        ("a", "madqa"),
        ("a.Parquet", "parquet"),
        ("a.CSV", "csv"),
        ("a.tsv", "csv"),
    ],
)
def test_the_end_of_a_name_tells_the_format(name, file_format):
    assert format_of_name(name) == file_format
