"""Four annual reports of one board: cover, contents, letter and names in roman pages, then ten pages of record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from demo.documents import charts
from demo.documents.annual_text import STORIES, Story
from demo.documents.figures import (
    BOARD,
    CAUSES,
    DISTRICTS,
    EXPENSES,
    FARES,
    MONTHS,
    MOORING_CLASSES,
    QUALITY,
    REVENUES,
    TOWN,
    YEARS,
    Year,
    money,
    quarter_text,
    year_of,
)
from demo.documents.flow import BODY, SANS, SMALL, Flow, Frame
from demo.documents.paper import WHITE, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

N_FRONT = 4
_BODY = BODY.sized(11.5)
_TABLE = Ink("sans", 9.6)
_FRAME = Frame(72, 92, 540, 712)
_ACCENTS: dict[int, Colour] = {
    2019: (0.11, 0.23, 0.42),
    2020: (0.05, 0.38, 0.40),
    2021: (0.44, 0.13, 0.20),
    2022: (0.15, 0.34, 0.20),
}
_ROMAN = ("i", "ii", "iii", "iv")


class _Report:
    """One report while it is being drawn."""

    def __init__(self, year: Year) -> None:
        self.year = year
        self.story: Story = STORIES[year.year]
        self.accent = _ACCENTS[year.year]
        self.paper = Paper(f"Annual Report {year.year}", BOARD, f"{year.year + 1}-03-15")
        self.entries: list[tuple[str, str, int]] = []
        self._cover()
        self.flow = Flow(self.paper, [_FRAME], self._dress, _BODY)

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

    def table(self, columns: list[Column], rows: list[list[str]], caption: str = "", *, total: bool = False) -> None:
        """A table in the report's colour; `total` makes the last row bold."""
        bold = (len(rows) - 1,) if total else ()
        table(self.flow, columns, rows, TableLook(ink=_TABLE, pad=4.2, head_fill=self.accent, bold_rows=bold), caption)

    def chart_area(self, height: float) -> Frame:
        """Room for a chart at the pen, inside its axis labels."""
        self.flow.need(height + 50)
        top = self.flow.y + 24
        self.flow.y = top + height + 26
        return Frame(_FRAME.left + 42, top, _FRAME.right - 4, top + height)


def write_annual_report(year: int, path: Path) -> None:
    """Draw one year's report: 14 pages, labels i-iv and 1-10."""
    report = _Report(year_of(year))
    # The contents stand before the chapters; their page numbers are known from the fixed order.
    _contents(report)
    for title, write in _CHAPTERS:
        report.chapter(title)
        write(report)
    report.paper.number_pages(N_FRONT)
    report.paper.outline([(1, title, page) for title, _, page in report.entries])
    report.paper.save(path)


def _contents(report: _Report) -> None:
    flow = report.flow
    report.section("Contents")
    flow.gap(8)
    for number, (title, _) in enumerate(_CHAPTERS, start=3):
        flow.y += 24
        width = flow.sheet.text(72, flow.y, title, BODY.sized(12))
        printed = report.printed(number)
        right = 540 - flow.sheet.text(540, flow.y, printed, BODY.sized(12), "right")
        flow.sheet.dots((72 + width + 8, flow.y - 1.5), (right - 8, flow.y - 1.5))
    flow.gap(46)
    flow.paragraph("About this report", SANS.bold())
    flow.paragraph(
        f"The {BOARD} supplies drinking water to the town, runs the public harbor and operates the ferry to Pell "
        "Island. It is governed by five members elected for three years each. All dollar figures are for the "
        f"calendar year {report.year.year}; gallons are U.S. gallons. Copies of this report are kept at the Public "
        "Library, 4 Market Square, and in the ticket office.",
        SANS,
    )
    report.entries.append(("Contents", "ii", 2))


def _letter(report: _Report) -> None:
    flow = report.flow
    flow.paragraph("To the residents of Kestrel Ferry and Pell Island:", BODY.sized(11.5), after=10)
    for paragraph in report.story.letter:
        flow.paragraph(paragraph, BODY.sized(12.5), after=11, lead=1.5)
    flow.gap(16)
    flow.paragraph("Respectfully,", BODY.sized(11.5), after=22)
    flow.paragraph(report.year.chair, Ink("serif-italic", 17, (0.1, 0.15, 0.4)), after=4)
    flow.paragraph(f"{report.year.chair}, Chair", BODY.sized(11.5))


def _people(report: _Report) -> None:
    year = report.year
    report.subsection("Members of the Board")
    names = [(year.chair, "Chair"), (year.vice_chair, "Vice chair"), *((name, "Member") for name in year.members)]
    report.table(
        [Column("Name", 3), Column("Office", 2), Column("Term ends", 1.5, "right")],
        [[name, office, f"June {year.year + 1 + place % 3}"] for place, (name, office) in enumerate(names)],
    )
    report.subsection("Staff")
    report.table(
        [Column("Name", 3), Column("Position", 3), Column("Telephone", 1.5, "right")],
        [
            [year.manager, "General manager", "555-0140"],
            ["Gus Halloran", "Water superintendent", "555-0146"],
            [year.harbormaster, "Harbormaster", "555-0152"],
            [year.ferry_superintendent, "Ferry superintendent", "555-0157"],
            ["Paul Desrosiers", "Treasurer", "555-0143"],
            ["Bettina Crane", "Clerk to the Board", "555-0141"],
        ],
    )
    flow = report.flow
    flow.paragraph(
        "The Board meets on the second Tuesday of each month at seven in the evening in the Old Customs House, 1 Quay "
        "Street. Meetings are public. Minutes are posted on the notice board at the ferry landing within ten days.",
    )


def _glance(report: _Report) -> None:
    year = report.year
    earlier = [one for one in YEARS if one.year in (year.year - 1, year.year)]
    rows = [
        ["Water connections, December 31", *(f"{one.connections:,}" for one in earlier)],
        ["Water produced (million gallons)", *(f"{sum(one.produced):.1f}" for one in earlier)],
        ["Water lost (percent of production)", *(one.loss for one in earlier)],
        ["Main breaks repaired", *(str(sum(one.breaks)) for one in earlier)],
        ["Moorings rented", *(str(sum(one.moorings)) for one in earlier)],
        ["Ferry passengers", *(f"{sum(one.passengers):,}" for one in earlier)],
        ["Vehicles carried", *(f"{one.vehicles:,}" for one in earlier)],
        ["Total revenue", *(money(sum(one.revenue)) for one in earlier)],
        ["Total expenditure", *(money(sum(one.expense)) for one in earlier)],
    ]
    heads = [Column(str(one.year), 1.4, "right") for one in earlier]
    report.table([Column("Key figure", 4), *heads], rows)
    report.subsection("Ferry passengers by month")
    area = report.chart_area(190)
    shades: list[Colour] = [(0.72, 0.76, 0.80), report.accent][-len(earlier) :]
    charts.bars(
        report.flow.sheet,
        area,
        charts.Axis(0, 30000, 5000),
        MONTHS,
        [charts.Series(str(one.year), one.passengers, shade) for one, shade in zip(earlier, shades, strict=True)],
    )
    report.flow.paragraph("Passengers counted at the Kestrel Ferry landing, both directions.", SMALL)


def _water(report: _Report) -> None:
    year = report.year
    report.prose(report.story.water)
    quarters = ["January to March", "April to June", "July to September", "October to December"]
    daily = (90, 91, 92, 92)
    rows = [
        [name, amount, f"{value / days:.2f}"]
        for name, amount, value, days in zip(
            quarters, quarter_text(year.produced), year.produced, daily, strict=True
        )
    ]
    rows.append(["Year", f"{sum(year.produced):.1f}", f"{sum(year.produced) / 365:.2f}"])
    report.table(
        [Column("Quarter", 3), Column("Million gallons", 2, "right"), Column("Average day (million gallons)", 2.4, "right")],
        rows,
        "Table 1. Water treated at the Summit Road works",
        total=True,
    )
    report.subsection("How the water is made")
    report.flow.bullets(
        [
            "Lake water is lifted from the Gannet Point intake by three pumps, of which two are enough on any day.",
            "Alum and a polymer gather fine particles into flocs, which settle in two basins of 190,000 gallons.",
            "Four filters of sand and anthracite hold back what did not settle. Each is washed every 60 hours.",
            "Chlorine is added to keep the water safe on its way, fluoride for the teeth of the town, and soda ash "
            "so that the water does not attack the pipes.",
            "Operators are on duty from six in the morning to ten at night; alarms go to the operator on call.",
        ],
    )


def _quality(report: _Report) -> None:
    report.flow.paragraph(
        f"The laboratory at Summit Road and the county laboratory took 1,{412 + report.year.year % 7 * 13} samples. No "
        "limit was exceeded. The results below are those that residents ask about most; the full list is sent "
        "to every customer in June and can be had from the Clerk.",
    )
    report.table(
        [Column("Substance", 3), Column("Unit", 1), Column("Limit", 1.2, "right"), Column("Found", 1.2, "right")],
        [
            [name, unit, limit, found]
            for (name, unit, limit), found in zip(QUALITY, report.year.quality, strict=True)
        ],
        "Table 2. Quality of the water delivered",
    )
    report.subsection("What the words mean")
    report.flow.pairs(
        [
            ("ppb, ppm", "Parts per billion and parts per million. One part per billion is one cent in ten million dollars."),
            ("NTU", "Nephelometric turbidity unit, a measure of cloudiness. Less than 5 cannot be seen."),
            ("90th percentile", "Nine in ten of the taps that were tested had this much or less."),
            ("Limit", "The highest level allowed by federal or state rule at the time of sampling."),
        ],
        SANS,
    )
    report.subsection("Homes with old pipes")
    report.flow.paragraph(
        "Lead comes from service lines and joints inside houses that were built before 1950, not from the mains. "
        "Customers may have the tap tested once a year free of charge. Bottles are handed out at the ticket office "
        "on the first Monday of each month.",
    )


def _network(report: _Report) -> None:
    year = report.year
    report.prose(report.story.network)
    miles = ("11.4", "9.8", "14.2", "8.1", "12.6")
    rows = [
        [name, length, str(count), f"{count / float(length):.2f}"]
        for name, length, count in zip(DISTRICTS, miles, year.breaks, strict=True)
    ]
    rows.append(["All districts", "56.1", str(sum(year.breaks)), f"{sum(year.breaks) / 56.1:.2f}"])
    report.table(
        [
            Column("District", 3),
            Column("Miles of main", 1.5, "right"),
            Column("Breaks repaired", 1.5, "right"),
            Column("Breaks per mile", 1.5, "right"),
        ],
        rows,
        "Table 3. Main breaks by district",
        total=True,
    )
    report.subsection("Breaks by district")
    area = report.chart_area(130)
    charts.bars(
        report.flow.sheet,
        area,
        charts.Axis(0, 15, 5),
        DISTRICTS,
        [charts.Series(str(year.year), year.breaks, report.accent)],
    )
    report.subsection("Water that earns nothing")
    report.flow.paragraph(
        f"Of all water treated, {year.loss} percent was not sold. That includes leaks, fire fighting, the washing of "
        "mains, and meters that have grown slow with age. The state asks systems of our size to stay under 15 percent.",
    )


def _harbor(report: _Report) -> None:
    year = report.year
    report.prose(report.story.harbor)
    rows = [
        [name, str(count), money(fee), money(count * fee)]
        for name, count, fee in zip(MOORING_CLASSES, year.moorings, year.mooring_fees, strict=True)
    ]
    total = sum(count * fee for count, fee in zip(year.moorings, year.mooring_fees, strict=True))
    rows.append(["All classes", str(sum(year.moorings)), "", money(total)])
    report.table(
        [
            Column("Class of boat", 3),
            Column("Moorings rented", 1.6, "right"),
            Column("Fee for the season", 1.6, "right"),
            Column("Fees due", 1.6, "right"),
        ],
        rows,
        "Table 4. Moorings",
        total=True,
    )
    report.flow.paragraph(
        f"On December 31 the waiting list held {year.waiting} names. Transient boats paid "
        f"{money(sum(year.revenue[1:2]) - total)} in day fees and fuel dock charges.",
    )
    report.subsection("Rules worth repeating")
    report.flow.bullets(
        [
            "No wake inside the two red buoys, by day or by night.",
            "A mooring that is not used for 30 days in the season may be lent to a boat on the waiting list.",
            "Bilge water is pumped out at the fuel dock, free of charge, from seven to seven.",
            "Ground tackle is inspected every second spring by a diver named by the harbormaster.",
        ],
    )


def _ferry(report: _Report) -> None:
    year = report.year
    report.prose(report.story.ferry)
    total = sum(year.passengers)
    rows = [
        [name, f"{count:,}", f"{100 * count / total:.1f}"]
        for name, count in zip(MONTHS, year.passengers, strict=True)
    ]
    rows.append(["Year", f"{total:,}", "100.0"])
    report.table(
        [Column("Month", 2), Column("Passengers", 2, "right"), Column("Percent of the year", 2, "right")],
        rows,
        f"Table 5. Ferry passengers in {year.year}",
        total=True,
    )
    report.flow.paragraph(
        f"Vehicles carried: {year.vehicles:,}, of which one in nine was a truck or a bus. Bicycles are not counted.",
    )


def _reliability(report: _Report) -> None:
    year = report.year
    report.flow.paragraph(
        f"In {year.year}, {sum(year.cancelled)} crossings were cancelled. A crossing counts as cancelled when it leaves more than an "
        "hour late or not at all.",
    )
    report.table(
        [Column("Cause", 3), Column("Crossings cancelled", 2, "right")],
        [
            *([cause, str(count)] for cause, count in zip(CAUSES, year.cancelled, strict=True)),
            ["All causes", str(sum(year.cancelled))],
        ],
        "Table 6. Cancelled crossings by cause",
        total=True,
    )
    report.table(
        [Column("Ticket", 3), Column("Dollars", 2, "right")],
        [[name, fare] for name, fare in zip(FARES, year.fares, strict=True)],
        "Table 7. Ferry fares at year end",
    )
    report.subsection("The boats")
    report.flow.pairs(
        [
            ("Heron", "Built 1998, 108 feet, 180 passengers and 22 cars, two diesel engines of 640 horsepower each."),
            ("Grebe", "Built 1961, 72 feet, 95 passengers and 8 cars; kept as the relief boat."),
        ],
        SANS,
    )


def _capital(report: _Report) -> None:
    year = report.year
    report.prose(report.story.works)
    rows = [[one.name, money(one.voted), money(one.spent), one.state] for one in year.works]
    voted, spent = sum(one.voted for one in year.works), sum(one.spent for one in year.works)
    rows.append(["All works", money(voted), money(spent), ""])
    report.table(
        [
            Column("Works", 4.4),
            Column("Voted", 1.4, "right"),
            Column("Spent in the year", 1.5, "right"),
            Column("State", 1.3, "right"),
        ],
        rows,
        f"Table 8. Capital works in {year.year}",
        total=True,
    )
    report.subsection("How works are chosen")
    report.flow.paragraph(
        "Each autumn the staff rank every known need by three questions: does it keep people safe, does it keep the "
        "service running, and does it save money within ten years. The Board takes the list to a public hearing in "
        "January. Works above $50,000 are tendered openly; the notices hang at the landing for at least 21 days.",
    )


def _finance(report: _Report) -> None:
    year = report.year
    income = [[name, money(value)] for name, value in zip(REVENUES, year.revenue, strict=True)]
    income.append(["Total revenue", money(sum(year.revenue))])
    report.table([Column("Revenue", 4), Column("Dollars", 1.5, "right")], income, "Table 9. Revenue", total=True)
    spending = [[name, money(value)] for name, value in zip(EXPENSES, year.expense, strict=True)]
    spending.append(["Total expenditure", money(sum(year.expense))])
    report.table(
        [Column("Expenditure", 4), Column("Dollars", 1.5, "right")], spending, "Table 10. Expenditure", total=True
    )
    left = sum(year.revenue) - sum(year.expense)
    report.flow.paragraph(
        f"The year closed with {'a surplus' if left >= 0 else 'a shortfall'} of {money(abs(left))} before depreciation.",
        _BODY.bold(),
    )
    report.subsection("Where the money came from (million dollars)")
    area = report.chart_area(120)
    charts.bars(
        report.flow.sheet,
        area,
        charts.Axis(0, 3.5, 0.5, "{:.1f}"),
        ["Water", "Harbor", "Ferry", "Grants", "Other"],
        [charts.Series("Million dollars", [value / 1_000_000 for value in year.revenue], report.accent)],
    )


def _notes(report: _Report) -> None:
    year = report.year
    report.prose(report.story.notes)
    report.table(
        [Column("Charge", 4), Column("Dollars", 1.5, "right")],
        [
            ["Base charge, each quarter, meter of 5/8 inch", year.base_charge],
            ["Each 1,000 gallons", year.unit_charge],
            ["Shut-off and turn-on at the customer's wish", "35.00"],
            ["Returned payment", "25.00"],
        ],
        "Table 11. Water charges at year end",
    )
    report.subsection("Report of the independent accountant")
    report.flow.paragraph(
        "I have examined the statements of revenue and expenditure of the Board for the year ended December 31, "
        f"{year.year}. In my opinion they present fairly, in all material respects, what was received and spent. "
        "I found no matter that the Board had not already brought to my notice.",
    )
    report.flow.paragraph("Winifred Ashgrove, public accountant, Port Callow", _BODY.italic())


_CHAPTERS: tuple[tuple[str, Callable[[_Report], None]], ...] = (
    ("Letter from the chair", _letter),
    ("Board and staff", _people),
    ("The year at a glance", _glance),
    ("Water supply", _water),
    ("Water quality", _quality),
    ("The network", _network),
    ("The harbor", _harbor),
    ("The ferry", _ferry),
    ("Reliability and fares", _reliability),
    ("Capital works", _capital),
    ("Revenue and expenditure", _finance),
    ("Notes and charges", _notes),
)
