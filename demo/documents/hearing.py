"""The notice of a public hearing on water charges, with the old and the proposed ones side by side."""

from __future__ import annotations

from pathlib import Path

from demo.documents.figures import BOARD
from demo.documents.flow import Flow, Frame
from demo.documents.paper import BLACK, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_BODY = Ink("serif", 12.5)


def write_hearing_notice(path: Path) -> None:
    """Draw the notice."""
    paper = Paper("Public hearing on water charges", BOARD, "2021-04-06")
    flow = Flow(paper, [Frame(86, 100, 526, 716)], _dress, _BODY)
    flow.paragraph("NOTICE OF PUBLIC HEARING", Ink("serif-bold", 22), align="centre", after=8)
    flow.paragraph("Tuesday, April 27, 2021, 7 p.m.", Ink("serif-bold", 15), align="centre", after=2)
    flow.paragraph(
        "Old Customs House, 1 Quay Street, and by telephone", _BODY.italic(), align="centre", after=16
    )
    for paragraph in (
        "The Board proposes to raise the charges for water, which have been the same since July 1, 2016. "
        "In 2020 the reserve fell to 52 days of operating cost; the Board's own rule is 60. Without a "
        "change it would be 44 days at the end of this year.",
        "The new charges would take effect on July 1, 2021. Households on the county's assistance list "
        "would pay 30 percent less. To claim the discount, bring or send the county's letter to the "
        "Clerk; it is granted from the quarter in which the letter arrives.",
        "Ferry fares and mooring fees are not part of this hearing.",
    ):
        flow.paragraph(paragraph, after=9, lead=1.45)
    look = TableLook(ink=Ink("serif", 12), head_fill=BLACK, zebra=False, grid=True, pad=5)
    columns = [Column("Charge", 4), Column("Now", 1.3, "right"), Column("Proposed", 1.3, "right")]
    table(
        flow,
        columns,
        [
            ["Base charge, meter of 5/8 inch, each quarter", "$28.40", "$29.85"],
            ["Base charge, meter of 1 inch, each quarter", "$61.00", "$64.10"],
            ["Base charge, meter of 2 inches, each quarter", "$174.00", "$182.90"],
            ["Each 1,000 gallons", "$5.15", "$5.42"],
        ],
        look,
    )
    flow.new_page()
    flow.heading("What it means for a household", Ink("serif-bold", 15), after=8)
    table(
        flow,
        [
            Column("Household", 3.4),
            Column("Gallons a quarter", 1.6, "right"),
            Column("Now", 1.2, "right"),
            Column("Proposed", 1.2, "right"),
        ],
        [
            ["One person", "5,000", "$54.15", "$56.95"],
            ["Two persons", "9,500", "$77.33", "$81.34"],
            ["Three persons", "14,000", "$100.50", "$105.73"],
            ["Five persons with a garden", "26,000", "$162.30", "$170.77"],
            ["Five persons, with the discount", "26,000", "$162.30", "$119.54"],
        ],
        look,
    )
    for paragraph in (
        "Anyone may speak for three minutes or write to the Clerk until the day of the hearing. Letters "
        "are read into the minutes if the writer asks for it.",
        "To take part by telephone, call 555-0141 by noon on the day; the Clerk will call you back at "
        "seven. Large print and a reader are to be had on request.",
    ):
        flow.paragraph(paragraph, after=9, lead=1.45)
    flow.paragraph("By order of the Board: Bettina Crane, Clerk. Posted April 6, 2021.", _BODY.italic())
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.box(60, 56, 552, 742, edge=BLACK, weight=1.8)
    sheet.box(65, 61, 547, 737, edge=BLACK, weight=0.5)
    sheet.text(306, 82, BOARD, Ink("serif", 10), "centre")
    sheet.text(306, 730, str(page), Ink("serif", 10), "centre")
