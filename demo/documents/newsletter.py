"""The town's newsletter, The Crossing: three columns, four pages an issue."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from demo.documents.flow import SMALL, Flow, Frame, columns
from demo.documents.newsletter_text import AUTUMN, SPRING, Article
from demo.documents.paper import BLACK, PALE, Colour, Ink, Paper, Sheet

_RED: Colour = (0.55, 0.13, 0.11)
_TEXT = Ink("serif", 11)


class Issue(NamedTuple):
    """One issue of the newsletter."""

    season: str
    number: str
    articles: Sequence[Article]
    box: tuple[str, Sequence[str]]
    dated: str


ISSUES = {
    "spring-2021": Issue(
        "Spring 2021",
        "Volume 14, No. 1",
        SPRING,
        (
            "Dates",
            (
                "April 10: Hazardous waste day, transfer station, 9 to 1",
                "April 24: Beach clean-up, meet at the bandstand at 10",
                "May 11: Board meeting, Old Customs House, 7 p.m.",
                "May 15: Friday sailings, first of the season",
                "May 29: Plant sale of the library friends",
                "June 5: Pool opens",
            ),
        ),
        "2021-03-29",
    ),
    "autumn-2022": Issue(
        "Autumn 2022",
        "Volume 15, No. 3",
        AUTUMN,
        (
            "Dates",
            (
                "October 8: Guests from Erlenbrück arrive",
                "October 10: Founders' Day, no school",
                "October 22: Leaf collection begins, Old Quarter first",
                "November 8: Board meeting, Old Customs House, 7 p.m.",
                "November 12: Last Friday sailing",
                "December 6: Special Town Meeting",
            ),
        ),
        "2022-09-26",
    ),
}


def write_newsletter(issue: str, path: Path) -> None:
    """Draw one issue."""
    one = ISSUES[issue]
    paper = Paper(f"The Crossing, {one.season}", "Town of Kestrel Ferry", one.dated)
    first = paper.add_sheet()
    _masthead(first, one)
    flow = _FirstPageFlow(paper, first, one)
    for article in one.articles:
        _article(flow, article)
    _box(flow, *one.box)
    paper.save(path)


class _FirstPageFlow(Flow):
    """A flow whose first page is drawn already and has shorter columns, under the masthead."""

    def __init__(self, paper: Paper, first: Sheet, issue: Issue) -> None:
        self._first: Sheet | None = first
        self._short = tuple(columns(Frame(48, 186, 564, 738), 3))
        self._long = tuple(columns(Frame(48, 78, 564, 738), 3))
        super().__init__(paper, self._long, lambda sheet, page: _dress(sheet, page, issue), _TEXT)

    def new_page(self) -> None:
        if self._first is None:
            self._frames = self._long
            super().new_page()
            return
        self.sheet, self._first = self._first, None
        self._frames, self._at = self._short, 0
        self.y = self.frame.top


def _masthead(sheet: Sheet, issue: Issue) -> None:
    sheet.text(306, 92, "The Crossing", Ink("serif-bold", 54, _RED), "centre")
    sheet.line((48, 112), (564, 112), BLACK, 1.6)
    sheet.text(48, 126, issue.number, Ink("sans", 9))
    sheet.text(306, 126, "News from Kestrel Ferry and Pell Island", Ink("serif-italic", 11), "centre")
    sheet.text(564, 126, issue.season, Ink("sans", 9), "right")
    sheet.line((48, 134), (564, 134), BLACK, 0.6)
    lead = issue.articles[0]
    sheet.text(306, 164, lead.title, Ink("serif-bold", 23), "centre")


def _dress(sheet: Sheet, page: int, issue: Issue) -> None:
    sheet.text(48, 58, "The Crossing", Ink("serif-bold", 12, _RED))
    sheet.text(564, 58, f"{issue.season} · {page}", SMALL, "right")
    sheet.line((48, 65), (564, 65), BLACK, 0.8)


def _article(flow: Flow, article: Article) -> None:
    if article.title and not (flow.paper.n_pages == 1 and flow.y == flow.frame.top):
        flow.heading(article.title, Ink("serif-bold", 14), before=12, after=3, keep=60)
    if article.author:
        flow.paragraph(f"By {article.author}", Ink("sans-italic", 8.4, _RED), after=4)
    for paragraph in article.paragraphs:
        flow.justified(paragraph)
    if article.quote:
        flow.need(70)
        flow.rule(1.2)
        flow.paragraph(f"“{article.quote}”", Ink("serif-italic", 14, _RED), after=2)
        flow.rule(1.2)


def _box(flow: Flow, title: str, lines: Sequence[str]) -> None:
    ink = Ink("sans", 8.8)
    wrapped = [ink.wrap(line, flow.frame.width - 16) for line in lines]
    height = 30 + sum(len(one) * 12 + 5 for one in wrapped)
    flow.gap(8)
    flow.need(height)
    left, top = flow.frame.left, flow.y
    flow.sheet.box(left, top, flow.frame.right, top + height, fill=PALE, edge=_RED, weight=0.8)
    flow.sheet.text(left + 8, top + 18, title, Ink("sans-bold", 12, _RED))
    y = top + 36
    for one in wrapped:
        for line in one:
            flow.sheet.text(left + 8, y, line, ink)
            y += 12
        y += 5
    flow.y = top + height + 8
