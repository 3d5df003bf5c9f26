"""Where the attempts of a study stand, from the log in one pass, without reading what the events say."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlite_utils import Database

from db.tool_log import LATE_MS, WORK


class AttemptMark(NamedTuple):
    """When an attempt was shown, when it ended, and when its participant last did anything, server time.

    What the server writes by itself is no sign of anybody: outages, a limit that was reached, a pause that
    was over, an end that it made.
    """

    shown_at_ms: int | None
    closed_at_ms: int | None
    last_sign_ms: int | None

    @property
    def is_open(self) -> bool:
        """Shown and not ended."""
        return self.shown_at_ms is not None and self.closed_at_ms is None


def attempt_marks(database: Database, study_id: str) -> dict[str, AttemptMark]:
    """Attempt id -> its mark, for every attempt of a study that has an event."""
    rows = database.execute(
        "SELECT e.stream_id, "
        "min(CASE WHEN e.kind = 'item_shown' THEN e.at_ms END), "
        "max(CASE WHEN e.kind IN ('answer_submitted', 'item_expired') THEN e.at_ms END), "
        "max(CASE WHEN e.kind NOT IN ('server_outage', 'item_expired') "
        "AND json_extract(e.payload, '$.at_limit_ms') IS NULL THEN e.at_ms END) "
        "FROM events e JOIN assignments a ON a.attempt_id = e.stream_id WHERE a.study_id = ? "
        "GROUP BY e.stream_id",
        [study_id],
    )
    return {attempt_id: AttemptMark(*marks) for attempt_id, *marks in rows}


def missing_events(database: Database, study_id: str) -> dict[str, int]:
    """Attempt id -> how many numbers are missing below the highest that a browser counted, if any are.

    Each page load counts from 0. What is on its way, or was refused, is missing too.
    """
    rows = database.execute(
        "SELECT stream_id, sum(missing) FROM (SELECT e.stream_id, "
        "max(e.client_seq) + 1 - count(DISTINCT e.client_seq) AS missing "
        "FROM events e JOIN assignments a ON a.attempt_id = e.stream_id "
        "WHERE a.study_id = ? AND e.client_seq IS NOT NULL GROUP BY e.stream_id, e.client_instance) "
        "GROUP BY stream_id HAVING sum(missing) > 0",
        [study_id],
    )
    return dict(rows)


def events_on_pauses(database: Database, study_id: str) -> dict[str, int]:
    """Attempt id -> how much work reached it on a pause, later than what was on its way, if any."""
    rows = database.execute(
        "SELECT p.stream_id, count(*) FROM events p JOIN assignments a ON a.attempt_id = p.stream_id "
        "JOIN events e ON e.stream_id = p.stream_id AND e.seq > p.seq AND e.at_ms > p.at_ms + ? "
        "AND e.kind IN (SELECT value FROM json_each(?)) "
        "WHERE p.kind = 'paused' AND a.study_id = ? AND NOT EXISTS (SELECT 1 FROM events r "
        "WHERE r.stream_id = p.stream_id AND r.kind = 'resumed' AND r.seq > p.seq AND r.seq < e.seq) "
        "GROUP BY p.stream_id",
        [LATE_MS, json.dumps(sorted(WORK)), study_id],
    )
    return dict(rows)
