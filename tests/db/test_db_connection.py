"""One transaction a use case: whole, or not at all, and told in a sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from db.connection import DatabaseBusy, DatabaseUnusable, connect, for_people, reading, writing
from db.errors import InvalidInput
from db.home import checked_name, index_folder


def put(database: Database, name: str) -> None:
    database.execute("INSERT INTO item_sets VALUES (?, 1, NULL)", [name])


def put_and_fail(database: Database) -> None:
    with writing(database):
        put(database, "one")
        raise KeyboardInterrupt


def fail_at_commit(database: Database) -> None:
    with writing(database):
        database.execute("PRAGMA defer_foreign_keys = ON")
        database.execute("INSERT INTO invitations VALUES ('t', 'nobody', 1)")


def fail_after_all_is_undone(database: Database) -> None:
    with writing(database):
        database.execute("ROLLBACK")  # as SQLite does by itself on a full disk
        raise ValueError("planted")


def n_sets(path: Path) -> int:
    with reading(path) as database:
        return database["item_sets"].count


def test_writing_commits_at_its_end(file_database: Database, database_file: Path) -> None:
    with writing(file_database):
        put(file_database, "one")
        assert n_sets(database_file) == 0

    assert n_sets(database_file) == 1


def test_writing_keeps_nothing_when_it_fails(file_database: Database, database_file: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        put_and_fail(file_database)

    assert n_sets(database_file) == 0
    assert not file_database.conn.in_transaction


def test_a_commit_that_fails_leaves_the_connection_usable(
    file_database: Database, database_file: Path
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        fail_at_commit(file_database)

    with writing(file_database):
        put(file_database, "one")
    assert n_sets(database_file) == 1


def test_the_error_that_undid_everything_is_the_one_that_is_told(file_database: Database) -> None:
    with pytest.raises(ValueError, match="planted"):
        fail_after_all_is_undone(file_database)


def test_writing_inside_writing_is_a_mistake_of_ours(file_database: Database) -> None:
    with pytest.raises(RuntimeError, match="one transaction"), writing(file_database), writing(file_database):
        pass


def test_a_busy_database_is_told_in_a_sentence(file_database: Database, database_file: Path) -> None:
    other = connect(database_file)
    other.execute("BEGIN IMMEDIATE")
    file_database.execute("PRAGMA busy_timeout = 20")

    with pytest.raises(DatabaseBusy, match="try again"), writing(file_database):
        pass

    other.close()


def test_a_read_only_database_is_not_called_busy(file_database: Database) -> None:
    file_database.execute("PRAGMA query_only = ON")

    with pytest.raises(DatabaseUnusable, match="readonly"), writing(file_database):
        pass


def test_a_mistake_in_our_own_sql_stays_a_bug(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError) as caught:
        database.execute("SELECT no_such_column")

    assert for_people(caught.value) is None


def test_foreign_keys_hold(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        database.execute("INSERT INTO invitations VALUES ('t', 'nobody', 1)")


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "-rf", ".hidden", "a b", "a\n", "ä", "x" * 101])
def test_a_name_that_could_be_a_path_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="cannot be used"):
        checked_name(name, "study id")


def test_a_bare_index_name_lives_under_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))

    assert index_folder("reports") == tmp_path.resolve() / "indexes" / "reports"
    assert index_folder("./reports") == Path("reports").resolve()
