"""Two tender notices: summons, scope, schedule of quantities, conditions and the form of bid."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from demo.documents.figures import BOARD
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import BLACK, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_BODY = Ink("sans", 10.8)
_HEAD = Ink("sans-bold", 13)


class Tender(NamedTuple):
    """One notice; quantities as (item, unit, quantity)."""

    number: str
    title: str
    dated: str
    summons: str
    dates: tuple[tuple[str, str], ...]
    scope: tuple[str, ...]
    quantities: tuple[tuple[str, str, str], ...]
    works: tuple[str, ...]
    conditions: tuple[tuple[str, str], ...]


TENDERS: dict[str, Tender] = {
    "T-2021-04": Tender(
        "T-2021-04", "Renewal of the Mill Flats pump station", "2021-05-03",
        "Sealed bids are invited for the renewal of the water pump station at 7 Weir Lane, Mill Flats, "
        "including pumps, pipework, switchgear and a new hall beside the old one, which stays in use "
        "until the new is proven.",
        (("Notice posted", "May 3, 2021"), ("Site visit (required)", "May 12, 2021, 9:00 a.m., at the gate"),
         ("Questions in writing until", "May 19, 2021"), ("Bids due", "May 28, 2021, noon, Old "
             "Customs House"),
         ("Award", "Board meeting of June 8, 2021"), ("Start", "not before August 16, 2021"),
         ("New station in service", "by September 30, 2022")),
        ("Three vertical pumps of 620 gallons a minute each at 148 feet of head, two on duty and one in "
         "reserve.",
         "Steel pipework of 10 inches, shop-coated, with valves that open against the clock.",
         "Switchgear with variable speed drives; noise at the boundary not above 45 dB(A) by night.",
         "Hall of concrete block, 28 by 19 feet, slate roof to match the neighbors.",
         "Trial run of 72 hours without a stop, witnessed by the Board's engineer."),
        (("Excavation and support", "cubic yard", "340"), ("Concrete, class B", "cubic yard", "96"),
         ("Block walls", "square foot", "1,880"), ("Slate roof", "square foot", "690"), ("Vertical pumps",
          "each", "3"),
         ("Steel pipe, 10 inch", "foot", "215"), ("Gate valves, 10 inch", "each", "9"), ("Check valves",
          "each", "3"),
         ("Surge vessel, 400 gallons", "each", "1"), ("Switchgear and drives", "sum", "1"),
         ("Cable in duct", "foot", "460"), ("Old station, removal of pumps", "sum", "1")),
        ("Water may be shut off only between 10 p.m. and 5 a.m., at most twice, with seven days' notice "
         "to the 1,340 homes served.",
         "Weir Lane is 14 feet wide. Trucks over ten tons come from the river side only.",
         "The swifts in the old ice house nest from May to July; no scaffold may stand before its slots "
         "in that time."),
        (("1. Bond", "A bid bond of 5 percent and a performance bond of the whole sum."),
         ("2. Wages", "The state's prevailing wage rates apply. Weekly payrolls are handed to the Clerk."),
         ("3. Insurance", "$2,000,000 for each event; the Board is named as also insured."),
         ("4. Payment", "Monthly, less 5 percent, which is paid after the trial run."),
         ("5. Delay", "$650 for each working day after September 30, 2022."),
         ("6. Experience", "Three stations of like size completed in the last ten years, with names to ask."),
         ("7. Warranty", "Two years on everything, five on the pumps."),
         ("8. Rejection", "The Board may reject any bid that does not meet this notice, and all of them."))),
    "T-2022-02": Tender(
        "T-2022-02", "Landing ramp, Pell Island", "2022-05-09",
        "Sealed bids are invited for a hinged landing ramp for vehicles and passengers at the ferry "
        "landing of Pell Island, which follows the level of the lake over seven feet, in place of the "
        "fixed ramp of 1961.",
        (("Notice posted", "May 9, 2022"), ("Site visit (required)", "May 24, 2022, on the 10:15 sailing"),
         ("Questions in writing until", "May 27, 2022"), ("Bids due", "June 3, 2022, noon, Old "
             "Customs House"),
         ("Award", "Board meeting of June 14, 2022"), ("Start on shore", "September 2022"),
         ("Ramp in use", "by May 31, 2023")),
        ("A steel ramp of 62 feet by 14 feet for vehicles of 20 tons, hinged on shore and hung from two "
         "towers.",
         "Electric hoists with a hand drive that one person can turn.",
         "A walkway of five feet with a rail on both sides, no steeper than one in twelve at the usual mark.",
         "Removal of the fixed ramp to two feet below the lake bed.",
         "A passenger pontoon for the time of the works, moved by the contractor as asked by the mate on "
         "duty."),
        (("Steel piles, 14 inch", "each", "18"), ("Pile driving, lake", "foot", "720"), ("Structural steel",
         "ton", "47"),
         ("Hinge castings", "each", "2"), ("Hoists with hand drive", "each", "2"), ("Grating, walkway",
          "square foot", "310"),
         ("Timber fenders", "foot", "144"), ("Concrete, class A", "cubic yard", "58"), ("Removal of old ramp",
          "sum", "1"),
         ("Passenger pontoon, hire", "week", "30"), ("Navigation lights", "each", "4")),
        ("The ferry sails through all of it. The berth is free from 9:30 p.m. to 6:10 a.m. and for 50 "
         "minutes at noon.",
         "Piles are driven from October 1 only, outside the spawning time of whitefish in the eastern "
         "bay, and not at all from November 5 to December 10.",
         "Eighteen hives of bees stand 200 feet from the landing. Lights after dark are shaded on that "
         "side."),
        (("1. Bond", "A bid bond of 5 percent and a performance bond of the whole sum."),
         ("2. Wages", "The state's prevailing wage rates apply."),
         ("3. Insurance", "$5,000,000 for each event, work over water included."),
         ("4. Payment", "By the five milestones of section 9, less 5 percent until the ramp is in use."),
         ("5. Delay", "$1,100 for each calendar day after May 31, 2023."),
         ("6. Experience", "Two movable ramps or bridges completed in the last ten years."),
         ("7. Warranty", "Two years; ten years on coating."),
         ("8. State share", "Half of the cost is borne by the state, whose inspectors have entry at "
                            "all times."))),
}  # fmt: skip


def write_tender(number: str, path: Path) -> None:
    """Draw one notice."""
    one = TENDERS[number]
    paper = Paper(f"Tender {one.number}: {one.title}", BOARD, one.dated)
    flow = Flow(paper, [Frame(68, 104, 544, 716)], lambda sheet, page: _dress(sheet, page, one), _BODY)
    flow.paragraph("NOTICE TO CONTRACTORS", Ink("sans-bold", 19), after=4)
    flow.paragraph(one.title, Ink("sans", 15), after=12)
    flow.paragraph(one.summons, after=12, lead=1.45)
    flow.heading("Dates", _HEAD)
    flow.pairs(one.dates, _BODY, 190)
    flow.heading("Scope", _HEAD)
    flow.bullets(one.scope)
    flow.new_page()
    flow.heading("Schedule of quantities", _HEAD)
    rows = [[str(place), *row, ""] for place, row in enumerate(one.quantities, start=1)]
    table(
        flow,
        [
            Column("No.", 0.6),
            Column("Item", 3.4),
            Column("Unit", 1.4),
            Column("Quantity", 1.2, "right"),
            Column("Price", 1.6),
        ],
        rows,
        TableLook(ink=Ink("sans", 10), head_fill=BLACK, zebra=False, grid=True, pad=5.5),
    )
    flow.heading("Working on this site", _HEAD)
    flow.bullets(one.works, mark="1.")
    flow.new_page()
    flow.heading("Conditions", _HEAD)
    flow.pairs(one.conditions, _BODY, 110)
    flow.gap(10)
    _form(flow, one)
    paper.save(path)


def _form(flow: Flow, tender: Tender) -> None:
    flow.rule(1.2)
    flow.heading("Form of bid", _HEAD)
    flow.paragraph(
        f"We have seen the site and read notice {tender.number}. We offer to do the works for the sum of",
        after=14,
    )
    for label in ("Dollars", "In words", "Name of bidder", "Address", "Signed for the bidder"):
        flow.gap(26)
        flow.sheet.text(flow.frame.left, flow.y - 4, label, SMALL)
        flow.sheet.line((flow.frame.left + 110, flow.y), (flow.frame.right, flow.y), BLACK, 0.5)
    flow.gap(26)
    for label in ("Bid bond enclosed", "Site visit slip enclosed", "References enclosed"):
        flow.sheet.check_box(flow.frame.left, flow.y, ticked=False)
        flow.sheet.text(flow.frame.left + 16, flow.y, label, _BODY)
        flow.gap(18)


def _dress(sheet: Sheet, page: int, tender: Tender) -> None:
    sheet.box(68, 48, 544, 84, edge=BLACK, weight=1)
    sheet.text(76, 70, BOARD, Ink("sans-bold", 11))
    sheet.text(536, 70, tender.number, Ink("mono-bold", 14), "right")
    sheet.text(
        68, 752, "Old Customs House, 1 Quay Street, Kestrel Ferry · Clerk to the Board, 555-0141", SMALL
    )
    sheet.text(544, 752, f"{page} of 3", SMALL, "right")
