"""Tables that break over pages with their head repeated."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from demo.documents.flow import Flow
from demo.documents.paper import GREY, PALE, RULE, WHITE, Align, Colour, Ink

_INK = Ink("sans", 8.6)


class Column(NamedTuple):
    """One column: its head, its share of the width, and where its text stands."""

    head: str
    share: float
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class TableLook:
    """How a table is drawn."""

    ink: Ink = _INK
    head_fill: Colour = (0.16, 0.25, 0.36)
    head_text: Colour = WHITE
    zebra: bool = True
    grid: bool = False
    pad: float = 3.4
    bold_rows: Collection[int] = ()
    section_rows: Collection[int] = ()


PLAIN = TableLook()


def table(
    flow: Flow,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    look: TableLook = PLAIN,
    caption: str = "",
) -> None:
    """Draw a table at the pen; rows are kept whole, and the head is drawn again after a break."""
    drawing = _Drawing(flow, columns, look)
    if caption:
        flow.need(70)
        flow.paragraph(caption, look.ink.bold(), after=3)
    drawing.head()
    for number, row in enumerate(rows):
        drawing.row(number, row)
    flow.sheet.line((flow.frame.left, flow.y), (flow.frame.right, flow.y), RULE, 0.8)
    flow.gap(10)


class _Drawing:
    """One table while it is being drawn."""

    def __init__(self, flow: Flow, columns: Sequence[Column], look: TableLook) -> None:
        self._flow = flow
        self._columns = columns
        self._look = look
        self._whole = sum(column.share for column in columns)

    def _edges(self) -> list[float]:
        edges = [self._flow.frame.left]
        for column in self._columns:
            edges.append(edges[-1] + self._flow.frame.width * column.share / self._whole)
        return edges

    def _wrapped(self, cells: Sequence[str], ink: Ink) -> list[list[str]]:
        edges = self._edges()
        pad = self._look.pad
        widths = [right - left - 2 * pad for left, right in pairwise(edges)]
        return [ink.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]

    def _height(self, wrapped: Sequence[Sequence[str]], ink: Ink) -> float:
        return max(len(lines) for lines in wrapped) * ink.size * 1.24 + 2 * self._look.pad

    def _paint(self, cells: Sequence[str], ink: Ink, fill: Colour | None) -> None:
        flow, pad, edges = self._flow, self._look.pad, self._edges()
        wrapped = self._wrapped(cells, ink)
        height = self._height(wrapped, ink)
        if fill:
            flow.sheet.box(edges[0], flow.y, edges[-1], flow.y + height, fill=fill)
        for number, (lines, column) in enumerate(zip(wrapped, self._columns, strict=True)):
            left, right = edges[number], edges[number + 1]
            x = {"left": left + pad, "centre": (left + right) / 2, "right": right - pad}[column.align]
            for row, line in enumerate(lines):
                y = flow.y + pad + (row + 0.82) * ink.size * 1.24
                flow.sheet.text(x, y, line, ink, column.align)
            if self._look.grid:
                flow.sheet.box(left, flow.y, right, flow.y + height, edge=RULE, weight=0.5)
        flow.y += height

    def head(self) -> None:
        """The line of column heads."""
        ink = self._look.ink.bold().coloured(self._look.head_text)
        heads = [column.head for column in self._columns]
        self._flow.need(self._height(self._wrapped(heads, ink), ink) + 24)
        self._paint(heads, ink, self._look.head_fill)

    def row(self, number: int, cells: Sequence[str]) -> None:
        """One row; moves to the next page with a new head when there is no room."""
        section = number in self._look.section_rows
        ink = self._look.ink.bold() if section or number in self._look.bold_rows else self._look.ink
        # A section line is not left alone at the foot of a page.
        height = self._height(self._wrapped(cells, ink), ink) * (2.6 if section else 1.0)
        if self._flow.need(height):
            self._flow.lines(["(continued)"], Ink("sans-italic", 7.8, GREY), 11)
            self.head()
        fill = PALE if section or (self._look.zebra and number % 2) else None
        self._paint(cells, ink, fill)
