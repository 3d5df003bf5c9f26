"""`python -m baseline report`: a study as a report, from the database or from an earlier report's files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from baseline.exports.files import ExportFile, require_folder, write_files
from baseline.figures.derived import refresh
from baseline.reports.about_sections import Gold
from baseline.reports.collecting import read_source
from baseline.reports.files import MANIFEST, report_files, sha256_of
from baseline.reports.findings import findings_of
from baseline.reports.source import Source
from baseline.reports.source_files import FOLDER, source_of_files
from db.command_line import add_command, given_path
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.files import read_named_file
from db.home import database_path
from db.wording import counted, listed


def add_report_command(commands: Any) -> argparse.ArgumentParser:
    """Add `report` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands, "report", report, "write a study as HTML, LaTeX tables and data", prints=report_as_lines
    )
    of = parser.add_mutually_exclusive_group(required=True)
    of.add_argument("--study", metavar="ID")
    of.add_argument(
        "--from", dest="from_folder", type=given_path, metavar="FOLDER", help="an earlier report: no database"
    )
    parser.add_argument("--out", required=True, type=given_path, metavar="FOLDER")
    parser.add_argument(
        "--without-gold", action="store_true", help="leave out recompute/, which has the gold answers"
    )
    return parser


def report(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write the files.

    Raises:
        NotFound: there is no such study.
        InvalidInput: the folder cannot be made or written, or the one to recompute from holds no report.
    """
    gold: Gold = "withheld" if arguments.without_gold else "included"
    if arguments.from_folder:
        source = source_in(arguments.from_folder)
    else:
        with opened_database(database_path()) as database:
            with writing(database):
                refresh(database, arguments.study)
            source = read_source(database, arguments.study)
    require_folder(arguments.out)
    files = report_files(source, findings_of(source, _tell), gold)
    write_files(arguments.out, files)
    return {
        "study": source.study.study_id,
        "files": [{"file": one.name, "rows": one.rows, "about": one.of} for one in files],
        "from_before": _from_before(arguments.out, files),
        "gold": gold,
        "has_ended": source.phase == "ended",
    }


def report_as_lines(outcome: dict[str, Any]) -> str:
    """How many files where, and what to be careful with."""
    folders: dict[str, int] = {}
    for one in outcome["files"]:
        place = one["file"].partition("/")[0] + "/" if "/" in one["file"] else one["file"]
        folders[place] = folders.get(place, 0) + 1
    lines = [
        f"{place}: {counted(n, 'files')}" if place.endswith("/") else place for place, n in folders.items()
    ]
    if outcome["gold"] == "included":
        still = "" if outcome["has_ended"] else " The study has not ended."
        lines.append(f"{FOLDER}/ has the gold answers: give it to nobody who is still to be asked.{still}")
    if outcome["from_before"]:
        lines.append(
            f"Not of this report, but in the folder: {listed(outcome['from_before'])}. Delete what you "
            "do not want to be taken for a part of it."
        )
    return "\n".join(lines)


def source_in(folder: Path) -> Source:
    """What an earlier report was computed from.

    Raises:
        InvalidInput: the folder holds no report, or a file of it was changed since.
    """
    place = folder / FOLDER
    if not place.is_dir():
        raise InvalidInput(
            f"{folder.name!r} has no folder {FOLDER!r}: give the folder of a report with gold."
        )
    contents = {path.name: read_named_file(path) for path in sorted(place.iterdir()) if path.is_file()}
    _refuse_changed(folder, contents)
    return source_of_files(contents)


def _refuse_changed(folder: Path, contents: Mapping[str, bytes]) -> None:
    """What was changed by hand gives other figures than the report that it lies beside."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return
    written = {}
    for line in read_named_file(manifest).decode("utf-8", "replace").splitlines():
        digest, _, name = line.partition("  ")
        written[name] = digest
    changed = [
        f"{FOLDER}/{name}"
        for name, content in contents.items()
        if written.get(f"{FOLDER}/{name}") not in {None, sha256_of(content)}
    ]
    if changed:
        raise InvalidInput(
            f"Changed since the report was written: {listed(changed)}. Take the folder as it was, or delete "
            f"{MANIFEST} to compute with what is there now."
        )


def _from_before(folder: Path, files: list[ExportFile]) -> list[str]:
    """Files in our folders that this report did not write."""
    written = {one.name for one in files}
    places = sorted({one.name.rpartition("/")[0] for one in files} | {FOLDER})
    found = (f"{place}/{path.name}" for place in places if place for path in (folder / place).glob("*"))
    return sorted(name for name in found if name not in written)


def _tell(what: str, number: int, of: int) -> None:
    sys.stderr.write(f"report: {what}, {number} of {of}\n")
