"""Markdown of dataset cards: tables of columns, counts and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from baseline.analysis.records import Figure
from db.markdown_text import table


class Column(NamedTuple):
    """One column of the data set."""

    name: str
    type: str
    meaning: str


def count_table(of: str, counts: Mapping[str, int], n_items: int) -> list[str]:
    """How many items are of each kind, with their share of all."""
    rows = [(name, str(count), f"{count / n_items:.1%}") for name, count in counts.items()]
    return table((of, "items", "share"), rows)


def figure_table(figures: Iterable[Figure]) -> list[str]:
    """Each figure with its N, its interval and what it means; without a value, why there is none."""
    rows = [
        (figure.label, _value(figure), f"{figure.n} {figure.n_unit}", figure.definition) for figure in figures
    ]
    return table(("figure", "value", "n", "definition"), rows)


def bullet(label: str, count: int) -> str:
    """`- documents: 12`."""
    return f"- {label}: {count}"


def _value(figure: Figure) -> str:
    if figure.value is None:
        return f"undefined: {figure.undefined}"
    shown = f"{figure.value:.3f}"
    if figure.interval is None:
        return shown
    return (
        f"{shown} ({figure.interval.low:.3f} to {figure.interval.high:.3f}, 95 %, {figure.interval.method})"
    )
