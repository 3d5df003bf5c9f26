"""The bodies of `python -m annotation …`: read, check everything, store all or nothing."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotation.checks_against_index import check_evidence
from annotation.exchange import card, spreadsheet
from annotation.exchange.formats import COUNTED_IN, ItemFormat, format_of_name, item_file, read_item_file
from annotation.exchange.full import is_full_file
from annotation.exchange.page_base import doubt_about_base
from annotation.exchange.writing import write_folder, write_whole
from annotation.full_commands import export_full, import_full, import_full_as_lines, set_made_words
from annotation.set_records import (
    NO_RECORDS,
    SetRecords,
    records_of_set,
    with_records,
)
from baseline.analysis.json_lines import CountedIn, LineProblem, decode_utf8, problem_list
from baseline.analysis.madqa_items import NumberedItem
from baseline.analysis.page_names import PageCatalogue, catalogue_of
from db.clock import SystemClock
from db.connection import Database, opened_database, writing
from db.errors import InvalidInput, NotFound
from db.files import read_named_file
from db.home import checked_name, database_path
from db.items import PutResult, item_set_names, load_item_set, put_item_set
from db.models import Item
from db.wording import counted
from index.collection import open_index


class _DryRunOver(Exception):
    """Rolls back what a dry run has written."""

    def __init__(self, result: PutResult) -> None:
        super().__init__()
        self.result = result


@dataclass(frozen=True, slots=True)
class _FileCheck:
    """The items of a file that can be used, and everything that is to be said about the file.

    `doubt` is a reason to refuse the file as a whole, also when bad lines may be left out.
    """

    name: str
    counted_in: CountedIn
    items: tuple[NumberedItem, ...]
    problems: tuple[LineProblem, ...]
    warnings: tuple[str, ...]
    doubt: str | None

    @property
    def usable(self) -> list[Item]:
        """The items of the lines that nothing is said against."""
        bad_lines = {problem.line for problem in self.problems}
        return [item for line, item in self.items if line not in bad_lines]

    def refusal(self, *, lenient: bool) -> InvalidInput | None:
        """What the person reads when nothing may be stored; None when something may."""
        if not (self.items or self.problems):
            return InvalidInput(f"Nothing was imported: {self.name!r} holds no items.")
        if self.doubt:
            advice = f"Nothing was imported. {self.doubt}"
        elif not self.problems or (lenient and self.usable):
            return None
        elif lenient:
            advice = "Nothing was imported: no line can be used."
        else:
            advice = "Nothing was imported; repair them, or add --lenient to leave them out."
        return InvalidInput(problem_list(self.name, self.problems, advice, self.counted_in))


def import_items(arguments: argparse.Namespace) -> dict[str, Any]:
    """Put the items of a file into a set.

    Every line is checked before anything is stored; with a bad one nothing is, unless `--lenient`
    leaves bad lines out by name. A file that seems to count pages from another number is refused in
    any case. Items that are there already, unchanged, are counted and left alone.

    Raises:
        InvalidInput: the file cannot be read or holds no items; or lines cannot be used, and `--lenient`
            was not given or would leave nothing.
    """
    content = read_named_file(arguments.file)
    if arguments.format == "full" or (arguments.format is None and is_full_file(content)):
        with opened_database(database_path()) as database:
            catalogue = _catalogue(arguments.index)
            return import_full(database, content, arguments, catalogue, SystemClock().now_ms())
    set_name = _named_set(arguments)
    check = _check_file(arguments, content)
    try:
        with opened_database(database_path()) as database, writing(database):
            is_new = set_name not in item_set_names(database)
            conflicts = _conflicts(database, set_name, check.items)
            check = replace(check, problems=tuple(sorted([*check.problems, *conflicts])))
            result = _store(database, set_name, check, arguments)
            if arguments.dry_run:
                raise _DryRunOver(result)
    except _DryRunOver as over:
        result = over.result
    return {
        "file": check.name,
        "set": set_name,
        "added": result.n_added,
        "unchanged": result.n_unchanged,
        "set_made": is_new and result.n_added > 0,
        "left_out": [problem._asdict() for problem in check.problems],
        "counted_in": check.counted_in,
        "warnings": [*_refused_otherwise(check, arguments), *check.warnings],
        "dry_run": arguments.dry_run,
    }


def export_items(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a set to a file, or with `--format card` to a folder that dataset loaders read.

    Raises:
        NotFound: there is no such set.
        InvalidInput: the file cannot be written, or an item would not read back the same.
    """
    path: Path = arguments.file
    if arguments.format == "full" or (arguments.format is None and arguments.project is not None):
        with opened_database(database_path()) as database:
            return export_full(database, arguments)
    if arguments.project is not None:
        raise InvalidInput("A project is exported with its whole history: leave out --format, or say full.")
    with opened_database(database_path()) as database:
        items = load_item_set(database, arguments.set)
        records = records_of_set(database, arguments.set) if arguments.format == "card" else NO_RECORDS
    outcome = {"file": path.name, "set": arguments.set, "items": len(items)}
    if arguments.format == "card":
        files = card.card_folder(items, _card_facts(arguments, items, records))
        write_folder(path, files, card.WRITTEN_BY.encode())
        return {**outcome, "files": list(files), "warnings": []}
    file_format: ItemFormat = arguments.format or format_of_name(path.name)
    write_whole(path, item_file(items, file_format, arguments.byte_order_mark))
    return {**outcome, "format": file_format, "warnings": _spreadsheet_warnings(items, file_format)}


def import_as_lines(outcome: dict[str, Any]) -> str:
    """What was stored, then every line left out, then what is worth knowing."""
    head = import_full_as_lines(outcome) if outcome.get("format") == "full" else _imported(outcome)
    left_out = [LineProblem(**problem).told(outcome["counted_in"]) for problem in outcome["left_out"]]
    return "\n".join(
        [
            head,
            *(f"left out: {problem}" for problem in left_out),
            *(f"note: {w}" for w in outcome["warnings"]),
        ]
    )


def _imported(outcome: dict[str, Any]) -> str:
    verb = "would be added" if outcome["dry_run"] else "added"
    added = f"{counted(outcome['added'], 'items')} {verb} to set {outcome['set']}"
    return f"{added}, {outcome['unchanged']} already there{set_made_words(outcome)}"


def export_as_lines(outcome: dict[str, Any]) -> str:
    """What was written."""
    whole = f"set {outcome['set']}" if outcome["set"] else f"project {outcome['project']}"
    written = f"{counted(outcome['items'], 'items')} of {whole} written to {outcome['file']}"
    return "\n".join([written, *(f"note: {warning}" for warning in outcome["warnings"])])


def _named_set(arguments: argparse.Namespace) -> str:
    if arguments.set is None:
        raise InvalidInput("Items of this format go into an item set: add --set and its name.")
    return checked_name(arguments.set, "item set name")


def _check_file(arguments: argparse.Namespace, content: bytes) -> _FileCheck:
    path: Path = arguments.file
    file_format: ItemFormat = arguments.format or format_of_name(path.name)
    base = arguments.pages_start_at
    reading = read_item_file(content, path.name, file_format, 1 if base is None else base)
    catalogue = _catalogue(arguments.index)
    missing = check_evidence(reading.items, catalogue) if catalogue else []
    return _FileCheck(
        name=path.name,
        counted_in=COUNTED_IN[file_format],
        items=reading.items,
        problems=tuple(sorted([*reading.problems, *missing])),
        warnings=reading.warnings,
        doubt=doubt_about_base(reading, base, catalogue),
    )


def _refused_otherwise(check: _FileCheck, arguments: argparse.Namespace) -> list[str]:
    """What a dry run has to say first. Without `--dry-run` nobody gets here with such a file."""
    if check.refusal(lenient=arguments.lenient) is None:
        return []
    return [f"as it stands nothing would be imported. {check.doubt or ''}".rstrip()]


def _catalogue(index_name: str | None) -> PageCatalogue | None:
    return catalogue_of(open_index(index_name).documents()) if index_name else None


def _store(database: Database, name: str, check: _FileCheck, arguments: argparse.Namespace) -> PutResult:
    refusal = check.refusal(lenient=arguments.lenient)
    if refusal is not None and not arguments.dry_run:
        raise refusal
    good = check.usable
    return put_item_set(database, name, good, SystemClock().now_ms()) if good else PutResult(0, 0)


def _conflicts(database: Database, name: str, items: Sequence[NumberedItem]) -> list[LineProblem]:
    try:
        stored = {item.item_id: item for item in load_item_set(database, name)}
    except NotFound:
        return []
    return [
        LineProblem(line, "id", f"item {item.item_id!r} is already in set {name!r} with other content")
        for line, item in items
        if item.item_id in stored and stored[item.item_id] != item
    ]


def _card_facts(arguments: argparse.Namespace, items: list[Item], records: SetRecords) -> card.CardFacts:
    process: Path | None = arguments.process
    facts = card.CardFacts(
        title=arguments.title or arguments.set,
        set_name=arguments.set,
        split=arguments.split,
        licence=arguments.licence,
        languages=tuple(arguments.language),
        process="" if process is None else decode_utf8(read_named_file(process), process.name),
    )
    return with_records(facts, records, items)


def _spreadsheet_warnings(items: Sequence[Item], file_format: ItemFormat) -> list[str]:
    too_long = spreadsheet.too_long_for_a_cell(items) if file_format == "csv" else []
    return [
        f"item {item_id!r} has a cell of more than {spreadsheet.MOST_CHARACTERS:,} characters, which "
        "spreadsheets cut when they save"
        for item_id in too_long
    ]
