"""A report as one HTML page: no script, nothing from elsewhere, light and dark, on screen and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from baseline.analysis.chart_style import look_of
from baseline.analysis.panel_report import SystemFigures
from baseline.reports.document import Cell, Chart, Meaning, Section, Table
from db.systems import SystemKind

_STYLE = Path(__file__).with_name("report.css")
# Nothing is loaded and nothing runs, whatever a text that got in here might try.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SHORT = 28


def report_html(
    title: str, subtitle: Sequence[str], sections: Sequence[Section], systems: Sequence[SystemFigures]
) -> str:
    """The whole page."""
    contents = "".join(f'<li><a href="#{one.name}">{escape(one.title)}</a></li>' for one in sections)
    body = "".join(map(_section, sections))
    lines = "".join(f'<p class="quiet">{_text(line)}</p>' for line in subtitle)
    definitions = _definitions(sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE.read_text(encoding='utf-8')}{_looks(systems)}</style>"
        f'</head><body><div class="page"><nav aria-label="Contents"><b>Contents</b><ol>{contents}</ol></nav>'
        f"<main><h1>{_text(title)}</h1>{lines}{body}{definitions}</main></div></body></html>\n"
    )


def _looks(systems: Sequence[SystemFigures]) -> str:
    """A colour a system, for light and for dark: people blue, agents orange, pipelines green."""
    places: dict[SystemKind, int] = {}
    light, dark = [], []
    for number, one in enumerate(systems):
        place = places.get(one.kind, 0)
        places[one.kind] = place + 1
        light.append(f".s{number}{{--look:{look_of(one.kind, place, 'light').colour}}}")
        dark.append(f".s{number}{{--look:{look_of(one.kind, place, 'dark').colour}}}")
    # Paper is white, whatever the screen is.
    return f"{''.join(light)}@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}"


def _section(section: Section) -> str:
    blocks = "".join(_block(block) for block in section.blocks)
    return f'<section id="{section.name}"><h2>{escape(section.title)}</h2>{blocks}</section>'


def _block(block: str | Table | Chart) -> str:
    match block:
        case Table():
            return _table(block)
        case Chart(svg=drawn, caption=caption):
            kind = ' class="small"' if 'viewBox="0 0 440' in drawn else ""
            return f"<figure{kind}>{drawn}<figcaption>{_text(caption)}</figcaption></figure>"
        case text:
            return f"<p>{_text(text)}</p>"


def _table(table: Table) -> str:
    if not table.rows:
        return f"<p><b>{_text(table.caption)}.</b> {_text(table.if_empty)}</p>"
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    return (
        f'<div class="scroll" id="table-{table.name}"><table><caption>{_text(table.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{_meanings(table.meanings)}"
    )


def _cell(cell: Cell) -> str:
    below = "".join(f'<span class="below{_kept(line)}">{_text(line)}</span>' for line in cell.below)
    return f'<td><span class="value{_kept(cell.text)}">{_text(cell.text)}</span>{below}</td>'


def _kept(text: str) -> str:
    """Values and intervals stay on one line; what they rest on, and sentences, may break."""
    is_value = len(text) <= _SHORT and any(char.isdigit() for char in text) and "N =" not in text
    return " nobreak" if is_value else ""


def _meanings(meanings: Sequence[Meaning]) -> str:
    if not meanings:
        return ""
    return f"<details><summary>Definitions</summary><dl>{_terms(meanings)}</dl></details>"


def _terms(meanings: Sequence[Meaning]) -> str:
    return "".join(f"<dt>{_text(one.label)}</dt><dd>{_text(one.text)}</dd>" for one in meanings)


def _definitions(sections: Sequence[Section]) -> str:
    """On paper nothing opens: everything that a click shows stands at the end."""
    by_table = [
        f"<h3>{_text(table.caption)}</h3><dl>{_terms(table.meanings)}</dl>"
        for table in tables_of(sections)
        if table.meanings and table.rows
    ]
    return f'<section class="paper-only"><h2>Definitions</h2>{"".join(by_table)}</section>'


def tables_of(sections: Sequence[Section]) -> Iterator[Table]:
    """Every table, in the order of the page."""
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Table):
                yield block


def _text(text: str) -> str:
    """Letter for letter; a text written from right to left leaves its neighbours in order."""
    return f"<bdi>{escape(text)}</bdi>"
