"""MADQA items: rows in, `Item`s out, and back. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from baseline.analysis import madqa_fields as fields
from baseline.analysis.json_lines import CountedIn, LineProblem, NumberedRow, read_json_lines
from baseline.analysis.madqa_fields import Coercions, FieldError, PageBase
from baseline.analysis.records import GoldItem
from db.models import AnswerVariant, Item, ItemMetadata, PageRef
from db.wording import listed

_NAMES_SHOWN = 10
_KNOWN_FIELDS = {
    "question",
    *fields.ID,
    *fields.ANSWERS,
    *fields.EVIDENCE,
    *fields.DOMAIN,
    *fields.CATEGORY,
    *fields.VISUAL,
    *fields.REASONING,
    "metadata",
}


class NumberedItem(NamedTuple):
    """An item and the line it stands on."""

    line: int
    item: Item


@dataclass(frozen=True, slots=True)
class ItemReading:
    """The items that can be used, every line that cannot, and what is worth knowing."""

    items: tuple[NumberedItem, ...]
    problems: tuple[LineProblem, ...]
    warnings: tuple[str, ...]


def read_items(content: bytes, name: str, pages_start_at: PageBase = 1) -> ItemReading:
    """Read MADQA items, one JSON object a line.

    An item without evidence or with a blank answer is taken and warned about; fields that are not
    kept are named. The same id twice is one item if the rows are equal, else a problem. Raises
    InvalidInput when the file as a whole cannot be read.
    """
    lines = read_json_lines(content, name)
    return items_of_rows(lines.rows, lines.problems, pages_start_at)


def items_of_rows(
    rows: Iterable[NumberedRow],
    problems: Iterable[LineProblem] = (),
    pages_start_at: PageBase = 1,
    counted_in: CountedIn = "line",
) -> ItemReading:
    """Read MADQA items from rows of any source; `problems` are those that became no row."""
    found, coercions = list(problems), Coercions()
    read: dict[str, NumberedItem] = {}
    not_kept: Counter[str] = Counter()
    for line, row in rows:
        not_kept.update(field for field in row if field not in _KNOWN_FIELDS)
        try:
            item = read_item(row, pages_start_at, coercions)
            before = read.setdefault(item.item_id, NumberedItem(line, item))
            if before.line != line:
                _compare_repeated(before, item, coercions, counted_in)
        except FieldError as error:
            found.append(error.at(line))
    warnings = (
        *coercions.lines(),
        *_gaps(numbered.item for numbered in read.values()),
        *_fields_not_kept(not_kept),
    )
    return ItemReading(tuple(read.values()), tuple(sorted(found)), warnings)


def read_item(row: Mapping[str, Any], pages_start_at: PageBase, coercions: Coercions) -> Item:
    """One row as an item. Raises FieldError."""
    nested = row.get("metadata")
    facts = {**nested, **row} if isinstance(nested, dict) else row
    item_id, question = fields.read_id(row), fields.read_text(row, ("question",))
    if not item_id.strip():
        raise FieldError("id", "missing")
    if not question.strip():
        raise FieldError("question", "missing")
    try:
        return Item(
            item_id=item_id,
            question=question,
            answer_variants=_read_variants(row, coercions),
            evidence=_read_evidence(row, pages_start_at, coercions),
            metadata=ItemMetadata(
                domain=fields.read_text(facts, fields.DOMAIN),
                category=fields.read_text(facts, fields.CATEGORY),
                visual=fields.read_text(facts, fields.VISUAL),
                reasoning=fields.read_text(facts, fields.REASONING),
            ),
        )
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])).replace("item_id", "id")
        raise FieldError(field, first["msg"].removeprefix("Value error, ")) from error


def item_row(item: Item) -> dict[str, Any]:
    """One item as a MADQA row: the same fields with the same types in every row. Pages are 1-based."""
    return {
        "id": item.item_id,
        "question": item.question,
        "answer_variants": [list(variant) for variant in item.answer_variants],
        "evidence": [{"document": ref.document, "page": ref.page} for ref in item.evidence],
        "domain": item.metadata.domain,
        "document_category": item.metadata.category,
        "visual": item.metadata.visual,
        "reasoning": item.metadata.reasoning,
    }


def gold_item(item: Item) -> GoldItem:
    """The item as metrics take it."""
    return GoldItem(
        item_id=item.item_id,
        question=item.question,
        answer_variants=item.answer_variants,
        evidence=item.evidence,
        domain=item.metadata.domain,
        category=item.metadata.category,
        visual=item.metadata.visual,
    )


def _read_variants(row: Mapping[str, Any], coercions: Coercions) -> tuple[AnswerVariant, ...]:
    """Complete answers. `answer` holds one; in the plural a bare text is a whole answer of one part."""
    field, value = fields.first_of(row, fields.ANSWERS)
    if value is None:
        raise FieldError(field, "missing")
    if field == "answer":
        return (fields.read_parts(field, value, coercions),)
    variants = value if isinstance(value, list) else [value]
    return tuple(
        fields.read_parts(f"{field}[{number}]", variant, coercions)
        for number, variant in enumerate(variants, 1)
    )


def _read_evidence(
    row: Mapping[str, Any], pages_start_at: PageBase, coercions: Coercions
) -> tuple[PageRef, ...]:
    field, value = fields.first_of(row, fields.EVIDENCE)
    pages: dict[PageRef, None] = {}
    for number, place in enumerate(fields.read_places(field, value), 1):
        where = f"{field}[{number}]"
        document, page = fields.read_place(where, place, pages_start_at, coercions)
        if page is None:
            raise FieldError(f"{where}.page", "missing")
        ref = PageRef(document=document, page=page)
        if ref in pages:
            coercions.add("evidence page given twice, kept once")
        pages[ref] = None
    return tuple(pages)


def _compare_repeated(before: NumberedItem, item: Item, coercions: Coercions, counted_in: CountedIn) -> None:
    if before.item != item:
        where = f"{counted_in} {before.line}"
        raise FieldError("id", f"{item.item_id!r} stands in {where} with other content")
    coercions.add("an item given twice, kept once")


def _gaps(items: Iterable[Item]) -> list[str]:
    known = list(items)
    gaps = {
        "no evidence": [item.item_id for item in known if not item.evidence],
        "no answer that is not blank": [
            item.item_id
            for item in known
            if not any(part.strip() for variant in item.answer_variants for part in variant)
        ],
    }
    return [
        f"{len(ids)} {'item' if len(ids) == 1 else 'items'} with {gap}: {listed(ids, _NAMES_SHOWN)}"
        for gap, ids in gaps.items()
        if ids
    ]


def _fields_not_kept(unknown: Counter[str]) -> list[str]:
    return [
        f"field {field!r} is not kept ({n} {'row' if n == 1 else 'rows'})"
        for field, n in sorted(unknown.items())
    ]
