"""The figures' data as one JSON value and as tables, in one form: the same figures, the same bytes. Pure.

Keys are sorted, numbers have twelve digits, and nothing says when or where they were computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from baseline.analysis.breakdowns import Cell
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure
from baseline.analysis.run_rows import AttemptRow
from baseline.exports.columns import Column, table_file
from baseline.exports.files import ExportFile
from baseline.reports.findings import Findings
from baseline.reports.source import Source

FORMAT = "pagetrail-report-1"
_DIGITS = 12


class FigureLine(NamedTuple):
    """A figure, in which part of the report it stands, and what it is about."""

    part: str
    about: str
    figure: Figure


class _ItemLine(NamedTuple):
    """An item with its statistics and the mean correctness of each system."""

    findings: Findings
    place: int


class _AttemptLine(NamedTuple):
    """An attempt with what it came to."""

    system: str
    row: AttemptRow


def fixed(value: float) -> float:
    """The number with twelve digits: what rounding on another machine may change is behind them."""
    return float(f"{value:.{_DIGITS}g}") + 0.0


def data_files(source: Source, findings: Findings) -> list[ExportFile]:
    """`data/figures.json`, and `figures.csv`, `items.csv`, `attempts.csv` beside it."""
    lines = list(figure_lines(findings))
    text = json.dumps(
        _in_one_form(figures_value(source, findings)),
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        indent=1,
    )
    places = range(len(findings.panel.item_ids))
    attempts = [_AttemptLine(one.name, row) for one in findings.systems for row in one.run.rows]
    return [
        ExportFile("data/figures.json", f"{text}\n", len(lines), "every figure"),
        table_file("data/figures.csv", _FIGURE_COLUMNS, lines, "the same as a table"),
        table_file(
            "data/items.csv",
            [*_ITEM_COLUMNS, *_correctness(findings)],
            [_ItemLine(findings, place) for place in places],
            "item by item, who was correct",
        ),
        table_file("data/attempts.csv", _ATTEMPT_COLUMNS, attempts, "attempt by attempt, without answers"),
    ]


def figure_lines(findings: Findings) -> Iterator[FigureLine]:
    """Every figure of the report, part by part."""
    yield from _system_lines(findings)
    yield from _kind_lines(findings)
    yield from _study_lines(findings)
    for pair in findings.pairs:
        about = f"{pair.first} | {pair.second}"
        yield from (FigureLine("agreement", about, figure) for figure in pair.figures)
    yield FigureLine("agreement", "all systems", findings.union)
    yield from _judging_lines(findings)


def _system_lines(findings: Findings) -> Iterator[FigureLine]:
    for one in findings.systems:
        yield from (FigureLine("systems", one.name, figure) for figure in one.figures)
    for part, several in (("drift", findings.drifts), ("overlap", findings.overlaps)):
        for own in several:
            yield from (FigureLine(part, own.name, figure) for figure in own.figures)
    for reach in findings.reaches:
        yield FigureLine("reach", reach.system, reach.found)
        yield FigureLine("reach", reach.system, reach.understood)


def _kind_lines(findings: Findings) -> Iterator[FigureLine]:
    for facet, groups in findings.facets.items():
        for group in groups:
            for system, figure in zip(findings.systems, group.figures, strict=True):
                yield FigureLine(f"accuracy by {facet}", f"{system.name} | {group.name}", figure)


def _study_lines(findings: Findings) -> Iterator[FigureLine]:
    for gap in findings.gaps:
        yield from (FigureLine("gaps", gap.group, figure) for figure in gap.figures)
    for row in findings.robust:
        about = f"{row.name} | {row.variant.label}"
        yield from (FigureLine("robustness", about, figure) for figure in row.figures)


def _judging_lines(findings: Findings) -> Iterator[FigureLine]:
    judging = findings.judging
    yield from (FigureLine("raters", "two people", figure) for figure in judging.raters.figures)
    for judge, report in judging.judges.items():
        about = f"{judge.kind} | {judge.name}"
        yield from (FigureLine("judges", about, figure) for figure in report.figures)
    for row in judging.corrected:
        about = f"{row.system} | {row.judge} | {row.calibrated}"
        yield FigureLine("corrected", about, row.raw)
        yield FigureLine("corrected", about, row.corrected)


def figures_value(source: Source, findings: Findings) -> dict[str, Any]:
    """What `data/figures.json` says."""
    flow = source.told.flow
    return {
        "format": FORMAT,
        "study": {
            "id": source.study.study_id,
            "design_sha256": source.design_sha256,
            "phase": source.phase,
            "n_assigned": source.n_assigned,
        },
        "items": {
            "set": source.study.item_set,
            "sha256": source.study.item_set_sha256,
            "n": len(source.items),
            "statistics": [asdict(one) for one in findings.items],
        },
        "index_fingerprint": source.index.fingerprint,
        "people": {"came": [list(one) for one in flow.came], "fates": [list(one) for one in flow.fates]},
        "left_out": {
            "attempts": sorted(source.left_out.attempts),
            "participants": sorted(source.left_out.participants),
            "systems": list(findings.emptied),
        },
        "systems": [_system(one) for one in findings.systems],
        "funnels": [one._asdict() for one in findings.funnels],
        "labels": {facet: [_cell(one) for one in cells] for facet, cells in findings.cells.items()},
        "judges": {
            f"{judge.kind}: {judge.name}": [list(row) for row in report.table]
            for judge, report in findings.judging.judges.items()
        },
        "figures": [
            {"part": one.part, "about": one.about, **_figure(one.figure)} for one in figure_lines(findings)
        ],
        "definitions": {
            one.figure.key: {"definition": one.figure.definition, "source": one.figure.source}
            for one in figure_lines(findings)
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


def _in_one_form(value: Any) -> Any:
    if isinstance(value, float):
        return fixed(value)
    if isinstance(value, Mapping):
        return {str(name): _in_one_form(one) for name, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_in_one_form(one) for one in value]
    return value


def _number(value: float | None) -> float | None:
    return None if value is None else fixed(value)


_FIGURE_COLUMNS: Sequence[Column[FigureLine]] = (
    Column("part", "text", "part of the report", lambda one: one.part),
    Column("about", "text", "system, pair or group", lambda one: one.about),
    Column("key", "text", "the figure's key, as docs/metrics.md has it", lambda one: one.figure.key),
    Column("figure", "text", "what it is called", lambda one: one.figure.label),
    Column("value", "number", "empty where undefined", lambda one: _number(one.figure.value)),
    Column("low", "number", "lower end of the 95 % interval", lambda one: _end(one.figure, "low")),
    Column("high", "number", "upper end of it", lambda one: _end(one.figure, "high")),
    Column("interval", "text", "how it was made", lambda one: _method(one.figure)),
    Column("n", "whole number", "how many it rests on", lambda one: one.figure.n),
    Column("n_of", "text", "of what", lambda one: one.figure.n_unit),
    Column("numerator", "number", "of a share", lambda one: _number(one.figure.numerator)),
    Column("denominator", "number", "of a share", lambda one: _number(one.figure.denominator)),
    Column("unit", "text", "shares are 0 to 1", lambda one: one.figure.unit),
    Column("undefined", "text", "why there is no value", lambda one: one.figure.undefined),
    Column("notes", "text", "what else is to be known", lambda one: "; ".join(one.figure.notes)),
    Column("definition", "text", "what it is", lambda one: one.figure.definition),
)


def _end(figure: Figure, end: str) -> float | None:
    return None if figure.interval is None else fixed(getattr(figure.interval, end))


def _method(figure: Figure) -> str:
    return "" if figure.interval is None else figure.interval.method


def _statistics_of(line: _ItemLine, name: str) -> Any:
    wanted = line.findings.panel.item_ids[line.place]
    found = next((one for one in line.findings.items if one.item_id == wanted), None)
    value = None if found is None else getattr(found, name)
    return fixed(value) if isinstance(value, float) else value


_ITEM_COLUMNS: Sequence[Column[_ItemLine]] = (
    Column("item", "text", "id", lambda one: one.findings.panel.item_ids[one.place]),
    Column("hop_type", "text", "from the gold pages", lambda one: one.findings.panel.hop_types[one.place]),
    Column("domain", "text", "as the item says", lambda one: one.findings.panel.gold[one.place].domain),
    Column("category", "text", "as it says", lambda one: one.findings.panel.gold[one.place].category),
    Column("visual", "text", "as it says", lambda one: one.findings.panel.gold[one.place].visual),
    Column("difficulty", "number", "mean correctness", lambda one: _statistics_of(one, "difficulty")),
    Column("discrimination", "number", "r_pbis", lambda one: _statistics_of(one, "discrimination")),
    Column("undefined", "text", "why there is none", lambda one: _statistics_of(one, "undefined")),
    Column("anomaly", "text", "what to look at", lambda one: _statistics_of(one, "anomaly")),
)


def _correctness(findings: Findings) -> list[Column[_ItemLine]]:
    """A column a system."""

    def column(place: int, name: str) -> Column[_ItemLine]:
        def value(line: _ItemLine) -> float | None:
            return _number(findings.correct(line.place)[place])

        return Column(f"correct: {name}", "number", "mean correctness of its attempts", value)

    return [column(place, one.name) for place, one in enumerate(findings.systems)]


_ATTEMPT_COLUMNS: Sequence[Column[_AttemptLine]] = (
    Column("system", "text", "who", lambda one: one.system),
    Column("item", "text", "id", lambda one: one.row.attempt.item_id),
    Column("participant", "text", "pseudonymous id", lambda one: one.row.attempt.participant),
    Column("attempt", "text", "id", lambda one: one.row.attempt.attempt_id),
    Column("status", "text", "how it ended", lambda one: one.row.attempt.status),
    Column("score", "number", "1, 0.5 or 0", lambda one: one.row.score.score if one.row.score else None),
    Column("score_from", "text", "what decided", lambda one: one.row.score.source if one.row.score else None),
    Column("cascade", "text", "label", lambda one: one.row.cascade),
    Column("page_f1", "number", "", lambda one: _number(one.row.pages.f1 if one.row.pages else None)),
    Column(
        "document_f1", "number", "", lambda one: _number(one.row.documents.f1 if one.row.documents else None)
    ),
    Column("searches", "whole number", "", lambda one: one.row.attempt.n_searches),
    Column("working_s", "number", "", lambda one: _number(one.row.attempt.working_s)),
)
