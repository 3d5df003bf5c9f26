"""The town's numbers and names over four years: one place, so that all documents agree with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TOWN = "Town of Kestrel Ferry"
BOARD = "Kestrel Ferry Water and Harbor Board"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DISTRICTS = ("Old Quarter", "Mill Flats", "Summit Road", "Point Hollow", "East Shore")
MOORING_CLASSES = ("Up to 20 ft", "20 to 30 ft", "30 to 40 ft", "Commercial berth")
CAUSES = ("Wind and waves", "Fog", "Ice", "Mechanical", "Crew shortage")
FARES = (
    "Adult, one way",
    "Child 5 to 15",
    "Car with driver",
    "Bicycle",
    "Ten-trip card",
    "Islander pass, a season",
)
REVENUES = (
    "Water sales",
    "Harbor and mooring fees",
    "Ferry fares",
    "State and federal grants",
    "Other income",
)
EXPENSES = (
    "Wages and benefits",
    "Power and fuel",
    "Chemicals and laboratory",
    "Maintenance and repairs",
    "Administration and insurance",
    "Debt service",
)
QUALITY = (
    ("Lead, 90th percentile", "ppb", "15"),
    ("Copper, 90th percentile", "ppm", "1.3"),
    ("Nitrate (as N)", "ppm", "10"),
    ("Turbidity, highest reading", "NTU", "1.0"),
    ("Free chlorine, average", "ppm", "4.0"),
    ("Fluoride, average", "ppm", "4.0"),
    ("Total trihalomethanes", "ppb", "80"),
    ("Hardness (as CaCO3)", "ppm", "none set"),
)


@dataclass(frozen=True, slots=True)
class Works:
    """One line of the capital programme: dollars voted and spent in the year."""

    name: str
    voted: int
    spent: int
    state: str


@dataclass(frozen=True, slots=True)
class Year:
    """Everything countable that one annual report tells."""

    year: int
    chair: str
    vice_chair: str
    members: tuple[str, str, str]
    manager: str
    harbormaster: str
    ferry_superintendent: str
    connections: int
    produced: tuple[float, float, float, float]
    loss: str
    breaks: tuple[int, ...]
    quality: tuple[str, ...]
    moorings: tuple[int, ...]
    mooring_fees: tuple[int, ...]
    waiting: int
    passengers: tuple[int, ...]
    vehicles: int
    cancelled: tuple[int, ...]
    fares: tuple[str, ...]
    base_charge: str
    unit_charge: str
    revenue: tuple[int, ...]
    expense: tuple[int, ...]
    works: tuple[Works, ...]


def money(dollars: int) -> str:
    """`$1,234`, negative in parentheses as accountants write it."""
    return f"${dollars:,}" if dollars >= 0 else f"(${-dollars:,})"


def quarter_text(values: Sequence[float]) -> tuple[str, ...]:
    """Million gallons with one decimal."""
    return tuple(f"{value:.1f}" for value in values)


YEARS = (
    Year(
        2019, "Eleanor Voss", "Desmond Achterberg", ("Harold Tamsin", "Marisol Quint", "Ingrid Sollars"),
        "Ruth Pellew", "Walter Finch", "Lena Okafor", 4112, (138.2, 151.7, 181.4, 141.1), "14.8",
        (9, 4, 3, 2, 5), ("4.1", "0.31", "1.9", "0.28", "0.92", "0.70", "41.2", "118"),
        (84, 79, 31, 18), (410, 640, 980, 1450), 38,
        (4210, 4035, 6120, 9480, 14215, 19870, 27960, 29145, 15640, 9225, 4610, 3710), 41906,
        (31, 14, 17, 11, 2), ("6.50", "3.00", "18.00", "2.00", "52.00", "240.00"), "28.40", "5.15",
        (2684310, 318640, 1142905, 205000, 61730), (1612400, 548215, 187930, 702560, 396180, 512000),
        (
            Works("Summit Road standpipe, repainting", 184000, 179350, "Complete"),
            Works("Old Quarter main renewal, phase 1", 412000, 405870, "Complete"),
            Works("North Pier fender piles", 96500, 101220, "Complete"),
            Works("Ticket office roof", 38000, 36410, "Complete"),
        ),
    ),
    Year(
        2020, "Eleanor Voss", "Desmond Achterberg", ("Harold Tamsin", "Marisol Quint", "Ingrid Sollars"),
        "Ruth Pellew", "Walter Finch", "Lena Okafor", 4168, (140.6, 143.9, 175.3, 138.9), "15.6",
        (13, 6, 4, 3, 5), ("3.8", "0.29", "2.2", "0.34", "0.95", "0.71", "46.8", "121"),
        (80, 77, 30, 18), (410, 640, 980, 1450), 41,
        (4380, 4190, 2065, 640, 1480, 5215, 11890, 13470, 8145, 5030, 2940, 2290), 22318,
        (22, 9, 17, 23, 8), ("6.50", "3.00", "18.00", "2.00", "52.00", "240.00"), "28.40", "5.15",
        (2702845, 301215, 512380, 498500, 44615), (1598730, 402660, 193405, 741890, 402745, 548000),
        (
            Works("Old Quarter main renewal, phase 2", 438000, 377940, "Continues"),
            Works("Ferry Heron, engine overhaul", 265000, 289615, "Complete"),
            Works("Filter media replacement", 142000, 139480, "Complete"),
            Works("Harbor lighting", 54000, 0, "Deferred"),
        ),
    ),
    Year(
        2021, "Desmond Achterberg", "Marisol Quint", ("Harold Tamsin", "Ingrid Sollars", "Peter Nwosu"),
        "Ruth Pellew", "Joanna Reyes-Lind", "Lena Okafor", 4231, (144.0, 155.2, 182.6, 140.1), "12.9",
        (6, 5, 2, 2, 3), ("3.2", "0.27", "2.0", "0.22", "0.97", "0.69", "38.5", "119"),
        (87, 81, 33, 18), (425, 665, 1015, 1500), 67,
        (2310, 2475, 3980, 5890, 9240, 13125, 19460, 20385, 10215, 5940, 2480, 1910), 33751,
        (29, 12, 16, 9, 5), ("7.00", "3.25", "19.50", "2.00", "56.00", "255.00"), "29.85", "5.42",
        (2861120, 334980, 803660, 612750, 48905), (1655215, 497340, 201760, 688425, 418230, 571500),
        (
            Works("Mill Flats pump station renewal", 690000, 318200, "Continues"),
            Works("Old Quarter main renewal, phase 2, completion", 60000, 58735, "Complete"),
            Works("Harbor lighting", 56000, 52190, "Complete"),
            Works("Meter replacement, first lot (1,150 meters)", 201000, 196305, "Complete"),
        ),
    ),
    Year(
        2022, "Desmond Achterberg", "Marisol Quint", ("Ingrid Sollars", "Peter Nwosu", "Calla Brandt"),
        "Tomas Ibarra", "Joanna Reyes-Lind", "Amos Whitlow", 4307, (146.8, 158.9, 187.3, 141.2), "11.2",
        (4, 4, 3, 1, 2), ("2.6", "0.24", "1.8", "0.19", "0.96", "0.70", "36.1", "120"),
        (90, 84, 33, 19), (445, 695, 1060, 1560), 84,
        (3905, 3740, 5615, 8870, 13480, 18905, 27315, 28120, 14960, 8430, 3640, 2885), 42284,
        (38, 15, 18, 6, 9), ("7.50", "3.50", "21.00", "2.50", "60.00", "270.00"), "31.20", "5.79",
        (3018470, 362415, 1176240, 385000, 57280), (1742880, 689105, 228495, 755330, 437615, 571500),
        (
            Works("Mill Flats pump station renewal", 372000, 401560, "Complete"),
            Works("Pell Island landing ramp", 540000, 122400, "Continues"),
            Works("Meter replacement, second lot (980 meters)", 176000, 171020, "Complete"),
            Works("Floating dock C", 88000, 86930, "Complete"),
        ),
    ),
)  # fmt: skip


def year_of(year: int) -> Year:
    """The facts of one year."""
    return next(one for one in YEARS if one.year == year)
