"""A study's figures: one report a system, people first, from the same function that scores files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from baseline.analysis.records import GoldItem, Mode
from baseline.analysis.report import RunReport, score_run
from baseline.derived import study_records, system_of
from db import accounts, items, studies
from db.connection import Database
from db.models import Item, Side, Study


class SystemReport(NamedTuple):
    """A system's figures, and whether it is people or an agent."""

    report: RunReport
    side: Side


@dataclass(frozen=True, slots=True)
class StudyReport:
    """Everything that the research page shows of a study."""

    study: Study
    n_items: int
    n_participants: int
    systems: tuple[SystemReport, ...]


def gold_item(item: Item) -> GoldItem:
    """An item as the metrics read it."""
    return GoldItem(
        item_id=item.item_id,
        question=item.question,
        answer_variants=item.answer_variants,
        evidence=item.evidence,
        domain=item.metadata.domain,
        category=item.metadata.category,
        visual=item.metadata.visual,
    )


def study_report(database: Database, study_id: str, mode: Mode = "strict") -> StudyReport:
    """Score every system of a study that has begun. The denominator is always the whole item set.

    Raises:
        NotFound: there is no such study.
    """
    study = studies.find_study(database, study_id)
    gold = [gold_item(item) for item in items.load_item_set(database, study.item_set)]
    sides = {system_of(one): one.side for one in accounts.accounts_of_study(database, study_id)}
    records = study_records(database, study_id)
    names = sorted({record.system for record in records}, key=lambda name: (sides[name] == "agent", name))
    return StudyReport(
        study=study,
        n_items=len(gold),
        n_participants=len({record.participant for record in records}),
        systems=tuple(
            SystemReport(score_run(gold, [one for one in records if one.system == name], mode), sides[name])
            for name in names
        ),
    )
