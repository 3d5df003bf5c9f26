"""`python -m annotation project create` and `invite`: where items are written, and by whom."""

from __future__ import annotations

import argparse
from typing import Any

from annotation import membership
from annotation.acting import supervisors_of
from db import accounts, projects
from db.authored import MemberRole, Project
from db.clock import Clock, SystemClock
from db.command_line import add_command, whole_number
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.home import database_path, lasting_index_name
from db.links import DEFAULT_ADDRESS, checked_address, checked_number, entry_link, links_as_lines
from db.models import Account, By, Role
from db.wording import COMMAND
from index.collection import open_index


def add_project_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `project create` and `invite`."""
    project = subparsers.add_parser("project", help="make a project in which items are written")
    actions = project.add_subparsers(required=True, metavar="ACTION")
    create = add_command(
        actions, "create", create_project, "open a project on an index", prints=_project_as_lines
    )
    create.add_argument("--id", required=True, metavar="ID", help="its items are called ID-0001 and so on")
    create.add_argument("--title", required=True, metavar="TEXT", help="what authors read")
    create.add_argument("--index", required=True, metavar="INDEX", help="index to write over")
    create.add_argument("--k", type=whole_number(), default=5, help="hits a query shows (default 5)")
    create.add_argument("--address", default=DEFAULT_ADDRESS, help="where the app is served")
    invite = add_command(
        subparsers, "invite", invite_members, "print invitation links to a project", prints=_links_as_lines
    )
    invite.add_argument("--project", required=True, metavar="ID")
    invite.add_argument("--role", required=True, choices=[role.value for role in MemberRole])
    invite.add_argument("-n", type=whole_number(), default=1, help="how many people (default 1)")
    invite.add_argument("--name", help="name in the account table (never exported)")
    invite.add_argument("--address", default=DEFAULT_ADDRESS, help="where the app is served")


def create_project(arguments: argparse.Namespace) -> dict[str, Any]:
    """Open a project on an index whose OCR is finished, with an account for its first supervisor.

    Raises:
        InvalidInput: the id or a number cannot be used, or the index waits for OCR.
        IndexMissing: there is no such index.
        Conflict: another project has this id.
    """
    address = checked_address(arguments.address)
    project = _project(arguments)
    with opened_database(database_path()) as database, writing(database):
        at_ms = project.created_at_ms
        supervisor = Account(account_id=accounts.new_account_id(), name="supervisor 1", role=Role.ANNOTATOR)
        accounts.add_account(database, supervisor, at_ms)
        membership.create_project(database, project, By(supervisor.account_id, at_ms))
        link = entry_link(address, accounts.issue_invitation(database, supervisor.account_id, at_ms))
    invitation = {"account": supervisor.account_id, "role": MemberRole.SUPERVISOR.value, "link": link}
    return {**project.model_dump(mode="json"), "invitations": [invitation]}


def invite_members(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make accounts with a place in a project and print their links, which are stored nowhere.

    Raises:
        InvalidInput: no number of people, or no address of a server.
        NotFound: there is no such project.
    """
    n_people, address = checked_number(arguments.n), checked_address(arguments.address)
    role = MemberRole(arguments.role)
    with opened_database(database_path()) as database, writing(database):
        taken = [
            accounts.find_account(database, one.account_id).name
            for one in projects.members_of(database, arguments.project)
        ]
        unused = membership.unused_names(role, n_people, taken)
        names = [arguments.name] * n_people if arguments.name else unused
        by = By(supervisors_of(database, arguments.project)[0], _clock().now_ms())
        invited = membership.invite(database, arguments.project, role, names, by)
    return {
        "project": arguments.project,
        "invitations": [
            {"account": one.account_id, "role": one.role.value, "link": entry_link(address, one.token)}
            for one in invited
        ],
    }


def _project(arguments: argparse.Namespace) -> Project:
    index = open_index(arguments.index)
    try:
        if index.manifest.ocr == "pending":
            raise InvalidInput(
                f"Index {arguments.index!r} still waits for OCR; "
                f"run `{COMMAND} index build` to its end first."
            )
        if not 1 <= arguments.k <= 50:
            raise InvalidInput(f"k is {arguments.k}; a query can show 1 to 50 hits.")
        return Project(
            project_id=_checked_id(arguments.id),
            title=_checked_title(arguments.title),
            index_name=lasting_index_name(arguments.index),
            index_fingerprint=index.fingerprint,
            profile=index.profile,
            k=arguments.k,
            created_at_ms=_clock().now_ms(),
        )
    finally:
        index.close()


def _checked_id(project_id: str) -> str:
    is_short = 0 < len(project_id) <= 64
    fits = all(char in "abcdefghijklmnopqrstuvwxyz0123456789-" for char in project_id)
    if not is_short or not fits or project_id.startswith("-"):
        raise InvalidInput(
            f"Project id {project_id[:100]!r} cannot be used: take small letters, digits and dashes, "
            "at most 64, beginning with a letter or digit."
        )
    return project_id


def _checked_title(title: str) -> str:
    if not 0 < len(title) <= 200:
        raise InvalidInput("The title of a project has 1 to 200 characters; choose another one.")
    return title


def _project_as_lines(outcome: dict[str, Any]) -> str:
    build = f"index {outcome['index_name']}, build {outcome['index_fingerprint'][:12]}"
    return (
        f"Project {outcome['project_id']} is made on {build}; profile {outcome['profile']}, "
        f"k = {outcome['k']}. Its supervisor:\n"
        f"{links_as_lines(outcome['invitations'])}\n"
        f"Invite people: {COMMAND} annotation invite --project {outcome['project_id']} --role author -n 5"
    )


def _links_as_lines(outcome: dict[str, Any]) -> str:
    return links_as_lines(outcome["invitations"])


def _clock() -> Clock:
    return SystemClock()
