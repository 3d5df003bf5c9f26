"""Every figure of a report, from its source alone: the same source, the same figures. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from baseline.analysis.gaps import GapReport, gap_report
from baseline.analysis.judge_calibration import JudgeReport
from baseline.analysis.left_out import kept, score_kept
from baseline.analysis.panel import SystemAttempts, make_panel
from baseline.analysis.robustness import Pair, RobustRow, robust_rows
from baseline.figures.robust_report import declared_variants
from baseline.figures.systems import SetSystems, SystemOnSet
from baseline.judging.answers import answers_of
from baseline.judging.comparing import Judge
from baseline.judging.queue import standing_of
from baseline.judging.report import CorrectedRow, corrected_rows, judge_reports, rater_report
from baseline.reports.panel_findings import PANEL_STEPS, PanelFindings, panel_findings
from baseline.reports.source import Source

Tell = Callable[[str, int, int], None]
"""Told before each step: what it is, which one, and how many there are."""


class Judging(NamedTuple):
    """How far the judgements can be trusted."""

    raters: JudgeReport
    judges: Mapping[Judge, JudgeReport]
    corrected: Sequence[CorrectedRow]


@dataclass(frozen=True, slots=True)
class Findings(PanelFindings):
    """Everything that a report shows, in the order of the source's systems.

    `emptied` are the systems of which everything is excluded; they are in nothing else but `robust`.
    """

    emptied: tuple[str, ...]
    gaps: tuple[GapReport, ...]
    robust: tuple[RobustRow, ...]
    judging: Judging


def _silent(what: str, number: int, of: int) -> None:
    del what, number, of


def findings_of(source: Source, tell: Tell = _silent) -> Findings:
    """Every figure of the report."""
    steps = _Steps(tell)
    gold = source.gold
    remaining = [one for one in source.systems if kept(one.records, one.left_out)]
    panel = make_panel(
        gold, [SystemAttempts(one.name, one.kind, one.records, one.left_out) for one in remaining]
    )
    found = panel_findings(panel, steps.next)
    steps.next("gaps")
    gaps = tuple(_gaps(source))
    steps.next("exclusion rules")
    robust = _robust(source)
    steps.next("judges")
    judging = _judging(source, remaining)
    return Findings(
        **{field.name: getattr(found, field.name) for field in fields(found)},
        emptied=tuple(one.name for one in source.systems if one not in remaining),
        gaps=gaps,
        robust=robust,
        judging=judging,
    )


N_STEPS = len(PANEL_STEPS) + 3


class _Steps:
    """Counts the steps for whoever waits."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._done = tell, 0

    def next(self, what: str) -> None:
        """Say what begins."""
        self._done += 1
        self._tell(what, self._done, N_STEPS)


def _pairs(source: Source) -> Iterator[Pair]:
    """Every group of the study that answers with search and with given pages."""
    conditions = source.study.design.conditions
    named = {(one.group, one.condition): one.name for one in source.own}
    for group in dict.fromkeys(one.group for one in source.own):
        for search in conditions:
            for given in conditions:
                found, pages = named.get((group, search.name)), named.get((group, given.name))
                if search.tools == "search" and given.tools == "given_pages" and found and pages:
                    yield Pair(group, found, pages, search.name, given.name)


def _gaps(source: Source) -> Iterator[GapReport]:
    gold, left_out = source.gold, source.left_out
    records = {one.name: one.records for one in source.own if kept(one.records, left_out)}
    for pair in _pairs(source):
        if pair.search in records and pair.given_pages in records:
            found, given = (
                score_kept(gold, records[name], left_out, keys=frozenset())
                for name in (pair.search, pair.given_pages)
            )
            yield gap_report(pair.group, (pair.search_condition, found), (pair.given_condition, given))


def _robust(source: Source) -> tuple[RobustRow, ...]:
    records = {one.name: one.records for one in source.own}
    variants = declared_variants(source.study.design, source.flags, source.left_out)
    return tuple(robust_rows(source.gold, records, list(_pairs(source)), variants))


def _judging(source: Source, systems: Sequence[SystemOnSet]) -> Judging:
    counted = [record for one in systems for record in kept(one.records, one.left_out)]
    answers = answers_of(source.gold, counted).answers
    stands = [standing_of(one, source.verdicts) for one in answers]
    reports = judge_reports(stands, source.verdicts)
    on_set = SetSystems(source.study.item_set, source.gold, tuple(systems))
    corrected = corrected_rows(on_set, source.verdicts, reports, source.calibrations)
    return Judging(rater_report(stands), reports, corrected)
