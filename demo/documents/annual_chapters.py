"""What stands in an annual report, chapter by chapter, from one year's figures and story."""

from __future__ import annotations

from collections.abc import Callable

from demo.documents import charts
from demo.documents.annual_layout import TEXT, Report
from demo.documents.annual_services import (
    ferry_chapter,
    harbor_chapter,
    network_chapter,
    quality_chapter,
    reliability_chapter,
    water_chapter,
)
from demo.documents.figures import (
    EXPENSES,
    MONTHS,
    REVENUES,
    YEARS,
    money,
)
from demo.documents.flow import BODY, SMALL
from demo.documents.paper import Colour, Ink
from demo.documents.tables import Column


def _letter(report: Report) -> None:
    flow = report.flow
    flow.paragraph("To the residents of Kestrel Ferry and Pell Island:", BODY.sized(11.5), after=10)
    for paragraph in report.story.letter:
        flow.paragraph(paragraph, BODY.sized(12.5), after=11, lead=1.5)
    flow.gap(16)
    flow.paragraph("Respectfully,", BODY.sized(11.5), after=22)
    flow.paragraph(report.year.chair, Ink("serif-italic", 17, (0.1, 0.15, 0.4)), after=4)
    flow.paragraph(f"{report.year.chair}, Chair", BODY.sized(11.5))


def _people(report: Report) -> None:
    year = report.year
    report.subsection("Members of the Board")
    names = [
        (year.chair, "Chair"),
        (year.vice_chair, "Vice chair"),
        *((name, "Member") for name in year.members),
    ]
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
        "The Board meets on the second Tuesday of each month at seven in the evening in the Old Customs "
        "House, 1 Quay Street. Meetings are public. Minutes are posted on the notice board at the ferry "
        "landing within ten days.",
    )


def _glance(report: Report) -> None:
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
        [
            charts.Series(str(one.year), one.passengers, shade)
            for one, shade in zip(earlier, shades, strict=True)
        ],
    )
    report.flow.paragraph("Passengers counted at the Kestrel Ferry landing, both directions.", SMALL)


def _capital(report: Report) -> None:
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
        "Each autumn the staff rank every known need by three questions: does it keep people safe, does "
        "it keep the service running, and does it save money within ten years. The Board takes the list "
        "to a public hearing in January. Works above $50,000 are tendered openly; the notices hang at the "
        "landing for at least 21 days.",
    )


def _finance(report: Report) -> None:
    year = report.year
    income = [[name, money(value)] for name, value in zip(REVENUES, year.revenue, strict=True)]
    income.append(["Total revenue", money(sum(year.revenue))])
    report.table(
        [Column("Revenue", 4), Column("Dollars", 1.5, "right")], income, "Table 9. Revenue", total=True
    )
    spending = [[name, money(value)] for name, value in zip(EXPENSES, year.expense, strict=True)]
    spending.append(["Total expenditure", money(sum(year.expense))])
    report.table(
        [Column("Expenditure", 4), Column("Dollars", 1.5, "right")],
        spending,
        "Table 10. Expenditure",
        total=True,
    )
    left = sum(year.revenue) - sum(year.expense)
    report.flow.paragraph(
        f"The year closed with {'a surplus' if left >= 0 else 'a shortfall'} of {money(abs(left))} before "
        "depreciation.",
        TEXT.bold(),
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


def _notes(report: Report) -> None:
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
        "I have examined the statements of revenue and expenditure of the Board for the year ended "
        f"December 31, {year.year}. In my opinion they present fairly, in all material respects, what was "
        "received and spent. I found no matter that the Board had not already brought to my notice.",
    )
    report.flow.paragraph("Winifred Ashgrove, public accountant, Port Callow", TEXT.italic())


CHAPTERS: tuple[tuple[str, Callable[[Report], None]], ...] = (
    ("Letter from the chair", _letter),
    ("Board and staff", _people),
    ("The year at a glance", _glance),
    ("Water supply", water_chapter),
    ("Water quality", quality_chapter),
    ("The network", network_chapter),
    ("The harbor", harbor_chapter),
    ("The ferry", ferry_chapter),
    ("Reliability and fares", reliability_chapter),
    ("Capital works", _capital),
    ("Revenue and expenditure", _finance),
    ("Notes and charges", _notes),
)
