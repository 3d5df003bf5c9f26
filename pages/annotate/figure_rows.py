"""Figures below each other, or beside people and months: value, interval, N; a click opens the definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotation.agreement import NO_INTERVAL
from annotation.construct.printed import number_text
from baseline.analysis.records import Figure
from db.wording import counted
from pages.research.figure_text import definition_text, n_text
from pages.ui.html_table import Markup, disclosure, html_table, text, tight, with_small


def figure_table(figures: Sequence[Figure], published: Mapping[str, float] | None = None) -> str:
    """One row a figure. With `published`, a column for what the paper reports of its own set."""
    heads = ["Figure", "Value", "95 % interval", "", "N", *(["MADQA"] if published is not None else [])]
    rows = [_row(figure, published) for figure in figures]
    return html_table(heads, rows, frozenset({1, 5}))


def figure_columns(
    first: str, rows: Sequence[tuple[str, str, Sequence[Figure]]], heads: Sequence[str]
) -> str:
    """One row for each name, its size below it; one column a figure, with its interval below the value."""
    return html_table(
        [first, *heads],
        [
            [with_small(text(name), text(size)), *(_value_cell(figure) for figure in figures)]
            for name, size, figures in rows
        ],
        frozenset(range(1, len(heads) + 1)),
    )


def _row(figure: Figure, published: Mapping[str, float] | None) -> list[Markup]:
    label = disclosure(figure.label, definition_text(figure))
    cells = [label, tight(value_of(figure)), _span_text(figure), _span_bar(figure), text(n_text(figure))]
    if published is not None:
        known = published.get(figure.key)
        cells.append(text("" if known is None else number_text(known, figure.unit)))
    return cells


def value_of(figure: Figure) -> str:
    """The value alone, or a dash; the reason stands beside it."""
    return "–" if figure.value is None else number_text(figure.value, figure.unit)


def _span_text(figure: Figure) -> Markup:
    if figure.value is None:
        return text(f"undefined: {figure.undefined}")
    if figure.interval is None:
        why = [note.removeprefix(NO_INTERVAL) for note in figure.notes if note.startswith(NO_INTERVAL)]
        return text("".join(["none", *(why or [": counted in full"] * (figure.n > 1))]))
    return tight(interval_of(figure))


def interval_of(figure: Figure) -> str:
    """`71.2 to 88.0`, in the unit of the value; empty without an interval."""
    if figure.value is None or figure.interval is None:
        return ""
    ends = (figure.interval.low, figure.interval.high)
    return " to ".join(number_text(end, figure.unit).removesuffix(" %") for end in ends)


def _span_bar(figure: Figure) -> Markup:
    """The interval and the value on a line from 0 to 1; nothing for other figures."""
    if figure.value is None or figure.interval is None or figure.unit != "share":
        return Markup("")
    low, high = figure.interval.low, figure.interval.high
    return Markup(
        f'<div class="span" aria-hidden="true"><i style="left:{100 * low:.1f}%;'
        f'width:{100 * (high - low):.1f}%"></i><b style="left:{100 * figure.value:.1f}%"></b></div>'
    )


def _value_cell(figure: Figure) -> Markup:
    n = counted(figure.n, figure.n_unit)
    if figure.value is None:
        return with_small(text("–"), text(figure.undefined or "undefined"))
    span = interval_of(figure)
    return with_small(tight(value_of(figure)), tight(f"{span}, N = {n}" if span else f"N = {n}"))
