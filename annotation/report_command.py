"""`python -m annotation report`: the construct report of an item set over an index."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from annotation.construct.guessable import read_closed_book
from annotation.construct.model_answers import ClosedBook, closed_book_of
from annotation.construct.printed import report_as_json, report_as_lines
from annotation.construct.report import report_on_index
from annotation.set_records import SetRecords, agreement_is_over, agreement_of, records_of_set
from db.command_line import add_command, given_path, whole_number
from db.connection import opened_database
from db.errors import InvalidInput
from db.files import read_named_file
from db.home import database_path
from db.items import content_sha256, load_item_set
from db.wording import counted
from index.collection import open_index

MOST_HITS = 50
PROGRESS = "progress "
"""What a line of `--progress` begins with; the share that is done follows, from 0 to 1."""
_POLITE = 10


def add_report_command(commands: Any) -> argparse.ArgumentParser:
    """Add `report` to the sub-parsers of `python -m annotation`."""
    parser = add_command(
        commands,
        "report",
        report,
        "what an item set measures: words, one query, mix, coverage, near-duplicates, guesses",
        prints=as_lines,
    )
    parser.add_argument("--set", required=True, metavar="NAME")
    parser.add_argument("--index", required=True, metavar="INDEX")
    parser.add_argument(
        "--closed-book",
        type=given_path,
        metavar="FILE.jsonl",
        help="answers given without documents: item_id and answer on each line (default: a model check's)",
    )
    parser.add_argument("--build", metavar="FINGERPRINT", help="default: the build in use")
    parser.add_argument(
        "--progress", action="store_true", help="say how far it is on standard error, and let others go first"
    )
    parser.add_argument("--k", type=whole_number(), default=5, help="hits that one query shows (default 5)")
    return parser


def report(arguments: argparse.Namespace) -> dict[str, Any]:
    """The report as JSON.

    Raises:
        NotFound: there is no such set.
        IndexMissing: there is no such index.
        InvalidInput: the closed-book file or `--k` cannot be used.
    """
    if not 1 <= arguments.k <= MOST_HITS:
        raise InvalidInput(f"--k {arguments.k}: a query shows 1 to {MOST_HITS} hits.")
    path: Path | None = arguments.closed_book
    given = read_closed_book(read_named_file(path), path.name) if path else None
    with opened_database(database_path()) as database:
        items = load_item_set(database, arguments.set)
        records = records_of_set(database, arguments.set)
    closed_book = closed_book_of(records.flags)
    answers = closed_book.answers if given is None else given
    told = _tell_and_give_way() if arguments.progress else _say_nothing
    index = open_index(arguments.index, fingerprint=arguments.build)
    try:
        found = report_on_index(items, index, answers, arguments.k, records.flags, told)
        outcome = report_as_json(
            replace(
                found,
                figures=(*found.figures, *agreement_of(records)),
                notes=(*found.notes, *_notes(records, closed_book if given is None else None)),
            )
        )
        return {
            "set": arguments.set,
            "set_sha256": content_sha256(items),
            "index": index.name,
            "fingerprint": index.fingerprint,
            "profile": index.profile,
            "ocr": index.manifest.ocr,
            "n_documents": len(index.documents()),
            "n_pages": sum(entry.n_pages for entry in index.documents()),
            **outcome,
        }
    finally:
        index.close()


def as_lines(outcome: dict[str, Any]) -> str:
    """What was looked at, then the report."""
    size = f"{counted(outcome['n_documents'], 'documents')}, {counted(outcome['n_pages'], 'pages')}"
    head = (
        f"Set {outcome['set']} ({counted(outcome['n_items'], 'items')}) on index {outcome['index']} ({size}; "
        f"build {outcome['fingerprint'][:12]}, profile {outcome['profile']}), k = {outcome['k']}"
    )
    return f"{head}\n\n{report_as_lines(outcome)}\n\nEach figure is defined in docs/construct-report.md."


def _notes(records: SetRecords, closed_book: ClosedBook | None) -> list[str]:
    """Where the closed-book answers come from if not from a file, and what the agreement rests on."""
    notes = []
    if closed_book is not None and closed_book.model:
        notes.append(f"the answers without documents are those of model {closed_book.model} (check-model)")
    if records.reviews:
        notes.append(f"agreement: {agreement_is_over(records)}")
    return notes


def _say_nothing(_: float) -> None:
    return None


def _tell_and_give_way() -> Callable[[float], None]:
    """For programs: a line for each percent, at a priority below that of people who wait for a page."""
    os.nice(_POLITE)
    told = -1

    def tell(done: float) -> None:
        nonlocal told
        if int(100 * done) > told:
            told = int(100 * done)
            sys.stderr.write(f"{PROGRESS}{done:.2f}\n")
            sys.stderr.flush()

    return tell
