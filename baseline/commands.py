"""The bodies of `python -m baseline …`: parse, open, call, close."""

from __future__ import annotations

import argparse
from typing import Any

from baseline.analysis.page_names import catalogue_of
from baseline.studies import StudyPlan, create_study, invite, refuse_missing_evidence
from db import accounts
from db.clock import Clock, SystemClock
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.home import database_path, lasting_index_name
from db.items import load_item_set
from db.links import checked_address, checked_number, entry_link, links_as_lines
from db.models import Role
from db.wording import COMMAND, counted
from index.collection import open_index


def study_create(arguments: argparse.Namespace) -> dict[str, Any]:
    """Freeze an item set and open a study on an index whose OCR is finished."""
    index = open_index(arguments.index)
    if index.manifest.ocr == "pending":
        raise InvalidInput(
            f"Index {arguments.index!r} still waits for OCR; run `{COMMAND} index build` to its end first."
        )
    plan = StudyPlan(
        study_id=arguments.set if arguments.id is None else arguments.id,
        title=arguments.title or arguments.id or arguments.set,
        item_set=arguments.set,
        index_name=lasting_index_name(arguments.index),
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        k=arguments.k,
        batch_size=arguments.batch_size,
        seed=arguments.seed,
    )
    with opened_database(database_path()) as database, writing(database):
        item_set = load_item_set(database, arguments.set)
        refuse_missing_evidence(item_set, catalogue_of(index.documents()), arguments.index)
        study = create_study(database, plan, _clock().now_ms())
    return {
        **study.model_dump(mode="json", exclude={"design"}),
        **study.design.model_dump(mode="json"),
        "design_sha256": study.design.sha256,
    }


def send_invitations(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make accounts and print their links, which are stored nowhere."""
    n_people = checked_number(arguments.n)
    role = Role(arguments.role)
    address = checked_address(arguments.address)
    links = []
    with opened_database(database_path()) as database, writing(database):
        for number in range(1, n_people + 1):
            name = arguments.name or f"{role.value} {number}"
            invitation = invite(database, arguments.study, role, name, _clock().now_ms())
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


def study_as_lines(outcome: dict[str, Any]) -> str:
    """What was made, and what comes next."""
    build = f"index {outcome['index_name']}, build {outcome['index_fingerprint'][:12]}"
    return (
        f"Study {outcome['study_id']} is made: item set {outcome['item_set']}, frozen; {build}; "
        f"profile {outcome['profile']}, k = {outcome['k']}.\n"
        f"Invite people: {COMMAND} baseline invite --study {outcome['study_id']} --role participant -n 20"
    )


def revoked_as_lines(outcome: dict[str, Any]) -> str:
    """What no longer works, and the new link if one was asked for."""
    ended = f"{counted(outcome['links'], 'links')} and {counted(outcome['sign_ins'], 'sign-ins')} ended"
    return "\n".join([f"{outcome['account']}: {ended}", *([outcome["link"]] if outcome["link"] else [])])


def invitations_as_lines(outcome: dict[str, Any]) -> str:
    """One person a line."""
    return links_as_lines(outcome["invitations"])


def _clock() -> Clock:
    return SystemClock()
