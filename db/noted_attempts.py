"""The attempts that have notes, of studies and of imported runs, with what says whose they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database

from db.models import Purpose


class NotedPlace(NamedTuple):
    """An attempt of a study; `source` is the id of the study, `who` the id of the account."""

    attempt_id: str
    item_id: str
    source: str
    who: str
    purpose: Purpose


class NotedRunAttempt(NamedTuple):
    """An attempt of a run; `source` is the name of its file."""

    attempt_id: str
    item_id: str
    source: str
    system: str


def of_studies(database: Database, study_ids: Sequence[str]) -> list[NotedPlace]:
    """Attempts of these studies that have a note in any state."""
    rows = database.execute(
        "SELECT attempt_id, item_id, study_id, account_id, purpose FROM assignments "
        "WHERE attempt_id IN (SELECT attempt_id FROM attempt_notes) "
        "AND study_id IN (SELECT value FROM json_each(?))",
        [json.dumps(list(study_ids))],
    )
    return [NotedPlace(*row) for row in rows]


def of_runs(database: Database, set_name: str) -> list[NotedRunAttempt]:
    """Attempts of the runs on a set, also of those that were withdrawn, that have a note in any state."""
    rows = database.execute(
        "SELECT attempt_id, item_id, json_extract(runs.content, '$.source'), "
        "trim(json_extract(systems.content, '$.name') || ' ' || json_extract(systems.content, '$.version')) "
        "FROM run_attempts JOIN runs USING (run_id) JOIN systems USING (system_id) "
        "WHERE attempt_id IN (SELECT attempt_id FROM attempt_notes) AND set_name = ?",
        [set_name],
    )
    return [NotedRunAttempt(*row) for row in rows]
