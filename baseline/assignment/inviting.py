"""Inviting people to a study: an account, and a link that is shown once."""

from __future__ import annotations

from typing import NamedTuple

from baseline.assignment.order import assign_all
from db import accounts, assignments, exposures, items, studies
from db.connection import Database
from db.models import Account, Role
from db.plain_text import refuse_turning
from db.study_design import Study


class Invitation(NamedTuple):
    """A new account and the secret part of its link, which is not stored anywhere else."""

    account: Account
    token: str


def invite(
    database: Database, study_id: str | None, role: Role, name: str, now_ms: int, same_as: str | None = None
) -> Invitation:
    """Make an account for one more person, with their items if they are to answer all of them.

    `study_id` None: for who is to design studies, and is in none yet.
    `same_as`: an account that this person has already; what they know from it counts here too.

    Raises:
        NotFound: there is no such study, or no such account.
        InvalidInput: the name turns the direction of the text around it.
    """
    refuse_turning(name, "The name")
    study = None if study_id is None else studies.find_study(database, study_id)
    person_id = "" if same_as is None else accounts.find_account(database, same_as).person
    account = accounts.add_account(
        database,
        Account(
            account_id=accounts.new_account_id(),
            name=name,
            role=role,
            study_id=study_id,
            person_id=person_id,
        ),
        now_ms,
    )
    if study is not None and role is Role.PARTICIPANT and study.design.people_per_item is None:
        assign_items(database, study, account)
    return Invitation(account, accounts.issue_invitation(database, account.account_id, now_ms))


def assign_items(database: Database, study: Study, account: Account) -> int:
    """Give an account every item of the study that its person does not know; returns how many were new."""
    known = exposures.known_items(database, account, study.study_id)
    item_ids = items.item_ids_of_set(database, study.item_set)
    return assignments.add_assignments(
        database, assign_all(study, account.account_id, item_ids, without=known)
    )
