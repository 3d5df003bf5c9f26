"""Fixtures that every suite may use: databases and a clock that stands still."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlite_utils import Database

from db.clock import FixedClock
from db.connection import connect, memory_database, open_database
from tests.browser import chromium, context, motion, page  # noqa: F401  (fixtures)
from tests.depth import n_examples
from tests.made_once import empty_databases_are_copied, packages_are_searched_once  # noqa: F401  (fixtures)
from tests.makers import NOON_MS
from tests.once_a_run import once_a_run
from tests.remembered_reading import known_readings, remembered_reading  # noqa: F401  (fixtures)
from tests.small_study import SmallStudy, copied, make_small_study

settings.register_profile(
    "house", deadline=None, max_examples=n_examples(60), derandomize=True, database=None
)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def own_main_module() -> Iterator[None]:
    """Streamlit's AppTest leaves its script as `__main__`; processes started later would run that."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.fixture(scope="session")
def study_template(tmp_path_factory: pytest.TempPathFactory) -> SmallStudy:
    """A small study, built once a run and only read; use `small_study` for one that may be written to."""
    return once_a_run(tmp_path_factory, "study", make_small_study)


@pytest.fixture
def small_study(study_template: SmallStudy, tmp_path: Path) -> SmallStudy:
    """A small study in which nobody has done anything yet."""
    return copied(study_template, tmp_path / "home")


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
