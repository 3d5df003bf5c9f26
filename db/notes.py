"""What researchers write beside attempts: notes with tags, kept for ever, in every version."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Literal

from sqlite_utils import Database

from db.errors import NotFound
from db.models import Frozen

NoteState = Literal["standing", "changed", "taken back"]

_COLUMNS = (
    "note.note_id, note.attempt_id, note.account_id, note.at_ms, note.text, note.tags, note.step, "
    "note.replaces, note.removed_at_ms, note.removed_why, newer.note_id"
)
_NOTES = (
    f"SELECT {_COLUMNS} FROM attempt_notes AS note "  # noqa: S608
    "LEFT JOIN attempt_notes AS newer ON newer.replaces = note.note_id "
)
_STANDING = "note.removed_at_ms IS NULL AND newer.note_id IS NULL"


class Note(Frozen):
    """One version of a note on an attempt; `step`, from 1, where it is about one step.

    `replaces` is the version before it and `replaced_by` the one after it; `removed_why` is said by whoever
    took it back.
    """

    note_id: str
    attempt_id: str
    by: str
    at_ms: int
    text: str
    tags: tuple[str, ...] = ()
    step: int | None = None
    replaces: str | None = None
    removed_at_ms: int | None = None
    removed_why: str = ""
    replaced_by: str | None = None

    @property
    def state(self) -> NoteState:
        """Whether it is shown, and if not, why not."""
        if self.replaced_by is not None:
            return "changed"
        return "standing" if self.removed_at_ms is None else "taken back"


def add_note(database: Database, note: Note) -> None:
    """Store a note or a new version of one; the same one again changes nothing."""
    database.execute(
        "INSERT INTO attempt_notes (note_id, attempt_id, account_id, at_ms, text, tags, step, replaces) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (note_id) DO NOTHING",
        [
            note.note_id,
            note.attempt_id,
            note.by,
            note.at_ms,
            note.text,
            json.dumps(note.tags, ensure_ascii=False),
            note.step,
            note.replaces,
        ],
    )


def find_note(database: Database, note_id: str) -> Note:
    """The newest version of a note that was not taken back.

    Raises:
        NotFound: it was taken back or changed, or there is none.
    """
    rows = database.execute(f"{_NOTES} WHERE note.note_id = ? AND {_STANDING}", [note_id])
    for note in _notes(rows):
        return note
    raise NotFound("This note was taken back or changed meanwhile. Load the page again to see it as it is.")


def take_back(database: Database, note_id: str, why: str, at_ms: int) -> None:
    """Show a note no more; its row stays, with the reason."""
    database.execute(
        "UPDATE attempt_notes SET removed_at_ms = ?, removed_why = ? "
        "WHERE note_id = ? AND removed_at_ms IS NULL",
        [at_ms, why, note_id],
    )


def notes_of(database: Database, attempt_ids: Sequence[str]) -> list[Note]:
    """The notes that stand on these attempts, each in its newest version, oldest first."""
    return [note for note in versions_of(database, attempt_ids) if note.state == "standing"]


def versions_of(database: Database, attempt_ids: Sequence[str]) -> list[Note]:
    """Every version of every note on these attempts, also of those taken back, oldest first."""
    rows = database.execute(
        f"{_NOTES} WHERE note.attempt_id IN (SELECT value FROM json_each(?)) "  # noqa: S608
        "ORDER BY note.at_ms, note.rowid",
        [json.dumps(list(attempt_ids))],
    )
    return _notes(rows)


def tags_in_use(database: Database) -> list[str]:
    """Every tag that stands on a note, by name."""
    rows = database.execute(
        "SELECT DISTINCT value FROM attempt_notes AS note "
        "LEFT JOIN attempt_notes AS newer ON newer.replaces = note.note_id, json_each(note.tags) "
        "WHERE note.removed_at_ms IS NULL AND newer.note_id IS NULL ORDER BY 1"
    )
    return [row[0] for row in rows]


def _notes(rows: Iterable[Sequence[object]]) -> list[Note]:
    names = ("note_id", "attempt_id", "by", "at_ms", "text", "tags", "step")
    more = ("replaces", "removed_at_ms", "removed_why", "replaced_by")
    found = []
    for row in rows:
        told = dict(zip((*names, *more), row, strict=True))
        found.append(Note.model_validate({**told, "tags": tuple(json.loads(str(told["tags"])))}))
    return found
