"""Columns of a table: what each is called, what it means, and where its value comes from."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from baseline.exports.files import ExportFile
from db.formula_guard import guarded

Row = TypeVar("Row")
Cell = str | int | float | bool | None


class Column(NamedTuple, Generic[Row]):
    """One column. `type` is `text`, `whole number`, `number`, or `yes/no`; no value is an empty cell."""

    name: str
    type: str
    meaning: str
    value: Callable[[Row], Cell]


def table_file(name: str, columns: Sequence[Column[Row]], rows: Iterable[Row], of: str) -> ExportFile:
    """The rows as CSV: commas, every text in quotes, line ends CR LF, and nothing that runs as a formula."""
    sink = io.StringIO(newline="")
    writer = csv.writer(sink, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    n_rows = 0
    for row in rows:
        writer.writerow([written(column.value(row)) for column in columns])
        n_rows += 1
    return ExportFile(name, sink.getvalue(), n_rows, of)


def written(cell: Cell) -> str:
    """A value as it stands in a cell. Texts are guarded; a zero byte, which ends a cell, is shown as `␀`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return guarded(cell.replace("\x00", "␀"))
    return repr(cell)
