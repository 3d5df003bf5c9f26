"""Every figure of a report, from its source alone: the same source, the same figures. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from baseline.analysis.averages import difference
from baseline.analysis.breakdowns import Cell, Funnel, Reach, breakdown, funnels, reaches
from baseline.analysis.complementarity import union_accuracy
from baseline.analysis.definitions import DEFINITIONS
from baseline.analysis.drift import drift_figure, encoder_of
from baseline.analysis.facet_accuracy import FacetGroup, facet_accuracy
from baseline.analysis.figure_plan import multi_query, single_query
from baseline.analysis.gaps import GapReport, gap_report
from baseline.analysis.item_statistics import ItemStatistics, item_statistics
from baseline.analysis.judge_calibration import JudgeReport
from baseline.analysis.left_out import kept, score_kept
from baseline.analysis.overlap import overlap_of
from baseline.analysis.pair_counts import agreement_matrix
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.panel_report import NOT_AGENTIC, SystemFigures, report_panel
from baseline.analysis.records import Figure
from baseline.analysis.robustness import Pair, RobustRow, robust_rows
from baseline.figures.robust_report import declared_variants
from baseline.figures.systems import SetSystems, SystemOnSet
from baseline.judging.answers import answers_of
from baseline.judging.comparing import Judge
from baseline.judging.queue import standing_of
from baseline.judging.report import CorrectedRow, corrected_rows, judge_reports, rater_report
from baseline.reports.further_figures import (
    agreement_figures_of,
    overlap_figures,
    union_figure,
)
from baseline.reports.source import Source

Facet = Literal["hop_type", "domain", "category", "visual"]
FACETS: tuple[Facet, ...] = ("hop_type", "domain", "category", "visual")
_NO_QUERY_GAP = "n/a: needs attempts with one query and attempts with several"
Tell = Callable[[str, int, int], None]
"""Told before each step: what it is, which one, and how many there are."""


class PairFigures(NamedTuple):
    """What two systems have in common."""

    first: str
    second: str
    figures: tuple[Figure, ...]


class OwnFigures(NamedTuple):
    """Figures about one system beside those of `SystemFigures`."""

    name: str
    figures: tuple[Figure, ...]


class Judging(NamedTuple):
    """How far the judgements can be trusted."""

    raters: JudgeReport
    judges: Mapping[Judge, JudgeReport]
    corrected: Sequence[CorrectedRow]


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that a report shows, in the order of the source's systems.

    `emptied` are the systems of which everything is excluded; they are in nothing else but `robust`.
    """

    panel: Panel
    systems: tuple[SystemFigures, ...]
    emptied: tuple[str, ...]
    drifts: tuple[OwnFigures, ...]
    funnels: tuple[Funnel, ...]
    reaches: tuple[Reach, ...]
    cells: Mapping[Facet, tuple[Cell, ...]]
    facets: Mapping[Facet, tuple[FacetGroup, ...]]
    gaps: tuple[GapReport, ...]
    robust: tuple[RobustRow, ...]
    pairs: tuple[PairFigures, ...]
    overlaps: tuple[OwnFigures, ...]
    union: Figure
    items: tuple[ItemStatistics, ...]
    judging: Judging

    def correct(self, place: int) -> list[float | None]:
        """Each system's mean correctness on the n-th item; None where it has no row or cannot be scored."""
        return [float(one) if np.isfinite(one) else None for one in self.panel.correct[:, place]]


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
    steps.next("headline figures")
    systems = tuple(map(_with_query_gap, report_panel(panel, frozenset(DEFINITIONS))))
    steps.next("errors and kinds of items")
    cells = {facet: tuple(breakdown(panel, facet)) for facet in FACETS}
    facets = {facet: tuple(facet_accuracy(panel, facet)) for facet in FACETS} if panel.systems else {}
    steps.next("search behaviour")
    drifts = _drifts(panel)
    steps.next("gaps")
    gaps = tuple(_gaps(source))
    steps.next("exclusion rules")
    robust = _robust(source)
    steps.next("agreement")
    pairs = tuple(
        PairFigures(one.first, one.second, agreement_figures_of(one)) for one in agreement_matrix(panel)
    )
    overlaps = tuple(OwnFigures(one.name, overlap_figures(overlap_of(one))) for one in panel.systems)
    steps.next("judges")
    judging = _judging(source, remaining)
    return Findings(
        panel=panel,
        systems=systems,
        emptied=tuple(one.name for one in source.systems if one not in remaining),
        drifts=drifts,
        funnels=tuple(funnels(panel)),
        reaches=tuple(reaches(panel)),
        cells=cells,
        facets=facets,
        gaps=gaps,
        robust=robust,
        pairs=pairs,
        overlaps=overlaps,
        union=union_figure(union_accuracy(panel)),
        items=tuple(item_statistics(panel)),
        judging=judging,
    )


N_STEPS = 7


class _Steps:
    """Counts the steps for whoever waits."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._done = tell, 0

    def next(self, what: str) -> None:
        """Say what begins."""
        self._done += 1
        self._tell(what, self._done, N_STEPS)


def _with_query_gap(figures: SystemFigures) -> SystemFigures:
    gap = difference(figures.run, "query_accuracy_gap", single_query, multi_query, _NO_QUERY_GAP)
    if figures.kind == "non_agentic":
        gap = _not_agentic(gap)
    return replace(figures, figures=(*figures.figures, gap))


def _drifts(panel: Panel) -> tuple[OwnFigures, ...]:
    encoder = encoder_of([one.run for one in panel.systems])
    found = ((one, drift_figure(one.run, encoder)) for one in panel.systems)
    return tuple(
        OwnFigures(one.name, (_not_agentic(figure) if one.kind == "non_agentic" else figure,))
        for one, figure in found
    )


def _not_agentic(figure: Figure) -> Figure:
    return replace(figure, value=None, interval=None, undefined=NOT_AGENTIC, notes=())


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
