"""The bodies of `python -m baseline …`: parse, open, call, close."""

from __future__ import annotations

import argparse
from typing import Any

from baseline.assignment.inviting import invite
from db import accounts
from db.clock import Clock, SystemClock
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.links import checked_address, checked_number, entry_link, links_as_lines
from db.models import Role
from db.wording import counted


def send_invitations(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make accounts and print their links, which are stored nowhere."""
    n_people = checked_number(arguments.n)
    if arguments.same_as is not None and n_people != 1:
        raise InvalidInput(f"--same-as names one person, and -n {n_people} people are invited; leave -n out.")
    role = Role(arguments.role)
    if arguments.study is None and role not in {Role.RESEARCHER, Role.ADMIN}:
        raise InvalidInput(f"--study is missing: a {role.value} is invited to a study; name it.")
    address = checked_address(arguments.address)
    links = []
    with opened_database(database_path()) as database, writing(database):
        for number in range(1, n_people + 1):
            name = arguments.name or f"{role.value} {number}"
            invitation = invite(
                database, arguments.study, role, name, _clock().now_ms(), same_as=arguments.same_as
            )
            links.append(
                {
                    "account": invitation.account.account_id,
                    "role": role.value,
                    "link": entry_link(address, invitation.token),
                }
            )
    return {"study": arguments.study, "invitations": links}


def revoke(arguments: argparse.Namespace) -> dict[str, Any]:
    """End an account's links and sign-ins; what it did stays."""
    address = checked_address(arguments.address)
    with opened_database(database_path()) as database, writing(database):
        revoked = accounts.revoke(database, arguments.account)
        link = None
        if arguments.new_link:
            token = accounts.issue_invitation(database, arguments.account, _clock().now_ms())
            link = entry_link(address, token)
    return {"account": arguments.account, **revoked._asdict(), "link": link}


def revoked_as_lines(outcome: dict[str, Any]) -> str:
    """What no longer works, and the new link if one was asked for."""
    ended = f"{counted(outcome['links'], 'links')} and {counted(outcome['sign_ins'], 'sign-ins')} ended"
    return "\n".join([f"{outcome['account']}: {ended}", *([outcome["link"]] if outcome["link"] else [])])


def invitations_as_lines(outcome: dict[str, Any]) -> str:
    """One person a line."""
    return links_as_lines(outcome["invitations"])


def _clock() -> Clock:
    return SystemClock()
