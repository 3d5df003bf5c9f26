"""`python -m annotation member list` and `admit`: who is in a project, and the decision on a candidate."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from annotation import membership
from annotation.board import ProjectBoard
from annotation.candidates import candidates_in
from annotation.command_project import in_the_name_of
from annotation.membership import Verdict
from db import projects
from db.command_line import add_command
from db.connection import opened_database, writing
from db.home import database_path
from db.wording import counted


def add_member_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `member list` and `admit`."""
    members = subparsers.add_parser("member", help="who is in a project")
    actions = members.add_subparsers(required=True, metavar="ACTION")
    listing = add_command(
        actions, "list", list_members, "accounts, roles and documents; candidates with advice", prints=_lines
    )
    listing.add_argument("--project", required=True, metavar="ID")
    admit = add_command(
        subparsers, "admit", admit_candidate, "record the decision on a candidate", prints=_admitted_lines
    )
    admit.add_argument("--project", required=True, metavar="ID")
    admit.add_argument("--account", required=True, metavar="ACCOUNT")
    admit.add_argument("--reason", required=True, metavar="TEXT", help="kept with the decision")
    admit.add_argument("--refuse", action="store_true", help="do not admit; default is to admit")


def list_members(arguments: argparse.Namespace) -> dict[str, Any]:
    """Everybody in the order in which they came; what the rule recommends of candidates.

    Raises:
        NotFound: there is no such project.
    """
    with opened_database(database_path()) as database:
        projects.find_project(database, arguments.project)
        members = projects.members_of(database, arguments.project)
        board = ProjectBoard(arguments.project).read(database)
        advice = {
            one.account_id: {"advice": one.advice[0], "why": one.advice[1], "n_errors": one.n_errors}
            for one in candidates_in(database, arguments.project, board)
        }
    return {
        "project": arguments.project,
        "members": [
            {
                "account": one.account_id,
                "role": one.role.value,
                "documents": list(one.documents),
                "n_items": len(board.by(one.account_id)),
                "qualification": advice.get(one.account_id),
            }
            for one in members
        ],
    }


def admit_candidate(arguments: argparse.Namespace) -> dict[str, Any]:
    """Admit a candidate, or not; the decision is stored beside all earlier ones.

    Raises:
        NotFound: there is no such project.
        Conflict: the account is no candidate of it, or no longer.
        InvalidInput: the reason is blank.
    """
    with opened_database(database_path()) as database, writing(database):
        by = in_the_name_of(database, arguments.project)
        verdict = Verdict(not arguments.refuse, arguments.reason)
        decided = membership.admit(database, arguments.project, arguments.account, verdict, by)
    return decided.model_dump(mode="json")


def _lines(outcome: Mapping[str, Any]) -> str:
    return "\n".join(_line(one) for one in outcome["members"])


def _line(member: Mapping[str, Any]) -> str:
    documents = counted(len(member["documents"]), "documents") if member["documents"] else "all documents"
    line = f"{member['account']}  {member['role']}  {documents}  {counted(member['n_items'], 'items')}"
    advice = member["qualification"]
    return line if advice is None else f"{line}  {advice['advice']}: {advice['why']}"


def _admitted_lines(outcome: Mapping[str, Any]) -> str:
    verb = "is admitted and writes as an author" if outcome["admitted"] else "is not admitted"
    return f"{outcome['account_id']} {verb}: {outcome['reason']}"
