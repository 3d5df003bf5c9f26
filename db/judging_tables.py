"""The tables of step m0007: what judging answers adds. A step that has landed is never edited."""

from __future__ import annotations

JUDGING = """
CREATE TABLE double_ratings (
    setting_id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    share REAL NOT NULL,
    seed INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE TABLE model_replies (
    reply_id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL REFERENCES item_sets(name),
    item_id TEXT NOT NULL,
    answer_key TEXT NOT NULL,
    attempts TEXT NOT NULL,
    judge TEXT NOT NULL,
    rubric TEXT NOT NULL,
    prompt TEXT NOT NULL,
    reply TEXT NOT NULL,
    outcome TEXT NOT NULL,
    tokens_in INTEGER,
    tokens_out INTEGER,
    "by" TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
;;
CREATE INDEX model_replies_by_set ON model_replies (set_name, judge)
"""
