"""Four annual reports of one board: four roman pages in front, then ten pages of record."""

from __future__ import annotations

from pathlib import Path

from demo.documents.annual_chapters import CHAPTERS
from demo.documents.annual_layout import N_FRONT, Report
from demo.documents.figures import (
    BOARD,
    year_of,
)
from demo.documents.flow import BODY, SANS


def write_annual_report(year: int, path: Path) -> None:
    """Draw one year's report: 14 pages, labels i-iv and 1-10."""
    report = Report(year_of(year))
    # The contents stand before the chapters; their page numbers are known from the fixed order.
    _contents(report)
    for title, write in CHAPTERS:
        report.chapter(title)
        write(report)
    report.paper.number_pages(N_FRONT)
    report.paper.outline([(1, title, page) for title, _, page in report.entries])
    report.paper.save(path)


def _contents(report: Report) -> None:
    flow = report.flow
    report.section("Contents")
    flow.gap(8)
    for number, (title, _) in enumerate(CHAPTERS, start=3):
        flow.y += 24
        width = flow.sheet.text(72, flow.y, title, BODY.sized(12))
        printed = report.printed(number)
        right = 540 - flow.sheet.text(540, flow.y, printed, BODY.sized(12), "right")
        flow.sheet.dots((72 + width + 8, flow.y - 1.5), (right - 8, flow.y - 1.5))
    flow.gap(46)
    flow.paragraph("About this report", SANS.bold())
    flow.paragraph(
        f"The {BOARD} supplies drinking water to the town, runs the public harbor and operates the ferry "
        "to Pell Island. It is governed by five members elected for three years each. All dollar figures "
        f"are for the calendar year {report.year.year}; gallons are U.S. gallons. Copies of this report "
        "are kept at the Public Library, 4 Market Square, and in the ticket office.",
        SANS,
    )
    report.entries.append(("Contents", "ii", 2))
