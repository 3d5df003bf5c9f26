"""Declaring by hand that somebody knows items: seen in a talk, in a pilot, on paper.

Functions here run inside the caller's transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from db import accounts, exposures, items
from db.connection import Database
from db.errors import InvalidInput, NotFound
from db.exposures import Declaration, Exposure
from db.models import Account, Role
from db.plain_text import refuse_turning

_LONGEST_WHY = 500


class Known(NamedTuple):
    """What somebody knows: items by id, all items of a set, or both; and how they came to."""

    item_ids: tuple[str, ...]
    item_set: str | None
    why: str


class Declared(NamedTuple):
    """Whose exposure was declared, of how many items that were not before, and how many they hold or had."""

    person: str
    n_new: int
    n_held: int


def declare_by_hand(
    database: Database, account_id: str, known: Known, by: str | None, now_ms: int
) -> Declared:
    """Keep items from a person from now on; places that they hold already stay theirs.

    `by`: the account of who declares it; without one, a researcher of the person's study.

    Raises:
        NotFound: there is no such account, set or item.
        InvalidInput: no item or no reason that can be shown is given, or nobody can be found who declares it.
    """
    account = accounts.find_account(database, account_id)
    why = known.why.strip()
    if not 1 <= len(why) <= _LONGEST_WHY:
        raise InvalidInput(f"Say how they came to know, in 1 to {_LONGEST_WHY} characters.")
    refuse_turning(why, "How they came to know")
    item_ids = _item_ids(database, known)
    declarer = _declarer(database, account) if by is None else accounts.find_account(database, by).account_id
    given = {
        one.item_id for one in ledger_of_person(database, account) if one.how in {"assigned", "attempted"}
    }
    n_new = exposures.declare(
        database, [Declaration(account.person, one, why, declarer, now_ms) for one in item_ids]
    )
    return Declared(account.person, n_new, len(given.intersection(item_ids)))


def ledger_of_person(database: Database, account: Account) -> list[Exposure]:
    """All that the person behind an account knows, also what that very account was given."""
    return exposures.ledger_of(database, account, "")


def _item_ids(database: Database, known: Known) -> list[str]:
    if not known.item_ids and known.item_set is None:
        raise InvalidInput("Name the items with --item, or a whole set with --set.")
    of_set: list[str] = []
    if known.item_set is not None:
        of_set = [one.item_id for one in items.load_item_set(database, known.item_set)]
    unknown = items.unknown_items(database, known.item_ids)
    if unknown:
        raise NotFound(f"There is no item {' and no item '.join(map(repr, unknown))}.")
    return list(dict.fromkeys([*known.item_ids, *of_set]))


def _declarer(database: Database, account: Account) -> str:
    if account.study_id is not None:
        for one in accounts.accounts_of_study(database, account.study_id):
            if one.role is Role.RESEARCHER:
                return one.account_id
    raise InvalidInput("Say with --by which account declares it: this study has no researcher yet.")
