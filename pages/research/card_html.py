"""The baseline card and the parity sheet as tables on the screen."""

from __future__ import annotations

from baseline.exports.card.entry import MUST_ADD, Card, CardTable, Entry, Section
from baseline.exports.card.parity import Parity
from pages.ui.html_table import Markup, html_table, joined, text, tight, with_small

_MOST_ON_ONE_LINE = 20
_MARKS = {"known": "✓ known", "in part": "◐ in part", "missing": "○ missing"}
_VERDICTS = {
    "same": "= same",
    "differs": "≠ differs",
    "not known": "? not known",
    "people only": "people only",
}


def missing(card: Card) -> str:
    """What is missing, and where to add it; what is known of it already below."""
    rows = [
        [
            with_small(text(entry.label), _reported(entry)),
            tight(_MARKS[entry.state]),
            text(_where(entry)),
        ]
        for entry in card.entries
        if entry.missing
    ]
    return html_table(["Item", "State", f"{MUST_ADD}"], rows)


def section(one: Section) -> str:
    """Every item of a section with its state, its value, and where that comes from."""
    return html_table(["Item", "State", "Value"], [_row(entry) for entry in one.entries])


def parity(sheet: Parity) -> str:
    """One row a point; the verdict in words and a sign, never in colour alone."""
    rows = [
        [
            text(row.condition),
            text(row.point),
            text(row.people),
            text(row.agents),
            Markup(f"<b>{tight(_VERDICTS[row.verdict])}</b>")
            if row.verdict == "differs"
            else tight(_VERDICTS[row.verdict]),
        ]
        for row in sheet.rows
    ]
    return html_table(["Condition", "Point", "People", "Agents", ""], rows)


def _row(entry: Entry) -> list[Markup]:
    lines = [text(line) for line in entry.lines]
    if entry.missing:
        lines.append(Markup(f"<b>{text(entry.missing)}</b>"))
    value = joined([joined(lines), *map(_table, entry.tables)], " ")
    return [
        Markup(f'<div style="min-width:10rem">{with_small(text(entry.label), _reported(entry))}</div>'),
        tight(_MARKS[entry.state]),
        with_small(value, text(f"From: {entry.source}.")),
    ]


def _table(of: CardTable) -> Markup:
    head = "".join(f'<th scope="col">{_kept_short(cell)}</th>' for cell in of.head)
    rows = "".join(f"<tr>{''.join(f'<td>{_kept_short(cell)}</td>' for cell in row)}</tr>" for row in of.rows)
    # Wide tables scroll by themselves: they must not widen the column they stand in.
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    style = "overflow-x:auto;width:0;min-width:100%"
    return Markup(f'<div style="{style}">{table}</div>')


def _kept_short(cell: str) -> Markup:
    """Values stay on one line; sentences may break."""
    return tight(cell) if len(cell) <= _MOST_ON_ONE_LINE else text(cell)


def _where(entry: Entry) -> str:
    said = entry.missing.removeprefix(f"{MUST_ADD}: ")
    return said[0].upper() + said[1:]


def _reported(entry: Entry) -> Markup:
    return text("" if entry.met_by is None else f"reported by {entry.met_by:g} % of baselines")
