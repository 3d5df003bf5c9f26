"""JSON Lines as people send it: byte order mark, any line ends, blank lines; and what is wrong where.

Pure: takes bytes and names, opens nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from db.errors import InvalidInput
from db.wording import counted

_PROBLEMS_SHOWN = 50
_LINE_END = re.compile(r"\r\n|\n|\r")
_UTF8_MARK = b"\xef\xbb\xbf"
_OTHER_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


CountedIn = Literal["line", "row", "sample"]


class LineProblem(NamedTuple):
    """Why a line cannot be used. Lines count from 1, blank ones too; `field` is "" for the whole line.

    Tables have rows in place of lines, and logs samples: `told("row")`.
    """

    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return self.told("line")

    def told(self, counted_in: CountedIn) -> str:
        """`row 3, evidence[1].page: missing`."""
        where = f"{counted_in} {self.line}"
        return f"{where}, {self.field}: {self.reason}" if self.field else f"{where}: {self.reason}"


class NumberedRow(NamedTuple):
    """One JSON object and the line it stands on."""

    line: int
    row: dict[str, Any]


@dataclass(frozen=True, slots=True)
class JsonLines:
    """What could be read, and every line that could not."""

    rows: tuple[NumberedRow, ...]
    problems: tuple[LineProblem, ...]


def read_json_lines(content: bytes, name: str) -> JsonLines:
    """Read one JSON object a line. `name` is what messages call the file.

    Raises:
        InvalidInput: the file as a whole is not UTF-8, or is one JSON array.
    """
    text = decode_utf8(content, name)
    if text.lstrip().startswith("["):
        raise InvalidInput(f"{name!r} is one JSON array, not JSON Lines: write one object on each line.")
    rows: list[NumberedRow] = []
    problems: list[LineProblem] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        if line.strip():
            read = _read_line(number, line)
            if isinstance(read, LineProblem):
                problems.append(read)
            else:
                rows.append(read)
    return JsonLines(tuple(rows), tuple(problems))


def decode_utf8(content: bytes, name: str) -> str:
    """The text of a UTF-8 file without its byte order mark.

    Raises:
        InvalidInput: it is another encoding; the message says which, or where it stops being UTF-8.
    """
    for mark, encoding in _OTHER_MARKS.items():
        if content.startswith(mark):
            raise InvalidInput(f"{name!r} is {encoding}, not UTF-8: save it as UTF-8 and try again.")
    try:
        text = content.removeprefix(_UTF8_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidInput(
            f"{name!r} is not UTF-8 (byte 0x{content[error.start]:02x} in line {line}): save it as UTF-8 and "
            "try again."
        ) from error
    if "\x00" in text:
        raise InvalidInput(f"{name!r} holds zero bytes, so it is not UTF-8 text: save it as UTF-8.")
    return text


def problem_list(
    name: str, problems: Sequence[LineProblem], consequence: str, counted_in: CountedIn = "line"
) -> str:
    """One sentence for the file, then one line for each of the first fifty problems."""
    n_lines = len({problem.line for problem in problems})
    head = f"{name!r} has {counted(n_lines, f'{counted_in}s')} that cannot be used. {consequence}"
    n_more = len(problems) - _PROBLEMS_SHOWN
    more = [f"  and {counted(n_more, 'more problems')}"] if n_more > 0 else []
    shown = (f"  {problem.told(counted_in)}" for problem in problems[:_PROBLEMS_SHOWN])
    return "\n".join([head, *shown, *more])


def _read_line(number: int, line: str) -> NumberedRow | LineProblem:
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
        if "\\ud" in line.lower():
            json.dumps(row, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return LineProblem(number, "", "half of a surrogate pair, which is not a character")
    except json.JSONDecodeError as error:
        return LineProblem(number, "", f"not JSON ({error.msg} at character {error.pos + 1})")
    except (ValueError, RecursionError) as error:
        return LineProblem(number, "", f"not JSON that can be read ({error})")
    if not isinstance(row, dict):
        return LineProblem(number, "", "not a JSON object")
    return NumberedRow(number, row)


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
