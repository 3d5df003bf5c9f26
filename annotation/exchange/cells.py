r"""What stands in one cell of a spreadsheet, so that people can read it and nothing is lost.

A cell is the text itself. A text that would be taken for something else is written differently, and
reading undoes exactly that:

- a text that begins like a list (`["`, `[[`, `[]`, `[none]`), or holds a zero byte, which no spreadsheet
  takes, is written as a JSON list of one text;
- a cell that a spreadsheet would run as a formula gets an apostrophe in front (db/formula_guard.py).
"""

from __future__ import annotations

import json
import re
from typing import Any

from baseline.analysis.madqa_fields import FieldError
from db.models import AnswerVariant, PageRef

PAGE_MARK = "#page="
NO_ANSWERS = "[none]"

_BEGINS_LIKE_A_LIST = re.compile(r'\[\s*["\[\]]|\[none\]\Z')


def text_cell(text: str) -> str:
    """One text as a cell."""
    if _BEGINS_LIKE_A_LIST.match(text) or "\x00" in text:
        return json.dumps([text], ensure_ascii=False)
    return text


def read_text_cell(field: str, cell: str) -> str:
    """The text of a cell. Raises FieldError when it begins like a list and is not one of one text."""
    if not _BEGINS_LIKE_A_LIST.match(cell):
        return cell
    texts = _read_texts(field, cell)
    if len(texts) != 1:
        raise FieldError(field, 'one text expected, not a list; a text that begins with [" is written ["…"]')
    return texts[0]


def answer_cells(variants: tuple[AnswerVariant, ...]) -> list[str]:
    """One cell for each variant: its text, or a JSON list when it has several parts or none.

    No variants at all are one cell `[none]`. Only in the first cell may an empty text stand as such:
    further empty cells say that there is no further variant.
    """
    if not variants:
        return [NO_ANSWERS]
    return [_answer_cell(variant, is_first=number == 0) for number, variant in enumerate(variants)]


def read_answer_cells(field: str, cells: list[str]) -> list[list[str]]:
    """The variants in these cells; the first is one even when it is empty. Raises FieldError."""
    if cells[0] == NO_ANSWERS and not any(cells[1:]):
        return []
    filled = [(number, cell) for number, cell in enumerate(cells, 1) if cell or number == 1]
    return [_read_answer(field if number == 1 else f"{field}_{number}", cell) for number, cell in filled]


def evidence_cell(evidence: tuple[PageRef, ...]) -> str:
    """One page a line, `a/report.pdf#page=3`; as JSON when a document's name could be misread so."""
    cell = "\n".join(f"{ref.document}{PAGE_MARK}{ref.page}" for ref in evidence)
    if cell.lstrip().startswith(("[", "{")) or any(_is_unclear(ref.document) for ref in evidence):
        places = [{"document": ref.document, "page": ref.page} for ref in evidence]
        return json.dumps(places, ensure_ascii=False)
    return cell


def read_evidence_cell(field: str, cell: str) -> Any:
    """The places in a cell, as a JSON row would give them. Raises FieldError."""
    if cell.lstrip().startswith(("[", "{")):
        return read_json_cell(field, cell)
    lines = re.split(r"\r\n|\n|\r", cell)
    return [_read_place(f"{field}[{number}]", line) for number, line in enumerate(lines, 1) if line.strip()]


def read_json_cell(field: str, cell: str) -> Any:
    """A cell that holds JSON. Raises FieldError."""
    try:
        value = json.loads(cell)
        # Half of a surrogate pair is JSON, but no text.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise FieldError(field, f"begins like a list and is not JSON: {cell!r:.60}") from error
    return value


def _answer_cell(variant: AnswerVariant, *, is_first: bool) -> str:
    if len(variant) == 1 and (variant[0] or is_first):
        return text_cell(variant[0])
    return json.dumps(list(variant), ensure_ascii=False)


def _read_answer(field: str, cell: str) -> list[str]:
    return _read_texts(field, cell) if _BEGINS_LIKE_A_LIST.match(cell) else [cell]


def _read_texts(field: str, cell: str) -> list[str]:
    texts = read_json_cell(field, cell)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise FieldError(field, f"a list of texts expected: {cell!r:.60}")
    return texts


def _is_unclear(document: str) -> bool:
    return PAGE_MARK in document or not document.strip() or any(char in document for char in "\r\n\x00")


def _read_place(field: str, line: str) -> dict[str, Any]:
    document, mark, page = line.partition(PAGE_MARK)
    if not mark or PAGE_MARK in page:
        raise FieldError(field, f"one page a line expected, as in report.pdf#page=3, not {line!r:.60}")
    digits = page.strip()
    is_number = digits.isascii() and digits.isdecimal() and len(digits) < 10
    return {"document": document, "page": int(digits) if is_number else page}
