"""The look of an annual report: cover, running head, chapters, tables and room for charts."""

from __future__ import annotations

from demo.documents.annual_text import STORIES, Story
from demo.documents.figures import (
    BOARD,
    TOWN,
    Year,
)
from demo.documents.flow import BODY, SANS, SMALL, Flow, Frame
from demo.documents.paper import WHITE, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

N_FRONT = 4
TEXT = BODY.sized(11.5)
_TABLE = Ink("sans", 9.6)
FRAME = Frame(72, 92, 540, 712)
_ACCENTS: dict[int, Colour] = {
    2019: (0.11, 0.23, 0.42),
    2020: (0.05, 0.38, 0.40),
    2021: (0.44, 0.13, 0.20),
    2022: (0.15, 0.34, 0.20),
}
_ROMAN = ("i", "ii", "iii", "iv")


class Report:
    """One report while it is being drawn."""

    def __init__(self, year: Year) -> None:
        self.year = year
        self.story: Story = STORIES[year.year]
        self.accent = _ACCENTS[year.year]
        self.paper = Paper(f"Annual Report {year.year}", BOARD, f"{year.year + 1}-03-15")
        self.entries: list[tuple[str, str, int]] = []
        self._cover()
        self.flow = Flow(self.paper, [FRAME], self._dress, TEXT)

    def printed(self, page: int) -> str:
        """The number printed on the page: roman in front, arabic afterwards."""
        return _ROMAN[page - 1] if page <= N_FRONT else str(page - N_FRONT)

    def _cover(self) -> None:
        sheet = self.paper.add_sheet()
        sheet.box(0, 0, 612, 470, fill=self.accent)
        tint = tuple(part + (1 - part) * 0.22 for part in self.accent)
        light: Colour = (tint[0], tint[1], tint[2])
        sheet.polygon([(0, 470), (0, 380), (150, 330), (290, 392), (430, 318), (612, 384), (612, 470)], light)
        for row in range(5):
            y = 486 + row * 13
            sheet.path([(x, y + (4 if (x // 34 + row) % 2 else 0)) for x in range(0, 630, 17)], light, 1.1)
        # A small ferry under way.
        sheet.polygon([(246, 468), (262, 484), (356, 484), (376, 468)], WHITE)
        sheet.box(270, 452, 348, 468, fill=WHITE)
        sheet.box(322, 434, 334, 452, fill=WHITE)
        sheet.text(72, 130, BOARD, Ink("sans", 13, WHITE))
        sheet.text(72, 196, "Annual Report", Ink("serif-bold", 46, WHITE))
        sheet.text(72, 252, str(self.year.year), Ink("serif", 46, WHITE))
        sheet.text(72, 610, self.story.motto, Ink("serif-italic", 19, self.accent))
        sheet.text(72, 690, f"{TOWN} · Callow County", SANS)
        sheet.text(72, 704, f"Presented to the Town Meeting on March 15, {self.year.year + 1}", SANS)

    def _dress(self, sheet: Sheet, page: int) -> None:
        sheet.text(72, 62, BOARD, SMALL)
        sheet.text(540, 62, f"Annual Report {self.year.year}", SMALL, "right")
        sheet.line((72, 68), (540, 68), self.accent, 1.2)
        sheet.text(306, 752, self.printed(page), SANS.coloured(self.accent), "centre")

    def chapter(self, title: str) -> None:
        """A new page with its title, remembered for the contents page and the bookmarks."""
        if self.paper.n_pages != 2 or self.entries:
            self.flow.new_page()
        self.section(title)
        self.entries.append((title, self.printed(self.paper.n_pages), self.paper.n_pages))

    def section(self, title: str) -> None:
        """A heading of the first order."""
        self.flow.heading(title, Ink("serif-bold", 20, self.accent), after=10)

    def subsection(self, title: str) -> None:
        """A heading of the second order."""
        self.flow.heading(title, Ink("sans-bold", 11, self.accent))

    def prose(self, paragraphs: tuple[str, ...]) -> None:
        """Running text."""
        for paragraph in paragraphs:
            self.flow.paragraph(paragraph)

    def table(
        self, columns: list[Column], rows: list[list[str]], caption: str = "", *, total: bool = False
    ) -> None:
        """A table in the report's colour; `total` makes the last row bold."""
        bold = (len(rows) - 1,) if total else ()
        table(
            self.flow,
            columns,
            rows,
            TableLook(ink=_TABLE, pad=4.2, head_fill=self.accent, bold_rows=bold),
            caption,
        )

    def chart_area(self, height: float) -> Frame:
        """Room for a chart at the pen, inside its axis labels."""
        self.flow.need(height + 50)
        top = self.flow.y + 24
        self.flow.y = top + height + 26
        return Frame(FRAME.left + 42, top, FRAME.right - 4, top + height)
