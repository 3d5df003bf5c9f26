"""The service chapters of an annual report: water, its quality, the network, the harbor, the ferry."""

from __future__ import annotations

from demo.documents import charts
from demo.documents.annual_layout import Report
from demo.documents.figures import (
    CAUSES,
    DISTRICTS,
    FARES,
    MONTHS,
    MOORING_CLASSES,
    QUALITY,
    money,
    quarter_text,
)
from demo.documents.flow import SANS
from demo.documents.tables import Column


def water_chapter(report: Report) -> None:
    """The chapter on water."""
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
        [
            Column("Quarter", 3),
            Column("Million gallons", 2, "right"),
            Column("Average day (million gallons)", 2.4, "right"),
        ],
        rows,
        "Table 1. Water treated at the Summit Road works",
        total=True,
    )
    report.subsection("How the water is made")
    report.flow.bullets(
        [
            "Lake water is lifted from the Gannet Point intake by three pumps, of which two are enough on "
            "any day.",
            "Alum and a polymer gather fine particles into flocs, which settle in two basins of 190,000 "
            "gallons.",
            "Four filters of sand and anthracite hold back what did not settle. Each is washed every 60 "
            "hours.",
            "Chlorine is added to keep the water safe on its way, fluoride for the teeth of the town, and "
            "soda ash so that the water does not attack the pipes.",
            "Operators are on duty from six in the morning to ten at night; alarms go to the operator on "
            "call.",
        ],
    )


def quality_chapter(report: Report) -> None:
    """The chapter on quality."""
    report.flow.paragraph(
        "The laboratory at Summit Road and the county laboratory took "
        f"1,{412 + report.year.year % 7 * 13} samples. No limit was exceeded. The results below are those "
        "that residents ask about most; the full list is sent to every customer in June and can be had "
        "from the Clerk.",
    )
    report.table(
        [
            Column("Substance", 3),
            Column("Unit", 1),
            Column("Limit", 1.2, "right"),
            Column("Found", 1.2, "right"),
        ],
        [
            [name, unit, limit, found]
            for (name, unit, limit), found in zip(QUALITY, report.year.quality, strict=True)
        ],
        "Table 2. Quality of the water delivered",
    )
    report.subsection("What the words mean")
    report.flow.pairs(
        [
            (
                "ppb, ppm",
                "Parts per billion and parts per million. One part per billion is one cent in ten million "
                "dollars.",
            ),
            ("NTU", "Nephelometric turbidity unit, a measure of cloudiness. Less than 5 cannot be seen."),
            ("90th percentile", "Nine in ten of the taps that were tested had this much or less."),
            ("Limit", "The highest level allowed by federal or state rule at the time of sampling."),
        ],
        SANS,
    )
    report.subsection("Homes with old pipes")
    report.flow.paragraph(
        "Lead comes from service lines and joints inside houses that were built before 1950, not from the "
        "mains. Customers may have the tap tested once a year free of charge. Bottles are handed out at "
        "the ticket office on the first Monday of each month.",
    )


def network_chapter(report: Report) -> None:
    """The chapter on network."""
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
        f"Of all water treated, {year.loss} percent was not sold. That includes leaks, fire fighting, the "
        "washing of mains, and meters that have grown slow with age. The state asks systems of our size "
        "to stay under 15 percent.",
    )


def harbor_chapter(report: Report) -> None:
    """The chapter on harbor."""
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


def ferry_chapter(report: Report) -> None:
    """The chapter on ferry."""
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
        f"Vehicles carried: {year.vehicles:,}, of which one in nine was a truck or a bus. Bicycles are "
        "not counted.",
    )


def reliability_chapter(report: Report) -> None:
    """The chapter on reliability."""
    year = report.year
    report.flow.paragraph(
        f"In {year.year}, {sum(year.cancelled)} crossings were cancelled. A crossing counts as cancelled "
        "when it leaves more than an hour late or not at all.",
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
            (
                "Heron",
                "Built 1998, 108 feet, 180 passengers and 22 cars, two diesel engines of 640 horsepower "
                "each.",
            ),
            ("Grebe", "Built 1961, 72 feet, 95 passengers and 8 cars; kept as the relief boat."),
        ],
        SANS,
    )
