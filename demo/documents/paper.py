"""Paper and ink: a thin drawing layer over PyMuPDF whose output is the same bytes every time.

Measures are points from the top left; a page is 612 x 792 (letter) unless said otherwise. Every font
is embedded and subset, so that the files look alike on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pymupdf

# PyMuPDF's functions are not typed.
_mupdf: Any = pymupdf

Colour = tuple[float, float, float]
Align = Literal["left", "centre", "right"]

BLACK: Colour = (0.08, 0.08, 0.09)
GREY: Colour = (0.42, 0.44, 0.47)
PALE: Colour = (0.93, 0.94, 0.95)
WHITE: Colour = (1.0, 1.0, 1.0)
RULE: Colour = (0.72, 0.74, 0.77)

LETTER = (612.0, 792.0)
A4 = (595.0, 842.0)

_FACES = {
    "sans": "helv",
    "sans-bold": "hebo",
    "sans-italic": "heit",
    "serif": "tiro",
    "serif-bold": "tibo",
    "serif-italic": "tiit",
    "mono": "cour",
    "mono-bold": "cobo",
    "cjk": "japan",
}


@cache
def _font(face: str) -> Any:
    """The font program of a face, read once."""
    return _mupdf.Font(_FACES[face])


@cache
def _advance(face: str, character: str) -> float:
    """Width of one character at size 1 (asking the font for whole lines is fifty times slower)."""
    return float(_font(face).text_length(character, fontsize=1))


@dataclass(frozen=True, slots=True)
class Ink:
    """How text looks: face (one of sans, serif, mono and their bold and italic, cjk), size, colour."""

    face: str = "serif"
    size: float = 10.5
    colour: Colour = BLACK

    def bold(self) -> Ink:
        """The same ink in bold."""
        return replace(self, face=f"{self.face.split('-')[0]}-bold")

    def italic(self) -> Ink:
        """The same ink in italics."""
        return replace(self, face=f"{self.face.split('-')[0]}-italic")

    def sized(self, size: float) -> Ink:
        """The same ink in another size."""
        return replace(self, size=size)

    def coloured(self, colour: Colour) -> Ink:
        """The same ink in another colour."""
        return replace(self, colour=colour)

    def width(self, text: str) -> float:
        """Width of `text` on the page, in points."""
        return sum(_advance(self.face, character) for character in text) * self.size

    def wrap(self, text: str, width: float) -> list[str]:
        """`text` in lines of at most `width` points, broken at spaces; a longer word stands alone."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            candidate = f"{line} {word}" if line else word
            if line and self.width(candidate) > width:
                lines.append(line)
                line = word
            else:
                line = candidate
        return [*lines, line] if line else lines


class Sheet:
    """One page while it is being drawn; adding the next page finishes it."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._shape = page.new_shape()
        # Runs of one colour in the order of writing, which is the order in which the text reads.
        self._written: list[tuple[Colour, Any]] = []
        self._sideways = False
        self.width = float(page.rect.width)
        self.height = float(page.rect.height)

    def text(self, x: float, y: float, text: str, ink: Ink, align: Align = "left") -> float:
        """Write one line with its baseline at `y`; returns its width. `x` is the edge named by `align`."""
        width = ink.width(text)
        left = {"left": x, "centre": x - width / 2, "right": x - width}[align]
        if not self._written or self._written[-1][0] != ink.colour:
            self._written.append((ink.colour, _mupdf.TextWriter(self._page.rect)))
        self._written[-1][1].append((left, y), text, font=_font(ink.face), fontsize=ink.size)
        return width

    def line(
        self, start: tuple[float, float], end: tuple[float, float], colour: Colour = RULE, weight: float = 0.6
    ) -> None:
        """A straight rule."""
        self._shape.draw_line(start, end)
        self._shape.finish(color=colour, width=weight)

    def dots(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A dotted leader, as in a table of contents."""
        self._shape.draw_line(start, end)
        self._shape.finish(color=GREY, width=0.9, dashes="[1 4] 0")

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        fill: Colour | None = None,
        edge: Colour | None = None,
        weight: float = 0.6,
    ) -> None:
        """A rectangle, filled, outlined or both."""
        self._shape.draw_rect(_mupdf.Rect(x0, y0, x1, y1))
        self._shape.finish(color=edge, fill=fill, width=weight if edge else 0)

    def polygon(self, points: list[tuple[float, float]], fill: Colour) -> None:
        """A filled polygon without an outline."""
        self._shape.draw_polyline(points)
        self._shape.finish(color=None, fill=fill, width=0, closePath=True)

    def path(self, points: list[tuple[float, float]], colour: Colour, weight: float = 1.4) -> None:
        """A line through points, as in a chart."""
        self._shape.draw_polyline(points)
        self._shape.finish(color=colour, width=weight, closePath=False)

    def dot(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A filled circle."""
        self._shape.draw_circle((x, y), radius)
        self._shape.finish(color=None, fill=fill, width=0)

    def check_box(self, x: float, y: float, *, ticked: bool, size: float = 8.5) -> None:
        """A small square with its lower left at (x, y), crossed by hand-like strokes when ticked."""
        self.box(x, y - size, x + size, y, edge=BLACK, weight=0.7)
        if ticked:
            pen: Colour = (0.1, 0.18, 0.5)
            self.path([(x + 1, y - size + 1.2), (x + size - 1.2, y - 0.8)], pen, 1.3)
            self.path([(x + size - 0.6, y - size + 0.6), (x + 1.4, y - 1.5)], pen, 1.3)

    def picture(self, image: bytes) -> None:
        """Fill the page with an encoded image."""
        self._page.insert_image(self._page.rect, stream=image)

    def turn_sideways(self) -> None:
        """Store this landscape page as a portrait one with /Rotate 90, as copiers do; it looks the same."""
        self._sideways = True

    def finish(self) -> None:
        """Write everything drawn so far into the page."""
        self._shape.commit()
        for colour, writer in self._written:
            writer.write_text(self._page, color=colour)
        if not self._sideways:
            return
        page, document = self._page, self._page.parent
        first = page.get_contents()[0]
        # Turned clockwise for display, a point (x, y) of the landscape page comes from (height - y, x).
        turn = f"0 1 -1 0 {self.height:g} 0 cm\n".encode()
        document.update_stream(first, turn + page.read_contents())
        page.set_contents(first)
        document.xref_set_key(page.xref, "MediaBox", f"[0 0 {self.height:g} {self.width:g}]")
        page.set_rotation(90)


class Paper:
    """One document while it is being drawn."""

    def __init__(self, title: str, author: str, dated: str, size: tuple[float, float] = LETTER) -> None:
        """`dated` is `YYYY-MM-DD`: both dates of the file, since the clock must not show in it."""
        self._document = _mupdf.open()
        self._sheet: Sheet | None = None
        self.n_pages = 0
        self.size = size
        stamp = f"D:{dated.replace('-', '')}090000Z"
        self._metadata = {
            "title": title,
            "author": author,
            "creator": "Office of the Clerk",
            "producer": "",
            "creationDate": stamp,
            "modDate": stamp,
        }

    def add_sheet(self, size: tuple[float, float] | None = None) -> Sheet:
        """A new page at the end. PyMuPDF forgets earlier pages then, so the last one is finished first."""
        self._finish_sheet()
        width, height = size or self.size
        self._sheet = Sheet(self._document.new_page(width=width, height=height))
        self.n_pages += 1
        return self._sheet

    def _finish_sheet(self) -> None:
        if self._sheet is not None:
            self._sheet.finish()
            self._sheet = None

    def number_pages(self, n_front: int) -> None:
        """Printed labels: i, ii, ... for the first `n_front` pages, then 1, 2, ..."""
        self._finish_sheet()
        self._document.set_page_labels(
            [
                {"startpage": 0, "style": "r", "prefix": "", "firstpagenum": 1},
                {"startpage": n_front, "style": "D", "prefix": "", "firstpagenum": 1},
            ]
        )

    def outline(self, entries: list[tuple[int, str, int]]) -> None:
        """Bookmarks as (level, title, 1-based page)."""
        self._finish_sheet()
        self._document.set_toc([list(entry) for entry in entries])

    def save(self, path: Path) -> None:
        """Write the file: no random id, no clock, fonts subset, streams deflated."""
        self._finish_sheet()
        self._document.set_metadata(self._metadata)
        self._document.subset_fonts()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._document.tobytes(garbage=4, deflate=True, no_new_id=True))
        self._document.close()

    def images(self, dpi: int) -> list[tuple[int, int, bytes]]:
        """The pages as grey pictures (width, height, samples): what a scanner would see."""
        self._finish_sheet()
        pictures = []
        for page in self._document:
            pixmap = page.get_pixmap(dpi=dpi, colorspace=_mupdf.csGRAY)
            pictures.append((pixmap.width, pixmap.height, bytes(pixmap.samples)))
        self._document.close()
        return pictures
