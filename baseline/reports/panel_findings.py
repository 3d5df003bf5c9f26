"""Every figure of systems side by side, whatever they come from: a study, imported runs, files. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from baseline.analysis import breakdowns
from baseline.analysis.averages import difference
from baseline.analysis.breakdowns import Cell, Funnel, Reach, breakdown, funnels, reaches
from baseline.analysis.complementarity import union_accuracy
from baseline.analysis.definitions import DEFINITIONS
from baseline.analysis.drift import drift_figure, encoder_of
from baseline.analysis.facet_accuracy import FacetGroup, facet_accuracy
from baseline.analysis.figure_plan import multi_query, single_query
from baseline.analysis.item_statistics import ItemStatistics, item_statistics
from baseline.analysis.overlap import overlap_of
from baseline.analysis.pair_counts import agreement_matrix
from baseline.analysis.panel import Panel
from baseline.analysis.panel_report import NOT_AGENTIC, SystemFigures, report_panel
from baseline.analysis.records import Figure
from baseline.reports.further_figures import agreement_figures_of, overlap_figures, union_figure

Facet = Literal["hop_type", "domain", "category", "visual"]
FACETS: tuple[Facet, ...] = ("hop_type", "domain", "category", "visual")
_NO_QUERY_GAP = "n/a: needs attempts with one query and attempts with several"
Step = Callable[[str], None]
"""Told before each step what begins."""


class PairFigures(NamedTuple):
    """What two systems have in common."""

    first: str
    second: str
    figures: tuple[Figure, ...]


class OwnFigures(NamedTuple):
    """Figures about one system beside those of `SystemFigures`."""

    name: str
    figures: tuple[Figure, ...]


class FigureLine(NamedTuple):
    """A figure, in which part of a report it stands, and what it is about."""

    part: str
    about: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class PanelFindings:
    """Everything that a panel allows, in the order of its systems."""

    panel: Panel
    systems: tuple[SystemFigures, ...]
    drifts: tuple[OwnFigures, ...]
    funnels: tuple[Funnel, ...]
    reaches: tuple[Reach, ...]
    cells: Mapping[breakdowns.Facet, tuple[Cell, ...]]
    facets: Mapping[Facet, tuple[FacetGroup, ...]]
    pairs: tuple[PairFigures, ...]
    overlaps: tuple[OwnFigures, ...]
    union: Figure
    items: tuple[ItemStatistics, ...]

    def correct(self, place: int) -> list[float | None]:
        """Each system's mean correctness on the n-th item; None where it has no row or cannot be scored."""
        return [float(one) if np.isfinite(one) else None for one in self.panel.correct[:, place]]


PANEL_STEPS = ("headline figures", "errors and kinds of items", "search behaviour", "agreement")


def panel_findings(panel: Panel, step: Step) -> PanelFindings:
    """Every figure of the systems of a panel."""
    step(PANEL_STEPS[0])
    systems = tuple(map(_with_query_gap, report_panel(panel, frozenset(DEFINITIONS))))
    step(PANEL_STEPS[1])
    grouped: tuple[breakdowns.Facet, ...] = ("system", *FACETS)
    cells = {facet: tuple(breakdown(panel, facet)) for facet in grouped}
    facets = {facet: tuple(facet_accuracy(panel, facet)) for facet in FACETS} if panel.systems else {}
    step(PANEL_STEPS[2])
    drifts = _drifts(panel)
    step(PANEL_STEPS[3])
    pairs = tuple(
        PairFigures(one.first, one.second, agreement_figures_of(one)) for one in agreement_matrix(panel)
    )
    return PanelFindings(
        panel=panel,
        systems=systems,
        drifts=drifts,
        funnels=tuple(funnels(panel)),
        reaches=tuple(reaches(panel)),
        cells=cells,
        facets=facets,
        pairs=pairs,
        overlaps=tuple(OwnFigures(one.name, overlap_figures(overlap_of(one))) for one in panel.systems),
        union=union_figure(union_accuracy(panel)),
        items=tuple(item_statistics(panel)),
    )


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


def system_lines(found: PanelFindings) -> Iterator[FigureLine]:
    """What each system did by itself, and on each kind of item."""
    for one in found.systems:
        yield from (FigureLine("systems", one.name, figure) for figure in one.figures)
    for part, several in (("drift", found.drifts), ("overlap", found.overlaps)):
        for own in several:
            yield from (FigureLine(part, own.name, figure) for figure in own.figures)
    for reach in found.reaches:
        yield FigureLine("reach", reach.system, reach.found)
        yield FigureLine("reach", reach.system, reach.understood)
    for facet, groups in found.facets.items():
        for group in groups:
            for system, figure in zip(found.systems, group.figures, strict=True):
                yield FigureLine(f"accuracy by {facet}", f"{system.name} | {group.name}", figure)


def pair_lines(found: PanelFindings) -> Iterator[FigureLine]:
    """What systems have in common."""
    for pair in found.pairs:
        about = f"{pair.first} | {pair.second}"
        yield from (FigureLine("agreement", about, figure) for figure in pair.figures)
    yield FigureLine("agreement", "all systems", found.union)
