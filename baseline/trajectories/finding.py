"""Search inside trajectories: every step, note and tag of a set's attempts that holds a text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from baseline.trajectories.replayed import Replayed, replayed
from baseline.trajectories.steps import Step
from db import notes, trajectory_search
from db.connection import Database
from db.errors import AppError
from db.notes import Note
from db.study_design import Study

MOST_ATTEMPTS = 100
_SHORTEST = 2


class Place(NamedTuple):
    """Where the text stands: at a step (from 1), or in a note, perhaps about one; `line` is what is said."""

    attempt_id: str
    label: str
    item_id: str
    step: int | None
    line: str
    in_note: bool = False


class Found(NamedTuple):
    """All places in the first attempts, and how many attempts more hold the text."""

    places: tuple[Place, ...]
    n_attempts: int
    n_more: int


def find_in_trajectories(
    database: Database,
    set_name: str,
    seen: Sequence[Study],
    text: str,
    only: Collection[str] | None = None,
) -> Found:
    """Search the attempts on an item set: of the studies on it that one may see, and of imported runs.

    Letter case does not count. Shorter than two characters finds nothing. `only`: no other attempts.
    """
    asked = " ".join(text.split())
    if len(asked) < _SHORTEST:
        return Found((), 0, 0)
    of_set = [study for study in seen if study.item_set == set_name]
    ids = dict.fromkeys(
        [
            *trajectory_search.attempts_of_studies(database, [one.study_id for one in of_set], asked),
            *trajectory_search.attempts_of_runs(database, set_name, asked),
            *trajectory_search.attempts_with_notes(database, asked),
        ]
    )
    places: list[Place] = []
    n_attempts = n_more = 0
    for attempt_id in (one for one in ids if only is None or one in only):
        if n_attempts == MOST_ATTEMPTS:
            n_more += 1
            continue
        one = _seen(database, attempt_id, of_set, set_name)
        here = [] if one is None else _places(one, notes.notes_of(database, [attempt_id]), asked.casefold())
        places += here
        n_attempts += bool(here)
    return Found(tuple(places), n_attempts, n_more)


def _seen(database: Database, attempt_id: str, of_set: Sequence[Study], set_name: str) -> Replayed | None:
    """The attempt, if it is on the set and one may see it: a note may stand on any."""
    try:
        one = replayed(database, attempt_id, of_set)
    except AppError:
        return None
    return one if one.set_name == set_name else None


def _places(one: Replayed, written: Sequence[Note], asked: str) -> list[Place]:
    steps = [
        Place(one.attempt_id, one.label, one.item.item_id, number, line)
        for number, step in enumerate(one.steps, 1)
        if (line := _said_in(step, asked)) is not None
    ]
    said = [
        Place(one.attempt_id, one.label, one.item.item_id, note.step, _line(note), in_note=True)
        for note in written
        if asked in _line(note).casefold()
    ]
    return [*steps, *said]


def _said_in(step: Step, asked: str) -> str | None:
    """The line of a step that holds the text, also in what it found; None for another one."""
    if asked in f"{step.text}\n{step.detail or ''}".casefold():
        return step.text
    hit = next((hit for hit in step.hits or () if asked in hit.document.casefold()), None)
    return None if hit is None else f"{step.text}, number {hit.rank}: {hit.document} page {hit.page}"


def _line(note: Note) -> str:
    return " ".join([*(f"#{tag}" for tag in note.tags), *note.text.split()])
