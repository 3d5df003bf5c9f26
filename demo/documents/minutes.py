"""Minutes of three meetings of the Board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from demo.documents.figures import BOARD
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.minutes_text import MEETINGS, Meeting
from demo.documents.paper import BLACK, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_BODY = Ink("serif", 12)


def write_minutes(meeting: str, path: Path) -> None:
    """Draw the minutes of one meeting."""
    one = MEETINGS[meeting]
    paper = Paper(f"Minutes, {one.date}", BOARD, one.dated)
    flow = Flow(paper, [Frame(86, 92, 526, 706)], lambda sheet, page: _dress(sheet, page, one), _BODY)
    flow.paragraph(BOARD, Ink("serif-bold", 16), align="centre", after=2)
    flow.paragraph("Minutes of the regular meeting", _BODY.sized(13), align="centre", after=2)
    flow.paragraph(f"{one.date}, Old Customs House, 1 Quay Street", _BODY.italic(), align="centre", after=14)
    flow.pairs([("Present:", one.present), ("Absent:", one.absent), ("Staff:", one.staff)], _BODY, 70)
    _business(flow, one)
    flow.gap(18)
    flow.need(70)
    flow.paragraph("Attest:", after=20)
    flow.paragraph("Bettina Crane", Ink("serif-italic", 18, (0.1, 0.14, 0.4)), after=2)
    flow.paragraph("Bettina Crane, Clerk to the Board", after=2)
    flow.paragraph(f"Approved {one.approved}", SMALL)
    paper.save(path)


def _business(flow: Flow, meeting: Meeting) -> None:
    for number, business in enumerate(meeting.business, start=1):
        flow.heading(f"{number}. {business.title}", Ink("serif-bold", 12.5), after=3)
        for paragraph in business.paragraphs:
            flow.paragraph(paragraph, after=6)
        if business.bids:
            _bids(flow, business.bids)
        if business.vote:
            flow.paragraph(f"Voted: {business.vote}", _BODY.bold(), after=6)


def _bids(flow: Flow, bids: Sequence[tuple[str, str, str]]) -> None:
    table(
        flow,
        [Column("Bidder", 3), Column("Bid", 1.4, "right"), Column("Remark", 3)],
        [list(bid) for bid in bids],
        TableLook(ink=Ink("serif", 11), head_fill=BLACK, zebra=False, grid=True, pad=4),
    )


def _dress(sheet: Sheet, page: int, meeting: Meeting) -> None:
    if page > 1:
        sheet.text(86, 62, f"Minutes of {meeting.date}", SMALL)
    sheet.text(306, 748, f"- {page} -", Ink("serif", 10), "centre")
