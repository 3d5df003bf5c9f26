"""The formats of item files: which one a file is, reading it, and writing what surely reads back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from annotation.exchange import parquet, spreadsheet
from annotation.exchange.full import is_full_file
from annotation.exchange.madqa import items_as_json_lines
from annotation.exchange.parquet import items_as_parquet, read_parquet_items
from annotation.exchange.spreadsheet import items_as_csv, read_csv_items
from baseline.analysis.json_lines import CountedIn
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import ItemReading, read_items
from db.errors import InvalidInput
from db.models import Item

ItemFormat = Literal["madqa", "parquet", "csv"]
ByteOrderMark = Literal["with", "without"]

FORMATS: tuple[ItemFormat, ...] = get_args(ItemFormat)
COUNTED_IN: dict[ItemFormat, CountedIn] = {"madqa": "line", "parquet": "row", "csv": "row"}

_SUFFIXES: dict[str, ItemFormat] = {".parquet": "parquet", ".csv": "csv", ".tsv": "csv"}


def format_of_name(name: str) -> ItemFormat:
    """The format that the end of a file's name tells, in any case; `madqa` when it tells none."""
    return next((found for end, found in _SUFFIXES.items() if name.lower().endswith(end)), "madqa")


def read_item_file(
    content: bytes, name: str, file_format: ItemFormat, pages_start_at: PageBase = 1
) -> ItemReading:
    """Read items from a file of this format; `name` is what messages call it.

    Raises:
        InvalidInput: the file as a whole cannot be read.
    """
    if content.startswith(parquet.FIRST_BYTES) and file_format != "parquet":
        raise InvalidInput(f"{name!r} is a Parquet table: add --format parquet.")
    if is_full_file(content):
        raise InvalidInput(f"{name!r} is a full export, with the history of its items: add --format full.")
    match file_format:
        case "madqa":
            return read_items(content, name, pages_start_at)
        case "parquet":
            return read_parquet_items(content, name, pages_start_at)
        case "csv":
            return read_csv_items(content, name, pages_start_at)


def item_file(
    items: Sequence[Item], file_format: ItemFormat, byte_order_mark: ByteOrderMark = "with"
) -> bytes:
    """Write items in this format and read them again. The byte order mark is for CSV alone.

    Raises:
        InvalidInput: an item would not read back the same, for instance one whose question is blank.
    """
    match file_format:
        case "madqa":
            content = items_as_json_lines(items).encode("utf-8")
        case "parquet":
            content = items_as_parquet(items)
        case "csv":
            mark = spreadsheet.BYTE_ORDER_MARK if byte_order_mark == "with" else ""
            content = (mark + items_as_csv(items)).encode("utf-8")
    _refuse_a_changed_item(items, content, file_format)
    return content


def _refuse_a_changed_item(items: Sequence[Item], content: bytes, file_format: ItemFormat) -> None:
    reading = read_item_file(content, "the export", file_format)
    read = {numbered.item.item_id: numbered.item for numbered in reading.items}
    changed = [item.item_id for item in items if read.get(item.item_id) != item]
    if changed:
        why = f" ({reading.problems[0].field}: {reading.problems[0].reason})" if reading.problems else ""
        raise InvalidInput(
            f"Item {changed[0]!r} would not read back the same from {file_format}{why}: correct it and "
            "export again."
        )
