"""The bodies of `python -m annotation …`: read, check everything, store all or nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from annotation.checks_against_index import check_evidence
from annotation.madqa import items_as_json_lines
from baseline.analysis.json_lines import LineProblem, problem_list
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import NumberedItem, read_items
from baseline.analysis.page_names import catalogue_of
from db.clock import Clock, SystemClock
from db.connection import Database, open_database, writing
from db.errors import InvalidInput, NotFound
from db.files import read_named_file, write_named_file
from db.home import checked_name, database_path
from db.items import PutResult, load_item_set, put_item_set
from db.wording import counted
from index.collection import open_index


class _DryRunOver(Exception):
    """Rolls back what a dry run has written."""

    def __init__(self, result: PutResult, problems: list[LineProblem]) -> None:
        super().__init__()
        self.result = result
        self.problems = problems


def import_items(arguments: argparse.Namespace) -> dict[str, Any]:
    """Put the items of a file into a set.

    Every line is checked before anything is stored; with a bad one nothing is, unless `--lenient`
    leaves bad lines out by name. Items that are there already, unchanged, are counted and left alone.

    Raises:
        InvalidInput: the file cannot be read or holds no items; or lines cannot be used, and `--lenient`
            was not given or would leave nothing.
    """
    path: Path = arguments.file
    name = checked_name(arguments.set, "item set name")
    reading = read_items(read_named_file(path), path.name, cast("PageBase", arguments.pages_start_at))
    problems = list(reading.problems)
    if arguments.index:
        problems += check_evidence(reading.items, catalogue_of(open_index(arguments.index).documents()))
    try:
        with _database() as database, writing(database):
            problems += _conflicts(database, name, reading.items)
            result = _store(database, name, reading.items, problems, arguments)
            if arguments.dry_run:
                raise _DryRunOver(result, problems)
    except _DryRunOver as over:
        result, problems = over.result, over.problems
    return {
        "file": path.name,
        "set": name,
        "added": result.n_added,
        "unchanged": result.n_unchanged,
        "left_out": [problem._asdict() for problem in sorted(problems)],
        "warnings": list(reading.warnings),
        "dry_run": arguments.dry_run,
    }


def export_items(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a set to a file.

    Raises:
        NotFound: there is no such set.
        InvalidInput: the file cannot be written.
    """
    with _database() as database:
        items = load_item_set(database, arguments.set)
    write_named_file(arguments.file, items_as_json_lines(items))
    return {"file": arguments.file.name, "set": arguments.set, "items": len(items)}


def import_as_lines(outcome: dict[str, Any]) -> str:
    """What was stored, then every line left out, then what is worth knowing."""
    verb = "would be added" if outcome["dry_run"] else "added"
    added = f"{counted(outcome['added'], 'items')} {verb} to set {outcome['set']}"
    head = f"{added}, {outcome['unchanged']} already there"
    left_out = [LineProblem(**problem) for problem in outcome["left_out"]]
    return "\n".join(
        [
            head,
            *(f"left out: {problem}" for problem in left_out),
            *(f"note: {w}" for w in outcome["warnings"]),
        ]
    )


def export_as_lines(outcome: dict[str, Any]) -> str:
    """What was written."""
    return f"{counted(outcome['items'], 'items')} of set {outcome['set']} written to {outcome['file']}"


def _store(
    database: Database,
    name: str,
    items: Sequence[NumberedItem],
    problems: Sequence[LineProblem],
    arguments: argparse.Namespace,
) -> PutResult:
    if problems and not (arguments.lenient or arguments.dry_run):
        advice = "Nothing was imported; repair them, or add --lenient to leave them out."
        raise InvalidInput(problem_list(arguments.file.name, sorted(problems), advice))
    bad_lines = {problem.line for problem in problems}
    good = [item for line, item in items if line not in bad_lines]
    if not good and not arguments.dry_run:
        raise InvalidInput(_nothing_to_import(arguments.file.name, problems))
    return put_item_set(database, name, good, _clock().now_ms()) if good else PutResult(0, 0)


def _nothing_to_import(file_name: str, problems: Sequence[LineProblem]) -> str:
    if not problems:
        return f"Nothing was imported: {file_name!r} holds no items."
    return problem_list(file_name, sorted(problems), "Nothing was imported: no line can be used.")


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


@contextmanager
def _database() -> Iterator[Database]:
    database = open_database(database_path())
    try:
        yield database
    finally:
        database.close()


def _clock() -> Clock:
    return SystemClock()
