"""The tables of step m0006: what analysis adds to what studies have. A step that has landed is never edited.

An attempt is one of a study (`assignments`) or one of an imported run (`run_attempts`); judgements, notes and
failure codes belong to either, so they name it without a foreign key.
"""

from __future__ import annotations

RUNS = """
CREATE TABLE systems (
    system_id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    "by" TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    system_id TEXT NOT NULL REFERENCES systems(system_id),
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    sha256 TEXT NOT NULL,
    content TEXT NOT NULL,
    "by" TEXT NOT NULL,
    imported_at_ms INTEGER NOT NULL,
    removed_at_ms INTEGER,
    removed_by TEXT,
    removed_why TEXT
) STRICT
;;
CREATE UNIQUE INDEX runs_once ON runs (system_id, set_name, sha256) WHERE removed_at_ms IS NULL
;;
CREATE INDEX runs_by_set ON runs (set_name)
;;
CREATE TABLE run_attempts (
    attempt_id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs(run_id),
    position INTEGER NOT NULL,
    item_id TEXT NOT NULL,
    record TEXT NOT NULL,
    trajectory TEXT,
    UNIQUE (run_id, position)
) STRICT
;;
CREATE TABLE verdicts_of_any (
    verdict_id INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL,
    score REAL NOT NULL,
    reason TEXT NOT NULL,
    judge TEXT NOT NULL,
    rubric TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    judge_kind TEXT NOT NULL DEFAULT 'person',
    purpose TEXT NOT NULL DEFAULT 'main',
    reason_code TEXT NOT NULL DEFAULT ''
) STRICT
;;
INSERT INTO verdicts_of_any (verdict_id, attempt_id, score, reason, judge, rubric, at_ms)
    SELECT verdict_id, attempt_id, score, reason, judge, rubric, at_ms FROM verdicts
;;
DROP TABLE verdicts
;;
ALTER TABLE verdicts_of_any RENAME TO verdicts
;;
CREATE INDEX verdicts_by_attempt ON verdicts (attempt_id)
;;
CREATE TABLE calibrations (
    calibration_id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    judge TEXT NOT NULL,
    sensitivity REAL NOT NULL,
    specificity REAL NOT NULL,
    n_positive INTEGER NOT NULL,
    n_negative INTEGER NOT NULL,
    "by" TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE attempt_notes (
    note_id TEXT PRIMARY KEY,
    attempt_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    removed_at_ms INTEGER
) STRICT
;;
CREATE INDEX attempt_notes_by_attempt ON attempt_notes (attempt_id)
;;
CREATE TABLE failure_codes (
    code_id INTEGER PRIMARY KEY,
    attempt_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts(account_id),
    at_ms INTEGER NOT NULL,
    scheme TEXT NOT NULL,
    code TEXT NOT NULL,
    note TEXT NOT NULL,
    purpose TEXT NOT NULL DEFAULT 'main'
) STRICT
;;
CREATE INDEX failure_codes_by_attempt ON failure_codes (attempt_id)
;;
CREATE TABLE derived_rows (
    attempt_id TEXT PRIMARY KEY,
    made_of TEXT NOT NULL,
    made_by TEXT NOT NULL,
    row TEXT NOT NULL
) STRICT
"""
