"""People at work, for the tests of what they can do."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.attempts import answering
from db.events import (
    EvidenceMarked,
)
from tests.authoring import Desk, make_project
from tests.db.attempts import PAGE
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_study


@pytest.fixture
def seat(database: Database) -> Seat:
    """A participant whose first item is on the screen, with page 3 marked."""
    made = make_participant(database, make_study(database))
    answering.show_item(database, made.first, made.study, NOON_MS)
    answering.record(
        database, made.first.attempt_id, [make_new(EvidenceMarked(**PAGE.model_dump()))], NOON_MS
    )
    return made


@pytest.fixture
def desk(database: Database) -> Desk:
    """A project with authors, reviewers, supervisors and a candidate, and no item yet."""
    return make_project(database)
