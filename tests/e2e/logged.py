"""The event log as a test reads it: straight from the table, with a plain SQL of its own."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any


def rows(home: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query on the study's database."""
    connection = sqlite3.connect(f"file:{home / 'pagetrail.db'}?mode=ro", uri=True)
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.close()


def attempt_of(home: Path, item_id: str, participant: int = 0) -> str:
    """The attempt of the n-th invited participant on an item."""
    people = rows(home, "SELECT account_id FROM accounts WHERE role = 'participant' ORDER BY rowid")
    found = rows(
        home,
        "SELECT attempt_id FROM assignments WHERE item_id = ? AND account_id = ?",
        item_id,
        people[participant][0],
    )
    return str(found[0][0])


def attempts_with_events(home: Path, account_id: str) -> list[str]:
    """The attempts of one person in which something happened."""
    found = rows(
        home,
        "SELECT DISTINCT stream_id FROM events JOIN assignments ON attempt_id = stream_id"
        " WHERE account_id = ?",
        account_id,
    )
    return [str(attempt) for (attempt,) in found]


def events_of(home: Path, attempt_id: str, *kinds: str) -> list[dict[str, Any]]:
    """The payloads of an attempt in order, with `kind`; only some kinds if they are named."""
    found = rows(home, "SELECT kind, payload FROM events WHERE stream_id = ? ORDER BY seq", attempt_id)
    return [{"kind": kind, **json.loads(payload)} for kind, payload in found if not kinds or kind in kinds]


def trail(home: Path, attempt_id: str) -> list[str]:
    """What was done, one short line an event: queries, hits opened, pages entered, marks, answers."""
    return [line for event in events_of(home, attempt_id) if (line := _line(event))]


def _line(event: dict[str, Any]) -> str | None:
    kind = event["kind"]
    if kind == "query":
        return f"query {event['text']}"
    if kind == "tool_refused":
        return f"refused {event['text']}"
    if kind == "hit_opened":
        return f"hit {event['rank']} {event['document']} {event['page']}"
    if kind == "page_entered":
        return f"page {event['document']} {event['page']} {event['reached']}"
    if kind in {"evidence_marked", "evidence_unmarked"}:
        return f"{kind.removeprefix('evidence_')} {event['document']} {event['page']}"
    if kind == "answer_submitted":
        return f"submit {' | '.join(event['answer'])}"
    return None
