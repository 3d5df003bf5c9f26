"""`python -m baseline import-run`, and what is done with runs afterwards."""

from __future__ import annotations

import argparse
from typing import Any

from baseline.figures.systems import refresh_runs
from baseline.runs import changing
from baseline.runs.command_lines import (
    changed_as_lines,
    imported_as_lines,
    runs_as_lines,
    system_as_lines,
)
from baseline.runs.formats import READERS, format_of
from baseline.runs.importing import RunFile, read_file, refuse, store_run
from baseline.runs.looking_up import look_up_in
from baseline.runs.outcomes import dry_run_json, imported_json, run_json, system_json
from baseline.studies.launching import COMMAND_LINE
from db import runs
from db.clock import SystemClock
from db.command_line import add_command, given_path, real_number, whole_number
from db.connection import opened_database, writing
from db.errors import NotFound
from db.files import read_named_file
from db.home import database_path
from db.items import item_set_names
from db.models import By
from db.systems import SystemFacts

_KINDS = ["people", "agent", "non_agentic"]


def add_run_commands(commands: Any) -> None:
    """Add what is done with runs to the sub-parsers of `python -m baseline`."""
    add_import_run_command(commands)
    shown = add_command(commands, "runs", _runs, "list systems and their imported runs", prints=runs_as_lines)
    shown.add_argument("--set", metavar="NAME", help="of this item set only")
    for name, run, summary in (
        ("withdraw-run", _withdraw, "leave a run out of every figure; it is kept"),
        ("bring-back-run", _bring_back, "let a withdrawn run count again"),
    ):
        parser = add_command(commands, name, run, summary, prints=changed_as_lines)
        parser.add_argument("--run", required=True, dest="run_id", metavar="ID", help="as `runs` lists it")
        parser.add_argument("--reason", required=True, help="why; it is kept with the run")
    _add_edit_system(commands)


def add_import_run_command(commands: Any) -> argparse.ArgumentParser:
    """Add `import-run` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands, "import-run", _import, "import a system's answers as a run", prints=imported_as_lines
    )
    parser.add_argument("file", type=given_path, metavar="FILE", help="answers of one system")
    parser.add_argument("--set", required=True, metavar="NAME", help="the item set that was answered")
    parser.add_argument("--system", required=True, metavar="NAME", help="who or what answered")
    parser.add_argument(
        "--version", type=str, default="", help="of the system; name and version are one system"
    )
    parser.add_argument("--kind", choices=_KINDS, default="agent")
    parser.add_argument(
        "--condition", type=str, default="", help="under which it answered, if there are several"
    )
    parser.add_argument("--format", choices=list(READERS), help="seen from what the file holds if left out")
    parser.add_argument(
        "--model", type=str, default="", help="take those rows only whose `model` or `system` is this"
    )
    parser.add_argument(
        "--index", metavar="INDEX", help="where citations are looked up (default: the set's studies' build)"
    )
    parser.add_argument("--pages-start-at", type=int, choices=[0, 1], default=1, help="page base (default 1)")
    _add_what_is_said(parser)
    parser.add_argument("--dry-run", action="store_true", help="read and report; store nothing")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="leave out lines that cannot be read; unknown pages then count as wrong",
    )
    return parser


def _add_edit_system(commands: Any) -> None:
    parser = add_command(
        commands, "edit-system", _edit, "say something else of a system", prints=system_as_lines
    )
    parser.add_argument("--system", required=True, metavar="ID", help="as `runs` lists it")
    parser.add_argument("--name")
    parser.add_argument("--version", type=str)
    parser.add_argument("--kind", choices=_KINDS)
    _add_what_is_said(parser)
    parser.add_argument("--reason", required=True, help="why; it is kept with what was said before")


def _add_what_is_said(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--notes", type=str, help="on the system: settings, prompts, where it came from")
    parser.add_argument("--usd", type=real_number, help="what the run cost")
    parser.add_argument("--input-tokens", type=whole_number(most=10**15 - 1), help="that the run took")
    parser.add_argument("--output-tokens", type=whole_number(most=10**15 - 1), help="that the run made")
    parser.add_argument("--cost-words", type=str, help="what else it cost: pay of people, hours of hardware")


def _import(arguments: argparse.Namespace) -> dict[str, Any]:
    content = read_named_file(arguments.file)
    with opened_database(database_path()) as database:
        looked_up = look_up_in(database, arguments.set, arguments.index)
    said = changing.facts_from(
        {
            "name": arguments.system,
            "version": arguments.version,
            "kind": arguments.kind,
            "notes": arguments.notes or "",
            "cost": {key: value for key, value in _cost(arguments).items() if value is not None},
        }
    )
    file = RunFile(
        content=content,
        name=arguments.file.name,
        format=arguments.format or format_of(content, arguments.file.name),
        set_name=arguments.set,
        system=said.name,
        version=said.version,
        kind=said.kind,
        condition=arguments.condition,
        notes=said.notes,
        cost=said.cost,
        pages_start_at=arguments.pages_start_at,
        looked_up_in="" if looked_up is None else looked_up.fingerprint,
        model=arguments.model,
    )
    catalogue = None if looked_up is None else looked_up.catalogue
    with opened_database(database_path()) as database:
        # Reading takes long: whoever answers meanwhile waits for the storing only.
        reading = read_file(database, file, catalogue)
        refuse(reading, file, lenient=arguments.lenient)
        if arguments.dry_run:
            return dry_run_json(file, reading, runs.same_file(database, file.set_name, file.sha256))
        with writing(database):
            imported = store_run(database, file, reading, _by(), lenient=arguments.lenient)
            # Whoever opens a page about the set next finds what takes a second to compute.
            refresh_runs(database, file.set_name)
    return imported_json(imported)


def _runs(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database:
        names = item_set_names(database)
        if arguments.set is not None and arguments.set not in names:
            raise NotFound(f"There is no item set {arguments.set!r}.")
        listed = [
            run_json(run, removed)
            for name in names
            if arguments.set in {None, name}
            for run, removed in runs.all_runs_of_set(database, name)
        ]
        systems = [system_json(system) for system in runs.all_systems(database).values()]
    used = {run["system"] for run in listed}
    return {
        "systems": [one for one in systems if arguments.set is None or one["system"] in used],
        "runs": listed,
    }


def _withdraw(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database, writing(database):
        changing.withdraw_run(database, arguments.run_id, arguments.reason, _by())
        return run_json(*runs.find_any_run(database, arguments.run_id))


def _bring_back(arguments: argparse.Namespace) -> dict[str, Any]:
    with opened_database(database_path()) as database, writing(database):
        changing.bring_back_run(database, arguments.run_id, arguments.reason, _by())
        return run_json(*runs.find_any_run(database, arguments.run_id))


def _edit(arguments: argparse.Namespace) -> dict[str, Any]:
    given = {field: getattr(arguments, field) for field in ("name", "version", "kind", "notes")}
    with opened_database(database_path()) as database, writing(database):
        known = runs.find_system(database, arguments.system).facts
        wanted = _changed(known, given, _cost(arguments))
        system = changing.edit_system(database, arguments.system, wanted, arguments.reason, _by())
    return system_json(system)


def _changed(known: SystemFacts, given: dict[str, Any], cost: dict[str, Any]) -> SystemFacts:
    """What is known, with what was given in its place."""
    said = {field: value for field, value in given.items() if value is not None}
    costs = known.cost.model_dump() | {field: value for field, value in cost.items() if value is not None}
    return changing.facts_from({**known.model_dump(), **said, "cost": costs})


def _cost(arguments: argparse.Namespace) -> dict[str, Any]:
    return {
        "usd": arguments.usd,
        "input_tokens": arguments.input_tokens,
        "output_tokens": arguments.output_tokens,
        "words": arguments.cost_words,
    }


def _by() -> By:
    return By(COMMAND_LINE, SystemClock().now_ms())
