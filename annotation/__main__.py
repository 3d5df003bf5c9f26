"""`python -m annotation …`: items, item sets, and projects in which items are written."""

from __future__ import annotations

import argparse
import sys

from annotation import commands
from annotation.exchange.formats import FORMATS
from annotation.member_commands import add_member_commands
from annotation.model_check_command import add_model_check_command
from annotation.project_commands import add_project_commands
from annotation.report_command import add_report_command
from annotation.set_commands import add_set_commands
from annotation.stand_commands import add_stand_commands
from db.command_line import CommandParser, add_command, given_path, run_command


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = CommandParser(
        prog="python -m annotation", description="Items, item sets, and projects in which items are written."
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_import(subparsers)
    _add_export(subparsers)
    add_report_command(subparsers)
    add_model_check_command(subparsers)
    add_project_commands(subparsers)
    add_member_commands(subparsers)
    add_stand_commands(subparsers)
    add_set_commands(subparsers)
    return run_command(parser, argv)


def _add_import(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    importing = add_command(
        subparsers,
        "import",
        commands.import_items,
        "put the items of a file into an item set, or histories into a project, all or nothing",
        prints=commands.import_as_lines,
    )
    importing.add_argument("file", type=given_path, metavar="FILE")
    into = importing.add_mutually_exclusive_group()
    into.add_argument("--set", metavar="NAME", help="needed but for full, whose header names one")
    into.add_argument("--project", metavar="ID", help="full: default is the project that its header names")
    importing.add_argument(
        "--format",
        choices=[*FORMATS, "full"],
        help="default: as the end of the file's name tells, or full if its first line says so",
    )
    importing.add_argument("--index", metavar="INDEX", help="check that the evidence exists in this index")
    importing.add_argument("--lenient", action="store_true", help="leave out lines that cannot be used")
    importing.add_argument("--dry-run", action="store_true", help="check and count, store nothing")
    importing.add_argument(
        "--pages-start-at",
        type=int,
        choices=[0, 1],
        help="page base of the file (default 1, and a file that seems to start at 0 is refused)",
    )


def _add_export(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = add_command(
        subparsers,
        "export",
        commands.export_items,
        "write an item set or a project to a file, or a data set with its card to a folder",
        prints=commands.export_as_lines,
    )
    export.add_argument("file", type=given_path, metavar="FILE", help="with --format card: the folder")
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("--set", metavar="NAME")
    what.add_argument("--project", metavar="ID", help="every item of a project, with its whole history")
    export.add_argument(
        "--format",
        choices=[*FORMATS, "full", "card"],
        help="default: as the end of the file's name tells; for a project full",
    )
    export.add_argument(
        "--byte-order-mark",
        choices=["with", "without"],
        default="with",
        help="csv: Excel needs it, programs may not want it (default with)",
    )
    of_card = export.add_argument_group("card")
    of_card.add_argument("--title", metavar="TEXT", help="default: the name of the set")
    of_card.add_argument("--split", default="test", metavar="NAME", help="default test")
    of_card.add_argument("--licence", default="unknown", metavar="CODE", help="for instance cc-by-4.0")
    of_card.add_argument(
        "--language", action="append", default=[], metavar="CODE", help="for instance en; may be repeated"
    )
    of_card.add_argument("--process", type=given_path, metavar="FILE", help="Markdown: how it was annotated")


if __name__ == "__main__":
    sys.exit(main())
