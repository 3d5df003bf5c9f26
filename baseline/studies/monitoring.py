"""Who is where in a study, how far, how fast, and when they last did anything; how its places fill.

Time since the last event is what it says: reading without moving the mouse is work, and nobody is called
idle here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from baseline.analysis.exclusion_rules import Flag, Judged, Share
from baseline.attempts.attempt import AttemptState, fold
from baseline.participants.participation import stream_of
from baseline.participants.participation_state import fold_participation
from baseline.studies.study_state import StudyState, study_state
from baseline.studies.whereabouts import Held, Stage, Where, where_is
from db import accounts, assignments, event_log, items, studies
from db.connection import Database
from db.events import Event
from db.models import Account, Role
from db.monitoring import attempt_marks, events_on_pauses, missing_events
from db.study_design import Study, StudyDesign

HOUR_MS = 3_600_000
# Written by others than the participant.
_NO_SIGN = frozenset({"message_sent", "lease_released", "data_erased"})


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """One participant as the monitor shows them. `pace_s`: the median working time of an item.

    `n_on_pauses`: what reached their items as work while these were on a pause.
    """

    account: Account
    where: Where
    done: Share
    pace_s: float | None
    last_sign_ms: int | None
    attention: Share
    n_missing_events: int
    n_on_pauses: int
    n_flags: int
    is_excluded: bool
    n_unread: int


class PlacesSeen(NamedTuple):
    """The places of one condition: wanted in all, filled, held by somebody now."""

    condition: str
    wanted: int
    filled: int
    held: int

    @property
    def free(self) -> int:
        """What nobody holds or has filled."""
        return max(0, self.wanted - self.filled - self.held)


@dataclass(frozen=True, slots=True)
class Monitor:
    """A study while it runs."""

    study: Study
    state: StudyState
    people: tuple[PersonSeen, ...]
    places: tuple[PlacesSeen, ...]
    n_last_hour: int
    at_ms: int

    @property
    def pace_s(self) -> float | None:
        """The median of everybody's pace."""
        known = [one.pace_s for one in self.people if one.pace_s is not None]
        return median(known) if known else None

    def count(self, *stages: Stage) -> int:
        """How many people are at one of these stages."""
        return sum(one.where.stage in stages for one in self.people)


@dataclass(frozen=True, slots=True)
class _Log:
    """What of the log and the tables the monitor is made from, by account or attempt."""

    held: Mapping[str, Sequence[Held]]
    trails: Mapping[str, Sequence[Event]]
    open_states: Mapping[str, AttemptState]
    missing: Mapping[str, int]
    on_pauses: Mapping[str, int]


def study_monitor(
    database: Database, study_id: str, judged: Judged, flags: Sequence[Flag], now_ms: int
) -> Monitor:
    """The study as it is now. `judged` and `flags` are those of the same moment, or of just before.

    Raises:
        NotFound: there is no such study.
    """
    study = studies.find_study(database, study_id)
    state = study_state(database, study_id)
    people = [
        one
        for one in accounts.accounts_of_study(database, study_id)
        if one.role is Role.PARTICIPANT and one.side == "people"
    ]
    log = _read(database, study_id, people)
    held = [one for account in people for one in log.held.get(account.account_id, ())]
    return Monitor(
        study=study,
        state=state,
        people=tuple(_person(study.design, state, one, log, judged, flags) for one in people),
        places=places_seen(
            study.design, items.describe_item_set(database, study.item_set).n_items, held, now_ms
        ),
        n_last_hour=sum(_ended_since(one, now_ms - HOUR_MS) for one in held),
        at_ms=now_ms,
    )


def places_seen(
    design: StudyDesign, n_items: int, held: Iterable[Held], now_ms: int
) -> tuple[PlacesSeen, ...]:
    """The places of each condition. Without places to share, wanted is what was given out."""
    filled, taken = Counter[str](), Counter[str]()
    for one in held:
        if one.assignment.purpose != "main":
            continue
        if one.is_over:
            filled[one.assignment.condition] += 1
        elif one.assignment.leased_until_ms is None or one.assignment.leased_until_ms > now_ms:
            taken[one.assignment.condition] += 1
    per_condition = None if design.people_per_item is None else n_items * design.people_per_item
    names = dict.fromkeys([*(condition.name for condition in design.conditions), *filled, *taken])
    return tuple(
        PlacesSeen(
            name,
            filled[name] + taken[name] if per_condition is None else per_condition,
            filled[name],
            taken[name],
        )
        for name in names
        if per_condition is not None or filled[name] + taken[name]
    )


def _read(database: Database, study_id: str, people: Sequence[Account]) -> _Log:
    marks = attempt_marks(database, study_id)
    held: dict[str, list[Held]] = {}
    for one in assignments.assignments_of_study(database, study_id):
        if not one.is_released:
            held.setdefault(one.account_id, []).append(Held(one, marks.get(one.attempt_id)))
    streams = {stream_of(one.account_id): one.account_id for one in people}
    is_open = [one.assignment.attempt_id for own in held.values() for one in own if one.is_open]
    return _Log(
        held=held,
        trails={streams[name]: events for name, events in event_log.replay_many(database, list(streams))},
        open_states={name: fold(events) for name, events in event_log.replay_many(database, is_open)},
        missing=missing_events(database, study_id),
        on_pauses=events_on_pauses(database, study_id),
    )


def _person(
    design: StudyDesign, state: StudyState, account: Account, log: _Log, judged: Judged, flags: Sequence[Flag]
) -> PersonSeen:
    account_id = account.account_id
    held = log.held.get(account_id, ())
    trail = log.trails.get(account_id, ())
    person = fold_participation(trail)
    own = [event.at_ms for event in trail if event.kind not in _NO_SIGN]
    signs = [one.mark.last_sign_ms for one in held if one.mark and one.mark.last_sign_ms is not None]
    at = next((log.open_states.get(one.assignment.attempt_id) for one in held if one.is_open), None)
    main = [one for one in held if one.assignment.purpose == "main"]
    times = [
        one.working_s for one in judged.records if one.participant == account_id and one.working_s is not None
    ]
    return PersonSeen(
        account=account,
        where=where_is(design, person, bool(own), held, at),
        done=Share(sum(one.is_over for one in main), len(main)),
        pace_s=median(times) if times else None,
        last_sign_ms=max((*own, *signs), default=None),
        attention=judged.attention.get(account_id, Share(0, 0)),
        n_missing_events=sum(log.missing.get(one.assignment.attempt_id, 0) for one in held),
        n_on_pauses=sum(log.on_pauses.get(one.assignment.attempt_id, 0) for one in held),
        n_flags=sum(flag.participant == account_id for flag in flags),
        is_excluded=any(
            (one.excluded.of, one.excluded.id) == ("participant", account_id) for one in state.exclusions
        ),
        n_unread=len(person.open_messages),
    )


def _ended_since(held: Held, since_ms: int) -> bool:
    closed = held.mark.closed_at_ms if held.mark else None
    return held.assignment.purpose == "main" and closed is not None and closed >= since_ms
