"""`python -m baseline exclude|reinclude|exclusions`: as the page of exclusions does it, from a terminal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from baseline.figures.exclusions import Named, exclude, reinclude, study_flags
from baseline.studies.study_state import study_state
from db import accounts, studies
from db.clock import SystemClock
from db.command_line import add_command
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.wording import counted

BY = "command line"


def add_exclusion_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `exclude`, `reinclude` and `exclusions`."""
    out = add_command(
        subparsers,
        "exclude",
        exclude_one,
        "leave an attempt or a participant out of the figures",
        prints=_done,
    )
    back = add_command(subparsers, "reinclude", reinclude_one, "take an exclusion back", prints=_done)
    for parser in (out, back):
        parser.add_argument("--study", required=True, metavar="ID")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--attempt", metavar="ID", help="one attempt, as `exclusions` or an export names it"
        )
        what.add_argument("--participant", metavar="ID", help="everything of one account")
        parser.add_argument("--reason", required=True, metavar="TEXT", help="stands in the report")
    out.add_argument("--rule", metavar="ID", help="the declared rule that flagged it")
    shown = add_command(
        subparsers,
        "exclusions",
        show_exclusions,
        "what is left out of the figures and why, and what the rules flag",
        prints=_table,
    )
    shown.add_argument("--study", required=True, metavar="ID")


def exclude_one(arguments: argparse.Namespace) -> dict[str, Any]:
    """Leave something out from now on; it is written into the log, and nothing is deleted."""
    named = _named(arguments)
    with opened_database(database_path()) as database, writing(database):
        design = studies.find_study(database, named.study_id).design
        if arguments.rule is not None and arguments.rule not in {
            rule.rule_id for rule in design.exclusion_rules
        }:
            raise InvalidInput(f"Study {named.study_id!r} has no exclusion rule {arguments.rule[:100]!r}.")
        one = exclude(database, named, arguments.reason, BY, SystemClock().now_ms(), arguments.rule or "")
    return {"study": named.study_id, **one.model_dump(mode="json")}


def reinclude_one(arguments: argparse.Namespace) -> dict[str, Any]:
    """Let it count again."""
    named = _named(arguments)
    with opened_database(database_path()) as database, writing(database):
        studies.find_study(database, named.study_id)
        one = reinclude(database, named, arguments.reason, BY, SystemClock().now_ms())
    return {"study": named.study_id, **one.model_dump(mode="json")}


def show_exclusions(arguments: argparse.Namespace) -> dict[str, Any]:
    """Exclusions in force, the newest last, and every flag of the declared rules."""
    with opened_database(database_path()) as database:
        flags = study_flags(database, arguments.study)
        found = study_state(database, studies.find_study(database, arguments.study).study_id).exclusions
        return {
            "study": arguments.study,
            "exclusions": [
                {
                    **one.excluded.model_dump(mode="json", exclude={"kind"}),
                    "by_name": accounts.name_of(database, one.excluded.by),
                    "at_ms": one.at_ms,
                }
                for one in found
            ],
            "flags": [one._asdict() for one in flags],
        }


def _named(arguments: argparse.Namespace) -> Named:
    if arguments.attempt is not None:
        return Named(arguments.study, "attempt", arguments.attempt)
    return Named(arguments.study, "participant", arguments.participant)


def _done(outcome: dict[str, Any]) -> str:
    verb = "is excluded: the figures leave it out" if outcome["kind"] == "excluded" else "counts again"
    return f"The {outcome['of']} {outcome['id']} of study {outcome['study']} {verb}."


def _table(outcome: dict[str, Any]) -> str:
    rows = [
        (
            *(one["of"], one["id"], one["rule_id"] or "by hand"),
            *(_utc(one["at_ms"]), one["by_name"], one["reason"]),
        )
        for one in outcome["exclusions"]
    ]
    lines = _columns(("of", "id", "rule", "since (UTC)", "by", "reason"), rows)
    names = ("rule_id", "of", "id", "participant", "sentence")
    flags = [tuple(str(one[name]) for name in names) for one in outcome["flags"]]
    return "\n".join(
        [
            f"{counted(len(rows), 'exclusions')} in force",
            *lines,
            f"{counted(len(flags), 'flags')} of the declared rules; a flag by itself changes nothing",
            *_columns(("rule", "of", "id", "participant", "measured"), flags),
        ]
    )


def _utc(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M}"


def _columns(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows below their heads, aligned; nothing where there are none."""
    if not rows:
        return []
    cells = [heads, *([" ".join(cell.split()) for cell in row] for row in rows)]
    widths = [max(len(row[number]) for row in cells) for number in range(len(heads))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]
