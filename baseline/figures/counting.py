"""Which attempts of a study figures count, before and after what a researcher excluded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from baseline.analysis.left_out import LeftOut, kept
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord, GoldItem
from baseline.figures.derived import missing_record, study_records, system_of, system_under
from baseline.studies.study_state import StudyState, study_state
from db import accounts, assignments, items, studies
from db.connection import Database
from db.models import Account, Assignment, Side
from db.study_design import Study


@dataclass(frozen=True, slots=True)
class CountedStudy:
    """A study's attempts as figures take them.

    `records` are those of everybody who has begun, also what they were given and have not opened yet
    (status `missing`), in the order of the exported files. What is excluded is among them; `left_out` says
    what that is. `groups` are the systems without their conditions: "People · search" belongs to "People".
    """

    study: Study
    state: StudyState
    gold: tuple[GoldItem, ...]
    records: tuple[AttemptRecord, ...]
    left_out: LeftOut
    sides: Mapping[str, Side]
    groups: Mapping[str, str]
    n_assigned: int

    @property
    def kept(self) -> list[AttemptRecord]:
        """The records without what is excluded: those that figures and files are made of."""
        return kept(self.records, self.left_out)

    @property
    def systems(self) -> list[str]:
        """The systems that have begun: people first, then by name; conditions as the design has them."""
        order = {condition.name: n for n, condition in enumerate(self.study.design.conditions)}
        begun = {record.system: order.get(record.condition, len(order)) for record in self.records}
        return sorted(begun, key=lambda name: (self.sides[name] == "agent", self.groups[name], begun[name]))

    def of(self, system: str) -> list[AttemptRecord]:
        """One system's records, excluded ones too."""
        return [record for record in self.records if record.system == system]


def counted_study(database: Database, study_id: str) -> CountedStudy:
    """Everything that the figures of a study rest on.

    Raises:
        NotFound: there is no such study.
    """
    study = studies.find_study(database, study_id)
    state = study_state(database, study_id)
    assigned = assignments.counted_assignments(database, study_id)
    people = {one.account_id: one for one in accounts.accounts_of_study(database, study_id)}
    for account_id in {one.account_id for one in assigned} - set(people):
        # Whoever was given items counts, also an account that was not invited to this study.
        people[account_id] = accounts.find_account(database, account_id)
    records = study_records(database, study_id)
    systems = {
        system_under(study, system_of(people[one.account_id]), one.condition): one.account_id
        for one in assigned
    }
    gold = tuple(gold_item(item) for item in items.load_item_set(database, study.item_set))
    return CountedStudy(
        study=study,
        state=state,
        gold=gold,
        records=_as_exported([*records, *_not_begun(study, people, assigned, records)], gold),
        left_out=left_out_of(state),
        sides={name: people[who].side for name, who in systems.items()},
        groups={name: system_of(people[who]) for name, who in systems.items()},
        n_assigned=len({one.account_id for one in assigned}),
    )


def _as_exported(records: Iterable[AttemptRecord], gold: Sequence[GoldItem]) -> tuple[AttemptRecord, ...]:
    """Person by person, items as the set has them: the public Kuiper value depends on the order of rows."""
    order = {item.item_id: number for number, item in enumerate(gold)}
    return tuple(sorted(records, key=lambda one: (one.participant or "", order.get(one.item_id, len(order)))))


def left_out_of(state: StudyState) -> LeftOut:
    """What the exclusions in force leave out."""
    excluded = [one.excluded for one in state.exclusions]
    return LeftOut(
        attempts=frozenset(one.id for one in excluded if one.of == "attempt"),
        participants=frozenset(one.id for one in excluded if one.of == "participant"),
    )


def _not_begun(
    study: Study,
    people: Mapping[str, Account],
    assigned: Sequence[Assignment],
    records: Sequence[AttemptRecord],
) -> list[AttemptRecord]:
    """Assigned items that nobody opened, as the exported file has them: empty, with one iteration.

    Only of people who have begun: the harness counts rows, and a person who never came has none.
    """
    begun = {record.attempt_id for record in records}
    came = {record.participant for record in records}
    return [
        missing_record(one, system_under(study, system_of(people[one.account_id]), one.condition))
        for one in assigned
        if one.attempt_id not in begun and one.account_id in came
    ]
