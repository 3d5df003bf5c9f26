"""What researchers write beside attempts: notes with tags, kept for ever, taken back by who wrote them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from db.errors import NotFound
from db.models import Frozen

_NOTES = "SELECT note_id, attempt_id, account_id, at_ms, text, tags, step FROM attempt_notes "


class Note(Frozen):
    """One note on an attempt; `step`, from 1, where it is about one step."""

    note_id: str
    attempt_id: str
    by: str
    at_ms: int
    text: str
    tags: tuple[str, ...] = ()
    step: int | None = None


def add_note(database: Database, note: Note) -> None:
    """Store a note; the same one again changes nothing."""
    database.execute(
        "INSERT INTO attempt_notes (note_id, attempt_id, account_id, at_ms, text, tags, step) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (note_id) DO NOTHING",
        [
            note.note_id,
            note.attempt_id,
            note.by,
            note.at_ms,
            note.text,
            json.dumps(note.tags, ensure_ascii=False),
            note.step,
        ],
    )


def find_note(database: Database, note_id: str) -> Note:
    """A note that was not taken back.

    Raises:
        NotFound: there is none.
    """
    rows = database.execute(_NOTES + "WHERE note_id = ? AND removed_at_ms IS NULL", [note_id])
    for note in _notes(rows):
        return note
    raise NotFound("This note was taken back already.")


def take_back(database: Database, note_id: str, at_ms: int) -> None:
    """Show a note no more; its row stays."""
    database.execute(
        "UPDATE attempt_notes SET removed_at_ms = ? WHERE note_id = ? AND removed_at_ms IS NULL",
        [at_ms, note_id],
    )


def notes_of(database: Database, attempt_ids: Sequence[str]) -> list[Note]:
    """The notes on these attempts, oldest first."""
    rows = database.execute(
        f"{_NOTES} WHERE removed_at_ms IS NULL AND attempt_id IN (SELECT value FROM json_each(?)) "  # noqa: S608
        "ORDER BY at_ms, rowid",
        [json.dumps(list(attempt_ids))],
    )
    return _notes(rows)


def tags_in_use(database: Database) -> list[str]:
    """Every tag that stands on a note, by name."""
    rows = database.execute(
        "SELECT DISTINCT value FROM attempt_notes, json_each(tags) WHERE removed_at_ms IS NULL ORDER BY 1"
    )
    return [row[0] for row in rows]


def _notes(rows: Iterable[Sequence[object]]) -> list[Note]:
    names = ("note_id", "attempt_id", "by", "at_ms", "text", "tags", "step")
    found = []
    for row in rows:
        told = dict(zip(names, row, strict=True))
        found.append(Note.model_validate({**told, "tags": tuple(json.loads(str(told["tags"])))}))
    return found
