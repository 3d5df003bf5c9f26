"""Text that runs: headings, paragraphs and lists over frames, columns and pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from demo.documents.paper import GREY, RULE, Align, Ink, Paper, Sheet

BODY = Ink("serif", 10.5)
SANS = Ink("sans", 9.5)
SMALL = Ink("sans", 7.8, GREY)


class Frame(NamedTuple):
    """A rectangle that text fills from top to bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Width in points."""
        return self.right - self.left


def columns(frame: Frame, n: int, gap: float = 16.0) -> list[Frame]:
    """The frame cut into `n` columns of equal width."""
    width = (frame.width - gap * (n - 1)) / n
    lefts = [frame.left + i * (width + gap) for i in range(n)]
    return [Frame(left, frame.top, left + width, frame.bottom) for left in lefts]


class Flow:
    """A pen that moves down the frames of a page and goes on to the next page when they are full.

    `dress` draws what every page carries (header, footer, page number); it gets the sheet and the
    number of the page in the paper, from 1.
    """

    def __init__(
        self,
        paper: Paper,
        frames: Sequence[Frame],
        dress: Callable[[Sheet, int], None],
        ink: Ink = BODY,
        size: tuple[float, float] | None = None,
    ) -> None:
        """`size` of the pages, if they differ from the paper's."""
        self.paper = paper
        self._size = size
        self._frames = tuple(frames)
        self._dress = dress
        self.ink = ink
        self.new_page()

    @property
    def frame(self) -> Frame:
        """The frame being filled."""
        return self._frames[self._at]

    def new_page(self) -> None:
        """Leave the rest of this page empty."""
        self.sheet = self.paper.add_sheet(self._size)
        self._dress(self.sheet, self.paper.n_pages)
        self._at = 0
        self.y = self.frame.top

    def next_frame(self) -> None:
        """Leave the rest of this frame empty."""
        if self._at + 1 < len(self._frames):
            self._at += 1
            self.y = self.frame.top
        else:
            self.new_page()

    def need(self, height: float) -> bool:
        """Make sure `height` points are free below the pen; True if it had to move on."""
        if self.y + height <= self.frame.bottom:
            return False
        self.next_frame()
        return True

    def gap(self, height: float) -> None:
        """Leave some white."""
        self.y += height

    def lines(self, lines: Sequence[str], ink: Ink, leading: float, align: Align = "left") -> None:
        """Write lines as they are, each kept whole."""
        for line in lines:
            self.need(leading)
            self.y += leading
            x = {
                "left": self.frame.left,
                "centre": (self.frame.left + self.frame.right) / 2,
                "right": self.frame.right,
            }[align]
            self.sheet.text(x, self.y - leading * 0.24, line, ink, align)

    def paragraph(
        self,
        text: str,
        ink: Ink | None = None,
        *,
        after: float = 7.0,
        align: Align = "left",
        lead: float = 1.36,
    ) -> None:
        """Running text, ragged right."""
        pen = ink or self.ink
        self.lines(pen.wrap(text, self.frame.width), pen, pen.size * lead, align)
        self.gap(after)

    def justified(self, text: str, ink: Ink | None = None, *, after: float = 5.0) -> None:
        """Running text with both edges straight, as in a newspaper column."""
        pen = ink or self.ink
        leading = pen.size * 1.27
        lines = pen.wrap(text, self.frame.width)
        for number, line in enumerate(lines, start=1):
            self.need(leading)
            self.y += leading
            words = line.split()
            free = self.frame.width - sum(pen.width(word) for word in words)
            space = free / (len(words) - 1) if len(words) > 1 else 0.0
            if number == len(lines) or space > pen.size:
                space = pen.width(" ")
            x = self.frame.left
            for word in words:
                x += self.sheet.text(x, self.y - leading * 0.24, word, pen) + space
        self.gap(after)

    def heading(
        self, text: str, ink: Ink, *, before: float = 10.0, after: float = 5.0, keep: float = 40.0
    ) -> None:
        """A heading with at least `keep` points of what follows in the same frame."""
        lines = ink.wrap(text, self.frame.width)
        self.need(before + len(lines) * ink.size * 1.2 + keep)
        if self.y > self.frame.top:
            self.gap(before)
        self.lines(lines, ink, ink.size * 1.2)
        self.gap(after)

    def bullets(self, entries: Sequence[str], ink: Ink | None = None, mark: str = "•") -> None:
        """A list; `mark` of `1.` numbers the entries."""
        pen = ink or self.ink
        leading = pen.size * 1.34
        for number, entry in enumerate(entries, start=1):
            for row, line in enumerate(pen.wrap(entry, self.frame.width - 18)):
                self.need(leading)
                self.y += leading
                if row == 0:
                    label = f"{number}." if mark == "1." else mark
                    self.sheet.text(self.frame.left + 3, self.y - leading * 0.24, label, pen)
                self.sheet.text(self.frame.left + 18, self.y - leading * 0.24, line, pen)
            self.gap(3)
        self.gap(4)

    def pairs(
        self, rows: Sequence[tuple[str, str]], ink: Ink | None = None, label_width: float = 120.0
    ) -> None:
        """Labels on the left in bold, their text beside them."""
        pen = ink or self.ink
        leading = pen.size * 1.34
        for label, text in rows:
            for row, line in enumerate(pen.wrap(text, self.frame.width - label_width) or [""]):
                self.need(leading)
                self.y += leading
                if row == 0:
                    self.sheet.text(self.frame.left, self.y - leading * 0.24, label, pen.bold())
                self.sheet.text(self.frame.left + label_width, self.y - leading * 0.24, line, pen)
            self.gap(2.5)
        self.gap(4)

    def rule(self, weight: float = 0.6) -> None:
        """A line across the frame."""
        self.gap(4)
        self.sheet.line((self.frame.left, self.y), (self.frame.right, self.y), RULE, weight)
        self.gap(6)
