"""Inspection forms with check boxes: two of a café, one of the school kitchen, one of the playgrounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from demo.documents.figures import TOWN
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import BLACK, PALE, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

Mark = Literal["IN", "OUT", "NA"]
_FORM = Ink("sans", 9)
_HAND = Ink("serif-italic", 11.5, (0.1, 0.16, 0.45))

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Staff", ("Person in charge present and certified", "Ill workers excluded", "Hands washed when required",
               "No bare-hand contact with ready food", "Hair restrained, clothing clean")),
    ("Food source", ("Food from approved suppliers", "Shellfish tags kept 90 days",
     "Food sound and not spoiled")),
    ("Temperature", ("Hot food held at 135 °F or above", "Cold food held at 41 °F or below",
                     "Food cooled within six hours", "Thermometers present and accurate",
                     "Thawing done safely")),
    ("Cleaning", ("Food contact surfaces clean", "Sanitizer at right strength", "Dish machine reaches 160 °F "
        "at the plate",
                  "Wiping cloths stored in sanitizer")),
    ("Premises", ("Hand sinks supplied with soap and towels", "No sign of insects or rodents",
     "Waste bins covered",
                  "Floors, walls and ceilings in repair", "Toilets clean and self-closing",
                  "Permit and last report posted")),
)  # fmt: skip


class Visit(NamedTuple):
    """One food inspection; `marks` names the items that were not simply in compliance."""

    place: str
    address: str
    permit: str
    date: str
    times: str
    inspector: str
    in_charge: str
    marks: Mapping[str, Mark]
    grade: str
    remarks: Sequence[tuple[str, str, str]]
    closing: str


VISITS: dict[str, Visit] = {
    "lakeside-2021": Visit(
        "Lakeside Café", "12 Quay Street", "F-031", "May 18, 2021", "10:05 to 11:20", "Miriam Osgood, R.S.",
        "Dario Fenn", {"Shellfish tags kept 90 days": "NA", "Wiping cloths stored in sanitizer": "OUT",
        "Waste bins covered": "OUT"}, "A",
        (("17", "Two cloths lay on the cutting board by the grill.", "Corrected on site"),
         ("20", "The bin behind the kitchen had lost its lid.", "By May 25")),
        "A clean and well-run kitchen. The new hood fan works as planned."),
    "lakeside-2022": Visit(
        "Lakeside Café", "12 Quay Street", "F-031", "June 2, 2022", "09:40 to 11:35", "Miriam Osgood, R.S.",
        "Priya Valdane", {"Shellfish tags kept 90 days": "NA", "Cold food held at 41 °F or below": "OUT",
        "Thermometers present and accurate": "OUT", "Hand sinks supplied with soap and towels": "OUT"}, "B",
        (("10", "Salad chiller stood at 47 °F; eleven pounds of chicken salad were thrown away.",
         "Corrected on site"),
         ("12", "The dial in the same chiller read 38 °F and was replaced.", "Corrected on site"),
         ("18", "No paper towels at the sink beside the bar.", "By June 3")),
        "A second visit without notice will follow within 14 days. The fee for it is $75."),
    "school-2022": Visit(
        "Kestrel Ferry School kitchen", "80 Summit Road", "F-004", "June 9, 2022", "07:15 to 08:30",
        "Miriam Osgood, R.S.", "Joan Abernathy", {"Shellfish tags kept 90 days": "NA",
        "Dish machine reaches 160 °F at the plate": "OUT"}, "A",
        (("16", "Plate temperature 151 °F on three runs; the booster heater is due for repair. Hand "
                "rinse with "
          "sanitizer until then.", "By June 23"),),
        "Allergen cards are kept with great care. Served 312 lunches on the day before the visit."),
}  # fmt: skip


def write_food_inspection(visit: str, path: Path) -> None:
    """Draw one two-page form."""
    one = VISITS[visit]
    paper = Paper(f"Food Establishment Inspection, {one.place}", TOWN, "2022-06-30")
    flow = Flow(paper, [Frame(48, 96, 564, 740)], _dress, _FORM)
    _head(flow, one)
    _boxes(flow, one.marks)
    flow.new_page()
    _remarks(flow, one)
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.text(48, 54, f"{TOWN} · Health Officer", Ink("sans-bold", 11))
    sheet.text(48, 70, "FOOD ESTABLISHMENT INSPECTION REPORT", Ink("sans-bold", 13))
    sheet.text(564, 54, "Form HO-7 (rev. 2020)", SMALL, "right")
    sheet.text(564, 70, f"Sheet {page} of 2", SMALL, "right")
    sheet.line((48, 78), (564, 78), BLACK, 1.4)


def _head(flow: Flow, visit: Visit) -> None:
    fields = (
        (("Establishment", visit.place), ("Permit no.", visit.permit)),
        (("Address", visit.address), ("Date", visit.date)),
        (("Person in charge", visit.in_charge), ("Time", visit.times)),
    )
    for pair in fields:
        for x, (label, value) in zip((48, 340), pair, strict=True):
            flow.sheet.text(x, flow.y + 9, label, SMALL)
            flow.sheet.text(x, flow.y + 24, value, _HAND)
            flow.sheet.line((x, flow.y + 28), (x + 214, flow.y + 28), BLACK, 0.4)
        flow.gap(34)
    flow.paragraph("Kind of visit:", SMALL, after=0)
    for x, label, ticked in ((110, "Routine", True), (190, "Follow-up", False), (270, "Complaint", False)):
        flow.sheet.check_box(x, flow.y - 1, ticked=ticked)
        flow.sheet.text(x + 13, flow.y - 1, label, _FORM)
    flow.gap(10)
    flow.paragraph(
        "IN = in compliance   OUT = not in compliance   N/A = does not apply here", SMALL.bold(), after=4
    )


def _boxes(flow: Flow, marks: Mapping[str, Mark]) -> None:
    number = 0
    for section, items in SECTIONS:
        flow.sheet.box(48, flow.y, 564, flow.y + 16, fill=PALE)
        flow.sheet.text(53, flow.y + 11.5, section, _FORM.bold())
        for x, head in ((438, "IN"), (482, "OUT"), (526, "N/A")):
            flow.sheet.text(x + 4, flow.y + 11.5, head, _FORM.bold(), "centre")
        flow.gap(16)
        for item in items:
            number += 1
            flow.gap(17)
            flow.sheet.text(53, flow.y - 5, f"{number}", _FORM)
            flow.sheet.text(76, flow.y - 5, item, _FORM)
            mark = marks.get(item, "IN")
            for x, kind in ((438, "IN"), (482, "OUT"), (526, "NA")):
                flow.sheet.check_box(x, flow.y - 4, ticked=mark == kind)
            flow.sheet.line((48, flow.y), (564, flow.y), PALE, 0.5)
        flow.gap(5)


def _remarks(flow: Flow, visit: Visit) -> None:
    flow.paragraph(f"{visit.place} · {visit.date}", _FORM.bold(), after=10)
    table(
        flow,
        [Column("Item", 0.6), Column("Observation", 5), Column("To be corrected", 1.6)],
        [list(remark) for remark in visit.remarks],
        TableLook(ink=Ink("sans", 10), head_fill=BLACK, grid=True, pad=6),
        "Observations",
    )
    flow.paragraph("Remarks", _FORM.bold(), after=2)
    flow.paragraph(visit.closing, _HAND, after=18)
    flow.paragraph("Grade", _FORM.bold(), after=2)
    for x, grade in ((48, "A"), (108, "B"), (168, "C"), (228, "Closed")):
        flow.sheet.check_box(x, flow.y + 12, ticked=grade == visit.grade, size=11)
        flow.sheet.text(x + 17, flow.y + 11, grade, Ink("sans", 11))
    flow.gap(60)
    for x, label, name in ((48, "Inspector", visit.inspector), (320, "Received by", visit.in_charge)):
        flow.sheet.text(x, flow.y - 4, name, _HAND.sized(15))
        flow.sheet.line((x, flow.y), (x + 210, flow.y), BLACK, 0.5)
        flow.sheet.text(x, flow.y + 11, label, SMALL)
    flow.gap(50)
    flow.paragraph(
        "A copy of this report must hang where guests can read it. Anyone may ask the Health Officer, 1 "
        "Market Square, telephone 555-0118, for earlier reports. An appeal is made in writing within ten "
        "days.",
        SMALL,
    )


_PLAYGROUNDS = (
    ("Market Green", (True, True, True, False, True, True), "Wood chips are 7 inches deep under the swings; "
        "12 are asked for."),
    ("School, lower yard", (True, True, False, True, True, True), "One S-hook of the tire swing is open by "
        "more than the width of a dime."),
    ("Mill Flats", (True, True, True, True, True, True), "No finding."),
    ("East Shore beach", (True, False, True, True, True, False), "The slide has a sharp seam at its foot. "
        "The sign with the age range is gone."),
)  # fmt: skip
_CHECKS = (
    "Fall zone free",
    "No sharp edges",
    "Hooks and chains",
    "Surface depth",
    "Bolts tight",
    "Signs present",
)


def write_playground_inspection(path: Path) -> None:
    """Draw the yearly walk round four playgrounds."""
    paper = Paper("Playground Inspection 2022", TOWN, "2022-05-04")
    flow = Flow(paper, [Frame(60, 84, 552, 730)], _dress_playground, Ink("sans", 10.5))
    flow.heading("Playground inspection, spring 2022", Ink("sans-bold", 17), after=8)
    flow.paragraph(
        "Walked on April 29, 2022 by Teddy Lomax, parks foreman, and Miriam Osgood, health officer. A "
        "ticked box means that the point was found in order. What is not ticked is described below the "
        "boxes.",
    )
    for place, checks, finding in _PLAYGROUNDS:
        if flow.y > 500:
            flow.new_page()
        flow.heading(place, Ink("sans-bold", 13), keep=130)
        for row, (label, good) in enumerate(zip(_CHECKS, checks, strict=True)):
            x = 60 + row % 2 * 240
            flow.sheet.check_box(x, flow.y + 12, ticked=good, size=10)
            flow.sheet.text(x + 18, flow.y + 11, label, flow.ink)
            flow.gap(20 if row % 2 else 0)
        flow.gap(6)
        flow.paragraph(f"Finding: {finding}", _HAND, after=14)
    flow.rule()
    flow.paragraph(
        "Repairs are entered in the parks log and checked again by June 1. Equipment that cannot be made "
        "safe on the day is closed with red tape.",
    )
    paper.save(path)


def _dress_playground(sheet: Sheet, page: int) -> None:
    sheet.text(60, 56, f"{TOWN} · Parks and Recreation", Ink("sans-bold", 10))
    sheet.text(552, 56, f"Page {page}", SMALL, "right")
    sheet.line((60, 64), (552, 64), BLACK, 1)
