"""Lake levels of 2022: a chart drawn as vectors, with no table beside it, and the gauge's notes."""

from __future__ import annotations

from pathlib import Path

from demo.documents import charts
from demo.documents.figures import BOARD, MONTHS
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import Colour, Ink, Paper, Sheet

_BLUE: Colour = (0.08, 0.36, 0.60)
_SAND: Colour = (0.76, 0.55, 0.22)
# Inches above (or below) the usual mark at the end of each month.
LEVELS_2022 = (-4, -2, 5, 15, 23, 17, 10, 4, -1, -5, -6, -3)
LEVELS_2021 = (-7, -8, -3, 3, 6, 5, 1, -4, -8, -10, -9, -6)
RAIN_2022 = (2.1, 1.8, 4.6, 5.9, 5.2, 3.1, 2.7, 2.2, 2.9, 3.3, 3.0, 3.6)


def write_lake_levels(path: Path) -> None:
    """Draw the two-page sheet."""
    paper = Paper("Lake Wessamin, levels in 2022", BOARD, "2023-01-17")
    flow = Flow(paper, [Frame(66, 92, 546, 730)], _dress, Ink("sans", 10.5))
    flow.heading("Lake Wessamin in 2022", Ink("sans-bold", 20, _BLUE), after=8)
    flow.paragraph(
        "Level at the Customs House gauge at the end of each month, in inches above or below the usual "
        "mark. The usual mark is the mean of the years 1991 to 2020.",
        after=16,
    )
    area = Frame(104, flow.y + 20, 540, flow.y + 330)
    charts.curves(
        flow.sheet,
        area,
        charts.Axis(-15, 30, 5),
        MONTHS,
        [charts.Series("2022", LEVELS_2022, _BLUE), charts.Series("2021", LEVELS_2021, _SAND)],
    )
    flow.gap(370)
    flow.paragraph("Figure 1. Month-end levels", SMALL.bold(), after=14)
    flow.paragraph(
        "The gauge was read by hand twice a day from May 9 to May 21, when the float house stood in the "
        "water. Readings are held to be good within half an inch.",
    )
    flow.new_page()
    flow.heading("Rain at Summit Road", Ink("sans-bold", 16, _BLUE), after=8)
    area = Frame(104, flow.y + 24, 540, flow.y + 260)
    charts.bars(
        flow.sheet, area, charts.Axis(0, 7, 1), MONTHS, [charts.Series("Inches of rain", RAIN_2022, _BLUE)]
    )
    flow.gap(300)
    flow.paragraph("Figure 2. Rain by month, inches", SMALL.bold(), after=14)
    flow.paragraph(
        "The year's total at the Summit Road works was 40.4 inches. The wettest day was April 30, with "
        "2.3 inches. Snow is melted and counted as water.",
    )
    flow.paragraph(
        "Gauge keeper: Fergus Doyle. Corrections may be sent to the Clerk to the Board, Old Customs "
        "House, 1 Quay Street.",
    )
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.text(66, 60, BOARD, SMALL)
    sheet.text(546, 60, f"Gauge sheet 2022/{page}", SMALL, "right")
    sheet.line((66, 68), (546, 68), _BLUE, 1)
