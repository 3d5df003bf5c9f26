"""A study as a fold over its own stream: does it run, how was it amended, who was left out of the figures.

Pure but for `study_state`, which reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from db import event_log
from db.connection import Database
from db.events import Event
from db.studies import stream_of_study
from db.study_events import (
    Excluded,
    Reincluded,
    StudyAmended,
    StudyEnded,
    StudyLaunched,
    StudyPaused,
    StudyResumed,
)

StudyPhase = Literal["running", "paused", "ended"]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An attempt or a participant that is left out of the figures, since when, by whom and why."""

    at_ms: int
    excluded: Excluded


@dataclass(frozen=True, slots=True)
class Amendment:
    """One change of a launched design."""

    at_ms: int
    amended: StudyAmended


@dataclass(frozen=True, slots=True)
class StudyState:
    """What a study's own events say so far. Exclusions are those in force, by what they leave out.

    `moved_by`: who paused it, let it go on or ended it last; `reason`: theirs, while it does not run.
    """

    phase: StudyPhase = "running"
    reason: str = ""
    moved_by: str = ""
    launched_at_ms: int | None = None
    amendments: tuple[Amendment, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()

    def exclusion_of(self, attempt_id: str, account_id: str) -> Exclusion | None:
        """Why an attempt does not count: for itself, or because its participant does not."""
        for one in self.exclusions:
            left_out = one.excluded
            if (left_out.of, left_out.id) in {("attempt", attempt_id), ("participant", account_id)}:
                return one
        return None


def fold_study(events: Iterable[Event]) -> StudyState:
    """The state after all events of the study's stream, in order. An ended study does not run again."""
    state = StudyState()
    for event in events:
        state = _reduce(state, event)
    return state


def study_state(database: Database, study_id: str) -> StudyState:
    """The state of a study now; one without events (made before there were any) runs."""
    return fold_study(event_log.replay(database, stream_of_study(study_id)))


def _reduce(state: StudyState, event: Event) -> StudyState:
    match event.payload:
        case StudyLaunched():
            return replace(state, launched_at_ms=event.at_ms)
        case StudyAmended() as amended:
            return replace(state, amendments=(*state.amendments, Amendment(event.at_ms, amended)))
        case StudyPaused(reason=reason, by=by) if state.phase == "running":
            return replace(state, phase="paused", reason=reason, moved_by=by)
        case StudyResumed(by=by) if state.phase == "paused":
            return replace(state, phase="running", reason="", moved_by=by)
        case StudyEnded(reason=reason, by=by):
            return replace(state, phase="ended", reason=reason, moved_by=by)
        case Excluded() as excluded:
            others = _without(state, excluded)
            return replace(state, exclusions=(*others, Exclusion(event.at_ms, excluded)))
        case Reincluded() as reincluded:
            return replace(state, exclusions=_without(state, reincluded))
        case _:
            return state


def _without(state: StudyState, named: Excluded | Reincluded) -> tuple[Exclusion, ...]:
    return tuple(
        one for one in state.exclusions if (one.excluded.of, one.excluded.id) != (named.of, named.id)
    )
