"""`python -m demo`: a small collection, its index, items, a study and simulated runs."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from db.clock import SystemClock
from db.command_line import CommandParser, run_command
from demo.gap_study import NAME as GAP_STUDY
from demo.setup import set_up


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = CommandParser(
        prog="python -m demo",
        description="Make the demo under PAGETRAIL_HOME: documents, index, items, a study and simulated "
        "runs. What is there already is left alone.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.set_defaults(run=_run, prints=_as_lines)
    return run_command(parser, argv)


def _run(_: argparse.Namespace) -> dict[str, Any]:
    report = set_up(SystemClock(), tell=lambda what: print(f"demo: {what}", file=sys.stderr))
    return {**report._asdict(), "done": list(report.done), "changed": bool(report.done)}


def _as_lines(outcome: dict[str, Any]) -> str:
    lines = [
        f"Study {outcome['study']!r}: {outcome['items']} items over {outcome['documents']} documents with "
        f"{outcome['pages']} pages. With study {GAP_STUDY!r}: "
        f"{outcome['simulated_attempts']} simulated attempts."
    ]
    if not outcome["changed"]:
        lines.append("Everything was here already; nothing was done.")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
