"""For visitors: a folded brochure, the ferry timetable, and a guide in Japanese."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from demo.documents.figures import BOARD, FARES, TOWN, year_of
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import A4, BLACK, WHITE, Align, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_LAKE: Colour = (0.10, 0.36, 0.47)
_FOAM: Colour = (0.84, 0.92, 0.94)
_SUN: Colour = (0.93, 0.66, 0.24)
_LAND: Colour = (0.72, 0.79, 0.60)
_TEXT = Ink("sans", 10.2)

# Where a dot stands on the map, and which edge of its name is beside it.
_PLACES: tuple[tuple[float, float, Align, str], ...] = (
    (352, 246, "left", "Ferry landing"),
    (334, 220, "right", "Customs House"),
    (372, 150, "left", "North Pier"),
    (318, 300, "right", "Mill Flats"),
    (302, 150, "left", "Standpipe"),
    (346, 392, "right", "East Shore beach"),
    (438, 352, "left", "Island landing"),
    (450, 316, "left", "Holm's Landing"),
)

_INSIDE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("See", (
        "Old Customs House, 1803: lake marks since 1911 are cut into its north corner. Open on weekdays, "
        "free.",
        "Ice house: from May to July watch the swifts fly in at dusk from the wall on Weir Lane.",
        "North Pier light: 74 steps. Climb on Saturdays from two to five, $3.",
        "Library: a yard of the water main of 1908, wide enough for a hamster.")),
    ("Walk", (
        "Harbor round, 1.4 miles, flat, good for wheels.",
        "Summit Road to the standpipe, 2.1 miles and 430 feet up; a view of both shores.",
        "Pell Island shore path, 5.2 miles. Boots after rain. The spring at Holm's Landing is safe to "
        "drink.")),
    ("Eat", (
        "Lakeside Café, 12 Quay Street: whitefish cakes, from seven.",
        "Cooper Lane Bakery: cardamom buns until they are gone, which is nine.",
        "The Anchor: a stove, a piano, and no screen.",
        "Island Oven, Pell Island: flat bread on Sundays.")),
)  # fmt: skip


def write_brochure(path: Path) -> None:
    """Draw the brochure: two landscape sides of three panels."""
    paper = Paper("A day in Kestrel Ferry", TOWN, "2022-04-01", (792, 612))
    _outside(paper.add_sheet())
    for number, (title, lines) in enumerate(_INSIDE):
        if number == 0:
            sheet = paper.add_sheet()
        _panel(sheet, number, title, lines)
    paper.save(path)


def _outside(sheet: Sheet) -> None:
    sheet.box(528, 0, 792, 612, fill=_LAKE)
    sheet.dot(720, 120, 34, _SUN)
    sheet.polygon([(528, 612), (528, 470), (600, 430), (660, 480), (730, 420), (792, 462), (792, 612)], _FOAM)
    sheet.text(552, 250, "A day in", Ink("serif-italic", 26, WHITE))
    sheet.text(552, 290, "Kestrel Ferry", Ink("serif-bold", 34, WHITE))
    sheet.text(552, 316, "and on Pell Island", Ink("serif-italic", 18, WHITE))
    _map(sheet)
    ink = Ink("sans", 9.6)
    sheet.text(24, 60, "How to come", Ink("serif-bold", 20, _LAKE))
    y = 88.0
    for line in (
        "By car: County Road 9 to Mill Flats, then follow the brown signs. Day parking behind the school, "
        "$4; none on the quay.",
        "By bus: line 22 from Port Callow, four times a day, 55 minutes.",
        "By boat: visitors' places at dock B; call the harbormaster on channel 9.",
        "The ferry to Pell Island takes 35 minutes. Bicycles are welcome, bees have right of way.",
        "Dogs on a lead. Swim only between the yellow buoys; lifeguards from June 15 to September 5, ten "
        "to six.",
        "Ask us: ticket office, 555-0158, or any person in a yellow cap.",
    ):
        for row in ink.wrap(line, 216):
            sheet.text(24, y, row, ink)
            y += 13.5
        y += 8


def _map(sheet: Sheet) -> None:
    sheet.box(270, 40, 522, 560, fill=_FOAM)
    sheet.polygon([(270, 40), (420, 40), (388, 150), (360, 260), (352, 380), (300, 470), (270, 520)], _LAND)
    sheet.polygon([(440, 300), (480, 286), (506, 330), (496, 396), (452, 410), (430, 360)], _LAND)
    sheet.path([(362, 250), (390, 290), (432, 336)], _LAKE, 1.6)
    for x, y, side, label in _PLACES:
        sheet.dot(x, y, 2.6, BLACK)
        sheet.text(x + (6 if side == "left" else -6), y - 4, label, Ink("sans", 7.4), side)
    sheet.text(440, 480, "Lake Wessamin", Ink("serif-italic", 15, _LAKE), "centre")
    sheet.text(470, 430, "Pell Island", Ink("serif-italic", 11, BLACK), "centre")
    sheet.text(396, 550, "Not for navigation", SMALL, "centre")


def _panel(sheet: Sheet, number: int, title: str, lines: Sequence[str]) -> None:
    left = 24 + number * 264
    sheet.box(number * 264, 0, number * 264 + 264, 84, fill=(_LAKE, _SUN, _LAKE)[number])
    sheet.text(left, 56, title, Ink("serif-bold", 30, WHITE))
    y = 122.0
    for line in lines:
        sheet.box(left, y - 8, left + 5, y - 3, fill=_SUN)
        for row in _TEXT.wrap(line, 200):
            sheet.text(left + 14, y, row, _TEXT)
            y += 15
        y += 14


_TIMES_SUMMER = (
    ("06:10", "06:50", "weekdays"), ("08:10", "08:50", ""), ("10:15", "10:55", ""), ("12:30", "13:10", ""),
     ("14:15", "14:55", ""),
    ("16:30", "17:10", ""), ("18:20", "19:00", ""), ("20:15", "20:55", "Fridays and Saturdays"), ("22:30",
     "23:05", "Fridays"),
)  # fmt: skip
_TIMES_WINTER = (
    ("06:40", "07:20", "weekdays"), ("08:10", "08:50", ""), ("11:00", "11:40", ""), ("14:15", "14:55", ""),
     ("16:30", "17:10", ""),
    ("18:20", "19:00", "not on Sundays"),
)  # fmt: skip


def write_timetable(path: Path) -> None:
    """Draw the timetable of 2022."""
    paper = Paper("Ferry timetable 2022", BOARD, "2022-03-20")
    flow = Flow(paper, [Frame(72, 110, 540, 720)], _timetable_head, Ink("sans", 11))
    columns = [
        Column("From Kestrel Ferry", 2, "centre"),
        Column("From Pell Island", 2, "centre"),
        Column("Runs", 2.4),
    ]
    look = TableLook(ink=Ink("sans", 12), head_fill=_LAKE, pad=6)
    flow.heading("Summer, April 1 to October 31", Ink("sans-bold", 15, _LAKE))
    table(flow, columns, [[out, back, days or "daily"] for out, back, days in _TIMES_SUMMER], look)
    flow.heading("Winter, November 1 to March 31", Ink("sans-bold", 15, _LAKE))
    table(flow, columns, [[out, back, days or "daily"] for out, back, days in _TIMES_WINTER], look)
    flow.new_page()
    flow.heading("Fares from April 1, 2022", Ink("sans-bold", 15, _LAKE))
    fares = [[name, f"${fare}"] for name, fare in zip(FARES, year_of(2022).fares, strict=True)]
    fares += [["Motorcycle", "$11.00"], ["Truck, each foot of length", "$1.60"], ["Bees, each hive", "free"]]
    table(flow, [Column("Ticket", 3), Column("One way", 1.4, "right")], fares, look)
    flow.heading("Good to know", Ink("sans-bold", 13, _LAKE))
    flow.bullets(
        [
            "Cars must be at the gate 15 minutes before departure. Places by telephone: 555-0158, from "
            "eight to six.",
            "In fog the boat may leave late. A red ball at the landing means that the next crossing is "
            "cancelled.",
            "The Grebe replaces the Heron in the second half of November. She has no lift; tell us if you "
            "need a hand.",
            "Lost property is kept for 90 days in the ticket office, trumpets for a year.",
        ]
    )
    paper.save(path)


def _timetable_head(sheet: Sheet, page: int) -> None:
    sheet.box(0, 0, 612, 84, fill=_LAKE)
    sheet.text(72, 54, "Ferry timetable 2022", Ink("sans-bold", 26, WHITE))
    sheet.text(540, 752, f"{BOARD} · {page}", SMALL, "right")


def write_japanese_guide(path: Path) -> None:
    """Draw the one-page guide for guests from Japan."""
    paper = Paper("ケストレル・フェリー ご案内", TOWN, "2022-05-02", A4)
    sheet = paper.add_sheet()
    sheet.box(0, 0, 595, 96, fill=_LAKE)
    sheet.text(56, 60, "ケストレル・フェリー ご案内", Ink("cjk", 26, WHITE))
    body = Ink("cjk", 12.5)
    y = 140.0
    for line in (
        "ようこそケストレル・フェリーへ。湖と島の小さな町です。",
        "",
        "フェリー",
        "ペル島まで三十五分です。大人の片道運賃は七ドル五十セントです。",
        "夏の始発は平日の午前六時十分、最終は金曜日の午後十時三十分です。",
        "自転車は二ドル五十セントで乗せられます。",
        "",
        "見どころ",
        "旧税関の北の角には、千九百十一年からの湖の水位が刻まれています。",
        "五月から七月の夕方には、氷室に帰るアマツバメが見られます。",
        "灯台の階段は七十四段です。土曜日の午後に登れます。",
        "",
        "お願い",
        "ごみはお持ち帰りください。蜂の巣箱には近づかないでください。",
        "お問い合わせは切符売り場まで。電話 555-0158",
    ):
        heading = line in {"フェリー", "見どころ", "お願い"}
        sheet.text(56, y, line, body.sized(16).coloured(_LAKE) if heading else body)
        y += 27
    sheet.text(539, 800, f"{TOWN}, 2022", SMALL, "right")
    paper.save(path)
