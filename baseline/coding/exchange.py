"""Codings as a table: every row that was ever said, out to a file, and what others coded back in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from baseline.coding.books import Book, codes_in
from baseline.coding.coding import plain_note
from baseline.coding.queue import Failure
from baseline.judging.exchange import Taken, one_of, read_table, refuse_for
from db import coding as stored
from db.coding import TAKEN_BACK, Coding, CodingPurpose, standing
from db.connection import Database
from db.errors import AppError

COLUMNS: Mapping[str, str] = {
    "item": "the item",
    "system": "whose attempt it is",
    "attempt": "the attempt",
    "cascade": "where the automatic cascade puts it",
    "book": "the code book and its version",
    "code": "codes of the book, + between several; `taken_back` takes back what the coder said last",
    "step": "the step at which it went wrong, from 1; empty where nobody said",
    "note": "words of the coder's own",
    "coder": "the account of a researcher",
    "purpose": "main, second (without seeing the first) or settled (ends a disagreement)",
    "at_ms": "when, in milliseconds since 1970, UTC",
    "in_force": "1 for the coder's last word for this purpose, else 0",
}
_PURPOSES: Mapping[str, CodingPurpose] = {"main": "main", "second": "second", "settled": "settled"}


def coding_rows(failures: Sequence[Failure], codings: Sequence[Coding]) -> list[dict[str, str]]:
    """Every coding of these failures: item by item, system by system, oldest first."""
    of_attempt: dict[str, list[Coding]] = {}
    for coding in codings:
        of_attempt.setdefault(coding.attempt_id, []).append(coding)
    ordered = sorted(failures, key=lambda one: (one.gold.item_id, one.system, one.attempt_id))
    return [
        _row(failure, coding, last)
        for failure in ordered
        for last in [_last_words(of_attempt.get(failure.attempt_id, []))]
        for coding in of_attempt.get(failure.attempt_id, [])
    ]


def _last_words(codings: Sequence[Coding]) -> set[int]:
    schemes = {one.scheme for one in codings}
    return {id(one) for each in schemes for one in standing(one for one in codings if one.scheme == each)}


def _row(failure: Failure, coding: Coding, last_words: Collection[int]) -> dict[str, str]:
    return {
        "item": failure.gold.item_id,
        "system": failure.system,
        "attempt": coding.attempt_id,
        "cascade": failure.cascade or "",
        "book": coding.scheme,
        "code": coding.code,
        "step": "" if coding.step is None else str(coding.step),
        "note": coding.note,
        "coder": coding.by,
        "purpose": coding.purpose,
        "at_ms": str(coding.at_ms),
        "in_force": str(int(id(coding) in last_words)),
    }


def take_in(
    database: Database,
    failures: Sequence[Failure],
    books: Sequence[Book],
    coders: Collection[str],
    text: str,
    source: str,
) -> Taken:
    """Add the codings of a table; a row that is there already adds nothing. All rows are taken, or none.

    Raises:
        InvalidInput: the table cannot be read, or rows of it cannot be used; they are named by line.
    """
    attempts = {one.attempt_id for one in failures}
    by_scheme = {one.scheme: one for one in books}
    known = stored.every_coding(database, sorted(attempts))
    said = {_gesture(one): one for one in known}
    problems: list[str] = []
    fresh: list[Coding] = []
    n_known = 0
    for line, row in read_table(text, source, "code", "codes export"):
        try:
            coding = _coding(row, attempts, by_scheme, coders)
            before = said.setdefault(_gesture(coding), coding)
            if before is coding:
                fresh.append(coding)
            elif before == coding:
                n_known += 1
            else:
                raise ValueError("the same coder said something else of this attempt at the same moment")
        except (ValueError, AppError) as problem:
            problems.append(f"line {line}: {str(problem).rstrip('.')}")
    refuse_for(problems or _clashes([*known, *fresh]), source)
    for coding in sorted(fresh, key=lambda one: one.at_ms):
        stored.add_coding(database, coding)
    return Taken(len(fresh), n_known)


def _gesture(one: Coding) -> tuple[str, str, str, str, int]:
    """What makes two rows the same act of the same person; with other content it is an error."""
    return one.attempt_id, one.scheme, one.by, one.purpose, one.at_ms


def _clashes(codings: Sequence[Coding]) -> list[str]:
    """Where two people coded the same for the same purpose, or one person both times."""
    groups: dict[tuple[str, str], list[Coding]] = {}
    for coding in sorted(codings, key=lambda one: one.at_ms):
        groups.setdefault((coding.attempt_id, coding.scheme), []).append(coding)
    problems = []
    for (attempt_id, scheme), said in groups.items():
        last = standing(said)
        coders = {purpose: {one.by for one in last if one.purpose == purpose} for purpose in _PURPOSES}
        if any(len(of_purpose) > 1 for of_purpose in coders.values()):
            problems.append(f"attempt {attempt_id!r} would have two coders for one purpose in {scheme}")
        elif coders["main"] & coders["second"]:
            problems.append(f"attempt {attempt_id!r} would have both codings in {scheme} from one person")
    return problems


def _coding(
    row: Mapping[str, str], attempts: Collection[str], books: Mapping[str, Book], coders: Collection[str]
) -> Coding:
    cells = {name: row.get(name, "").strip() for name in COLUMNS}
    if cells["attempt"] not in attempts:
        raise ValueError(f"no failure on this set is attempt {cells['attempt'][:80]!r}")
    if cells["book"] not in books:
        raise ValueError(f"there is no code book {cells['book'][:60]!r}; a book is name/version")
    if cells["coder"] not in coders:
        raise ValueError(f"no researcher has the account {cells['coder'][:60]!r}")
    book = books[cells["book"]]
    is_back = cells["code"] == TAKEN_BACK
    return Coding(
        attempt_id=cells["attempt"],
        by=cells["coder"],
        at_ms=_whole(cells["at_ms"], "at_ms"),
        scheme=book.scheme,
        code=TAKEN_BACK if is_back else book.written(codes_in(cells["code"])),
        note=plain_note(row.get("note", "")),
        purpose=one_of(_PURPOSES, cells["purpose"] or "main", "purpose"),
        step=_whole(cells["step"], "step") if cells["step"] else None,
    )


def _whole(text: str, column: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16) or (column == "step" and int(text) == 0):
        raise ValueError(f"{column} is a whole number, not {text[:30]!r}")
    return int(text)
