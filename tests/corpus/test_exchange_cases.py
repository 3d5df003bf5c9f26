"""The fault cases of importing and exporting items, on the case files themselves: 01, 41, 45, 46, 55, 58."""

from __future__ import annotations

import csv
import io
import json

import pyarrow.json
import pyarrow.parquet
import pytest

from annotation.exchange.formats import FORMATS, item_file, read_item_file
from annotation.exchange.page_base import doubt_about_base
from annotation.exchange.parquet import SCHEMA
from baseline.analysis.madqa_items import read_items
from baseline.analysis.page_names import PageCatalogue
from db.errors import InvalidInput

pytestmark = pytest.mark.cases

SAME_THREE = [
    *("plain.jsonl", "bom.jsonl", "crlf.jsonl", "blank-lines.jsonl", "no-final-newline.jsonl"),
    "upper-case-suffix.JSONL",
]


@pytest.fixture
def content_of(cases_folder):
    """The bytes of one file of one case."""

    def reader(case, name):
        (folder,) = cases_folder.glob(f"{case}-*")
        return (folder / name).read_bytes()

    return reader


def items_of(content, name="f"):
    return [numbered.item for numbered in read_items(content, name).items]


def test_case_01_counts_pages_from_1_and_doubts_a_file_that_does_not(content_of):
    content = content_of("01", "item.jsonl")
    (item,) = items_of(content)
    assert [ref.page for ref in item.evidence] == [1, 10]
    shifted = content.replace(b'"page": 10', b'"page": 9').replace(b'"page": 1}', b'"page": 0}')
    doubt = doubt_about_base(read_items(shifted, "f"), None, PageCatalogue({"ten-pages.pdf": 10}))
    assert "--pages-start-at 0" in doubt
    assert [numbered.item for numbered in read_items(shifted, "f", 0).items] == [item]


def test_case_41_reads_the_same_three_items_however_lines_end(content_of):
    read = [items_of(content_of("41", name)) for name in SAME_THREE]
    assert [item.item_id for item in read[0]] == ["u1", "u2", "u3"]
    assert all(items == read[0] for items in read)


@pytest.mark.parametrize("name", ["utf16.jsonl", "latin1.jsonl", "array.json"])
def test_case_41_refuses_other_encodings_and_arrays_by_name(content_of, name):
    with pytest.raises(InvalidInput, match=name):
        read_item_file(content_of("41", name), name, "madqa")


def test_case_45_keeps_the_types_of_columns_in_any_order_of_rows(content_of):
    items = items_of(content_of("45", "items.jsonl"))
    for order in (items, items[:1], items[::-1]):
        lines = pyarrow.json.read_json(io.BytesIO(item_file(order, "madqa")))
        table = pyarrow.parquet.read_table(io.BytesIO(item_file(order, "parquet")))
        assert table.schema.equals(SCHEMA)
        assert lines.cast(SCHEMA).equals(table)
    rows = pyarrow.parquet.read_table(io.BytesIO(item_file(items, "parquet"))).to_pylist()
    assert [len(row["evidence"]) for row in rows] == [0, 1, 1, 1]
    assert sum(place["page"] for row in rows for place in row["evidence"]) == 8
    assert rows[3]["id"] == "4"


def test_case_46_has_the_texts_of_its_reference_in_the_cells(content_of):
    items = items_of(content_of("46", "items.jsonl"))
    content = item_file(items, "csv")
    assert content.startswith(b"\xef\xbb\xbf")
    expected, written = (
        [
            (row["id"], row["answer"])
            for row in csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""))
        ]
        for table in (content_of("46", "reference.csv"), content)
    )
    assert len(written) == 10
    assert written == expected


@pytest.mark.parametrize("case", ["46", "55", "58"])
@pytest.mark.parametrize("file_format", FORMATS)
def test_texts_come_back_letter_for_letter(content_of, case, file_format):
    content = content_of(case, "items.jsonl")
    read = read_item_file(item_file(items_of(content), file_format), "f", file_format)
    given = [json.loads(line) for line in content.decode("utf-8").split("\n") if line]
    assert [numbered.item.question for numbered in read.items] == [row["question"] for row in given]
    assert [[list(v) for v in numbered.item.answer_variants] for numbered in read.items] == [
        [[answer] for answer in row["answers"]] for row in given
    ]


def test_case_58_has_no_cell_that_a_spreadsheet_runs(content_of):
    text = item_file(items_of(content_of("58", "items.jsonl")), "csv", "without").decode("utf-8")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert [cell for cell in cells if cell.startswith(tuple("=+-@\t\r＝"))] == []
