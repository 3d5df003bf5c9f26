"""A table of places that a researcher gives out by hand: who answers which item. Reading only; pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from baseline.analysis.json_lines import decode_utf8
from db.errors import InvalidInput
from db.formula_guard import unguarded

COLUMNS = ("account", "item", "condition", "batch")
_NEEDED = ("account", "item")
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_SEPARATOR_STATED = "sep="


class HandRow(NamedTuple):
    """One place: who is to answer which item. `number` counts rows as a spreadsheet shows them.

    An empty condition is the only one of the study. Rows of one person with the same `batch` make a batch.
    """

    number: int
    account_id: str
    item_id: str
    condition: str
    batch: str


def read_hand_rows(content: bytes, name: str) -> list[HandRow]:
    """The rows of a CSV file with the columns `account` and `item`, and perhaps `condition` and `batch`.

    Raises:
        InvalidInput: the file is not UTF-8, no table, or its header is another one.
    """
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput(f"{name!r} is a workbook, not CSV: save the sheet as 'CSV UTF-8' and use that.")
    rows = _rows(decode_utf8(content, name), name)
    header: list[str] | None = None
    read = []
    for number, row in rows:
        cells = [unguarded(cell).strip() for cell in row]
        if not any(cells):
            continue
        if header is None:
            header = _checked_header([cell.lower() for cell in cells], name)
        else:
            read.append(_hand_row(number, header, cells))
    if not read:
        raise InvalidInput(f"{name!r} holds no places: give each a row under account,item,condition,batch.")
    return read


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    lines = text.split("\n", 1)
    first = lines[0].rstrip("\r")
    separator = max(_SEPARATORS, key=first.count)
    if first.lower().startswith(_SEPARATOR_STATED) and len(first) == len(_SEPARATOR_STATED) + 1:
        separator, text = first[-1], lines[1] if len(lines) > 1 else ""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 0
    try:
        for number, row in enumerate(reader, 1):
            yield number, row
    except csv.Error as error:
        cells = _SEPARATORS.get(separator, repr(separator))
        raise InvalidInput(
            f"{name!r} is no table with {cells} from row {number + 1} on ({error}): look for a quote that is "
            "not closed or not doubled."
        ) from error


def _checked_header(header: list[str], name: str) -> list[str]:
    missing = [column for column in _NEEDED if column not in header]
    unknown = [column for column in header if column and column not in COLUMNS]
    if missing or unknown or any(header.count(column) > 1 for column in COLUMNS):
        raise InvalidInput(
            f"The first row of {name!r} is {','.join(header)[:200]!r}; it must be account,item and may have "
            "condition and batch too, each once."
        )
    return header


def _hand_row(number: int, header: list[str], cells: list[str]) -> HandRow:
    given = dict(zip(header, cells, strict=False))
    surplus = any(cells[len(header) :])
    account, item, condition, batch = (given.get(column, "") for column in COLUMNS)
    # A row with more cells than the header names nothing that exists: it is named with the other bad rows.
    return HandRow(number, "" if surplus else account, item, condition, batch)
