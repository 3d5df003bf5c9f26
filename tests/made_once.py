"""What is the same for thousands of tests is made once; each of them gets a copy."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlite_utils import Database
from streamlit.components.v2 import manifest_scanner

import db.connection
from db.connection import connect
from db.migrations import migrate, migrations


@pytest.fixture(autouse=True, scope="session")
def empty_databases_are_copied() -> Iterator[None]:
    """An empty database gets its tables page by page from one that was migrated, in a tenth of the time.

    A database that holds anything is migrated as ever. `db.migrations.migrate` itself is untouched.
    """
    first = connect(":memory:")
    applied = migrate(first)
    tables = first.conn.serialize()
    first.close()
    one_at_a_time = threading.Lock()

    def migrated(database: Database) -> list[str]:
        with one_at_a_time:
            is_empty = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            # A test may add a step of its own.
            if is_empty and len(migrations._migrations) == len(applied):
                with closing(sqlite3.connect(":memory:")) as template:
                    template.deserialize(tables)
                    template.backup(database.conn)
                return [*applied, *migrate(database)]
        return migrate(database)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db.connection, "migrate", migrated)
        yield


@pytest.fixture(autouse=True, scope="session")
def packages_are_searched_once() -> Iterator[None]:
    """Each run of AppTest would read the metadata of every installed package, looking for components."""
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda **_options: found)
        yield
