"""`python -m baseline verdicts export|import|settle`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from baseline.judging.exchange import as_csv, take_in, verdict_rows
from baseline.judging.judging import answers_on_set, settle_by_rule
from baseline.studies.launching import COMMAND_LINE
from db.clock import Clock, SystemClock
from db.command_line import CommandParser, add_command, given_path
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.files import read_named_file, write_named_file
from db.home import database_path
from db.models import By
from db.studies import all_studies
from db.verdicts import verdicts_of
from db.wording import counted


def add_verdict_commands(commands: Any) -> CommandParser:
    """Add `verdicts` with its own commands to the sub-parsers of `python -m baseline`."""
    parser: CommandParser = commands.add_parser("verdicts", help="judgements of answers as tables")
    own = parser.add_subparsers(required=True, metavar="COMMAND")
    out = add_command(own, "export", _export, "write all verdicts on a set", prints=exported_as_lines)
    out.add_argument("--set", required=True, metavar="NAME")
    out.add_argument("--out", required=True, type=given_path, metavar="FILE", help="the table to write (CSV)")
    back = add_command(own, "import", _import, "add verdicts given elsewhere", prints=taken_as_lines)
    back.add_argument("file", type=given_path, metavar="FILE", help="a table as `verdicts export` writes it")
    back.add_argument("--set", required=True, metavar="NAME")
    rules = add_command(
        own, "settle", _settle, "log what rules decide: exact matches and the like", prints=settled_as_lines
    )
    rules.add_argument("--set", required=True, metavar="NAME")
    return parser


def _export(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database:
        found = answers_on_set(database, arguments.set, all_studies(database))
        verdicts = verdicts_of(database, [attempt for one in found.answers for attempt in one.attempts])
    rows = verdict_rows(found.answers, verdicts)
    write_named_file(arguments.out, as_csv(rows))
    return {
        "set": arguments.set,
        "file": arguments.out.name,
        "verdicts": len(rows),
        "answers": len(found.answers),
    }


def _import(arguments: argparse.Namespace) -> dict[str, Any]:
    by = By(COMMAND_LINE, _clock().now_ms())
    text = text_of(arguments.file)
    with opened_database(database_path()) as database, writing(database):
        found = answers_on_set(database, arguments.set, all_studies(database))
        taken = take_in(database, found.answers, text, arguments.file.name, by)
    return {"set": arguments.set, "new": taken.n_new, "known": taken.n_known}


def text_of(path: Path) -> str:
    """What a table that somebody named holds.

    Raises:
        InvalidInput: it is no UTF-8 text.
    """
    try:
        return read_named_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InvalidInput(f"{path.name!r} is not UTF-8 text; save it as CSV UTF-8.") from problem


def _settle(arguments: argparse.Namespace) -> dict[str, Any]:
    by = By(COMMAND_LINE, _clock().now_ms())
    with opened_database(database_path()) as database, writing(database):
        found = answers_on_set(database, arguments.set, all_studies(database))
        settled = settle_by_rule(database, found.answers, by)
    return {
        "set": arguments.set,
        "exact": settled.n_exact,
        "too_long": settled.n_too_long,
        "same_answer": settled.n_same_answer,
    }


def exported_as_lines(outcome: dict[str, Any]) -> str:
    """How many, and where they are."""
    answers = counted(outcome["answers"], "different answers")
    return f"{counted(outcome['verdicts'], 'verdicts')} on {answers} to {outcome['set']}: {outcome['file']}"


def taken_as_lines(outcome: dict[str, Any]) -> str:
    """What was added."""
    known = f", {counted(outcome['known'], 'verdicts')} were there already" if outcome["known"] else ""
    return f"{outcome['set']}: {counted(outcome['new'], 'verdicts')} added{known}"


def settled_as_lines(outcome: dict[str, Any]) -> str:
    """What each rule decided."""
    return (
        f"{outcome['set']}: settled by rule {outcome['exact']} exact matches, {outcome['too_long']} overlong "
        f"answers, {outcome['same_answer']} that are the same as a judged answer"
    )


def _clock() -> Clock:
    return SystemClock()
