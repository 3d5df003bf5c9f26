"""The whole demo collection: which documents there are, under which names, and one call that draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from demo.documents.annual_report import write_annual_report
from demo.documents.budget import write_budget
from demo.documents.directory import write_directory
from demo.documents.hearing import write_hearing_notice
from demo.documents.inspections import write_food_inspection, write_playground_inspection
from demo.documents.lake import write_lake_levels
from demo.documents.letter import write_letter
from demo.documents.maintenance import write_log
from demo.documents.menus import AUTUMN_2022, MARCH_2022, OCTOBER_2021, write_menu
from demo.documents.minutes import write_minutes
from demo.documents.newsletter import write_newsletter
from demo.documents.partnership import write_partnership_program
from demo.documents.tenders import write_tender
from demo.documents.visitors import write_brochure, write_japanese_guide, write_timetable

LETTER = "harbor/correspondence-1974.pdf"

DOCUMENTS: Mapping[str, Callable[[Path], None]] = {
    "annual-reports/annual-report-2019.pdf": partial(write_annual_report, 2019),
    "annual-reports/annual-report-2020.pdf": partial(write_annual_report, 2020),
    "annual-reports/annual-report-2021.pdf": partial(write_annual_report, 2021),
    "annual-reports/annual-report-2022.pdf": partial(write_annual_report, 2022),
    "budget/adopted-budget-2022.pdf": write_budget,
    "directory-2022.pdf": write_directory,
    "ferry/heron-maintenance-log-2022.pdf": write_log,
    "ferry/timetable-2022.pdf": write_timetable,
    LETTER: write_letter,
    "harbor/lake-levels-2022.pdf": write_lake_levels,
    "inspections/lakeside-cafe-2021-05-18.pdf": partial(write_food_inspection, "lakeside-2021"),
    "inspections/lakeside-cafe-2022-06-02.pdf": partial(write_food_inspection, "lakeside-2022"),
    "inspections/playgrounds-2022.pdf": write_playground_inspection,
    "inspections/school-kitchen-2022-06-09.pdf": partial(write_food_inspection, "school-2022"),
    "minutes/2021-03-09.pdf": partial(write_minutes, "2021-03"),
    "minutes/2021-06-08.pdf": partial(write_minutes, "2021-06"),
    "minutes/2022-06-14.pdf": partial(write_minutes, "2022-06"),
    "newsletter/the-crossing-2021-spring.pdf": partial(write_newsletter, "spring-2021"),
    "newsletter/the-crossing-2022-autumn.pdf": partial(write_newsletter, "autumn-2022"),
    "notices/water-charges-hearing-2021.pdf": write_hearing_notice,
    "school/Menú de otoño 2022.pdf": partial(write_menu, AUTUMN_2022),
    "school/lunch-menu-2021-10.pdf": partial(write_menu, OCTOBER_2021),
    "school/lunch-menu-2022-03.pdf": partial(write_menu, MARCH_2022),
    "tenders/T-2021-04-pump-station.pdf": partial(write_tender, "T-2021-04"),
    "tenders/T-2022-02-landing-ramp.pdf": partial(write_tender, "T-2022-02"),
    "visitors/brochure-2022.pdf": write_brochure,
    "visitors/ferry-guide-japanese.pdf": write_japanese_guide,
    "visitors/partnerschaft-programm-2022.pdf": write_partnership_program,
}


def write_documents(folder: Path) -> int:
    """Draw every document that is not there yet; returns how many were drawn.

    A document is complete or absent: it is written beside its name and renamed.
    """
    drawn = 0
    for name, write in DOCUMENTS.items():
        path = folder / name
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.unfinished")
        write(unfinished)
        unfinished.rename(path)
        drawn += 1
    return drawn
