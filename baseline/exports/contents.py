"""Everything of a study that its exports are made of, read once, of one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from baseline.analysis.records import AttemptRecord
from baseline.attempts.attempt import fold
from baseline.exports.attempt_facts import AttemptFacts, attempt_facts
from baseline.figures.derived import missing_record, record_of, system_of, system_under
from baseline.participants.participation import stream_of
from baseline.studies.study_state import StudyState, study_state
from db import accounts, assignments, event_log, items, studies
from db.connection import Database
from db.events import Event
from db.models import Account, Assignment, Item, Purpose, Role, Verdict
from db.snapshot import snapshot
from db.study_design import Study
from db.verdicts import latest_verdicts

PURPOSES: tuple[Purpose, ...] = ("main", "practice", "qualification", "attention")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why a place of the study's own items counts in no figure; nothing of it is lost."""

    why: Literal["released", "excluded"]
    reason: str
    at_ms: int
    rule_id: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """One assigned item with what became of it; `record` and `facts` are None while nobody began it."""

    assignment: Assignment
    account: Account
    system: str
    record: AttemptRecord | None
    facts: AttemptFacts | None
    left_out: LeftOut | None

    @property
    def attempt_id(self) -> str:
        """The attempt."""
        return self.assignment.attempt_id

    @property
    def counts(self) -> bool:
        """Whether figures count it."""
        return self.assignment.purpose == "main" and self.left_out is None

    @property
    def record_or_missing(self) -> AttemptRecord:
        """The record; where nobody has begun, an empty one."""
        return self.record or missing_record(self.assignment, self.system)

    @property
    def status(self) -> str:
        """How the attempt ended, `open`, `missing`, or `erased` with everything else that was in it."""
        if self.record is None:
            return "missing"
        return "erased" if self.facts is not None and self.facts.is_erased else self.record.status


@dataclass(frozen=True, slots=True)
class StudyContents:
    """A study with its people, places and what they say. People and places in order of account id.

    `items` are those of the study's own set, in its order; `gold` knows those of every set it uses.
    `participations` are each person's own events; `verdicts` the newest for each attempt.
    """

    study: Study
    launched: Study
    state: StudyState
    items: tuple[Item, ...]
    gold: Mapping[str, Item]
    people: tuple[Account, ...]
    places: tuple[Place, ...]
    participations: Mapping[str, tuple[Event, ...]]
    verdicts: Mapping[str, Verdict]

    @property
    def begun(self) -> frozenset[str]:
        """The accounts that have begun one of the study's own items, also one that was excluded since."""
        return frozenset(
            one.account.account_id
            for one in self.places
            if one.assignment.purpose == "main" and not one.assignment.is_released and one.record is not None
        )

    @property
    def counted(self) -> tuple[Place, ...]:
        """The places that figures count: of whoever has begun, in the order of an export."""
        begun = self.begun
        order = {item.item_id: number for number, item in enumerate(self.items)}
        return tuple(
            sorted(
                (one for one in self.places if one.counts and one.account.account_id in begun),
                key=lambda one: (
                    one.system,
                    one.account.account_id,
                    order.get(one.assignment.item_id, len(order)),
                ),
            )
        )


def read_contents(database: Database, study_id: str) -> StudyContents:
    """Read a study as it stands now; it may be running.

    Raises:
        NotFound: there is no such study.
    """
    with snapshot(database):
        study = studies.find_study(database, study_id)
        launched = studies.launched_study(database, study_id)
        state = study_state(database, study_id)
        gold = _items_of(database, study)
        assigned = assignments.assignments_of_study(database, study_id)
        people = _people(database, study_id, assigned)
        verdicts = latest_verdicts(database, study_id)
        begun = dict(_begun(database, study, assigned, gold, people))
        places = tuple(_place(study, state, one, people, begun, verdicts) for one in assigned)
        streams = {stream_of(account_id): account_id for account_id in people}
        participations = {
            streams[stream]: tuple(events) for stream, events in event_log.replay_many(database, [*streams])
        }
    main = items.load_item_set(database, study.item_set)
    return StudyContents(
        study=study,
        launched=launched,
        state=state,
        items=tuple(main),
        gold=gold,
        people=tuple(people.values()),
        places=places,
        participations=participations,
        verdicts=verdicts,
    )


def _items_of(database: Database, study: Study) -> dict[str, Item]:
    names = {study.design.set_for(purpose) for purpose in PURPOSES} - {""}
    return {item.item_id: item for name in sorted(names) for item in items.load_item_set(database, name)}


def _people(database: Database, study_id: str, assigned: Sequence[Assignment]) -> dict[str, Account]:
    """Whoever was invited to answer, or was given items."""
    found = {one.account_id: one for one in accounts.accounts_of_study(database, study_id)}
    for account_id in {one.account_id for one in assigned} - set(found):
        found[account_id] = accounts.find_account(database, account_id)
    given = {one.account_id for one in assigned}
    return {
        account_id: account
        for account_id, account in sorted(found.items())
        if account.role is Role.PARTICIPANT or account_id in given
    }


def _begun(
    database: Database,
    study: Study,
    assigned: Sequence[Assignment],
    gold: Mapping[str, Item],
    people: Mapping[str, Account],
) -> Iterator[tuple[str, tuple[AttemptRecord, AttemptFacts]]]:
    """Each attempt that has begun: what it is for the figures, and how it went."""
    by_id = {one.attempt_id: one for one in assigned}
    for attempt_id, events in event_log.replay_many(database, [*by_id]):
        assignment, state = by_id[attempt_id], fold(events)
        item = gold.get(assignment.item_id)
        system = system_under(study, system_of(people[assignment.account_id]), assignment.condition)
        facts = attempt_facts(events, state, frozenset(item.evidence) if item else frozenset())
        yield attempt_id, (record_of(assignment, system, state), facts)


def _place(
    study: Study,
    state: StudyState,
    assignment: Assignment,
    people: Mapping[str, Account],
    begun: Mapping[str, tuple[AttemptRecord, AttemptFacts]],
    verdicts: Mapping[str, Verdict],
) -> Place:
    account = people[assignment.account_id]
    record, facts = begun.get(assignment.attempt_id, (None, None))
    verdict = verdicts.get(assignment.attempt_id)
    if record is not None and verdict is not None:
        record = replace(record, verdict=verdict.score)
    system = system_under(study, system_of(account), assignment.condition)
    return Place(assignment, account, system, record, facts, _left_out(state, assignment))


def _left_out(state: StudyState, assignment: Assignment) -> LeftOut | None:
    if assignment.purpose != "main":
        return None
    if assignment.released_at_ms is not None:
        return LeftOut("released", assignment.released_why, assignment.released_at_ms)
    exclusion = state.exclusion_of(assignment.attempt_id, assignment.account_id)
    if exclusion is None:
        return None
    excluded = exclusion.excluded
    return LeftOut("excluded", excluded.reason, exclusion.at_ms, excluded.rule_id)
