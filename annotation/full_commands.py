"""The bodies of `python -m annotation import|export … --format full`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from annotation import full_import
from annotation.checks_against_index import check_evidence
from annotation.exchange.full import FullReading, read_full_file
from annotation.exchange.full_checks import broken_lines, doubt_about_set
from annotation.exchange.writing import write_whole
from annotation.full_export import export_project, export_set
from annotation.full_import import FullImported, Plan, Target
from baseline.analysis.json_lines import LineProblem, problem_list
from baseline.analysis.madqa_items import NumberedItem
from baseline.analysis.page_names import PageCatalogue
from db.connection import Database, writing
from db.errors import InvalidInput
from db.home import checked_name
from db.items import item_set_names
from db.wording import counted


class _DryRunOver(Exception):
    """Rolls back what a dry run has written."""

    def __init__(self, result: FullImported) -> None:
        super().__init__()
        self.result = result


def import_full(
    database: Database,
    content: bytes,
    arguments: argparse.Namespace,
    catalogue: PageCatalogue | None,
    at_ms: int,
) -> dict[str, Any]:
    """Store a file of histories, all or nothing; with `--lenient` all but the bad lines, each named.

    Raises:
        InvalidInput: the file cannot be read, or lines cannot be used and may not be left out.
        Conflict: its project is here with other settings, or its set is frozen and would grow.
    """
    name: str = arguments.file.name
    if arguments.pages_start_at is not None:
        raise InvalidInput("Full exports count pages from 1: leave out --pages-start-at.")
    target = Target(arguments.project, arguments.set)
    reading = full_import.redirected(_checked(content, name, catalogue), target)
    _refuse_unusable_set(reading, name)
    try:
        with writing(database):
            is_new = reading.header.set is not None and (
                reading.header.set.name not in item_set_names(database)
            )
            bad_lines = {problem.line for problem in reading.problems}
            planned = full_import.plan(database, reading, bad_lines, target)
            problems = tuple(sorted([*reading.problems, *planned.problems]))
            refusal = _refusal(name, problems, reading.doubt, planned, lenient=arguments.lenient)
            if refusal is not None and not arguments.dry_run:
                raise refusal
            result = full_import.store(database, planned, at_ms)
            if arguments.dry_run:
                raise _DryRunOver(result)
    except _DryRunOver as over:
        result = over.result
    would_be = [] if refusal is None else [f"as it stands nothing would be imported. {reading.doubt or ''}"]
    header = reading.header
    return {
        "file": name,
        "format": "full",
        "projects": [one.project.project_id for one in header.projects],
        "set": header.set.name if header.set else None,
        "added": result.n_added,
        "continued": result.n_continued,
        "unchanged": result.n_unchanged,
        "set_made": is_new and result.n_added > 0,
        "accounts_made": result.n_accounts,
        "left_out": [problem._asdict() for problem in problems],
        "counted_in": "line",
        "warnings": [*(one.rstrip() for one in would_be), *_doubts(reading, refusal), *result.warnings],
        "dry_run": arguments.dry_run,
    }


def export_full(database: Database, arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a project or a set with its whole history.

    Raises:
        NotFound: there is no such project or set.
        InvalidInput: the file cannot be written.
    """
    if arguments.project is not None:
        written = export_project(database, arguments.project)
    else:
        written = export_set(database, arguments.set)
    write_whole(arguments.file, written.content)
    return {
        "file": arguments.file.name,
        "project": arguments.project,
        "set": arguments.set,
        "items": written.n_items,
        "format": "full",
        "warnings": list(written.warnings),
    }


def import_full_as_lines(outcome: dict[str, Any]) -> str:
    """What was stored, in one line."""
    verb = "would be added" if outcome["dry_run"] else "added"
    where = f"set {outcome['set']}" if outcome["set"] else f"project {outcome['projects'][0]}"
    would = "would be " if outcome["dry_run"] else ""
    continued = f", {counted(outcome['continued'], 'items')} {would}continued" if outcome["continued"] else ""
    n_made = outcome["accounts_made"]
    made = f"; {counted(n_made, 'accounts')} {would}made" if n_made else ""
    made += set_made_words(outcome)
    added = f"{counted(outcome['added'], 'items')} {verb} to {where}"
    return f"{added}{continued}, {outcome['unchanged']} already there{made}"


def set_made_words(outcome: dict[str, Any]) -> str:
    """What is added where an import makes its set."""
    if not outcome["set_made"]:
        return ""
    return f"; set {outcome['set']} {'would be' if outcome['dry_run'] else 'was'} made"


def _checked(content: bytes, name: str, catalogue: PageCatalogue | None) -> FullReading:
    reading = read_full_file(content, name)
    found = [*reading.problems, *broken_lines(reading)]
    if catalogue is not None:
        items = [NumberedItem(line, one.item) for line, one in reading.records if one.item is not None]
        found += check_evidence(items, catalogue)
    reading = replace(reading, problems=tuple(sorted(found)))
    return replace(reading, doubt=reading.doubt or doubt_about_set(reading))


def _refuse_unusable_set(reading: FullReading, name: str) -> None:
    if reading.header.set is None:
        return
    checked_name(reading.header.set.name, "item set name")
    if not (reading.records or reading.problems):
        raise InvalidInput(f"Nothing was imported: {name!r} holds no items.")


def _refusal(
    name: str, problems: tuple[LineProblem, ...], doubt: str | None, planned: Plan, *, lenient: bool
) -> InvalidInput | None:
    """What the person reads when nothing may be stored; None when something may."""
    if problems and not lenient:
        advice = "Nothing was imported; repair them, or add --lenient to leave them out."
        return InvalidInput(problem_list(name, problems, advice))
    if problems and not planned.parts:
        return InvalidInput(problem_list(name, problems, "Nothing was imported: no line can be used."))
    if doubt and not lenient:
        return InvalidInput(
            f"Nothing was imported from {name!r}. {doubt} Get the file again, or add --lenient to take what "
            "is there."
        )
    return None


def _doubts(reading: FullReading, refusal: InvalidInput | None) -> list[str]:
    return [reading.doubt] if reading.doubt and refusal is None else []
