"""How every command talks: JSON or a few lines on standard output, one sentence on standard error.

Exit 0 ok, 1 failed (the sentence names the input), 2 usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from db.errors import AppError

Command = Callable[[argparse.Namespace], Any]


def add_command(
    commands: Any, name: str, run: Command, summary: str, *, prints: Callable[[Any], str] | None = None
) -> argparse.ArgumentParser:
    """Add one command to an argparse sub-parser set.

    `run` returns what `--json` prints; `prints` turns that into lines for people.
    """
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=summary)
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.set_defaults(run=run, prints=prints)
    return parser


def run_command(parser: argparse.ArgumentParser, argv: Sequence[str] | None = None) -> int:
    """Parse, run, print; returns the exit code."""
    arguments = parser.parse_args(argv)
    try:
        outcome = arguments.run(arguments)
        _print(outcome, arguments)
    except AppError as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not try to flush it again at its end.
        sys.stdout = None
        return 1
    return 0


def _print(outcome: Any, arguments: argparse.Namespace) -> None:
    if arguments.json or arguments.prints is None:
        text = json.dumps(outcome, ensure_ascii=False, indent=2, allow_nan=False)
    else:
        text = arguments.prints(outcome)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
