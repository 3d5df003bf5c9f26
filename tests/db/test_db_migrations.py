"""Migrations: once, in order, all or nothing, also when many start at once."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from db import accounts, assignments, event_log, items, studies, verdicts
from db.authored import Admission, Member, Revision, Step
from db.backup import integrity_problems
from db.connection import DatabaseUnusable, connect, memory_database, open_database
from db.events import Event
from db.migrations import migrate, migrations
from db.models import Account, Assignment, Verdict
from tests.processes import OTHER_PROCESSES
from tests.reference.databases.make_reference_database import SECRET, SIGNED_IN_AT_MS

RELEASED = sorted((Path(__file__).parent.parent / "reference" / "databases").glob("*.db"))


STEPS = [
    "m0001_initial",
    "m0002_authoring",
    "m0003_item_set_acts",
    "m0004_studies",
    "m0005_target_changes",
    "m0006_runs",
    "m0007_judging",
    "m0008_note_steps",
    "m0009_splits",
    "m0010_coding",
    "m0011_note_versions",
]
"""What has landed, in its order; never changed, only added to."""


def schema(database: Database) -> list[tuple[str, str]]:
    return database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def columns(database: Database, table: str) -> set[str]:
    return {column.name for column in database[table].columns}


def test_migrate_runs_nothing_the_second_time() -> None:
    database = connect(":memory:")

    assert migrate(database) == STEPS
    before = schema(database)
    assert migrate(database) == []
    assert schema(database) == before


def test_migrate_leaves_no_trace_when_a_step_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(database: Database) -> None:
        database.execute("CREATE TABLE half_made (x)")
        raise RuntimeError("planted")

    monkeypatch.setattr(migrations, "_migrations", list(migrations._migrations))
    migrations(name="m9999_breaks")(breaks)
    database = connect(tmp_path / "fresh.db")

    with pytest.raises(RuntimeError, match="planted"):
        migrate(database)

    assert schema(database) == []
    assert not database.conn.in_transaction


def test_migrate_keeps_the_old_tables_when_a_later_step_raises(
    database_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(database: Database) -> None:
        database.execute("ALTER TABLE accounts ADD COLUMN half_made TEXT")
        database.execute("INSERT INTO no_such_table VALUES (1)")

    monkeypatch.setattr(migrations, "_migrations", list(migrations._migrations))
    migrations(name="m9999_breaks")(breaks)
    database = connect(database_file)
    before = schema(database)

    with pytest.raises(sqlite3.OperationalError, match="no_such_table"):
        migrate(database)

    assert schema(database) == before
    database.close()


def _open_at_once(path: Path, barrier: object, outcomes: object) -> None:
    barrier.wait(60)
    try:
        open_database(path).close()
        outcomes.put("ok")
    except BaseException as error:
        outcomes.put(repr(error))


def test_migrate_is_safe_when_eight_processes_start_at_once(tmp_path: Path) -> None:
    barrier, outcomes = OTHER_PROCESSES.Barrier(8), OTHER_PROCESSES.Queue()
    starts = [
        OTHER_PROCESSES.Process(target=_open_at_once, args=(tmp_path / "fresh.db", barrier, outcomes))
        for _ in range(8)
    ]
    for start in starts:
        start.start()
    told = [outcomes.get(timeout=90) for _ in starts]
    for start in starts:
        start.join()

    assert told == ["ok"] * 8
    database = connect(tmp_path / "fresh.db")
    assert schema(database) == schema_of_a_fresh_file(tmp_path)
    database.close()


def schema_of_a_fresh_file(folder: Path) -> list[tuple[str, str]]:
    database = open_database(folder / "compare.db")
    found = schema(database)
    database.close()
    return found


def test_a_restored_backup_is_opened_with_a_write_ahead_log(database_file: Path, tmp_path: Path) -> None:
    # A backup is one file without -wal; opened as it is, readers would hold up the writer.
    database = connect(database_file)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()

    database = open_database(database_file)

    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    database.close()


def test_open_database_says_in_a_sentence_that_a_file_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear reader, " * 200)

    with pytest.raises(DatabaseUnusable, match="not a database") as caught:
        open_database(tmp_path / "letter.db")

    assert str(tmp_path) not in caught.value.user_message


def test_open_database_says_in_a_sentence_that_a_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(DatabaseUnusable, match="cannot be opened") as caught:
        open_database(tmp_path / "file" / "pagetrail.db")

    assert str(tmp_path) not in caught.value.user_message


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_a_database_of_a_released_version_still_opens(released: Path, tmp_path: Path) -> None:
    shutil.copy(released, tmp_path / "old.db")
    database = open_database(tmp_path / "old.db")

    assert integrity_problems(database) == []
    assert accounts.account_of_sign_in(database, SECRET, SIGNED_IN_AT_MS + 1) is not None
    study = studies.find_study(database, "pilot")
    assert items.describe_item_set(database, study.item_set).sha256 == study.item_set_sha256
    (assignment, *_) = assignments.assignments_of_study(database, "pilot")
    assert [event.seq for event in event_log.replay(database, assignment.attempt_id)] == [1, 2, 3, 4]
    assert verdicts.latest_verdicts(database, "pilot")[assignment.attempt_id].score == 0.5
    database.close()


@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_an_upgraded_database_has_the_tables_of_a_fresh_one(released: Path, tmp_path: Path) -> None:
    # If this fails because a landed step was edited: undo that, and write a new step.
    shutil.copy(released, tmp_path / "old.db")
    database = open_database(tmp_path / "old.db")

    assert schema(database) == schema_of_a_fresh_file(tmp_path)
    database.close()


def test_there_is_a_saved_database_of_version_0_1_0() -> None:
    assert [path.name for path in RELEASED] == ["0.1.0.db"]


@pytest.mark.parametrize(
    ("model", "table", "only_in_table"),
    [
        (Account, "accounts", {"created_at_ms"}),
        (Assignment, "assignments", set()),
        (Verdict, "verdicts", {"verdict_id"}),
        (Event, "events", {"kind"}),
        (Member, "members", set()),
        (Admission, "admissions", {"admission_id"}),
        (Revision, "authored_revisions", set()),
        (Step, "item_steps", {"kind"}),
    ],
)
def test_columns_are_the_fields_of_the_model(model: type, table: str, only_in_table: set[str]) -> None:
    database = memory_database()

    assert columns(database, table) == set(model.model_fields) | only_in_table
    database.close()


def test_every_table_is_strict() -> None:
    database = memory_database()
    own = [name for name in database.table_names() if not name.startswith("_")]

    assert [name for name in own if not database[name].strict] == []
    database.close()
