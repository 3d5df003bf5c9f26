"""`python -m baseline …`: studies, their people and places, exclusions, exports, runs and scores."""

from __future__ import annotations

import argparse
import sys

from baseline import commands
from baseline.assignment.commands import add_assign_commands
from baseline.coding.commands import add_code_commands
from baseline.exports.commands import add_export_command
from baseline.figures.exclusion_commands import add_exclusion_commands
from baseline.judging.judge_command import add_judge_command
from baseline.judging.verdict_commands import add_verdict_commands
from baseline.reports.commands import add_report_command
from baseline.runs.commands import add_run_commands
from baseline.scoring.commands import add_score_command
from baseline.splits.commands import add_split_command
from baseline.studies.parsers import add_study_commands
from db.command_line import CommandParser, add_command, run_command, whole_number
from db.links import DEFAULT_ADDRESS
from db.models import Role


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    parser = CommandParser(prog="python -m baseline", description="Studies and their figures.")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    add_study_commands(subparsers)
    _add_invite(subparsers)
    _add_revoke(subparsers)
    add_assign_commands(subparsers)
    add_exclusion_commands(subparsers)
    add_export_command(subparsers)
    add_report_command(subparsers)
    add_run_commands(subparsers)
    add_verdict_commands(subparsers)
    add_judge_command(subparsers)
    add_code_commands(subparsers)
    add_score_command(subparsers)
    add_split_command(subparsers)
    return run_command(parser, argv)


def _add_invite(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    invite = add_command(
        subparsers,
        "invite",
        commands.send_invitations,
        "print invitation links",
        prints=commands.invitations_as_lines,
    )
    invite.add_argument(
        "--study", metavar="ID", help="may be left out for a researcher who is to design the first study"
    )
    invite.add_argument("--role", required=True, choices=[role.value for role in Role])
    invite.add_argument("-n", type=whole_number(), default=1, help="how many people (default 1)")
    invite.add_argument("--name", help="name in the account table (never exported)")
    invite.add_argument(
        "--same-as", metavar="ACCOUNT", help="an account that this person has: what they know from it counts"
    )
    invite.add_argument("--address", default=DEFAULT_ADDRESS, help="where the app is served")


def _add_revoke(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    revoke = add_command(
        subparsers,
        "revoke",
        commands.revoke,
        "end an account's links and sign-ins",
        prints=commands.revoked_as_lines,
    )
    revoke.add_argument("--account", required=True, metavar="ID", help="as `invite` printed it")
    revoke.add_argument("--new-link", action="store_true", help="print a new link, for who lost theirs")
    revoke.add_argument("--address", default=DEFAULT_ADDRESS, help="where the app is served")


if __name__ == "__main__":
    sys.exit(main())
