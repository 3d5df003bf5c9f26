"""`python -m annotation project create` and `invite`: where items are written, and by whom."""

from __future__ import annotations

import argparse
from typing import Any

from annotation import membership
from annotation.acting import By, supervisors_of
from db import accounts
from db.authored import Member, MemberRole, Project
from db.clock import Clock, SystemClock
from db.command_line import add_command
from db.connection import Database, opened_database, writing
from db.errors import InvalidInput
from db.home import database_path, lasting_index_name
from db.links import DEFAULT_ADDRESS, checked_address, checked_number, entry_link, links_as_lines
from db.models import Account, Role
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
    create.add_argument("--k", type=int, default=5, help="hits a query shows (default 5)")
    create.add_argument("--address", default=DEFAULT_ADDRESS, help="where the app is served")
    invite = add_command(
        subparsers, "invite", invite_members, "print invitation links to a project", prints=_links_as_lines
    )
    invite.add_argument("--project", required=True, metavar="ID")
    invite.add_argument("--role", required=True, choices=[role.value for role in MemberRole])
    invite.add_argument("-n", type=int, default=1, help="how many people (default 1)")
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
        now_ms = project.created_at_ms
        supervisor = _new_account(database, "supervisor 1", now_ms)
        membership.create_project(database, project, By(supervisor.account_id, now_ms))
        invitation = _invitation(database, supervisor, MemberRole.SUPERVISOR, address, now_ms)
    return {**project.model_dump(mode="json"), "invitations": [invitation]}


def invite_members(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make accounts with a place in a project and print their links, which are stored nowhere.

    Raises:
        InvalidInput: no number of people, or no address of a server.
        NotFound: there is no such project.
    """
    n_people, address = checked_number(arguments.n), checked_address(arguments.address)
    role = MemberRole(arguments.role)
    invitations = []
    with opened_database(database_path()) as database, writing(database):
        now_ms = _clock().now_ms()
        by = By(supervisors_of(database, arguments.project)[0], now_ms)
        for number in range(1, n_people + 1):
            account = _new_account(database, arguments.name or f"{role.value} {number}", now_ms)
            place = Member(project_id=arguments.project, account_id=account.account_id, role=role)
            membership.give_place(database, place, by)
            invitations.append(_invitation(database, account, role, address, now_ms))
    return {"project": arguments.project, "invitations": invitations}


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


def _new_account(database: Database, name: str, now_ms: int) -> Account:
    account = Account(account_id=accounts.new_account_id(), name=name, role=Role.ANNOTATOR)
    return accounts.add_account(database, account, now_ms)


def _invitation(
    database: Database, account: Account, role: MemberRole, address: str, now_ms: int
) -> dict[str, str]:
    token = accounts.issue_invitation(database, account.account_id, now_ms)
    return {"account": account.account_id, "role": role.value, "link": entry_link(address, token)}


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
