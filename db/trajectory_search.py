"""Which attempts hold a text: in the events of studies, in the trajectories of runs, and in notes on them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlite_utils import Database

_KINDS = (
    *("query", "tool_refused", "page_entered", "hit_opened", "evidence_marked", "answer_submitted"),
    "paused",
)


def attempts_of_studies(database: Database, study_ids: Sequence[str], text: str) -> list[str]:
    """Attempts of these studies in which something that was typed, read or answered holds the text.

    Letter case does not count. A text in the name of a field, or in what is not shown, may be found too: who
    shows it looks again.
    """
    rows = database.execute(
        "SELECT DISTINCT attempt_id FROM assignments JOIN events ON stream_id = attempt_id "
        "WHERE study_id IN (SELECT value FROM json_each(?)) AND kind IN (SELECT value FROM json_each(?)) "
        "AND holds(payload, ?)",
        [json.dumps(list(study_ids)), json.dumps(_KINDS), _asked(database, text)],
    )
    return [row[0] for row in rows]


def attempts_of_runs(database: Database, set_name: str, text: str) -> list[str]:
    """As `attempts_of_studies`, of the runs on an item set that count."""
    rows = database.execute(
        "SELECT attempt_id FROM run_attempts JOIN runs USING (run_id) WHERE set_name = ?1 "
        "AND removed_at_ms IS NULL AND (holds(trajectory, ?2) OR holds(record, ?2)) "
        "ORDER BY runs.rowid, position",
        [set_name, _asked(database, text)],
    )
    return [row[0] for row in rows]


def attempts_with_notes(database: Database, text: str) -> list[str]:
    """Attempts with a note that stands, or a tag of one, that holds the text."""
    rows = database.execute(
        "SELECT DISTINCT attempt_id FROM attempt_notes AS note WHERE removed_at_ms IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM attempt_notes AS newer WHERE newer.replaces = note.note_id) "
        "AND (holds(text, ?1) OR holds(tags, ?2))",
        [text.casefold(), _asked(database, text)],
    )
    return [row[0] for row in rows]


def _asked(database: Database, text: str) -> str:
    """The text as it stands in JSON, and the function that looks for it."""
    database.register_function(_holds, name="holds", deterministic=True, replace=True)
    return json.dumps(text, ensure_ascii=False)[1:-1].casefold()


def _holds(stored: str | None, asked: str) -> bool:
    return stored is not None and asked in stored.casefold()
