"""`python -m db migrate|check|backup FILE|rebuild|stats`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from baseline import derived
from db import backup
from db.command_line import add_command, run_command
from db.connection import open_database, writing
from db.errors import AppError
from db.home import database_path
from db.migrations import migrate


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m db", description="The database under PAGETRAIL_HOME.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_command(commands, "migrate", _migrate, "make the database, or bring its tables up to date")
    add_command(commands, "check", _check, "prove that the database is sound and no event is missing")
    copy = add_command(commands, "backup", _backup, "copy the database to a new file while people work")
    copy.add_argument("file", type=Path, metavar="FILE")
    add_command(commands, "rebuild", _rebuild, "compute every derived table again from the events")
    add_command(commands, "stats", _stats, "count the rows")
    return run_command(parser, argv)


def _migrate(_: argparse.Namespace) -> dict[str, Any]:
    path = database_path()
    existed = path.exists()
    database = open_database(path)
    applied = migrate(database)
    database.close()
    return {"made": not existed, "applied": applied}


def _check(_: argparse.Namespace) -> dict[str, Any]:
    database = open_database(database_path())
    problems = backup.integrity_problems(database)
    database.close()
    if problems:
        raise AppError("The database is not sound: " + "; ".join(problems[:20]))
    return {"ok": True}


def _backup(arguments: argparse.Namespace) -> dict[str, Any]:
    database = open_database(database_path())
    size = backup.back_up(database, arguments.file)
    database.close()
    return {"file": str(arguments.file), "bytes": size}


def _rebuild(_: argparse.Namespace) -> dict[str, Any]:
    database = open_database(database_path())
    with writing(database):
        n_records = derived.rebuild(database)
    database.close()
    return {"attempts": n_records}


def _stats(_: argparse.Namespace) -> dict[str, Any]:
    database = open_database(database_path())
    counted = backup.stats(database)
    database.close()
    return counted


if __name__ == "__main__":
    sys.exit(main())
