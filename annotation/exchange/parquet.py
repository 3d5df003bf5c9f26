"""Item sets as Parquet tables, in the columns of MADQA and in types that dataset loaders keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from baseline.analysis.json_lines import NumberedRow
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import ItemReading, item_row, items_of_rows
from db.errors import InvalidInput
from db.models import Item

FIRST_BYTES = b"PAR1"
_ROWS_AT_ONCE = 1000

# Types are stated and never inferred: a set without evidence has the same columns as any other, so
# files of two exports can be read as one data set.
SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("question", pa.string()),
        ("answer_variants", pa.list_(pa.list_(pa.string()))),
        ("evidence", pa.list_(pa.struct([("document", pa.string()), ("page", pa.int32())]))),
        ("domain", pa.string()),
        ("document_category", pa.string()),
        ("visual", pa.string()),
        ("reasoning", pa.string()),
    ]
)


def items_as_parquet(items: Iterable[Item]) -> bytes:
    """One item a row, in the columns of `SCHEMA`; no value is null. Pages are 1-based."""
    sink = pa.BufferOutputStream()
    pq.write_table(_table(items), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def size_in_memory(items: Iterable[Item]) -> int:
    """How many bytes the loaded table takes."""
    return int(_table(items).nbytes)


def read_parquet_items(content: bytes, name: str, pages_start_at: PageBase = 1) -> ItemReading:
    """Read MADQA items from a table of either generation of names. Rows count from 1.

    Columns are judged row by row as JSON is: text pages and 3.0 are read as numbers and counted,
    anything else is named with its row.

    Raises:
        InvalidInput: the file is no Parquet table, or is damaged.
    """
    try:
        return items_of_rows(_rows(content), (), pages_start_at, "row")
    except (pa.ArrowException, OSError) as error:
        raise InvalidInput(
            f"{name!r} cannot be read as a Parquet table: it is of another kind, or damaged."
        ) from error


def _table(items: Iterable[Item]) -> Any:
    return pa.Table.from_pylist([item_row(item) for item in items], schema=SCHEMA)


def _rows(content: bytes) -> Iterator[NumberedRow]:
    number = 0
    for batch in pq.ParquetFile(pa.BufferReader(content)).iter_batches(batch_size=_ROWS_AT_ONCE):
        for row in batch.to_pylist():
            number += 1
            yield NumberedRow(number, row)
