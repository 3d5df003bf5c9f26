"""A study's figures: one report a system, people first, from the same function that scores files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord, Mode
from baseline.analysis.report import RunReport, score_run
from baseline.derived import study_records, system_of
from db import accounts, assignments, items, studies
from db.connection import Database
from db.models import Assignment, Side
from db.study_design import Study


class SystemReport(NamedTuple):
    """A system's figures, and whether it is people or an agent."""

    report: RunReport
    side: Side


@dataclass(frozen=True, slots=True)
class StudyReport:
    """Everything that the research page shows of a study.

    `n_assigned` people and agents were given items; `n_participants` of them have begun.
    """

    study: Study
    n_items: int
    n_participants: int
    n_assigned: int
    systems: tuple[SystemReport, ...]


def study_report(database: Database, study_id: str, mode: Mode = "strict") -> StudyReport:
    """Score every system of a study that has begun.

    The denominator is all that was assigned to whoever began: what they have not answered yet scores 0.

    Raises:
        NotFound: there is no such study.
    """
    study = studies.find_study(database, study_id)
    gold = [gold_item(item) for item in items.load_item_set(database, study.item_set)]
    sides = {system_of(one): one.side for one in accounts.accounts_of_study(database, study_id)}
    records = study_records(database, study_id)
    assigned = assignments.assignments_of_study(database, study_id)
    records += _not_begun(assigned, records)
    names = sorted({record.system for record in records}, key=lambda name: (sides[name] == "agent", name))
    return StudyReport(
        study=study,
        n_items=len(gold),
        n_participants=len({record.participant for record in records}),
        n_assigned=len({one.account_id for one in assigned}),
        systems=tuple(
            SystemReport(score_run(gold, [one for one in records if one.system == name], mode), sides[name])
            for name in names
        ),
    )


def _not_begun(assigned: Sequence[Assignment], records: Sequence[AttemptRecord]) -> list[AttemptRecord]:
    """Assigned items that nobody opened, as the exported file has them: empty, with one iteration.

    Only of people who have begun: the harness counts rows, and a person who never came has none.
    """
    begun = {record.attempt_id for record in records}
    systems = {record.participant: record.system for record in records}
    return [
        AttemptRecord(
            system=systems[one.account_id],
            item_id=one.item_id,
            answer=(),
            citations=(),
            n_searches=0,
            searches=(),
            iterations=1,
            status="missing",
            participant=one.account_id,
        )
        for one in assigned
        if one.attempt_id not in begun and one.account_id in systems
    ]
