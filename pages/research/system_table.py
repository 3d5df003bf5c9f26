"""A table of systems: marked by kind, value over interval, definition and N on hover."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from baseline.analysis.chart_style import KIND_WORDS, MARKS, Look
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure
from db.wording import counted
from pages.research.figure_text import definition_text, range_text, value_text
from pages.ui.text import one_line

NO_CALIBRATION = "no judge of this set has a calibration"

_STYLE = """<style>
.systems { overflow-x: auto; }
.systems table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.35;
  font-variant-numeric: tabular-nums; }
.systems th, .systems td { padding: .4rem .5rem; text-align: right; vertical-align: top; font-weight: 400;
  white-space: nowrap; border-bottom: 1px solid rgba(128, 128, 128, .25); }
.systems thead th { font-weight: 600; }
.systems thead th[aria-sort] { text-decoration: underline; text-underline-offset: .25em; }
.systems th:first-child { text-align: left; padding-left: 0; white-space: normal; min-width: 11rem; }
.systems small { display: block; font-size: .75rem; opacity: .75; }
.systems .mark { display: inline-block; width: 1.1rem; }
</style>"""


def system_table(
    figures: Sequence[SystemFigures],
    columns: Mapping[str, str],
    looks: Mapping[str, Look],
    order: str = "",
    smallest_first: Collection[str] = (),
) -> str:
    """The table as HTML; every text that comes from data is escaped. `columns`: key -> short name."""
    heads = "".join(
        _head(figures[0].figure(key), name, _sort(key, smallest_first) if key == order else "")
        for key, name in columns.items()
    )
    rows = "".join(_row(one, columns, looks[one.name]) for one in figures)
    return (
        f'{_STYLE}<div class="systems"><table><thead><tr><th scope="col">System</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _sort(key: str, smallest_first: Collection[str]) -> str:
    return "ascending" if key in smallest_first else "descending"


def _head(figure: Figure, name: str, sort: str) -> str:
    title = f"{figure.label}. {figure.definition} Source: {figure.source}."
    is_order = f' aria-sort="{sort}"' if sort else ""
    return f'<th scope="col" title="{escape(title)}"{is_order}>{escape(name)}</th>'


def _row(one: SystemFigures, columns: Mapping[str, str], look: Look) -> str:
    mark = f'<span class="mark" style="color:{look.colour}">{MARKS[one.kind]}</span>'
    people = f", {counted(one.n_participants, 'people')}" if one.kind == "people" else ""
    size = f"{KIND_WORDS[one.kind]}, {counted(one.n_attempts, 'attempts')}{people}"
    cells = "".join(_cell(one.figure(key)) for key in columns)
    return f'<tr><th scope="row">{mark}{escape(one_line(one.name))}<small>{size}</small></th>{cells}</tr>'


def _cell(figure: Figure) -> str:
    if figure.value is None:
        reason = escape(figure.undefined or "undefined")
        return f'<td title="{reason}">–<small>{_short(figure)}</small></td>'
    span = range_text(figure)
    title = f"N = {counted(figure.n, figure.n_unit)}. {definition_text(figure)}"
    below = f"<small>{escape(span)}</small>" if span else ""
    return f'<td title="{escape(title)}">{escape(value_text(figure))}{below}</td>'


def _short(figure: Figure) -> str:
    """Two words under the dash; the whole reason is on hover, and said below the table."""
    reason = figure.undefined or ""
    if reason.startswith("not agentic"):
        return "not agentic"
    return "no calibration" if reason == NO_CALIBRATION else "undefined"
