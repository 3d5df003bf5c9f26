"""Item sets as CSV for spreadsheets: one item a row, cells as annotation/exchange/cells.py says.

Written with commas, every cell in quotes, line ends CR LF, and a byte order mark, without which Excel
takes UTF-8 for something else. Read with commas, semicolons or tabs, whichever the header shows.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from annotation.exchange import cells
from baseline.analysis import madqa_fields as fields
from baseline.analysis.json_lines import LineProblem, NumberedRow, decode_utf8
from baseline.analysis.madqa_fields import FieldError, PageBase
from baseline.analysis.madqa_items import ItemReading, items_of_rows
from db.errors import InvalidInput
from db.formula_guard import guarded, unguarded
from db.models import Item

BYTE_ORDER_MARK = "\ufeff"
# More than this a cell of a spreadsheet does not hold: it would cut the text when it saves.
MOST_CHARACTERS = 32_767

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_FURTHER_ANSWER = re.compile(r"answer_[1-9][0-9]*")
_STATED_SEPARATOR = re.compile(r"\"?sep=([,;\t])\"?(?:\r\n|\n|\r)")
_PLAIN = (fields.ID, ("question",), fields.DOMAIN, fields.CATEGORY, fields.VISUAL, fields.REASONING)
_PLAIN_FIELDS = {name for names in _PLAIN for name in names}


def items_as_csv(items: Sequence[Item]) -> str:
    """One item a row under a header; as many answer columns as the item with most variants needs."""
    n_answers = max([1, *(len(item.answer_variants) for item in items)])
    answers = ["answer", *(f"answer_{number}" for number in range(2, n_answers + 1))]
    metadata = ["domain", "document_category", "visual", "reasoning"]
    sink = io.StringIO(newline="")
    # Everything in quotes: a program that takes another separator still splits no cell.
    writer = csv.writer(sink, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(["id", "question", *answers, "evidence", *metadata])
    writer.writerows([guarded(cell) for cell in _cells_of(item, n_answers)] for item in items)
    return sink.getvalue()


def read_csv_items(content: bytes, name: str, pages_start_at: PageBase = 1) -> ItemReading:
    """Read items from a table; rows count as a spreadsheet shows them, the header too.

    Raises:
        InvalidInput: the file is not UTF-8, its header is not one of items, or a quote is never closed.
    """
    text, stated = _without_stated_separator(_decoded(content, name))
    if not text.strip():
        return ItemReading((), (), ())
    rows = enumerate(_rows_of(text, stated or _separator_of(text), name), 1)
    header = next([_column(cell) for cell in row] for _, row in rows if any(row))
    _check_header(header, name)
    read: list[NumberedRow] = []
    problems: list[LineProblem] = []
    for number, row in rows:
        if any(row):
            try:
                read.append(NumberedRow(number, _fields_of(header, [unguarded(cell) for cell in row])))
            except FieldError as error:
                problems.append(error.at(number))
    return items_of_rows(read, problems, pages_start_at, "row")


def too_long_for_a_cell(items: Iterable[Item]) -> list[str]:
    """The ids of items that a spreadsheet would cut when it saves; programs read them whole."""
    return [item.item_id for item in items if any(len(cell) > MOST_CHARACTERS for cell in _cells_of(item, 1))]


def _cells_of(item: Item, n_answers: int) -> list[str]:
    answers = cells.answer_cells(item.answer_variants)
    metadata = item.metadata
    return [
        cells.text_cell(item.item_id),
        cells.text_cell(item.question),
        *answers,
        *[""] * (n_answers - len(answers)),
        cells.evidence_cell(item.evidence),
        *map(cells.text_cell, (metadata.domain, metadata.category, metadata.visual, metadata.reasoning)),
    ]


def _decoded(content: bytes, name: str) -> str:
    if content.startswith(b"PK\x03\x04"):
        raise InvalidInput(f"{name!r} is a workbook, not CSV: save the sheet as 'CSV UTF-8' and import that.")
    try:
        return decode_utf8(content, name)
    except InvalidInput as error:
        if not isinstance(error.__cause__, UnicodeDecodeError):
            raise
        raise InvalidInput(
            f"{name!r} is not UTF-8; it looks like Excel's plain 'CSV' (Windows-1252), which loses letters "
            "of other scripts: save it as 'CSV UTF-8' and import that."
        ) from error


def _without_stated_separator(text: str) -> tuple[str, str | None]:
    """Excel's own first line `sep=;`, which it does not show as a row."""
    stated = _STATED_SEPARATOR.match(text)
    return (text[stated.end() :], stated[1]) if stated else (text, None)


def _separator_of(text: str) -> str:
    """The separator that makes most known columns of the header."""
    first_line = re.split(r"[\r\n]", text.lstrip("\r\n"), maxsplit=1)[0]

    def n_known(separator: str) -> int:
        return sum(_is_known(_column(cell.strip().strip('"'))) for cell in first_line.split(separator))

    return max(_SEPARATORS, key=n_known)


def _column(cell: str) -> str:
    """The name of a column, ours in lower case however people wrote it."""
    name = unguarded(cell).strip()
    return name.lower() if _is_known(name.lower()) else name


def _is_known(column: str) -> bool:
    known = {*_PLAIN_FIELDS, *fields.ANSWERS, *fields.EVIDENCE}
    return column in known or _FURTHER_ANSWER.fullmatch(column) is not None


def _rows_of(text: str, separator: str, name: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    n_read = 0
    try:
        for row in reader:
            n_read += 1
            yield row
    except csv.Error as error:
        raise InvalidInput(
            f"{name!r} is no table with {_SEPARATORS[separator]} from row {n_read + 1} on ({error}): look "
            "for a quote that is not closed or not doubled."
        ) from error


def _check_header(header: list[str], name: str) -> None:
    twice = sorted({column for column in header if column and header.count(column) > 1})
    if twice:
        raise InvalidInput(f"{name!r} has two columns {twice[0]!r}: remove one.")
    missing = [
        names[0]
        for names in (fields.ID, ("question",), ("answer", *fields.ANSWERS))
        if not set(names) & set(header)
    ]
    if missing:
        raise InvalidInput(
            f"{name!r} has no column {missing[0]!r}: the first row names the columns, at least id, question "
            "and answer."
        )


def _fields_of(header: list[str], row: list[str]) -> dict[str, Any]:
    """One row as a MADQA row would have it. Raises FieldError."""
    if any(row[len(header) :]):
        raise FieldError(
            "", f"{len(row)} cells under {len(header)} columns, perhaps a separator outside quotes"
        )
    filled = dict(zip(header, [*row, *[""] * len(header)], strict=False))
    found: dict[str, Any] = {
        column: cells.read_text_cell(column, cell) if column in _PLAIN_FIELDS else cell
        for column, cell in filled.items()
        if cell and not _holds_list(column)
    }
    found |= {
        column: cells.read_evidence_cell(column, cell)
        for column, cell in filled.items()
        if column in fields.EVIDENCE and cell
    }
    return found | _answers_of(filled)


def _holds_list(column: str) -> bool:
    return column in {*fields.ANSWERS, *fields.EVIDENCE} or _FURTHER_ANSWER.fullmatch(column) is not None


def _answers_of(filled: dict[str, str]) -> dict[str, Any]:
    """The columns answer, answer_2 …; or one column of all variants, as JSON or as one text."""
    if "answer" in filled:
        further = sorted(filter(_FURTHER_ANSWER.fullmatch, filled), key=lambda column: int(column[7:]))
        answers = [filled[column] for column in ("answer", *further)]
        return {"answer_variants": cells.read_answer_cells("answer", answers)}
    column, cell = next((name, filled[name]) for name in fields.ANSWERS if name in filled)
    return {column: cells.read_json_cell(column, cell) if cell.startswith("[") else [[cell]]}
