"""Fixtures that every suite may use: databases and a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlite_utils import Database

from db.clock import FixedClock
from db.connection import connect, memory_database, open_database
from tests.makers import NOON_MS

settings.register_profile("house", deadline=None, max_examples=60, derandomize=True, database=None)
settings.load_profile("house")


@pytest.fixture
def database() -> Iterator[Database]:
    """A fresh, migrated database in memory."""
    opened = memory_database()
    yield opened
    opened.close()


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """The path of a fresh, migrated database on disk."""
    path = tmp_path / "pagetrail.db"
    open_database(path).close()
    return path


@pytest.fixture
def file_database(database_file: Path) -> Iterator[Database]:
    """A connection to the database on disk."""
    opened = connect(database_file)
    yield opened
    opened.close()


@pytest.fixture
def clock() -> FixedClock:
    """A clock at noon that moves only when a test says so."""
    return FixedClock(NOON_MS)
