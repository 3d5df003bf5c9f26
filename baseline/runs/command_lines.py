"""What commands print of runs and systems for people. Pure."""

from __future__ import annotations

from typing import Any

from baseline.runs.formats import TITLES
from baseline.runs.importing import KIND_WORDS
from db.wording import COMMAND, counted


def imported_as_lines(outcome: dict[str, Any]) -> str:
    """What was stored or would be, and what is worth knowing of it."""
    answers = counted(outcome["rows"], "answers")
    head = f"{outcome['label']}: {answers} to {outcome['set']}"
    if outcome["dry_run"]:
        before = outcome["imported_before_as"]
        known = f" This file was imported before as {', '.join(before)}." if before else ""
        head = f"{head}, read as {TITLES[outcome['format']]}. Dry run: nothing was stored.{known}"
    elif outcome["is_new"]:
        head = f"{head} ({outcome['run']})"
    else:
        head = f"{head} ({outcome['run']}): imported before, nothing added"
    items = counted(outcome["items"], "items")
    covered = [f"answers all {items}"] if outcome["answered"] == outcome["items"] else []
    left_out = [f"left out or unknown: {problem}" for problem in outcome["left_out"]]
    return "\n".join([head, *(f"- {note}" for note in (*covered, *outcome["notes"], *left_out))])


def runs_as_lines(outcome: dict[str, Any]) -> str:
    """Every system with its runs below it."""
    if not outcome["runs"]:
        return f"No run was imported yet: {COMMAND} baseline import-run FILE --set NAME --system NAME"
    lines = []
    for system in outcome["systems"]:
        lines.append(f"{system['label']} ({system['system']}, {KIND_WORDS[system['kind']]})")
        lines += [_run_line(run) for run in outcome["runs"] if run["system"] == system["system"]]
    return "\n".join(lines)


def _run_line(run: dict[str, Any]) -> str:
    parts = [
        f"{run['run']}: {run['set']}{' · ' + run['condition'] if run['condition'] else ''}",
        f"answered {run['answered']} of {run['items']}",
        counted(run["coerced"], "coercions"),
        f"{run['unknown_citations']} unknown pages",
        f"{run['file']} {run['sha256'][:12]}",
    ]
    if not run["counts"]:
        parts.append(f"withdrawn: {run['withdrawn']['why']}")
    return f"  {', '.join(parts)}"


def changed_as_lines(outcome: dict[str, Any]) -> str:
    """Whether the run counts from now on."""
    state = "counts again" if outcome["counts"] else "no longer counts; it is kept"
    return f"Run {outcome['run']} ({outcome['file']}) {state}."


def system_as_lines(outcome: dict[str, Any]) -> str:
    """What is said of the system now."""
    return f"System {outcome['label']} ({outcome['system']}) is changed: {KIND_WORDS[outcome['kind']]}."
