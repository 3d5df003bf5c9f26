"""`python -m baseline import-run`."""

from __future__ import annotations

import argparse
from typing import Any

from baseline.analysis.page_names import catalogue_of
from baseline.runs.importing import READERS, Imported, RunFile, format_of, import_run
from baseline.studies.launching import COMMAND_LINE
from db.clock import SystemClock
from db.command_line import add_command, given_path
from db.connection import opened_database, writing
from db.files import read_named_file
from db.home import database_path
from db.models import By
from db.systems import Cost
from db.wording import counted
from index.collection import open_index


def add_import_run_command(commands: Any) -> argparse.ArgumentParser:
    """Add `import-run` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands, "import-run", _import, "import a system's answers as a run", prints=imported_as_lines
    )
    parser.add_argument("file", type=given_path, metavar="FILE", help="answers of one system")
    parser.add_argument("--set", required=True, metavar="NAME", help="the item set that was answered")
    parser.add_argument("--system", required=True, metavar="NAME", help="who or what answered")
    parser.add_argument("--version", default="", help="of the system; name and version are one system")
    parser.add_argument("--kind", choices=["people", "agent", "non_agentic"], default="agent")
    parser.add_argument("--condition", default="", help="under which it answered, if there are several")
    parser.add_argument("--format", choices=list(READERS), help="guessed from the file's name if left out")
    parser.add_argument("--index", metavar="INDEX", help="the collection that citations are looked up in")
    parser.add_argument("--pages-start-at", type=int, choices=[0, 1], default=1, help="page base (default 1)")
    parser.add_argument("--notes", default="", help="on the system: settings, prompts, where it came from")
    parser.add_argument("--usd", type=float, help="what the run cost")
    parser.add_argument("--input-tokens", type=int, help="that the run took")
    parser.add_argument("--output-tokens", type=int, help="that the run made")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="leave out lines that cannot be read; unknown pages then count as wrong",
    )
    return parser


def _import(arguments: argparse.Namespace) -> dict[str, Any]:
    catalogue = None if arguments.index is None else catalogue_of(open_index(arguments.index).documents())
    file = RunFile(
        content=read_named_file(arguments.file),
        name=arguments.file.name,
        format=arguments.format or format_of(arguments.file.name),
        set_name=arguments.set,
        system=arguments.system,
        version=arguments.version,
        kind=arguments.kind,
        condition=arguments.condition,
        notes=arguments.notes,
        cost=Cost(
            usd=arguments.usd, input_tokens=arguments.input_tokens, output_tokens=arguments.output_tokens
        ),
        pages_start_at=arguments.pages_start_at,
    )
    by = By(COMMAND_LINE, SystemClock().now_ms())
    with opened_database(database_path()) as database, writing(database):
        imported = import_run(database, file, catalogue, by, lenient=arguments.lenient)
    return _as_json(imported)


def _as_json(imported: Imported) -> dict[str, Any]:
    run, system = imported.run, imported.system
    return {
        "run": run.run_id,
        "system": system.label,
        "kind": system.kind,
        "set": run.item_set,
        "format": run.format,
        "rows": run.n_rows,
        "unknown_citations": run.n_unknown,
        "is_new": imported.is_new,
        "notes": list(run.notes),
        "left_out": list(imported.left_out) if imported.is_new else [],
    }


def imported_as_lines(outcome: dict[str, Any]) -> str:
    """What was stored, and what is worth knowing of it."""
    rows = counted(outcome["rows"], "answers")
    head = f"{outcome['system']}: {rows} to {outcome['set']} ({outcome['run']})"
    if not outcome["is_new"]:
        head = f"{head}: imported before, nothing added"
    left_out = [f"left out or unknown: {problem}" for problem in outcome["left_out"]]
    return "\n".join([head, *(f"- {note}" for note in (*outcome["notes"], *left_out))])
