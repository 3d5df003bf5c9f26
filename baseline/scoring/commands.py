"""`python -m baseline score`: every figure from files, without a database."""

from __future__ import annotations

import argparse
from typing import Any

from baseline.scoring.one_system import report_as_lines, score_one
from baseline.scoring.printing import several_as_lines
from baseline.scoring.several_systems import NamedFile, score_several
from db.command_line import add_command, given_path, real_number
from db.errors import InvalidInput
from db.systems import SystemKind

_KINDS: dict[str, SystemKind] = {"--people": "people", "--agent": "agent", "--non-agentic": "non_agentic"}


def add_score_command(commands: Any) -> argparse.ArgumentParser:
    """Add `score` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands, "score", score, "score answers against gold, all from files", prints=score_as_lines
    )
    parser.add_argument("--gold", required=True, type=given_path, metavar="GOLD.jsonl", help="the item set")
    parser.add_argument(
        "--predictions", nargs="+", type=given_path, metavar="PRED.jsonl", help="one system's answers, alone"
    )
    for option, kind in _KINDS.items():
        parser.add_argument(
            option,
            action="append",
            dest="systems",
            type=_named(kind),
            metavar="NAME=FILE",
            help=f"answers of {_whose(kind)}, beside those of others; again for more",
        )
    parser.add_argument(
        "--mode",
        choices=["harness", "strict"],
        default="strict",
        help="strict: our rules, the whole item set is the denominator; harness: as the public scorer (of "
        "--predictions only)",
    )
    parser.add_argument(
        "--pages-start-at", type=int, choices=[0, 1], default=1, help="page base of predictions (default 1)"
    )
    parser.add_argument(
        "--gold-pages-start-at", type=int, choices=[0, 1], default=1, help="page base of the gold (default 1)"
    )
    parser.add_argument("--lenient", action="store_true", help="leave out lines that cannot be used")
    several = parser.add_argument_group("of several systems")
    several.add_argument("--compare", nargs=2, metavar=("A", "B"), help="every difference of two of them")
    several.add_argument(
        "--index",
        metavar="INDEX",
        help="the collection: looks citations up, and tells how far apart gold pages are in words",
    )
    several.add_argument(
        "--calibration",
        nargs=4,
        type=real_number,
        metavar=("SENSITIVITY", "SPECIFICITY", "N_CORRECT", "N_INCORRECT"),
        help="of the judge whose verdicts the files hold: accuracy is also given corrected for its mistakes",
    )
    several.add_argument(
        "--split",
        action="append",
        metavar="NAME:ITEMS[:SENTINELS]",
        help="a smaller set that ranks the systems alike; again for the next, made of what is left",
    )
    several.add_argument("--csv", type=given_path, metavar="FOLDER", help="write all figures as tables there")
    return parser


def score(arguments: argparse.Namespace) -> dict[str, Any]:
    """The figures as JSON.

    Raises:
        InvalidInput: a file cannot be read or holds nothing, lines cannot be used and `--lenient` was not
            given, or options do not go together.
    """
    if bool(arguments.systems) == bool(arguments.predictions):
        raise InvalidInput(
            "Give either --predictions, for one system alone, or --people, --agent and --non-agentic with "
            "NAME=FILE, for several beside each other."
        )
    if arguments.predictions:
        _refuse_options_of_several(arguments)
        return score_one(arguments)
    if arguments.mode == "harness":
        raise InvalidInput(
            "The public scorer knows one system at a time: harness mode goes with --predictions."
        )
    return score_several(arguments)


def _refuse_options_of_several(arguments: argparse.Namespace) -> None:
    given = [name for name in ("compare", "index", "calibration", "split", "csv") if getattr(arguments, name)]
    if given:
        raise InvalidInput(
            f"--{given[0]} is for several systems: name them with --people, --agent or --non-agentic "
            "NAME=FILE."
        )


def score_as_lines(outcome: dict[str, Any]) -> str:
    """For people: a table of the one system, or the systems side by side."""
    return report_as_lines(outcome) if "system" in outcome else several_as_lines(outcome)


def _named(kind: SystemKind) -> Any:
    def named(text: str) -> NamedFile:
        name, equals, path = text.partition("=")
        if not equals:
            name, path = given_path(text).stem, text
        if not name.strip():
            raise argparse.ArgumentTypeError(f"{text[:80]!r} has no name before the =; write NAME=FILE")
        return NamedFile(name.strip(), kind, given_path(path))

    return named


def _whose(kind: SystemKind) -> str:
    whose = {"people": "a group of people", "agent": "an agent"}
    return whose.get(kind, "a system that never searched by itself")
