"""Notes on attempts as use cases: written by researchers who see the attempt, taken back by their writers."""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Iterable, Sequence

from baseline.trajectories.replayed import Replayed
from db import notes
from db.connection import Database
from db.errors import InvalidInput, NotAllowed
from db.models import By
from db.notes import Note
from db.plain_text import refuse_turning

MOST_TEXT = 4000
MOST_WHY = 500
MOST_TAG = 60
MOST_TAGS = 10


def write_note(
    database: Database, on: Replayed, text: str, tags: Iterable[str], step: int | None, by: By
) -> Note:
    """Store a note on an attempt that `by` was shown, or on one of its steps.

    The same words of the same writer at the same place, as of a button pressed twice, are one note.

    Raises:
        InvalidInput: there is neither text nor tag, one is too long, or the attempt has no such step.
    """
    said, kept = _what_is_said(text, tags)
    if step is not None and not 1 <= step <= len(on.steps):
        raise InvalidInput(f"The attempt has no step {step}: choose one from 1 to {len(on.steps)}.")
    of = (by.account_id, said, kept, step)
    for there in notes.notes_of(database, [on.attempt_id]):
        if (there.by, there.text, there.tags, there.step) == of:
            return there
    note = Note(
        note_id=uuid.uuid4().hex,
        attempt_id=on.attempt_id,
        by=by.account_id,
        at_ms=by.at_ms,
        text=said,
        tags=kept,
        step=step,
    )
    notes.add_note(database, note)
    return note


def change_note(database: Database, note_id: str, text: str, tags: Iterable[str], by: By) -> Note:
    """Write a new version of a note of one's own; the one before it stays. No change, no new version.

    Raises:
        InvalidInput: as `write_note`.
        NotFound: it was taken back or changed meanwhile.
        NotAllowed: somebody else wrote it.
    """
    note = _own(database, note_id, by)
    said, kept = _what_is_said(text, tags)
    if (said, kept) == (note.text, note.tags):
        return note
    newer = note.model_copy(
        update={
            "note_id": uuid.uuid4().hex,
            "at_ms": by.at_ms,
            "text": said,
            "tags": kept,
            "replaces": note_id,
        }
    )
    notes.add_note(database, newer)
    return newer


def take_back_note(database: Database, note_id: str, why: str, by: By) -> Note:
    """Take a note of one's own back for a reason: it is shown no more, and its row stays.

    Raises:
        InvalidInput: no reason is given, or it is too long.
        NotFound: it was taken back or changed meanwhile.
        NotAllowed: somebody else wrote it.
    """
    note = _own(database, note_id, by)
    reason = " ".join(why.split())
    if not reason:
        raise InvalidInput("Say why the note is taken back: the reason is kept with it.")
    if len(reason) > MOST_WHY:
        raise InvalidInput(f"The reason has {len(reason)} characters; {MOST_WHY} is the most.")
    refuse_turning(reason, "The reason")
    notes.take_back(database, note_id, reason, by.at_ms)
    return note


def _own(database: Database, note_id: str, by: By) -> Note:
    note = notes.find_note(database, note_id)
    if note.by != by.account_id:
        raise NotAllowed("Somebody else wrote this note; only they can change it or take it back.")
    return note


def _what_is_said(text: str, tags: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    said, kept = text.strip(), plain_tags(tags)
    if not said and not kept:
        raise InvalidInput("The note is empty: write something, or choose a tag.")
    if len(said) > MOST_TEXT:
        raise InvalidInput(f"The note has {len(said)} characters; {MOST_TEXT} is the most.")
    refuse_turning(said, "The note")
    return said, kept


def plain_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are kept: NFKC, one line, each once whatever its letter case, in the order given.

    Raises:
        InvalidInput: there are too many, or one is too long.
    """
    found: dict[str, str] = {}
    for tag in tags:
        plain = " ".join(unicodedata.normalize("NFKC", tag).split())
        if len(plain) > MOST_TAG:
            raise InvalidInput(f"The tag “{plain[:20]}…” has more than {MOST_TAG} characters; shorten it.")
        refuse_turning(plain, "A tag")
        if plain:
            found.setdefault(plain.casefold(), plain)
    if len(found) > MOST_TAGS:
        raise InvalidInput(f"There are {len(found)} tags; {MOST_TAGS} is the most of a note.")
    return tuple(found.values())


def with_tag(found: Sequence[Note], tag: str) -> list[Note]:
    """The notes that have this tag."""
    return [note for note in found if tag.casefold() in map(str.casefold, note.tags)]
