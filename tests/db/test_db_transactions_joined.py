"""A use case is a transaction of its own, or part of the one that is open: whole or not at all either way."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from annotation import authoring
from db.accounts import add_account
from db.connection import joined, writing
from db.errors import AppError
from db.models import Account, By, Role
from tests.authoring import make_project
from tests.makers import NOON_MS


def add(database: Database, name: str) -> None:
    add_account(database, Account(account_id=name, name=name, role=Role.ANNOTATOR), NOON_MS)


def add_and_fail(database: Database) -> None:
    add(database, "one")
    raise AppError("no")


def names(database: Database) -> list[str]:
    return [row[0] for row in database.execute("SELECT account_id FROM accounts ORDER BY 1")]


def test_joined_commits_by_itself_when_nothing_is_open(database: Database) -> None:
    with joined(database):
        add(database, "one")
    assert not database.conn.in_transaction
    assert names(database) == ["one"]


def test_joined_undoes_by_itself_when_nothing_is_open(database: Database) -> None:
    with pytest.raises(AppError), joined(database):
        add_and_fail(database)
    assert names(database) == []


def test_joined_is_undone_with_the_transaction_around_it(database: Database) -> None:
    with pytest.raises(AppError), writing(database), joined(database):
        add_and_fail(database)
    assert names(database) == []


def test_two_use_cases_in_one_transaction_are_both_there_or_neither(database: Database) -> None:
    make_project(database)

    def start(*people: str) -> None:
        with writing(database):
            for person in people:
                authoring.new_item(database, "pilot", By(person, NOON_MS))

    with pytest.raises(AppError, match="Reviewers write no items"):
        start("ann", "rita")
    assert authoring.items_in(database, "pilot") == []
    start("ann", "ann")
    assert [one.item.item_id for one in authoring.items_in(database, "pilot")] == ["pilot-0001", "pilot-0002"]
