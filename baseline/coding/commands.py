"""`python -m baseline codes export|import|report`."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from baseline.analysis.records import Interval
from baseline.coding.books import BUILT_IN, Book
from baseline.coding.coding import all_books, every_version
from baseline.coding.exchange import COLUMNS, coding_rows, take_in
from baseline.coding.queue import Failure, cascade_of, failures_of
from baseline.coding.report import (
    CodeCount,
    CoderAgreement,
    agreement_by_code,
    by_group,
    code_counts,
    coder_agreement,
)
from baseline.figures.derived import refresh
from baseline.figures.systems import systems_on_set
from baseline.judging.exchange import as_csv
from baseline.judging.verdict_commands import text_of
from db import accounts, studies
from db.coding import codings_of, every_coding
from db.command_line import CommandParser, add_command, given_path
from db.connection import Database, opened_database, writing
from db.errors import NotFound
from db.files import write_named_file
from db.home import database_path
from db.wording import counted


class _Found(NamedTuple):
    """The failures on a set, without codings, and who failed."""

    failures: list[Failure]
    attempts: list[str]


def add_code_commands(commands: Any) -> CommandParser:
    """Add `codes` with its own commands to the sub-parsers of `python -m baseline`."""
    parser: CommandParser = commands.add_parser("codes", help="why attempts failed, as people coded it")
    own = parser.add_subparsers(required=True, metavar="COMMAND")
    out = add_command(
        own, "export", _export, "write every coding of the failures on a set", prints=exported_as_lines
    )
    out.add_argument("--set", required=True, metavar="NAME")
    out.add_argument("--out", required=True, type=given_path, metavar="FILE", help="the table to write (CSV)")
    back = add_command(own, "import", _import, "add codings made elsewhere", prints=taken_as_lines)
    back.add_argument("file", type=given_path, metavar="FILE", help="a table as `codes export` writes it")
    back.add_argument("--set", required=True, metavar="NAME")
    told = add_command(
        own, "report", _report, "shares of each code, and how far coders agree", prints=report_as_lines
    )
    told.add_argument("--set", required=True, metavar="NAME")
    told.add_argument(
        "--book",
        default=BUILT_IN[0].name,
        metavar="NAME",
        help=f"a code book, or an earlier version of it as NAME/VERSION (default {BUILT_IN[0].name})",
    )
    return parser


def _found(database: Database, set_name: str) -> _Found:
    on_set = [one for one in studies.all_studies(database) if one.item_set == set_name]
    for study in on_set:
        refresh(database, study.study_id)
    failures = failures_of(systems_on_set(database, set_name, on_set).panel(), {})
    return _Found(failures, [one.attempt_id for one in failures])


def _export(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database, writing(database):
        found = _found(database, arguments.set)
        rows = coding_rows(found.failures, every_coding(database, found.attempts))
    write_named_file(arguments.out, as_csv(rows, tuple(COLUMNS)))
    return {
        "set": arguments.set,
        "file": arguments.out.name,
        "codings": len(rows),
        "failures": len(found.failures),
    }


def _import(arguments: argparse.Namespace) -> dict[str, Any]:
    text = text_of(arguments.file)
    with opened_database(database_path()) as database, writing(database):
        found = _found(database, arguments.set)
        books = [*BUILT_IN, *every_version(database)]
        coders = accounts.researchers(database)
        taken = take_in(database, found.failures, books, coders, text, arguments.file.name)
    return {"set": arguments.set, "new": taken.n_new, "known": taken.n_known}


def _report(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database, writing(database):
        book = _book(all_books(database), arguments.book)
        found = _found(database, arguments.set)
        codings = codings_of(database, book.scheme, found.attempts)
    return report_of([one.with_codings(codings.get(one.attempt_id, ())) for one in found.failures], book)


def _book(books: list[Book], name: str) -> Book:
    for one in books:
        if name in {one.name, one.scheme}:
            return one
    names = ", ".join(one.name for one in books)
    raise NotFound(f"There is no code book {name[:60]!r}; there are {names}.")


def report_of(failures: list[Failure], book: Book) -> dict[str, Any]:
    """All that is counted, as JSON."""
    decided = [one for one in failures if one.decided is not None]
    by_code = agreement_by_code(failures, book)
    return {
        "book": book.scheme,
        "failures": len(failures),
        "coded": len(decided),
        "disagreements": sum(one.is_disagreement for one in failures),
        "codes": [_count(one) for one in code_counts(failures, book)],
        "by_system": _groups(by_group(decided, book, lambda one: one.system)),
        "by_cascade": _groups(by_group(decided, book, cascade_of)),
        "agreement": _agreement(coder_agreement(failures, book)),
        "agreement_by_code": {code: _agreement(one) for code, one in by_code.items()},
    }


def _groups(groups: dict[str, list[CodeCount]]) -> dict[str, Any]:
    return {name: [_count(one) for one in counts] for name, counts in groups.items()}


def _count(one: CodeCount) -> dict[str, Any]:
    why = None if one.n else "undefined: nothing is coded by this book"
    return {
        "code": one.code,
        "label": one.label,
        "count": one.count,
        "n": one.n,
        "share": one.share,
        "share_95": _ends(one.interval),
        "undefined": why,
    }


def _agreement(one: CoderAgreement) -> dict[str, Any]:
    return {
        "n": one.n,
        "raw": one.raw,
        "kappa": one.kappa,
        "kappa_95": _ends(one.kappa_interval),
        "ac1": one.ac1,
        "ac1_95": _ends(one.ac1_interval),
        "undefined": one.undefined,
    }


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def exported_as_lines(outcome: dict[str, Any]) -> str:
    """How many, and where they are."""
    failures = counted(outcome["failures"], "failures")
    return f"{counted(outcome['codings'], 'codings')} of {failures} on {outcome['set']}: {outcome['file']}"


def taken_as_lines(outcome: dict[str, Any]) -> str:
    """What was added."""
    known = f", {counted(outcome['known'], 'codings')} were there already" if outcome["known"] else ""
    return f"{outcome['set']}: {counted(outcome['new'], 'codings')} added{known}"


def report_as_lines(outcome: dict[str, Any]) -> str:
    """For people: a line for each code, then how far coders agree."""
    lines = [
        f"{outcome['coded']} of {counted(outcome['failures'], 'failures')} coded by {outcome['book']}, "
        f"{counted(outcome['disagreements'], 'disagreements')} to settle"
    ]
    for one in outcome["codes"]:
        share = one["undefined"] or f"{100 * one['share']:.1f} %{_percents(one['share_95'])}"
        lines.append(f"  {one['label']}: {one['count']} of {one['n']}, {share}")
    found = outcome["agreement"]
    if found["n"]:
        lines.append(f"Two coders on {counted(found['n'], 'failures')}: {100 * found['raw']:.1f} % alike")
        lines.append(f"  {_coefficients(found)}")
        lines += [
            f"  {code}: {_coefficients(one)}"
            for code, one in outcome["agreement_by_code"].items()
            if one["n"]
        ]
    else:
        lines.append(f"Agreement is {found['undefined']}.")
    return "\n".join(lines)


def _percents(ends: list[float] | None) -> str:
    return "" if ends is None else f" [{100 * ends[0]:.1f}, {100 * ends[1]:.1f}]"


def _coefficients(one: dict[str, Any]) -> str:
    texts = []
    for name, key in (("kappa", "kappa"), ("AC1", "ac1")):
        if one[key] is not None:
            ends = one[f"{key}_95"]
            span = "" if ends is None else f" [{ends[0]:.2f}, {ends[1]:.2f}]"
            texts.append(f"{name} {one[key]:.2f}{span}")
    if one["undefined"]:
        texts.append(f"kappa is {one['undefined']}")
    return ", ".join(texts)
