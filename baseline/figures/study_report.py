"""A study's figures: one report a system and condition, people first, from the function that scores files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from baseline.analysis.gaps import GapReport, gap_report
from baseline.analysis.left_out import score_kept
from baseline.analysis.records import Mode
from baseline.analysis.report import RunReport
from baseline.analysis.robustness import Pair
from baseline.analysis.run_rows import of_last_with_question
from baseline.figures.counting import CountedStudy, counted_study
from baseline.figures.derived import system_under
from db.connection import Database
from db.models import Side
from db.study_design import Study


class SystemReport(NamedTuple):
    """A system's figures, and whether it is people or an agent."""

    report: RunReport
    side: Side


@dataclass(frozen=True, slots=True)
class StudyReport:
    """Everything that the research page shows of a study.

    `n_assigned` people and agents were given items; `n_participants` of them have begun. Figures leave
    out what was excluded: `n_excluded` attempts, and the systems of which nothing is left (`emptied`).
    """

    study: Study
    n_items: int
    n_participants: int
    n_assigned: int
    systems: tuple[SystemReport, ...]
    gaps: tuple[GapReport, ...] = ()
    n_excluded: int = 0
    emptied: tuple[str, ...] = ()


def study_report(database: Database, study_id: str, mode: Mode = "strict") -> StudyReport:
    """Score every system of a study that has begun.

    The denominator is all that was assigned to whoever began: what they have not answered yet scores 0.

    Raises:
        NotFound: there is no such study.
    """
    return report_of(counted_study(database, study_id), mode)


def report_of(
    counted: CountedStudy, mode: Mode = "strict", keys: frozenset[str] | None = None
) -> StudyReport:
    """The report of a study that was read: every figure of a system, or only those of `keys`."""
    if mode == "harness":
        # Its figures are those of the exported rows, which have the question.
        counted = replace(counted, records=tuple(of_last_with_question(counted.gold, counted.records)))
    left = counted.kept
    remaining = {record.system for record in left}
    reports = {
        name: score_kept(counted.gold, counted.of(name), counted.left_out, mode, keys)
        for name in counted.systems
        if name in remaining
    }
    return StudyReport(
        study=counted.study,
        n_items=len(counted.gold),
        n_participants=len({record.participant for record in counted.records}),
        n_assigned=counted.n_assigned,
        systems=tuple(SystemReport(report, counted.sides[name]) for name, report in reports.items()),
        gaps=gaps_of(counted, reports),
        n_excluded=len(counted.records) - len(left),
        emptied=tuple(name for name in counted.systems if name not in remaining),
    )


def gaps_of(counted: CountedStudy, reports: Mapping[str, RunReport]) -> tuple[GapReport, ...]:
    """The decomposition of every group, between each condition with search and each with given pages."""
    return tuple(
        gap_report(
            pair.group,
            (pair.search_condition, reports[pair.search]),
            (pair.given_condition, reports[pair.given_pages]),
        )
        for pair in pairs_of(counted)
        if pair.search in reports and pair.given_pages in reports
    )


def pairs_of(counted: CountedStudy) -> list[Pair]:
    """What can be decomposed: every group that answers with search and with given pages."""
    study = counted.study
    conditions = study.design.conditions
    return [
        Pair(
            group,
            system_under(study, group, search.name),
            system_under(study, group, given.name),
            search.name,
            given.name,
        )
        for group in dict.fromkeys(counted.groups[name] for name in counted.systems)
        for search in conditions
        if search.tools == "search"
        for given in conditions
        if given.tools == "given_pages"
    ]
