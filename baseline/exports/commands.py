"""`python -m baseline export`: a study as files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baseline.exports.files import ExportFile, require_folder, write_files
from baseline.exports.formats import FORMATS, export_files
from baseline.figures.derived import refresh
from db.command_line import add_command
from db.connection import opened_database, writing
from db.home import database_path
from db.wording import counted, listed

# Formats whose files are there for some people and not for others.
_NAMED_AFTER_PEOPLE = {"madqa": ("predictions-*.jsonl", "left-out.jsonl"), "inspect": ("*.json",)}


def add_export_command(commands: Any) -> argparse.ArgumentParser:
    """Add `export` to the sub-parsers of `python -m baseline`."""
    parser = add_command(commands, "export", export, "write a study as files", prints=files_as_lines)
    parser.add_argument("--study", required=True, metavar="ID")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    parser.add_argument("--format", choices=list(FORMATS), default="madqa", help="(default madqa)")
    parser.add_argument(
        "--bom", action="store_true", help="begin CSV with a byte order mark, as Excel needs it"
    )
    return parser


def export(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a study's files.

    Raises:
        NotFound: there is no such study.
        InvalidInput: the folder cannot be made or written.
    """
    folder = Path(arguments.out)
    with opened_database(database_path()) as database:
        # What attempts come to is stored, as on the page: the next export reads it.
        with writing(database):
            refresh(database, arguments.study)
        require_folder(folder)
        files = export_files(
            database, arguments.study, arguments.format, "with" if arguments.bom else "without"
        )
    write_files(folder, files)
    return {
        "study": arguments.study,
        "format": arguments.format,
        "files": [{"file": one.name, "rows": one.rows, "system": one.of} for one in files],
        "from_before": _from_before(folder, files, arguments.format),
    }


def files_as_lines(outcome: dict[str, Any]) -> str:
    """One file a line; who has not begun has none."""
    is_predictions = outcome["format"] == "madqa"
    written = [one for one in outcome["files"] if one["rows"] or not is_predictions]
    if outcome["format"] == "card":
        return "\n".join(f"{one['file']}: {one['system']}" for one in outcome["files"])
    lines = [f"{one['file']}: {counted(one['rows'], 'rows')} ({one['system']})" for one in written]
    n_not_begun = len(outcome["files"]) - len(written)
    if n_not_begun:
        have = "has" if n_not_begun == 1 else "have"
        lines.append(f"{counted(n_not_begun, 'people')} did not begin and {have} no file")
    if outcome["from_before"]:
        lines.append(
            f"Not of this export, but in the folder: {listed(outcome['from_before'])}. "
            "Delete what you do not want to be scored or published."
        )
    return "\n".join(lines)


def _from_before(folder: Path, files: Sequence[ExportFile], name: str) -> list[str]:
    """Files like ours that this export did not write: somebody may be left out since they were made."""
    written = {one.name for one in files if one.text is not None}
    patterns = _NAMED_AFTER_PEOPLE.get(name, ())
    return sorted(
        path.name for pattern in patterns for path in folder.glob(pattern) if path.name not in written
    )
