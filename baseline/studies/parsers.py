"""The arguments of `python -m baseline study …`."""

from __future__ import annotations

import argparse

from baseline.studies import commands as study_commands
from db.command_line import add_command, given_path, whole_number


def add_study_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Check, create, show, amend, pause, resume and end."""
    study = subparsers.add_parser("study", help="check, create, amend, pause or end a study")
    actions = study.add_subparsers(required=True, metavar="ACTION")
    check = add_command(
        actions,
        "check",
        study_commands.check,
        "name every contradiction of a design; nothing is made",
        prints=study_commands.checked_as_lines,
    )
    check.add_argument("--design", required=True, type=given_path, metavar="FILE", help="a design as JSON")
    _add_create(actions)
    show = add_command(
        actions,
        "show",
        study_commands.show,
        "the study as it holds now (--json: the whole design)",
        prints=study_commands.shown_as_lines,
    )
    show.add_argument("--study", required=True, metavar="ID")
    amend = add_command(
        actions,
        "amend",
        study_commands.amend,
        f"change a launched study, with a reason: {study_commands.AMENDABLE_FIELDS}",
        prints=study_commands.amended_as_lines,
    )
    amend.add_argument("--study", required=True, metavar="ID")
    amend.add_argument("--design", required=True, type=given_path, metavar="FILE")
    amend.add_argument("--reason", required=True, metavar="TEXT", help="stands in the report")
    _add_phases(actions)


def _add_create(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    create = add_command(
        actions,
        "create",
        study_commands.create,
        "launch a study: freeze its item sets and its design",
        prints=study_commands.study_as_lines,
    )
    create.add_argument(
        "--design", type=given_path, metavar="FILE", help="the whole design as JSON, instead of the options"
    )
    create.add_argument("--id", metavar="ID", help="study id (default: the name of the set, or of the file)")
    create.add_argument("--set", metavar="NAME", help="item set to answer")
    create.add_argument("--index", metavar="INDEX", help="index to search")
    create.add_argument("--title", metavar="TEXT", help="what participants read")
    create.add_argument("--k", type=whole_number(), help="hits a query shows (default 5)")
    create.add_argument("--batch-size", type=whole_number(), help="items a sitting (default 25)")
    create.add_argument("--seed", type=whole_number(), help="seed of everybody's order (default 0)")


def _add_phases(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    phases = (
        ("pause", study_commands.pause, "nobody begins another item until the study goes on"),
        ("resume", study_commands.resume, "the study goes on"),
        ("end", study_commands.end, "nobody begins another item, for good"),
    )
    for name, run, summary in phases:
        parser = add_command(actions, name, run, summary, prints=study_commands.phase_as_lines)
        parser.add_argument("--study", required=True, metavar="ID")
        if name != "resume":
            parser.add_argument("--reason", required=True, metavar="TEXT", help="stands in the report")
