"""The data of figures as tables: figure by figure, item by item, attempt by attempt. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from baseline.analysis.records import Figure
from baseline.analysis.run_rows import AttemptRow
from baseline.exports.columns import Column, table_file
from baseline.exports.files import ExportFile
from baseline.reports.panel_findings import FigureLine, PanelFindings

_DIGITS = 12


class _ItemLine(NamedTuple):
    """An item with its statistics and the mean correctness of each system."""

    findings: PanelFindings
    place: int


class _AttemptLine(NamedTuple):
    """An attempt with what it came to."""

    system: str
    row: AttemptRow


def fixed(value: float) -> float:
    """The number with twelve digits: what rounding on another machine may change is behind them."""
    return float(f"{value:.{_DIGITS}g}") + 0.0


def figure_table(name: str, lines: Iterable[FigureLine]) -> ExportFile:
    """One row a figure."""
    return table_file(name, _FIGURE_COLUMNS, lines, "the figures as a table")


def item_table(name: str, found: PanelFindings) -> ExportFile:
    """One row an item, with a column of correctness for each system."""
    lines = [_ItemLine(found, place) for place in range(len(found.panel.item_ids))]
    return table_file(name, [*_ITEM_COLUMNS, *_correctness(found)], lines, "item by item, who was correct")


def attempt_table(name: str, found: PanelFindings) -> ExportFile:
    """One row an attempt."""
    lines = [_AttemptLine(one.name, row) for one in found.systems for row in one.run.rows]
    return table_file(name, _ATTEMPT_COLUMNS, lines, "attempt by attempt, without answers")


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


def _correctness(findings: PanelFindings) -> list[Column[_ItemLine]]:
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
