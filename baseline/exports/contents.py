"""Everything of a study that its exports are made of, read once, of one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from baseline.analysis.records import AttemptRecord
from baseline.attempts.attempt_facts import AttemptFacts
from baseline.figures.counting import CountedStudy, counted_study
from baseline.figures.derived import Told, missing_record, system_of, system_under, told_of
from baseline.participants.participation import stream_of
from baseline.studies.study_state import StudyState, study_state
from db import accounts, assignments, event_log, items, studies
from db.connection import Database
from db.events import Event
from db.models import Account, Assignment, Item, PageRef, Purpose, Role, Verdict
from db.snapshot import snapshot
from db.study_design import Study
from db.verdicts import in_force, verdicts_of_study

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
    """One assigned item with what became of it; `record` and `facts` are None while nobody began it.

    `evidence` are the gold pages of the item.
    """

    assignment: Assignment
    account: Account
    system: str
    record: AttemptRecord | None
    facts: AttemptFacts | None
    left_out: LeftOut | None
    evidence: tuple[PageRef, ...] = ()

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
    `participations` are each person's own events; `verdicts` the one in force for each attempt, `judgements`
    all of them, oldest first. `counted` are the places that figures count, in the order of an export; `begun`
    the accounts that have begun one of the study's own items, also one that was excluded since. Both are
    those of the figures.
    """

    study: Study
    launched: Study
    state: StudyState
    items: tuple[Item, ...]
    gold: Mapping[str, Item]
    people: tuple[Account, ...]
    places: tuple[Place, ...]
    counted: tuple[Place, ...]
    begun: frozenset[str]
    participations: Mapping[str, tuple[Event, ...]]
    verdicts: Mapping[str, Verdict]
    judgements: Mapping[str, tuple[Verdict, ...]]


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
        judgements = verdicts_of_study(database, study_id)
        told = told_of(database, study_id, assigned)
        places = tuple(
            _place(study, state, people[one.account_id], one, told.get(one.attempt_id), gold.get(one.item_id))
            for one in assigned
        )
        figures = counted_study(database, study_id)
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
        counted=_counted(places, figures),
        begun=frozenset(one.participant for one in figures.records if one.participant is not None),
        participations=participations,
        verdicts={one: deciding for one, of in judgements.items() if (deciding := in_force(of))},
        judgements=judgements,
    )


def _counted(places: Sequence[Place], figures: CountedStudy) -> tuple[Place, ...]:
    """The places behind the records that figures count: by system and person, items as the set has them."""
    by_attempt = {one.attempt_id: one for one in places}
    kept = [by_attempt[one.attempt_id] for one in figures.kept if one.attempt_id is not None]
    return tuple(sorted(kept, key=lambda one: (one.system, one.account.account_id)))


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


def _place(
    study: Study,
    state: StudyState,
    account: Account,
    assignment: Assignment,
    told: Told | None,
    item: Item | None,
) -> Place:
    record, facts = told or (None, None)
    system = system_under(study, system_of(account), assignment.condition)
    left_out = _left_out(state, assignment)
    return Place(assignment, account, system, record, facts, left_out, item.evidence if item else ())


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
