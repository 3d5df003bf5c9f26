"""Figures of two systems beside each other: both values, the difference with its interval, N, definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from baseline.analysis.comparison import Comparison
from baseline.analysis.definitions import definition_of
from baseline.analysis.differences import Difference, Side
from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.records import Figure, FigureUnit
from baseline.exports.columns import Cell
from db.wording import counted
from pages.research.figure_text import NO_BREAK, value_text
from pages.research.pair_cells import p_text
from pages.ui.html_table import Markup, disclosure, html_table, text, tight, with_small

MINUS = "−"
HEADLINE = (
    "accuracy",
    "accuracy_by_hop@cross_page",
    "accuracy_by_hop@cross_doc",
    "page_f1",
    "document_f1",
    "coverage",
    "first_query_accuracy",
    "steps",
    "kuiper_tie_safe",
    "kuiper_over_sigma",
    "kuiper_p",
    "effort_ratio",
    "working_time",
)
"""What stands on the page at once; the rest is one click away."""


def headline(comparison: Comparison) -> list[Difference]:
    """Those that both have, in this order."""
    known = {one.key: one for one in comparison.differences}
    return [known[key] for key in HEADLINE if key in known]


def difference_html(differences: Sequence[Difference]) -> str:
    """One row a figure. `A` and `B` are the first and the second."""
    heads = ["Figure", "A", "B", "A − B", "95 % interval", ""]
    return html_table(heads, [_row(one) for one in differences], frozenset({1, 2, 3, 4}))


def _row(one: Difference) -> list[Markup]:
    words = definition_of(one.key)
    what = (
        f"{words.definition} Difference: paired percentile bootstrap over items, 10,000 draws, seed 0. "
        f"Source: {words.source}."
    )
    return [
        disclosure(one.label, what),
        _side(one, one.first),
        _side(one, one.second),
        tight(difference_text(one)),
        tight(interval_text(one)) if one.why is None else text("–"),
        text(one.why or one.note or clear_text(one)),
    ]


def _side(one: Difference, side: Side) -> Markup:
    n = f"N = {counted(side.n, one.n_unit)}".replace(" ", NO_BREAK)
    return with_small(tight(_number(one.key, one.unit, side.value)), text(n if side.n else ""))


def difference_text(one: Difference) -> str:
    """The difference with its sign, in the unit of a difference."""
    return "–" if one.difference is None else _signed(one.unit, one.difference)


def interval_text(one: Difference) -> str:
    """`-3.1 to +8.0`; empty without an interval."""
    if one.interval is None:
        return ""
    low, high = (_bare_signed(one.unit, end) for end in (one.interval.low, one.interval.high))
    return f"{low} to {high}"


def clear_text(one: Difference) -> str:
    """On which side of zero the interval lies."""
    if one.interval is None:
        # None of one item either, but then the N beside says so.
        return "" if one.difference is None or one.first.n < 2 else NO_SPREAD
    if one.interval.low > 0:
        return "A is higher"
    return "B is higher" if one.interval.high < 0 else "includes zero"


def _number(key: str, unit: FigureUnit, value: float | None) -> str:
    if unit == "p":
        return p_text(value)
    figure = Figure.of(key, "", definition_of(key), value, 0, "")
    return value_text(replace(figure, unit=unit))


def _signed(unit: FigureUnit, value: float) -> str:
    ending = {"share": " pp", "points": " pp", "seconds": " s"}.get(unit, "")
    return f"{_bare_signed(unit, value)}{ending}".replace(" ", NO_BREAK)


def _bare_signed(unit: FigureUnit, value: float) -> str:
    scaled, digits = (
        (100 * value, 1) if unit in {"share", "points"} else (value, 1 if unit == "seconds" else 2)
    )
    # No sign before what is shown as zero.
    shown = f"{scaled:.{digits}f}".lstrip("-") if round(scaled, digits) == 0 else f"{scaled:+.{digits}f}"
    return shown.replace("-", MINUS)


def difference_rows(comparison: Comparison) -> list[dict[str, Cell]]:
    """All figures as they are stored, not rounded; shares are 0 to 1."""
    return [
        {
            "figure": one.key,
            "label": one.label,
            "unit": one.unit,
            "a": comparison.first,
            "b": comparison.second,
            "value_a": one.first.value,
            "n_a": one.first.n,
            "value_b": one.second.value,
            "n_b": one.second.n,
            "n_unit": one.n_unit,
            "difference": one.difference,
            "low_95": one.interval.low if one.interval else None,
            "high_95": one.interval.high if one.interval else None,
            "undefined": one.why,
            "note": one.note,
        }
        for one in comparison.differences
    ]
