"""Twenty questions over the demo collection, with their answers, minimal evidence and kinds."""

from __future__ import annotations

from db.models import Item, ItemMetadata, PageRef

_REPORT = "annual-reports/annual-report-{}.pdf"
_LETTER = "harbor/correspondence-1974.pdf"
_LOG = "ferry/heron-maintenance-log-2022.pdf"
_BUDGET = "budget/adopted-budget-2022.pdf"
_MINUTES_MARCH_2021 = "minutes/2021-03-09.pdf"
_MINUTES_JUNE_2021 = "minutes/2021-06-08.pdf"
_HEARING = "notices/water-charges-hearing-2021.pdf"
_PROGRAM = "visitors/partnerschaft-programm-2022.pdf"
_SPRING = "newsletter/the-crossing-2021-spring.pdf"
_AUTUMN = "newsletter/the-crossing-2022-autumn.pdf"


def _item(
    number: int,
    question: str,
    answers: tuple[tuple[str, ...], ...],
    evidence: tuple[tuple[str, int], ...],
    kind: tuple[str, str, str, str],
) -> Item:
    """`kind`: domain, document category, visual category, type of reasoning."""
    domain, category, visual, reasoning = kind
    return Item(
        item_id=f"demo-{number:02d}",
        question=question,
        answer_variants=answers,
        evidence=tuple(PageRef(document=document, page=page) for document, page in evidence),
        metadata=ItemMetadata(domain=domain, category=category, visual=visual, reasoning=reasoning),
    )


ITEMS: tuple[Item, ...] = (
    _item(
        1,
        "How many ferry crossings to or from Pell Island were cancelled because of fog in 2021?",
        (("12",),),
        ((_REPORT.format(2021), 11),),
        ("Transport", "Annual report", "tabular", "lookup"),
    ),
    _item(
        2,
        "What sum of customer deposits did the Kestrel Ferry Water and Harbor Board hold in a separate "
        "account at the end of 2019?",
        (("$61,400",), ("61,400",)),
        ((_REPORT.format(2019), 14),),
        ("Finance", "Annual report", "free text", "lookup"),
    ),
    _item(
        3,
        "Which firm carried out the only capital works of the Water and Harbor Board that cost more in "
        "2020 than had been voted?",
        (("Tolliver Marine Engineers",),),
        ((_REPORT.format(2020), 10), (_REPORT.format(2020), 12)),
        ("Finance", "Annual report", "tabular", "bridging"),
    ),
    _item(
        4,
        "Kestrel Ferry's adopted budget for 2022 pays for the county's share of dispatch and for hydrant "
        "rental. Give both adopted amounts, dispatch first.",
        (("88,400", "46,800"), ("$88,400", "$46,800")),
        ((_BUDGET, 3), (_BUDGET, 4)),
        ("Finance", "Budget", "tabular", "lookup"),
    ),
    _item(
        5,
        "How many anodes did the yard fit to the ferry Heron in November 2022, and how many zinc anodes "
        "were held in stock on December 31, 2022?",
        (("11", "4"), ("Eleven", "4")),
        ((_LOG, 2), (_LOG, 3)),
        ("Transport", "Maintenance log", "tabular", "lookup"),
    ),
    _item(
        6,
        "After the storm of October 1974, how many pilings of the North Pier had to be replaced, and "
        "which price for driving new ones did the harbormaster recommend?",
        (("23", "$6,210"), ("23", "6,210")),
        ((_LETTER, 1), (_LETTER, 2)),
        ("Harbor", "Letter", "artifact: scan", "bridging"),
    ),
    _item(
        7,
        "Wie viel spendeten die Freunde aus Erlenbrück für neue Rettungswesten der Schulboote, und um wie "
        "viel Uhr kommen ihre Gäste am 8. Oktober an?",
        (("4.300 Euro", "15:40"),),
        ((_PROGRAM, 1), (_PROGRAM, 2)),
        ("Community", "Program", "structured", "lookup"),
    ),
    _item(
        8,
        "Who held the ferry Pelican when she broke her stern line in the storm of October 1974?",
        (("Mr. Edvard Holm",), ("Edvard Holm",)),
        ((_LETTER, 2),),
        ("Harbor", "Letter", "artifact: scan", "lookup"),
    ),
    _item(
        9,
        "In which of the years 2019 to 2022 were the most ferry crossings cancelled for mechanical "
        "reasons, and how many were they?",
        (("2020", "23"),),
        tuple((_REPORT.format(year), 11) for year in (2019, 2020, 2021, 2022)),
        ("Transport", "Annual report", "tabular", "comparison"),
    ),
    _item(
        10,
        "What does each working day of delay cost the contractor to whom the Water and Harbor Board "
        "awarded a tender at its meeting of June 8, 2021?",
        (("$650",), ("650",)),
        ((_MINUTES_JUNE_2021, 1), ("tenders/T-2021-04-pump-station.pdf", 3)),
        ("Procurement", "Tender notice", "structured", "bridging"),
    ),
    _item(
        11,
        "Under which telephone number does the directory of 2022 list the firm that overhauled both "
        "engines of the ferry Heron in 2020?",
        (("555-0214",),),
        ((_REPORT.format(2020), 10), ("directory-2022.pdf", 1)),
        ("Transport", "Directory", "structured", "bridging"),
    ),
    _item(
        12,
        "What did an islander pass for the Pell Island ferry cost at the end of 2019 and at the end of 2022?",
        (("240.00", "270.00"), ("$240", "$270")),
        ((_REPORT.format(2019), 11), (_REPORT.format(2022), 11)),
        ("Transport", "Annual report", "tabular", "comparison"),
    ),
    _item(
        13,
        "What was the largest number of swifts that the school class counted at the old ice house in "
        "2020, and what was it in 2022?",
        (("163", "188"),),
        ((_SPRING, 1), (_AUTUMN, 2)),
        ("Community", "Newsletter", "free text", "comparison"),
    ),
    _item(
        14,
        "Who moved that the discount on water charges be 30 percent in 2021, and what would five persons "
        "with a garden then pay in a quarter with it?",
        (("Ms. Quint", "$119.54"), ("Marisol Quint", "$119.54"), ("Quint", "119.54")),
        ((_MINUTES_MARCH_2021, 2), (_HEARING, 2)),
        ("Water", "Notice", "tabular", "bridging"),
    ),
    _item(
        15,
        "In which month of 2022 did Lake Wessamin stand highest at the end of the month?",
        (("May",),),
        (("harbor/lake-levels-2022.pdf", 1),),
        ("Environment", "Gauge sheet", "artifact: chart", "comparison"),
    ),
    _item(
        16,
        "Which point was left unticked for the lower yard of the school when the playgrounds were "
        "inspected in spring 2022?",
        (("Hooks and chains",),),
        (("inspections/playgrounds-2022.pdf", 1),),
        ("Health and safety", "Inspection form", "artifact: checkbox", "lookup"),
    ),
    _item(
        17,
        "Which item under Cleaning was marked as not in compliance at the Lakeside Café on May 18, 2021?",
        (("Wiping cloths stored in sanitizer",),),
        (("inspections/lakeside-cafe-2021-05-18.pdf", 1),),
        ("Health and safety", "Inspection form", "artifact: checkbox", "lookup"),
    ),
    _item(
        18,
        "¿Qué postre acompaña a la pizza de queso en el menú escolar del 14 de octubre de 2022?",
        (("arroz con leche",),),
        (("school/Menú de otoño 2022.pdf", 1),),
        ("Education", "Menu", "structured", "lookup"),
    ),
    _item(
        19,
        "How many steps lead up to the light on the North Pier?",
        (("74",), ("74 steps",)),
        (("visitors/brochure-2022.pdf", 2),),
        ("Tourism", "Brochure", "other spatial", "lookup"),
    ),
    _item(
        20,
        "In which month of 2022 did the ferry Heron take the least fuel, and how many gallons was it?",
        (("Dec", "1,420"), ("December", "1,420"), ("December", "1,420 gallons")),
        ((_LOG, 4),),
        ("Transport", "Maintenance log", "tabular", "comparison"),
    ),
)
