"""Figures of all systems of a panel, equal to those that each system's own report has. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from baseline.analysis.averages import Wanted, average_many
from baseline.analysis.effort import CurvePoint, PermutationTest
from baseline.analysis.effort_figures import report_efforts
from baseline.analysis.figure_plan import (
    attribution_figures,
    cascade_figures,
    correctness_figures,
    search_figures,
    time_figures,
)
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.records import Figure, FigureTable
from baseline.analysis.run_rows import RunRows
from db.systems import SystemKind

# Where a chart reads the accuracy at a limit of time, in minutes.
MINUTE_CURVE = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
NOT_AGENTIC = "not agentic: no effort figures"
LEADERBOARD: Mapping[str, str] = {
    "accuracy": "Accuracy",
    "accuracy_bias_corrected": "Corrected",
    "accuracy_by_hop@cross_page": "X-page",
    "accuracy_by_hop@cross_doc": "X-doc",
    "page_f1": "Page F1",
    "document_f1": "Doc F1",
    "kuiper_tie_safe": "Kuiper",
    "kuiper_over_sigma": "K/σ",
    "kuiper_p": "p",
}
"""The columns of a leaderboard: key of a figure -> its head."""
# What says how hard a system worked: nothing that a pipeline chose by itself.
EFFORT_FAMILIES = frozenset(
    {
        *("kuiper_tie_safe", "kuiper_official", "kuiper_sigma", "kuiper_over_sigma", "kuiper_p"),
        *("effort_ratio", "steps", "accuracy_at_step_limit", "first_query_accuracy"),
        *("single_query_accuracy", "multi_query_accuracy", "query_accuracy_gap"),
    }
)


@dataclass(frozen=True, slots=True)
class SystemFigures(FigureTable):
    """What one system did on the items of the panel: the figures that were asked for, and its rows.

    `curve` and `test` as of a report, where K was asked for and is defined.
    """

    name: str
    kind: SystemKind
    condition: str
    run: RunRows
    figures: tuple[Figure, ...]
    curve: tuple[CurvePoint, ...] = ()
    test: PermutationTest | None = None
    notes: tuple[str, ...] = ()

    @property
    def n_attempts(self) -> int:
        """Attempts that were begun."""
        return sum(row.attempt.status != "missing" for row in self.run.rows)

    @property
    def n_participants(self) -> int:
        """Who began one: people of a group; a system of a run is one."""
        return len({row.attempt.participant for row in self.run.rows if row.attempt.status != "missing"})


def report_panel(panel: Panel, families: Collection[str]) -> list[SystemFigures]:
    """These figures of every system, in the order of the panel: a family is a key, or a key before its `@`.

    All intervals come from one set of resamples. A system that is not agentic has no figures of effort, and
    they say so.
    """
    wanted = [_wanted(system, families) for system in panel.systems]
    averages = average_many([system.run for system in panel.systems], wanted)
    efforts = report_efforts([system.run for system in panel.systems], frozenset(families))
    found = []
    for system, figures, effort in zip(panel.systems, averages, efforts, strict=True):
        made = SystemFigures(
            name=system.name,
            kind=system.kind,
            condition=system.condition,
            run=system.run,
            figures=(*figures, *effort.figures),
            curve=effort.curve,
            test=effort.test,
            notes=(*system.run.notes, *effort.notes),
        )
        found.append(_without_effort(made) if system.kind == "non_agentic" else made)
    return found


def _wanted(system: SystemRun, families: Collection[str]) -> list[Wanted]:
    plan = [
        *correctness_figures(system.run),
        *attribution_figures(),
        *search_figures(system.run),
        *cascade_figures(),
        *time_figures(system.run, MINUTE_CURVE),
    ]
    return [one for one in plan if one.key in families or one.key.partition("@")[0] in families]


def _without_effort(made: SystemFigures) -> SystemFigures:
    figures = tuple(
        replace(
            one, value=None, interval=None, undefined=NOT_AGENTIC, numerator=None, denominator=None, notes=()
        )
        if one.key.partition("@")[0] in EFFORT_FAMILIES
        else one
        for one in made.figures
    )
    return replace(made, figures=figures, curve=(), test=None)
