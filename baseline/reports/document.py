"""What a report consists of before it is HTML or LaTeX: sections with sentences, tables and charts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from baseline.analysis.figure_text import interval_text, n_text, value_text
from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.records import Figure


class Cell(NamedTuple):
    """One cell: a value, what stands small below it, and whether it is undefined."""

    text: str
    below: tuple[str, ...] = ()
    is_undefined: bool = False


class Meaning(NamedTuple):
    """What a figure of a table is: one click away on a screen, in a list at the end on paper."""

    label: str
    text: str


class Table(NamedTuple):
    """A table with a name that files and references use; the first cell of a row says what the row is about.

    `if_empty` stands in place of a table without rows.
    """

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    if_empty: str
    meanings: tuple[Meaning, ...] = ()


class Chart(NamedTuple):
    """A drawing as SVG, made by us alone, with what it shows in words."""

    svg: str
    caption: str


class Section(NamedTuple):
    """A part of the report. Its blocks are sentences, tables and charts in their order."""

    name: str
    title: str
    blocks: tuple[str | Table | Chart, ...]


def plain(*texts: str) -> tuple[Cell, ...]:
    """Cells of nothing but text."""
    return tuple(Cell(text) for text in texts)


def figure_cell(figure: Figure) -> Cell:
    """Value, interval and N; or why there is no value."""
    if figure.value is None:
        return Cell("–", (figure.undefined or "undefined", n_text(figure)), is_undefined=True)
    return Cell(value_text(figure), (interval_text(figure), n_text(figure)))


def _labelled(label: str, figure: Figure) -> Cell:
    cell = figure_cell(figure)
    if figure.label == label:
        return cell
    more = figure.label.removeprefix(label).strip(" ,()") or figure.label
    return cell._replace(below=(more, *cell.below))


def meanings_of(figures: Iterable[tuple[str, Figure]]) -> tuple[Meaning, ...]:
    """What each kind of figure is, how its intervals were made, and what is to be noted of which of them."""
    by_label: dict[str, list[tuple[str, Figure]]] = {}
    for about, figure in figures:
        by_label.setdefault(figure.label, []).append((about, figure))
    return tuple(Meaning(label, _meaning(of)) for label, of in by_label.items())


def _meaning(of: Sequence[tuple[str, Figure]]) -> str:
    first = of[0][1]
    methods = sorted({one.interval.method for _, one in of if one.interval is not None})
    said = [first.definition]
    if methods:
        said.append(f"Interval: {' or '.join(_METHODS[method] for method in methods)}, 95 %.")
    noted: dict[str, list[str]] = {}
    for about, figure in of:
        for note in figure.notes:
            if note != NO_SPREAD:
                noted.setdefault(note, []).append(about)
    for note, whom in noted.items():
        said.append(f"{note}." if len(whom) == len(of) else f"{', '.join(whom)}: {note}.")
    return " ".join([*said, f"Source: {first.source}."])


_METHODS = {"wilson": "Wilson", "bootstrap": "bootstrap over items", "normal": "normal"}


class Row(NamedTuple):
    """What a row of figures is about, and its figures."""

    about: str
    figures: Sequence[Figure]
    also: tuple[str, ...] = ()


def figure_table(
    name: str, caption: str, rows: Sequence[Row], if_empty: str, about: tuple[str, ...] = ("System",)
) -> Table:
    """One row a system, one column a figure: all rows have the same figures in the same order.

    A column has the shortest of its labels: where one says more ("string match, provisional"), its cell does.
    """
    columns = zip(*(row.figures for row in rows), strict=True)
    head = [min((figure.label for figure in column), key=len) for column in columns]
    return Table(
        name=name,
        caption=caption,
        head=(*about, *head),
        rows=tuple(
            (
                *plain(row.about, *row.also),
                *(_labelled(label, figure) for label, figure in zip(head, row.figures, strict=True)),
            )
            for row in rows
        ),
        if_empty=if_empty,
        meanings=meanings_of(
            (" · ".join([row.about, *row.also]), figure) for row in rows for figure in row.figures
        ),
    )
