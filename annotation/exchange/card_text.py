"""Markdown of dataset cards: texts that stay texts, and tables."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from baseline.analysis.records import Figure

_MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")


class Column(NamedTuple):
    """One column of the data set."""

    name: str
    type: str
    meaning: str


def plain(text: str) -> str:
    """A text on one line, shown letter for letter: names of categories are people's own."""
    one_line = html.escape(" ".join(text.split()), quote=False)
    return _MARKDOWN.sub(lambda found: f"\\{found[0]}", one_line)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table, the last one blank."""
    lines = [header, ["---"] * len(header), *[[plain(cell) for cell in row] for row in rows]]
    return [*(f"| {' | '.join(cells)} |" for cells in lines), ""]


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
