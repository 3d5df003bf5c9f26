"""The data of figures as JSON values. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from baseline.analysis.breakdowns import Cell
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure
from baseline.reports.panel_findings import FigureLine, PanelFindings


def panel_value(found: PanelFindings) -> dict[str, Any]:
    """Who answered, the cascade of each, and the labels of wrong answers by kind of item."""
    return {
        "systems": [_system(one) for one in found.systems],
        "funnels": [one._asdict() for one in found.funnels],
        "labels": {facet: [_cell(one) for one in cells] for facet, cells in found.cells.items()},
    }


def lines_value(lines: Iterable[FigureLine]) -> dict[str, Any]:
    """Figures in their order, and what each kind of them is."""
    told = list(lines)
    return {
        "figures": [{"part": one.part, "about": one.about, **_figure(one.figure)} for one in told],
        "definitions": {
            one.figure.key: {"definition": one.figure.definition, "source": one.figure.source} for one in told
        },
    }


def _system(one: SystemFigures) -> dict[str, Any]:
    band = one.test.band if one.test else None
    return {
        "name": one.name,
        "kind": one.kind,
        "condition": one.condition,
        "n_attempts": one.n_attempts,
        "n_participants": one.n_participants,
        "notes": list(one.notes),
        "difference_curve": [list(point) for point in one.curve],
        "null_band": None if band is None else {"low": list(band.low), "high": list(band.high)},
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {"group": cell.group, "n": cell.n, "n_unlabelled": cell.n_unlabelled, "labels": dict(cell.labels)}


def _figure(figure: Figure) -> dict[str, Any]:
    return {name: value for name, value in asdict(figure).items() if name not in {"definition", "source"}}
