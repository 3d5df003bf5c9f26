"""The town's telephone directory: public offices, then trades and clubs, then boat owners by mooring."""

from __future__ import annotations

from pathlib import Path

from demo.documents.figures import TOWN
from demo.documents.flow import SMALL, Flow, Frame, columns
from demo.documents.paper import BLACK, Colour, Ink, Paper, Sheet

_GREEN: Colour = (0.10, 0.35, 0.28)
_ENTRY = Ink("sans", 8.6)

OFFICES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Town offices, 1 Market Square", (
        ("Selectmen", "555-0110"), ("Clerk", "555-0112"), ("Treasurer", "555-0114"), ("Assessors",
         "555-0116"),
        ("Health officer", "555-0118"), ("Building permits", "555-0120"), ("Dog licenses", "555-0113"),
        ("Parks foreman", "555-0124"), ("Road crew, day", "555-0126"), ("Road crew, night", "555-0127"))),
    ("Police and fire", (
        ("Emergency", "911"), ("Police, desk", "555-0130"), ("Fire station", "555-0132"),
        ("Pell Island fire company", "555-0134"), ("Animal control", "555-0136"))),
    ("Water and Harbor Board, Old Customs House", (
        ("General manager", "555-0140"), ("Clerk to the Board", "555-0141"), ("Treasurer", "555-0143"),
        ("Water superintendent", "555-0146"), ("No water, day or night", "555-0148"), ("Harbormaster",
         "555-0152"),
        ("Fuel dock", "555-0154"), ("Ferry superintendent", "555-0157"), ("Ferry tickets", "555-0158"),
        ("Ferry, recorded timetable", "555-0159"))),
    ("School and library", (
        ("School office", "555-0170"), ("School nurse", "555-0172"), ("School kitchen", "555-0173"),
        ("Pool", "555-0175"), ("Library", "555-0180"), ("Local history room", "555-0182"))),
    ("Health", (
        ("Dr. Imogen Strand, family practice", "555-0190"), ("Visiting nurses", "555-0192"),
         ("Dentist, T. Valdez", "555-0194"),
        ("Pharmacy, Quay Street", "555-0195"), ("Nursing home St. Brendan's", "555-0197"),
         ("Veterinary, L. Bruun", "555-0199"))),
)  # fmt: skip
TRADES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("Bakers", (("Cooper Lane Bakery", "555-0201"), ("Island Oven, Pell Island", "555-0203"))),
    ("Boats and engines", (("Farrant Outboards", "555-0210"), ("Sailmaker, J. Okonkwo", "555-0212"),
     ("Tolliver Marine Engineers", "555-0214"))),
    ("Builders", (("Brannock & Sons", "555-0220"), ("Pike Roofing", "555-0222"), ("Stone and lime, H. Vetter",
     "555-0224"))),
    ("Cafés and inns", (("Lakeside Café", "555-0230"), ("The Anchor", "555-0232"), ("Heron House, rooms",
     "555-0234"), ("Pell Island store and rooms", "555-0236"))),
    ("Chimney sweep", (("Bastian Rourke", "555-0240"),)),
    ("Electricians", (("Lumen Harbor Electric", "555-0244"), ("A. Sandhu", "555-0246"))),
    ("Farms", (("Sollars Farm, apples and squash", "555-0250"), ("Holm Apiary, Pell Island", "555-0252"),
     ("Marsh Dairy", "555-0254"))),
    ("Fish", (("Pell Island cooperative", "555-0258"), ("Fish market, Old Quarter", "555-0259"))),
    ("Hair", (("Clip and Curl", "555-0262"), ("Barber on the Quay", "555-0264"))),
    ("Piano tuner", (("Miss O. Lindqvist", "555-0268"),)),
    ("Plumbers", (("Quarrington Pump & Pipe", "555-0270"), ("Delmar Mechanical", "555-0272"), ("N. Abara",
     "555-0274"))),
    ("Taxi", (("Kestrel Cab", "555-0278"),)),
    ("Clubs", (
        ("Brass band, rehearsal Thursdays", "555-0281"), ("Chess club, Pell Island", "555-0282"),
         ("Garden club", "555-0283"),
        ("Ice-boat racers", "555-0284"), ("Partnership Erlenbrück", "555-0285"),
         ("Sewing circle St. Brendan's", "555-0286"),
        ("Swift watchers", "555-0287"), ("Volunteer cooks", "555-0288"))),
)  # fmt: skip
_GIVEN = ("Ada", "Bram", "Cleo", "Dunstan", "Esther", "Fabian", "Greta", "Hollis", "Ines", "Jonah", "Kirsten",
"Lorne",
          "Mabel", "Niall", "Opal", "Percy", "Renata", "Silas", "Thea", "Ulric", "Vera", "Wendell", "Yara",
          "Zeb")  # fmt: skip
_FAMILY = ("Abbot", "Bellweather", "Castellan", "Drury", "Eastlake", "Fenwick", "Garrow", "Hathersage",
"Ingram",
           "Jellicoe", "Kirkbride", "Loomis", "Marchbank", "Nethercott", "Orme", "Penhallow", "Quill",
           "Rackham",
           "Stroud", "Thistlewood", "Underhill", "Vickery", "Wainscott", "Yardley")  # fmt: skip
_BOATS = ("Alma", "Black Swan", "Cormorant", "Daybreak", "Eider", "Fidget", "Gale Force", "Halcyon", "Iris",
"Jolly Tar",
          "Kittiwake", "Lark", "Meridian", "Nutmeg", "Otter", "Petrel", "Quince", "Rosemary", "Skua",
          "Tern")  # fmt: skip
_DOCKS = ("A", "B", "C", "N", "S")
_N_OWNERS = 122


def write_directory(path: Path) -> None:
    """Draw the directory."""
    paper = Paper("Directory 2022", TOWN, "2022-01-31")
    frame = Frame(54, 108, 558, 732)
    flow = Flow(paper, columns(frame, 2, 24), _dress, _ENTRY)
    for title, entries in (*OFFICES, *TRADES):
        flow.heading(title, Ink("sans-bold", 11, _GREEN), keep=26, after=3)
        for name, number in entries:
            _entry(flow, name, number)
    flow.new_page()
    flow.heading("Boat owners by name", Ink("sans-bold", 11, _GREEN), after=3)
    flow.paragraph("Name, boat, dock and place. Printed with the owner's consent.", SMALL)
    for owner in _owners():
        _entry(flow, *owner)
    paper.save(path)


def _owners() -> list[tuple[str, str]]:
    """Owners as (name and boat, place), in the order of names."""
    found: dict[str, str] = {}
    for number in range(_N_OWNERS):
        family = _FAMILY[number * 7 % len(_FAMILY)]
        given = _GIVEN[(number * 5 + number // len(_FAMILY)) % len(_GIVEN)]
        boat = _BOATS[number * 3 % len(_BOATS)]
        found[f"{family}, {given}: {boat}"] = f"{_DOCKS[number % len(_DOCKS)]} {number // len(_DOCKS) + 1}"
    return sorted(found.items())


def _entry(flow: Flow, name: str, number: str) -> None:
    flow.need(14)
    flow.y += 14
    left = flow.frame.left + flow.sheet.text(flow.frame.left, flow.y - 3, name, flow.ink) + 5
    right = (
        flow.frame.right - flow.sheet.text(flow.frame.right, flow.y - 3, number, flow.ink.bold(), "right") - 5
    )
    if right > left + 4:
        flow.sheet.dots((left, flow.y - 4), (right, flow.y - 4))


def _dress(sheet: Sheet, page: int) -> None:
    sheet.text(54, 62, "Directory 2022", Ink("sans-bold", 21, _GREEN))
    sheet.text(54, 80, f"{TOWN} and Pell Island · area code 555 within the county", SMALL)
    sheet.line((54, 90), (558, 90), BLACK, 1)
    sheet.text(306, 764, str(page), Ink("sans", 9), "centre")
