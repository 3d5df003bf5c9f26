"""`python -m db migrate|check|backup FILE|rebuild|stats`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database

from annotation.authoring import rebuild_states
from baseline.figures import derived
from baseline.figures.systems import rebuild_run_rows
from db import backup
from db.command_line import CommandParser, add_command, given_path, run_command
from db.connection import bring_up_to_date, open_database, writing
from db.errors import AppError, NotFound
from db.home import database_path


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = CommandParser(prog="python -m db", description="The database under PAGETRAIL_HOME.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_command(commands, "migrate", _migrate, "make the database, or bring its tables up to date")
    add_command(commands, "check", _check, "prove that the database is sound and no event is missing")
    copy = add_command(commands, "backup", _backup, "copy the database to a new file while people work")
    copy.add_argument("file", type=given_path, metavar="FILE")
    add_command(commands, "rebuild", _rebuild, "compute every derived table again from the events and steps")
    add_command(commands, "stats", _stats, "count the rows")
    return run_command(parser, argv)


def _migrate(_: argparse.Namespace) -> dict[str, Any]:
    path = database_path()
    existed = path.exists()
    return {"made": not existed, "applied": bring_up_to_date(path)}


@contextmanager
def _opened() -> Iterator[Database]:
    path = database_path()
    if not path.exists():
        raise NotFound(
            "There is no database under PAGETRAIL_HOME yet; make it with `.venv/bin/python -m db migrate`."
        )
    database = open_database(path)
    try:
        yield database
    finally:
        database.close()


def _check(_: argparse.Namespace) -> dict[str, Any]:
    with _opened() as database:
        problems = backup.integrity_problems(database)
    if problems:
        more = f"; and {len(problems) - 20} more" if len(problems) > 20 else ""
        raise AppError("The database is not sound: " + "; ".join(problems[:20]) + more + ".")
    return {"ok": True}


def _backup(arguments: argparse.Namespace) -> dict[str, Any]:
    with _opened() as database:
        size = backup.back_up(database, arguments.file)
    return {"file": str(arguments.file), "bytes": size}


def _rebuild(_: argparse.Namespace) -> dict[str, Any]:
    with _opened() as database, writing(database):
        rebuild_run_rows(database)
        return {"attempts": derived.rebuild(database), "items": rebuild_states(database)}


def _stats(_: argparse.Namespace) -> dict[str, Any]:
    with _opened() as database:
        return backup.stats(database)


if __name__ == "__main__":
    sys.exit(main())
