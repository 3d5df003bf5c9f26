"""The tables of steps m0002, m0003 and m0005: items while they are written, reviewed and put into sets.

A step that has landed is never edited.
"""

from __future__ import annotations

AUTHORING = """
CREATE TABLE projects (
    project_id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE members (
    project_id TEXT NOT NULL REFERENCES projects(project_id),
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    role TEXT NOT NULL,
    documents TEXT NOT NULL,
    PRIMARY KEY (project_id, account_id)
) STRICT
;;
CREATE TABLE admissions (
    admission_id INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    admitted INTEGER NOT NULL,
    "by" TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    FOREIGN KEY (project_id, account_id) REFERENCES members(project_id, account_id)
) STRICT
;;
CREATE TABLE authored_items (
    item_id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects(project_id),
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    created_at_ms INTEGER NOT NULL
) STRICT
;;
CREATE INDEX authored_items_by_project ON authored_items (project_id, account_id)
;;
CREATE TABLE authored_revisions (
    item_id TEXT NOT NULL REFERENCES authored_items(item_id),
    revision INTEGER NOT NULL,
    draft TEXT NOT NULL,
    kind TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (item_id, revision)
) STRICT
;;
CREATE TABLE item_steps (
    item_id TEXT NOT NULL REFERENCES authored_items(item_id),
    seq INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (item_id, seq),
    FOREIGN KEY (item_id, revision) REFERENCES authored_revisions(item_id, revision)
) STRICT
;;
CREATE TABLE item_acceptances (
    item_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    authored_revision INTEGER NOT NULL,
    PRIMARY KEY (item_id, seq),
    FOREIGN KEY (item_id, seq) REFERENCES item_steps(item_id, seq),
    FOREIGN KEY (item_id, revision) REFERENCES item_revisions(item_id, revision),
    FOREIGN KEY (item_id, authored_revision) REFERENCES authored_revisions(item_id, revision)
) STRICT
;;
CREATE TABLE derived_item_states (
    item_id TEXT PRIMARY KEY,
    made_by TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT
;;
CREATE TRIGGER authored_revisions_are_only_appended BEFORE INSERT ON authored_revisions
BEGIN
    SELECT RAISE(ABORT, 'revisions are numbered without gaps') WHERE NEW.revision IS NOT
        (SELECT coalesce(max(revision), 0) + 1 FROM authored_revisions WHERE item_id = NEW.item_id);
    SELECT RAISE(ABORT, 'revisions are append-only')
        WHERE EXISTS (SELECT 1 FROM authored_revisions WHERE rowid = NEW.rowid);
END
;;
CREATE TRIGGER authored_revisions_are_not_changed BEFORE UPDATE ON authored_revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END
;;
CREATE TRIGGER authored_revisions_are_not_deleted BEFORE DELETE ON authored_revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END
;;
CREATE TRIGGER item_steps_are_only_appended BEFORE INSERT ON item_steps
BEGIN
    SELECT RAISE(ABORT, 'steps are numbered without gaps') WHERE NEW.seq IS NOT
        (SELECT coalesce(max(seq), 0) + 1 FROM item_steps WHERE item_id = NEW.item_id);
    SELECT RAISE(ABORT, 'steps are append-only')
        WHERE EXISTS (SELECT 1 FROM item_steps WHERE rowid = NEW.rowid);
END
;;
CREATE TRIGGER item_steps_are_not_changed BEFORE UPDATE ON item_steps
BEGIN SELECT RAISE(ABORT, 'steps are append-only'); END
;;
CREATE TRIGGER item_steps_are_not_deleted BEFORE DELETE ON item_steps
BEGIN SELECT RAISE(ABORT, 'steps are append-only'); END
"""

ITEM_SET_ACTS = """
CREATE TABLE item_set_acts (
    act_id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    project_id TEXT NOT NULL REFERENCES projects(project_id),
    act TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    UNIQUE (set_name, act)
) STRICT
;;
CREATE INDEX item_set_acts_by_project ON item_set_acts (project_id)
"""

TARGET_CHANGES = """
CREATE TABLE target_changes (
    change_id INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects(project_id),
    targets TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE INDEX target_changes_by_project ON target_changes (project_id)
;;
CREATE TRIGGER target_changes_are_not_changed BEFORE UPDATE ON target_changes
BEGIN SELECT RAISE(ABORT, 'changes of targets are append-only'); END
;;
CREATE TRIGGER target_changes_are_not_deleted BEFORE DELETE ON target_changes
BEGIN SELECT RAISE(ABORT, 'changes of targets are append-only'); END
"""
