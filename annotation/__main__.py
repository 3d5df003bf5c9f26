"""`python -m annotation import|export|report`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from annotation import commands
from annotation.report_command import add_report_command
from db.command_line import add_command, run_command

FORMATS = ["madqa"]


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m annotation", description="Items and item sets.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_import(subparsers)
    export = add_command(
        subparsers,
        "export",
        commands.export_items,
        "write an item set to a file",
        prints=commands.export_as_lines,
    )
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--set", required=True, metavar="NAME")
    export.add_argument("--format", choices=FORMATS, default="madqa")
    add_report_command(subparsers)
    return run_command(parser, argv)


def _add_import(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    importing = add_command(
        subparsers,
        "import",
        commands.import_items,
        "put the items of a file into an item set, all or nothing",
        prints=commands.import_as_lines,
    )
    importing.add_argument("file", type=Path, metavar="FILE")
    importing.add_argument("--set", required=True, metavar="NAME")
    importing.add_argument("--format", choices=FORMATS, default="madqa")
    importing.add_argument("--index", metavar="INDEX", help="check that the evidence exists in this index")
    importing.add_argument("--lenient", action="store_true", help="leave out lines that cannot be used")
    importing.add_argument("--dry-run", action="store_true", help="check and count, store nothing")
    importing.add_argument(
        "--pages-start-at", type=int, choices=[0, 1], default=1, help="page base of the file (default 1)"
    )


if __name__ == "__main__":
    sys.exit(main())
