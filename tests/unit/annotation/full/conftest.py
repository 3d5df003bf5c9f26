"""Homes to export from and to import into."""

from __future__ import annotations

import pytest

from annotation import authoring, item_sets
from db.connection import open_database
from db.home import database_path
from tests.authoring import Desk, make_draft, make_project
from tests.commands import outcome_of


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Choose a home by its name; there may be several."""

    def enter(name):
        monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / name))

    enter("here")
    return enter


@pytest.fixture
def opened():
    """Open the database of the present home, closed afterwards."""
    databases = []

    def opener():
        databases.append(open_database(database_path()))
        return databases[-1]

    yield opener
    for database in databases:
        database.close()


@pytest.fixture
def desk(home, opened) -> Desk:
    """Two accepted items and a draft by ann, and a frozen set of the two."""
    made = make_project(opened())
    accepted = [made.accepted(), made.accepted("bob", draft=make_draft("Else?", page=4))]
    authoring.new_item(made.database, "pilot", made.by("ann"), make_draft("Later?"))
    item_sets.make_item_set(made.database, "pilot", "v1", accepted[::-1], made.by("sue"))
    item_sets.freeze_item_set(made.database, "pilot", "v1", made.by("sue"))
    return made


@pytest.fixture
def project_file(desk, tmp_path, capsys):
    path = tmp_path / "pilot.jsonl"
    outcome_of(capsys, "export", str(path), "--project", "pilot", "--format", "full")
    return path


@pytest.fixture
def set_file(desk, tmp_path, capsys):
    path = tmp_path / "v1.jsonl"
    outcome_of(capsys, "export", str(path), "--set", "v1", "--format", "full")
    return path
