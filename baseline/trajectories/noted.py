"""Every note on the attempts of an item set: to filter by tag, and to take along as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from baseline.trajectories.notes import with_tag
from db import noted_attempts, notes
from db.connection import Database
from db.notes import Note
from db.study_design import Study


class NoteOnSet(NamedTuple):
    """One version of a note, with the item and the words for whose attempt it stands on."""

    note: Note
    item_id: str
    label: str


def notes_on_set(database: Database, set_name: str, seen: Sequence[Study]) -> list[NoteOnSet]:
    """Every version of every note on the attempts of a set that one may see, oldest first.

    Also of notes that were taken back; runs that were withdrawn keep theirs.
    """
    studies = {study.study_id: study for study in seen}
    found = {}
    for one in noted_attempts.of_studies(database, list(studies)):
        study = studies[one.source]
        if study.design.set_for(one.purpose) == set_name:
            found[one.attempt_id] = (one.item_id, f"{one.who} · {study.title}")
    for run in noted_attempts.of_runs(database, set_name):
        found[run.attempt_id] = (run.item_id, f"{run.system} · {run.source}")
    return [NoteOnSet(note, *found[note.attempt_id]) for note in notes.versions_of(database, list(found))]


def tags_of(found: Sequence[NoteOnSet]) -> list[str]:
    """Tags of the notes that stand, each once whatever its letter case, by name."""
    tags = {tag.casefold(): tag for one in standing(found) for tag in one.note.tags}
    return [tags[name] for name in sorted(tags)]


def standing(found: Sequence[NoteOnSet], tag: str = "") -> list[NoteOnSet]:
    """The newest versions of notes that were not taken back; with a tag, those that have it."""
    return [one for one in found if one.note.state == "standing" and (not tag or with_tag([one.note], tag))]
