"""The fields of MADQA rows, read forgivingly: both generations of names, and several spellings.

Newer files say `answer_variants`, `evidence`, `document_category`; older ones `answers`,
`answer_locations`, `category`. Citations say `file` or `document`. Pages are 1-based.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from baseline.analysis.json_lines import LineProblem

PageBase = Literal[0, 1]
# What `db.models.PageNumber` takes; a page of a file that counts from 0 is one more.
MOST_PAGES = 1_000_000

ID = ("id", "item_id", "question_id")
ANSWERS = ("answer_variants", "answers", "answer")
EVIDENCE = ("evidence", "answer_locations")
DOMAIN = ("domain",)
CATEGORY = ("document_category", "category")
VISUAL = ("visual", "visual_category")
REASONING = ("reasoning", "reasoning_type")
DOCUMENT = ("document", "file", "doc")
PAGE = ("page", "page_number")

ZERO_PAGE = (
    "page 0 does not exist, pages count from 1 here; if this file counts from 0, add --pages-start-at 0"
)


class FieldError(Exception):
    """One field of one row cannot be used."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason

    def at(self, line: int) -> LineProblem:
        """The problem, with its line."""
        return LineProblem(line, self.field, self.reason)


class Place(NamedTuple):
    """A document and a page as a row names them; the page is None where the row has none."""

    document: str
    page: int | None


class Coercions:
    """Counts what was read as meant rather than as written, for the report of one file."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, what: str) -> None:
        """Once more."""
        self._counts[what] += 1

    @property
    def n(self) -> int:
        """How often anything was."""
        return self._counts.total()

    def lines(self) -> tuple[str, ...]:
        """`3 times: page given as text, read as a number`."""
        return tuple(
            f"{n} {'time' if n == 1 else 'times'}: {what}" for what, n in sorted(self._counts.items())
        )


def first_of(row: Mapping[str, Any], names: Iterable[str]) -> tuple[str, Any]:
    """The first of these fields that is there and not null, with its name; else (first name, None)."""
    spellings = tuple(names)
    for name in spellings:
        if row.get(name) is not None:
            return name, row[name]
    return spellings[0], None


def read_text(row: Mapping[str, Any], names: Iterable[str]) -> str:
    """An optional text; lists of texts are joined. Raises FieldError for anything else."""
    field, value = first_of(row, names)
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ", ".join(value)
    if not isinstance(value, str):
        raise FieldError(field, f"text expected, not {kind_of(value)}")
    return value


def read_id(row: Mapping[str, Any]) -> str:
    """The item id, as text; "" where there is none. Raises FieldError."""
    field, value = first_of(row, ID)
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise FieldError(field, f"text expected, not {kind_of(value)}")
    if len(value) > 200:
        raise FieldError(field, f"{len(value)} characters long, at most 200")
    return value


def read_parts(field: str, value: Any, coercions: Coercions) -> tuple[str, ...]:
    """One answer as its parts: a bare text is one part. Raises FieldError."""
    parts = value if isinstance(value, list) else [] if value is None else [value]
    texts = []
    for number, part in enumerate(parts, 1):
        if part is None:
            coercions.add("empty part of an answer left out")
        elif isinstance(part, str):
            texts.append(part)
        elif isinstance(part, int | float) and not isinstance(part, bool):
            coercions.add("answer given as a number, read as text")
            texts.append(str(part))
        else:
            raise FieldError(field, f"part {number} is {kind_of(part)}, text expected")
    return tuple(texts)


def read_places(field: str, value: Any) -> list[Mapping[str, Any]]:
    """A list of {document, page}, or the columnar {document: [...], page: [...]}. Raises FieldError."""
    if value is None:
        return []
    if isinstance(value, dict) and value and all(isinstance(column, list) for column in value.values()):
        lengths = {len(column) for column in value.values()}
        if len(lengths) > 1:
            raise FieldError(field, "columns of different length")
        return [dict(zip(value, cells, strict=True)) for cells in zip(*value.values(), strict=True)]
    if not isinstance(value, list):
        raise FieldError(field, f"a list of {{document, page}} expected, not {kind_of(value)}")
    for number, place in enumerate(value, 1):
        if not isinstance(place, dict):
            raise FieldError(f"{field}[{number}]", f"{{document, page}} expected, not {kind_of(place)}")
    return value


def read_place(field: str, place: Mapping[str, Any], base: PageBase, coercions: Coercions) -> Place:
    """One document and page. Raises FieldError, also when two names for the document disagree."""
    given = {name: place[name] for name in DOCUMENT if place.get(name) is not None}
    if not given:
        raise FieldError(f"{field}.document", "missing")
    if len(set(map(str, given.values()))) > 1:
        raise FieldError(field, " and ".join(f"{k} {v!r}" for k, v in given.items()) + " differ")
    name, document = next(iter(given.items()))
    if not isinstance(document, str) or not document.strip():
        raise FieldError(f"{field}.{name}", "a document name expected")
    if len(document) > 1024:
        raise FieldError(f"{field}.{name}", f"{len(document)} characters long, at most 1024")
    page_name, page = first_of(place, PAGE)
    return Place(document, None if page is None else read_page(f"{field}.{page_name}", page, base, coercions))


def read_page(field: str, value: Any, base: PageBase, coercions: Coercions) -> int:
    """A 1-based page; text and 3.0 are read as numbers and counted. Raises FieldError."""
    page = value
    if isinstance(page, str) and page.strip().isascii() and page.strip().isdecimal() and len(page) < 10:
        coercions.add("page given as text, read as a number")
        page = int(page)
    elif isinstance(page, float) and page.is_integer():
        coercions.add("page given as a fraction, read as a whole number")
        page = int(page)
    if not isinstance(page, int) or isinstance(page, bool):
        raise FieldError(field, f"a page number expected, not {value!r:.60}")
    if page == 0 and base == 1:
        raise FieldError(field, ZERO_PAGE)
    if page + 1 - base > MOST_PAGES:
        raise FieldError(field, f"page {value!s:.20} does not exist, no document has so many")
    if page < base:
        raise FieldError(field, f"page {page} does not exist, pages count from {base}")
    return page + 1 - base


def kind_of(value: Any) -> str:
    """What people call a JSON value, or what a table holds in its place."""
    names: dict[type, str] = {bool: "true or false", int: "a number", float: "a number", str: "text"}
    more: dict[type, str] = {list: "a list", dict: "an object", type(None): "nothing"}
    return {**names, **more}.get(type(value), f"a value of type {type(value).__name__}")
