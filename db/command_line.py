"""How every command talks: JSON or a few lines on standard output, one sentence on standard error.

Exit 0 ok, 1 failed (the sentence names the input), 2 usage.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

from db import os_trouble
from db.errors import AppError

_MOST_SHOWN = 40
# No number that means anything here is longer, and Python itself refuses thousands of figures.
_FIGURES = re.compile("-?[0-9]{1,15}")
Command = Callable[[argparse.Namespace], Any]


class CommandParser(argparse.ArgumentParser):
    """A parser that takes no empty value, and says how a value may begin with a dash.

    An empty value is nearly always a shell variable that was never set, and an empty path would be the
    folder in which somebody happens to be. Where nothing may be given, the argument has `type=str`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("type", None, _given)
        self._words: Sequence[str] = ()

    def add_subparsers(self, **options: Any) -> Any:
        """As the library has it: what stands behind the command is left to the command's own parser."""
        commands = super().add_subparsers(**options)
        commands.type = str
        return commands

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As the library has it."""
        self._words = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print usage and what is wrong; exit 2."""
        unknown = (word for word in self._words if word.startswith("-") and word != "-")
        is_unknown = any(word.partition("=")[0] not in self._option_string_actions for word in unknown)
        hint = " (a value that begins with - goes behind --, or behind = if an option takes it)"
        super().error(message + (hint if is_unknown and "--" not in self._words else ""))


def given_path(text: str) -> Path:
    """A path given as an argument; not an empty one."""
    return Path(_given(text))


def _given(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("is empty; give it a value")
    return text


def whole_number(least: int = -(10**9), most: int = 10**9) -> Callable[[str], int]:
    """The type of an argument that is a whole number, in figures; what it may be there may say more."""

    def number(text: str) -> int:
        value = int(text) if _FIGURES.fullmatch(text) else None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{_shown(text)} is not a whole number from {least} to {most}")
        return value

    return number


def real_number(text: str) -> float:
    """The type of an argument that is a number of something; no infinity."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a number")
    return value


def _shown(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


class OutputLost(AppError):
    """What a command printed did not reach anybody."""


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

    def run() -> int:
        _print(arguments.run(arguments), arguments)
        return 0

    return told(run)


def told(run: Callable[[], int]) -> int:
    """Run something that prints with `say`; what goes wrong outside of it is one sentence and exit 1."""
    try:
        _open_output()
        return run()
    except AppError as error:
        return _failed(error.user_message)
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not try to flush it again at its end.
        sys.stdout = None
        return 1
    except OSError as error:
        return _failed(os_trouble.sentence(error))


def say(text: str) -> None:
    """Print at once.

    Raises:
        OutputLost: standard output cannot be written.
        BrokenPipeError: whoever read it has gone.
    """
    with _output() as output:
        output.write(text + "\n")


def say_json(value: Any) -> None:
    """Print JSON at once, in UTF-8 whatever the terminal's own encoding. Raises as `say`."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    with _output() as output:
        if isinstance(output, io.TextIOWrapper):
            output.flush()
            # Half of a surrogate pair, as names of files may hold it, is escaped as JSON does it.
            output.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
        else:
            output.write(text + "\n")


@contextmanager
def _output() -> Iterator[TextIO]:
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What it still holds must not be tried again at the interpreter's end.
        sys.stdout = None
        why = os_trouble.reason(error)
        raise OutputLost(f"What was to be printed could not be written: {why}.") from error


def _open_output() -> None:
    """Have every character printed, escaped where the terminal's encoding does not have it."""
    if sys.stdout is None:
        # Files opened from now on would take its place.
        raise OutputLost("Standard output is closed; send it to a file, or to /dev/null.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _failed(sentence: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"{sentence}\n")
    return 1


def _print(outcome: Any, arguments: argparse.Namespace) -> None:
    if arguments.json or arguments.prints is None:
        say_json(outcome)
    else:
        say(arguments.prints(outcome))
