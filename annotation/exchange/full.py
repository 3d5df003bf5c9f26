"""The lossless format: item sets and authoring with their whole history, one JSON object a line.

What stands in a line: annotation/exchange/full_records.py. Pure.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from annotation.exchange.full_records import FORMAT, VERSION, Header, ItemRecord, ProjectInFile, SetInFile
from annotation.exchange.madqa import json_line
from baseline.analysis.json_lines import LineProblem, NumberedRow, read_json_lines
from db.errors import InvalidInput


class NumberedRecord(NamedTuple):
    """An item and the line it stands on."""

    line: int
    record: ItemRecord


@dataclass(frozen=True, slots=True)
class FullReading:
    """The header, the lines that can be read, and every line that cannot.

    `doubt` says that the file is not as it was written, though every line can be read.
    """

    header: Header
    records: tuple[NumberedRecord, ...]
    problems: tuple[LineProblem, ...]
    doubt: str | None


def is_full_file(content: bytes) -> bool:
    """Whether a file begins with the header of this format, whatever its name."""
    first = content[:3].removeprefix(b"\xef\xbb\xbf") + content[3:1_000_000]
    first_line = first.lstrip().replace(b"\r", b"\n").partition(b"\n")[0]
    if FORMAT.encode() not in first_line[:200]:
        return False
    try:
        row = json.loads(first_line)
    except (ValueError, RecursionError):
        return first_line.startswith(b"{")  # a header that was damaged, or is very long
    return isinstance(row, dict) and row.get("format") == FORMAT


def full_file(
    item_set: SetInFile | None, projects: Sequence[ProjectInFile], records: Sequence[ItemRecord]
) -> bytes:
    """The whole file. Equal content gives equal bytes."""
    header = Header(
        set=item_set, projects=tuple(projects), n_items=len(records), sha256=lines_sha256(records)
    )
    lines = [json_line(header.model_dump(mode="json")), *map(_record_line, records)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def lines_sha256(records: Iterable[ItemRecord]) -> str:
    """The hash of these lines as `full_file` writes them."""
    digest = hashlib.sha256()
    for record in records:
        digest.update(f"{_record_line(record)}\n".encode())
    return digest.hexdigest()


def read_full_file(content: bytes, name: str) -> FullReading:
    """Read the header and every line. What the lines say is checked by annotation/exchange/full_checks.py.

    Raises:
        InvalidInput: the file is no such file, of a newer version, or its header cannot be used.
    """
    lines = read_json_lines(content, name)
    first = min([line for line, _ in lines.rows[:1]] + [one.line for one in lines.problems], default=0)
    if not is_full_file(content) or not lines.rows or lines.rows[0].line != first:
        raise InvalidInput(
            f"{name!r} does not begin with the header of a full export: leave out --format full, or export "
            "it again."
        )
    header = _read_header(lines.rows[0], name)
    records: dict[str, NumberedRecord] = {}
    problems = list(lines.problems)
    for numbered in lines.rows[1:]:
        read = _read_record(numbered)
        if isinstance(read, LineProblem):
            problems.append(read)
        elif read.record.item_id in records:
            reason = f"{read.record.item_id!r} stands in line {records[read.record.item_id].line} already"
            problems.append(LineProblem(read.line, "item_id", reason))
        else:
            records[read.record.item_id] = read
    known = tuple(records.values())
    return FullReading(header, known, tuple(sorted(problems)), _doubt(header, known, len(problems)))


def problem_at(line: int, error: ValidationError) -> LineProblem:
    """The first thing that the model refuses, its place counted from 1: `steps[2].content.comments[1]`."""
    first = error.errors()[0]
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
    return LineProblem(line, "".join(parts).removeprefix("."), first["msg"].removeprefix("Value error, "))


def _record_line(record: ItemRecord) -> str:
    without = {"__all__": {"item_id"}}
    return json_line(record.model_dump(mode="json", exclude={"revisions": without, "steps": without}))


def _read_header(numbered: NumberedRow, name: str) -> Header:
    version = numbered.row.get("version")
    if isinstance(version, int) and version > VERSION:
        raise InvalidInput(
            f"{name!r} was written by a newer version of this program (format {version}, this one reads "
            f"{VERSION}): update it, and import again."
        )
    try:
        return Header.model_validate_json(json.dumps(numbered.row), strict=True)
    except ValidationError as error:
        problem = problem_at(numbered.line, error)
        raise InvalidInput(f"The header of {name!r} cannot be used: {problem}.") from error


def _read_record(numbered: NumberedRow) -> NumberedRecord | LineProblem:
    line, row = numbered
    # Revisions and steps belong to the item of their line, so the file says its id once.
    parts = {field: _of_item(row, field) for field in ("revisions", "steps") if field in row}
    try:
        return NumberedRecord(line, ItemRecord.model_validate_json(json.dumps({**row, **parts}), strict=True))
    except ValidationError as error:
        return problem_at(line, error)


def _of_item(row: Mapping[str, Any], field: str) -> Any:
    parts, item_id = row[field], row.get("item_id")
    if not isinstance(parts, list):
        return parts
    return [{"item_id": item_id, **part} if isinstance(part, dict) else part for part in parts]


def _doubt(header: Header, records: Sequence[NumberedRecord], n_problems: int) -> str | None:
    n_lines = len(records) + n_problems
    if n_lines != header.n_items:
        return f"Its header says {header.n_items} items, and {n_lines} are there: it was cut off or changed."
    if not n_problems and lines_sha256(one.record for one in records) != header.sha256:
        return "Its content hash does not fit: somebody changed it after it was written."
    return None
