"""The adopted budget of 2022: a message, a summary, and one line-item table over five pages."""

from __future__ import annotations

from pathlib import Path

from demo.documents.figures import TOWN, money
from demo.documents.flow import SANS, SMALL, Flow, Frame
from demo.documents.paper import BLACK, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_SLATE: Colour = (0.23, 0.27, 0.33)
_BODY = Ink("serif", 11.5)

# Department, then its lines with the dollars adopted for 2022.
DEPARTMENTS: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = (
    ("10 Town Meeting and Selectmen", (
        ("Moderator and selectmen, stipends", 14500), ("Town report, printing", 6200), ("Legal counsel",
         48000),
        ("Elections and ballots", 11400), ("Memberships and dues", 4850), ("Contingency", 40000))),
    ("12 Clerk and Records", (
        ("Clerk, wages", 61300), ("Deputy clerk, wages", 38750), ("Record vault, climate control", 5400),
        ("Binding and microfilming", 3900), ("Postage", 7150), ("Dog and boat licenses, tags", 1250))),
    ("14 Treasurer and Assessors", (
        ("Treasurer, wages", 66900), ("Assessors, wages", 71200), ("Revaluation, third year", 52500),
        ("Audit", 18600), ("Software licenses", 12780), ("Bank charges", 4300))),
    ("20 Police", (
        ("Chief and sergeants, wages", 246800), ("Patrol, wages", 418300), ("Overtime, summer", 57600),
        ("Cruiser replacement, one", 48900), ("Radio maintenance", 9750), ("Dispatch, county share", 88400),
        ("Training", 13200), ("Uniforms", 8600), ("Animal control", 17500))),
    ("22 Fire and Rescue", (
        ("Chief, wages", 84100), ("Call firefighters, pay", 132600), ("Air packs, eight", 61400),
        ("Hose and nozzles", 14250), ("Hydrant rental", 46800), ("Rescue boat, upkeep", 11900),
        ("Pell Island company", 22300), ("Fuel", 15700), ("Building, heat and light", 19850))),
    ("30 Streets and Bridges", (
        ("Road crew, wages", 384200), ("Winter overtime", 44000), ("Salt and sand", 71500),
        ("Paving, Summit Road", 236000), ("Bridge at Mill Flats, bearings", 127400), ("Street lights, power",
         38900),
        ("Signs and line painting", 16700), ("Storm drains", 58300), ("Trees", 24600),
         ("Plow truck, second payment", 62750))),
    ("32 Solid Waste", (
        ("Transfer station, wages", 93400), ("Hauling and tipping", 214800), ("Recycling, sorting", 37900),
        ("Hazardous waste day", 9200), ("Compost pad", 14100))),
    ("40 Schools", (
        ("Teachers, wages", 2846000), ("Aides, wages", 512700), ("Principal and office", 241300),
        ("Special education, out of district", 387500), ("Buses, contract", 298400), ("School kitchen, food",
         146900),
        ("School kitchen, wages", 118200), ("Books and supplies", 87350), ("Heat", 94600), ("Roof, east wing",
         175000),
        ("Music instruments", 6800), ("Pool, chemicals and power", 41250), ("Nurse, wages", 58900))),
    ("50 Library", (
        ("Librarian and staff, wages", 142300), ("Books and periodicals", 31600),
         ("Children's room, furnishing", 8400),
        ("Local history scans", 5250), ("Building, heat and light", 17800))),
    ("52 Parks and Recreation", (
        ("Parks crew, wages", 88600), ("Playground inspection and repair", 12300), ("Bandstand, new steps",
         7900),
        ("Summer program, leaders", 29400), ("Ice rink", 4600), ("Lifeguards", 33800), ("Mowing, contract",
         26500))),
    ("60 Health and Social Services", (
        ("Health officer", 36400), ("Food inspections", 8750), ("Visiting nurses, share", 54200),
        ("Food pantry", 15000), ("Fuel assistance", 22000), ("Senior van", 31700))),
    ("70 Water and Harbor Board, town share", (
        ("Fire protection charge", 96000), ("Islander school passes", 18900), ("Harbor patrol, share", 24700),
        ("Valve exercising program", 13650), ("Flushing of dead ends", 5800))),
    ("80 Insurance and Benefits", (
        ("Health insurance", 918400), ("Retirement, town share", 402600), ("Property and liability", 127900),
        ("Workers' compensation", 84300), ("Unemployment", 9500))),
    ("90 Debt", (
        ("Fire station bond, principal", 120000), ("Fire station bond, interest", 31450),
        ("School roof note", 58000), ("Short-term borrowing", 6500))),
)  # fmt: skip


def _earlier(adopted: int, place: int) -> tuple[str, str]:
    """2020 actual and 2021 adopted of a line: near to it, rounded as clerks round."""
    actual = int(adopted * (0.905 + place * 37 % 11 / 100)) // 5 * 5
    voted = int(adopted * (0.955 + place * 53 % 7 / 100)) // 50 * 50
    return f"{actual:,}", f"{voted:,}"


def total() -> int:
    """All lines together."""
    return sum(amount for _, lines in DEPARTMENTS for _, amount in lines)


def write_budget(path: Path) -> None:
    """Draw the budget book."""
    paper = Paper("Adopted Budget 2022", TOWN, "2021-12-07")
    flow = Flow(paper, [Frame(60, 90, 552, 726)], _dress, _BODY)
    _message(flow)
    flow.new_page()
    _summary(flow)
    flow.new_page()
    _lines(flow)
    flow.new_page()
    _vote(flow)
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.box(60, 50, 552, 70, fill=_SLATE)
    sheet.text(66, 64, f"{TOWN} · Adopted Budget, Fiscal Year 2022", Ink("sans-bold", 9.5, (1, 1, 1)))
    sheet.text(552, 758, f"Page {page}", SMALL, "right")
    sheet.text(60, 758, "Amounts in dollars. Adopted December 7, 2021.", SMALL)


def _message(flow: Flow) -> None:
    flow.heading("Budget message", Ink("sans-bold", 19, _SLATE), after=10)
    for paragraph in (
        f"The Selectmen present a budget of {money(total())} for the coming year. It keeps every service "
        "that the town had before the closures of 2020, brings the summer program back to its full "
        "length, and sets a little aside for the days when the plow breaks.",
        "Three decisions shaped it. First, paving on Summit Road cannot wait another winter: the frost of "
        "February lifted the crown by two inches between the standpipe and the quarry. Second, the "
        "bearings of the bridge at Mill Flats are due, and the state pays half if we act this year. "
        "Third, health insurance has risen by nine percent, more than any line that we choose ourselves.",
        "The Water and Harbor Board keeps its own books. What appears here under department 70 is only "
        "what the town pays to the Board for fire protection, for the passes of pupils who live on Pell "
        "Island, and for work done in common.",
        "The tax rate is expected to be $14.86 per thousand dollars of value, 22 cents more than in 2021. "
        "For a house assessed at $240,000 that is $52.80 in the year.",
        "We thank the Finance Committee for fourteen evenings of close reading, and the department heads "
        "who came with less than they wished for and left with a little less than that.",
    ):
        flow.paragraph(paragraph, after=9)
    flow.gap(14)
    flow.paragraph("For the Selectmen: Augusta Merriweather, Owen Tallis, Rosalind Pike", _BODY.italic())


def _summary(flow: Flow) -> None:
    flow.heading("Summary by department", Ink("sans-bold", 19, _SLATE), after=10)
    whole = total()
    rows = []
    for name, lines in DEPARTMENTS:
        amount = sum(value for _, value in lines)
        rows.append([name, f"{amount:,}", f"{100 * amount / whole:.1f}"])
    rows.append(["All departments", f"{whole:,}", "100.0"])
    look = TableLook(ink=Ink("sans", 9.6), head_fill=_SLATE, pad=4.2, bold_rows=(len(rows) - 1,))
    table(
        flow,
        [Column("Department", 4), Column("Adopted 2022", 1.6, "right"), Column("Percent", 1, "right")],
        rows,
        look,
    )
    flow.heading("Where it comes from", Ink("sans-bold", 12, _SLATE))
    taxes = whole - 1_204_300 - 612_900 - 188_400
    table(
        flow,
        [Column("Source", 4), Column("Dollars", 1.6, "right")],
        [
            ["Property taxes", f"{taxes:,}"],
            ["State aid to schools", "1,204,300"],
            ["Excise on boats and cars", "612,900"],
            ["Fees, fines and rents", "188,400"],
            ["All sources", f"{whole:,}"],
        ],
        TableLook(ink=Ink("sans", 9.6), head_fill=_SLATE, pad=4.2, bold_rows=(4,)),
    )


def _lines(flow: Flow) -> None:
    rows: list[list[str]] = []
    sections: list[int] = []
    bold: list[int] = []
    for name, lines in DEPARTMENTS:
        sections.append(len(rows))
        rows.append([name, "", "", ""])
        for line, amount in lines:
            rows.append([line, *_earlier(amount, len(rows)), f"{amount:,}"])
        bold.append(len(rows))
        rows.append([f"Total, department {name[:2]}", "", "", f"{sum(amount for _, amount in lines):,}"])
    bold.append(len(rows))
    rows.append(["Total, all departments", "", "", f"{total():,}"])
    look = TableLook(
        ink=Ink("sans", 9.4),
        head_fill=_SLATE,
        pad=3.6,
        zebra=False,
        section_rows=sections,
        bold_rows=bold,
        grid=True,
    )
    heads = [Column(name, 1.4, "right") for name in ("Actual 2020", "Adopted 2021", "Adopted 2022")]
    table(flow, [Column("Line", 4), *heads], rows, look, "Line items")


def _vote(flow: Flow) -> None:
    flow.heading("Vote of the Special Town Meeting", Ink("sans-bold", 19, _SLATE), after=10)
    flow.paragraph(
        "At a meeting duly warned and held in the school gymnasium on December 7, 2021, at seven o'clock "
        "in the evening, 214 voters being present, it was moved by Owen Tallis and seconded by Lydia "
        "Farrow:",
    )
    flow.paragraph(
        f"That the town raise and appropriate the sum of {money(total())} for the purposes set out in "
        "this book.",
        _BODY.italic(),
    )
    flow.paragraph(
        "An amendment to strike the line for bandstand steps failed by 61 to 143. The main motion carried "
        "by 187 to 22."
    )
    flow.gap(30)
    for x, name in ((60, "Lucius Hartwell, Moderator"), (320, "Bettina Crane, Clerk")):
        flow.sheet.line((x, flow.y), (x + 200, flow.y), BLACK)
        flow.sheet.text(x, flow.y + 13, name, SANS)
