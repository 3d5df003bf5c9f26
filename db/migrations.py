"""The tables, as steps that run once, in order. A step that has landed is never edited.

Primary tables hold what cannot be computed again: accounts, authored items with their revisions and
steps, item revisions, item sets, studies, assignments, verdicts and, above all, events. Tables named
`derived_*` may be dropped at any time.
"""

from __future__ import annotations

import sqlite3
import time

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from db.authoring_tables import AUTHORING, ITEM_SET_ACTS, TARGET_CHANGES
from db.coding import CODING
from db.judging_tables import JUDGING
from db.run_tables import RUNS
from db.splits import SPLITS

migrations = Migrations("pagetrail")

_WAIT_S = 20.0
_RETRY_S = 0.02


@migrations()
def m0001_initial(database: Database) -> None:
    """Accounts, items, studies, assignments, verdicts, the event log."""
    for statement in _INITIAL.split(";;"):
        database.execute(statement)


@migrations()
def m0002_authoring(database: Database) -> None:
    """Projects and their members, items being written, and which revision an accepted item came from."""
    for statement in AUTHORING.split(";;"):
        database.execute(statement)


@migrations()
def m0003_item_set_acts(database: Database) -> None:
    """Who made and who froze an item set, and in which project."""
    for statement in ITEM_SET_ACTS.split(";;"):
        database.execute(statement)


@migrations()
def m0004_studies(database: Database) -> None:
    """Designs being written, places that are leased and given back, who is the same person, who saw what."""
    for statement in _STUDIES.split(";;"):
        database.execute(statement)


@migrations()
def m0005_target_changes(database: Database) -> None:
    """Who changed the targets of a project, when, and to what; of earlier changes nobody knows."""
    for statement in TARGET_CHANGES.split(";;"):
        database.execute(statement)


@migrations()
def m0006_runs(database: Database) -> None:
    """Systems that answered elsewhere, their runs; verdicts, notes and codes on any attempt."""
    for statement in RUNS.split(";;"):
        database.execute(statement)


@migrations()
def m0007_judging(database: Database) -> None:
    """Which share of answers two people judge, and what models were asked and wrote."""
    for statement in JUDGING.split(";;"):
        database.execute(statement)


@migrations()
def m0008_note_steps(database: Database) -> None:
    """A note may stand at one step of its attempt."""
    database.execute("ALTER TABLE attempt_notes ADD COLUMN step INTEGER")


@migrations()
def m0009_splits(database: Database) -> None:
    """How item sets that were split off another one were made."""
    database.execute(SPLITS)


@migrations()
def m0010_coding(database: Database) -> None:
    """The step at which an attempt failed, own code books, and which share two people code."""
    for statement in CODING.split(";;"):
        database.execute(statement)


@migrations()
def m0011_note_versions(database: Database) -> None:
    """A note that is changed is a new version of it; one that is taken back says why."""
    database.execute("ALTER TABLE attempt_notes ADD COLUMN replaces TEXT REFERENCES attempt_notes(note_id)")
    database.execute("ALTER TABLE attempt_notes ADD COLUMN removed_why TEXT NOT NULL DEFAULT ''")
    database.execute("CREATE UNIQUE INDEX attempt_notes_by_replaced ON attempt_notes (replaces)")


def migrate(database: Database) -> list[str]:
    """Apply what is pending, under a write lock, so that two starts cannot race.

    Returns the names of the steps that ran.
    """
    _keep_a_write_ahead_log(database)
    if not migrations.pending(database):
        return []
    database.execute("BEGIN IMMEDIATE")
    try:
        pending = [step.name for step in migrations.pending(database)]
        migrations.apply(database)
        database.execute("COMMIT")
    except BaseException:
        database.rollback()
        raise
    return pending


def _keep_a_write_ahead_log(database: Database) -> None:
    """Readers and the writer must not wait for each other; a restored backup comes without this.

    The switch needs the file for itself, and SQLite refuses it at once, without the busy timeout, while
    another process starts: so the waiting is done here.
    """
    give_up = time.monotonic() + _WAIT_S
    while True:
        try:
            if database.execute("PRAGMA journal_mode").fetchone()[0] not in {"wal", "memory"}:
                database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > give_up:
                raise
        time.sleep(_RETRY_S)


_INITIAL = """
CREATE TABLE accounts (
    account_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    study_id TEXT REFERENCES studies(study_id),
    side TEXT NOT NULL,
    simulated INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE invitations (
    token_sha256 TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    created_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE sign_ins (
    secret_sha256 TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE item_revisions (
    item_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    content TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (item_id, revision)
) STRICT
;;
CREATE TABLE item_sets (
    name TEXT PRIMARY KEY,
    created_at_ms INTEGER NOT NULL,
    frozen_at_ms INTEGER
) STRICT
;;
CREATE TABLE item_set_members (
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    position INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (set_name, item_id),
    UNIQUE (set_name, position),
    FOREIGN KEY (item_id, revision) REFERENCES item_revisions(item_id, revision)
) STRICT
;;
CREATE TABLE studies (
    study_id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE assignments (
    attempt_id TEXT PRIMARY KEY,
    study_id TEXT NOT NULL REFERENCES studies(study_id),
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    item_id TEXT NOT NULL,
    batch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    condition TEXT NOT NULL,
    UNIQUE (study_id, account_id, condition, item_id),
    UNIQUE (study_id, account_id, condition, position)
) STRICT
;;
CREATE TABLE verdicts (
    verdict_id INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL REFERENCES assignments(attempt_id),
    score REAL NOT NULL,
    reason TEXT NOT NULL,
    judge TEXT NOT NULL,
    rubric TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE events (
    event_id TEXT PRIMARY KEY,
    stream_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    payload TEXT NOT NULL,
    source TEXT NOT NULL,
    app_version TEXT NOT NULL,
    client_at_ms INTEGER,
    client_instance TEXT,
    client_seq INTEGER,
    UNIQUE (stream_id, seq)
) STRICT
;;
CREATE INDEX events_by_kind ON events (kind, stream_id)
;;
CREATE TRIGGER events_are_only_appended BEFORE INSERT ON events
BEGIN
    -- REPLACE deletes without a DELETE trigger unless recursive_triggers is on. A known event id is a
    -- resend and adds nothing, whatever the statement asks for; any other clash is refused.
    SELECT RAISE(IGNORE) WHERE EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id);
    SELECT RAISE(ABORT, 'events are numbered without gaps') WHERE NEW.seq IS NOT
        (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE stream_id = NEW.stream_id);
    SELECT RAISE(ABORT, 'events are append-only') WHERE EXISTS (SELECT 1 FROM events WHERE rowid = NEW.rowid);
END
;;
CREATE TRIGGER events_have_rows_of_their_own AFTER INSERT ON events WHEN NEW.rowid < 1
BEGIN SELECT RAISE(ABORT, 'events are numbered by SQLite'); END
;;
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
;;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
;;
CREATE TABLE server_lives (
    server_id TEXT PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    last_beat_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE derived_attempts (
    attempt_id TEXT PRIMARY KEY,
    last_seq INTEGER NOT NULL,
    made_by TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT
"""

_STUDIES = """
ALTER TABLE assignments ADD COLUMN purpose TEXT NOT NULL DEFAULT 'main'
;;
ALTER TABLE assignments ADD COLUMN leased_until_ms INTEGER
;;
ALTER TABLE assignments ADD COLUMN released_at_ms INTEGER
;;
ALTER TABLE assignments ADD COLUMN released_why TEXT NOT NULL DEFAULT ''
;;
CREATE INDEX assignments_by_place ON assignments (study_id, purpose, condition, item_id)
;;
CREATE INDEX assignments_by_account ON assignments (account_id)
;;
ALTER TABLE accounts ADD COLUMN person_id TEXT NOT NULL DEFAULT ''
;;
CREATE TABLE study_drafts (
    draft_id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE exposures (
    person_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    why TEXT NOT NULL,
    "by" TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (person_id, item_id, why)
) STRICT
"""
