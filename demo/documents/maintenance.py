"""The maintenance log of the ferry Heron for 2022: four pages of entries and one page on its side."""

from __future__ import annotations

from pathlib import Path

from demo.documents.figures import BOARD, MONTHS
from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import BLACK, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_TYPED = Ink("mono", 9.2)

# Date, engine hours, what was done, by whom, parts.
ENTRIES: tuple[tuple[str, str, str, str, str], ...] = (
    ("01-04", "21,406", "Oil and filters, both engines. Sample of port oil sent away.", "RS",
     "2 filters LF-670"),
    ("01-11", "21,455", "Port generator opened: bearing worn on the drive end. Boat sails on the "
                        "starboard set.", "AW", ""),
    ("01-13", "21,466", "Port generator closed with new bearings. Quiet.", "AW, RS", "2 bearings 6312"),
    ("01-27", "21,540", "Ice on the bow door seal; door frozen for 25 minutes at Pell Island. Steam hose "
                        "carried from now on.", "OF", ""),
    ("02-03", "21,581", "Oil sample back: nothing found.", "RS", ""),
    ("02-14", "21,648", "Heating of the saloon failed; pump motor burnt. Blankets.", "OF", "1 motor, 0.5 hp"),
    ("02-22", "21,690", "Rudder stock packing drawn up by two flats.", "AW", ""),
    ("03-08", "21,771", "Life jackets counted: 214 grown, 36 child. Nine thrown out, nine new.", "OF",
     "9 jackets"),
    ("03-15", "21,812", "Hydraulic hose of the bow ramp weeping; renewed.", "RS", "1 hose, 3/4 in, 6 ft"),
    ("03-29", "21,903", "Fire drill. Forward pump lost prime; foot valve cleaned.", "OF, RS", ""),
    ("04-05", "21,950", "Oil and filters, both engines.", "RS", "2 filters LF-670"),
    ("04-19", "22,041", "Radar scanner stops in wet weather. Plug dried and greased.", "AW", ""),
    ("05-03", "22,138", "High water: fender tyres raised by two feet at the Kestrel landing.", "OF",
     "6 shackles"),
    ("05-09", "22,170", "Ramp at Pell Island closed to vehicles. Heron on timber mats, passengers by Grebe.",
     "AW", ""),
    ("05-16", "22,214", "Driftwood in the starboard propeller; one blade bent at the tip. Diver filed it.",
     "RS", ""),
    ("05-21", "22,240", "Ramp open again.", "AW", ""),
    ("06-07", "22,352", "Coast Guard inspection: two remarks (flare dates, step light). Both put right.",
     "AW", "12 flares"),
    ("06-21", "22,455", "Air conditioning of the wheelhouse filled.", "RS", "2 lb refrigerant"),
    ("07-05", "22,568", "Oil and filters, both engines. Belt of port alternator renewed.", "RS",
     "2 filters LF-670, 1 belt"),
    ("07-12", "22,622", "Starboard engine stopped off Gannet Point at 14:20: fuel filter blocked by algae. "
                        "Under way at 14:52.", "RS", "2 fuel filters"),
    ("07-13", "22,630", "Both day tanks drained and wiped. Biocide added.", "RS, OF", "1 gal biocide"),
    ("07-26", "22,735", "Two seats in the saloon torn loose by a brass band.", "OF", "8 bolts"),
    ("08-09", "22,861", "Record week. Toilet tank pumped twice a day.", "OF", ""),
    ("08-23", "22,974", "Bow door proximity switch fails now and then; cleaned and set.", "AW", ""),
    ("08-30", "23,029", "Bow door switch renewed.", "AW", "1 switch"),
    ("09-13", "23,127", "Bicycle racks for eight more bicycles fitted on the port side: 24 in all.", "RS",
     "1 rack"),
    ("09-27", "23,218", "Oil and filters, both engines.", "RS", "2 filters LF-670"),
    ("10-11", "23,305", "Choir of 22 sang on the 16:30; no damage.", "OF", ""),
    ("10-18", "23,350", "Steering pump no. 2 noisy. Spare ordered.", "AW", ""),
    ("11-01", "23,436", "Steering pump no. 2 renewed.", "AW, RS", "1 pump"),
    ("11-14", "23,501", "To the slip at Port Callow for winter work.", "AW", ""),
    ("11-16", "23,501", "Starboard propeller drawn; bent blade straightened by the yard.", "yard", ""),
    ("11-22", "23,501", "Bottom washed and painted, two coats. Eleven anodes.", "yard", "11 anodes"),
    ("11-29", "23,501", "Stern gland repacked. Shaft runs true within 0.004 in.", "yard, RS", "packing"),
    ("12-06", "23,503", "Back in service on the 08:10.", "AW", ""),
    ("12-20", "23,571", "Saloon heater serviced before the frost.", "OF", ""),
)  # fmt: skip
_FUEL = (3120, 2980, 3410, 3690, 3420, 4310, 5040, 5160, 4070, 3560, 1880, 1420)
_HOURS = (262, 241, 275, 268, 214, 318, 371, 389, 312, 282, 96, 88)
_SPARES = (
    ("Oil filter LF-670", "locker 2", "6", "4"), ("Fuel filter", "locker 2", "9", "6"), ("Alternator belt",
     "locker 2", "2", "2"),
    ("Impeller, cooling pump", "locker 1", "2", "2"), ("Bearing 6312", "ashore", "2", "0"),
     ("Hydraulic hose, 3/4 in", "locker 4", "3", "2"),
    ("Proximity switch", "wheelhouse", "1", "1"), ("Bulb, masthead light", "wheelhouse", "12", "6"),
     ("Zinc anode", "ashore", "4", "8"),
    ("Flare, red hand", "wheelhouse", "12", "12"), ("Life jacket, grown", "deck box", "214", "200"),
     ("Life jacket, child", "deck box", "36", "30"),
    ("Shackle, 1 in", "locker 4", "14", "8"), ("Packing, 3/4 in", "ashore", "20 ft", "12 ft"),
     ("Steering pump", "ashore", "0", "1"),
)  # fmt: skip


def write_log(path: Path) -> None:
    """Draw the log."""
    paper = Paper("Maintenance log, ferry Heron, 2022", BOARD, "2023-01-05")
    flow = Flow(paper, [Frame(48, 92, 564, 730)], _dress, _TYPED)
    flow.paragraph("MAINTENANCE LOG    FERRY HERON    YEAR 2022", Ink("mono-bold", 14), after=6)
    flow.paragraph(
        "AW Amos Whitlow, RS Ravi Sandhu, OF Odile Farrant. Hours are those of the starboard engine. "
        "Entries are made on the day, in ink, and nothing is scratched out.",
        after=8,
    )
    look = TableLook(ink=_TYPED, head_fill=BLACK, zebra=False, grid=True, pad=4.9)
    columns = [
        Column("Date", 0.9), Column("Hours", 1.1, "right"), Column("Entry", 4.6), Column("By", 1.0),
        Column("Parts", 2.2),
    ]  # fmt: skip
    table(flow, columns, [list(entry) for entry in ENTRIES], look)
    flow.new_page()
    flow.paragraph("SPARES ON BOARD AND ASHORE, DECEMBER 31, 2022", Ink("mono-bold", 12), after=6)
    table(
        flow,
        [Column("Part", 4), Column("Place", 2), Column("Held", 1.2, "right"), Column("Wanted", 1.2, "right")],
        [list(spare) for spare in _SPARES],
        look,
    )
    flow.paragraph("Short: zinc anodes (4), bearing on order, steering pump on order. A. Whitlow")
    _fuel_page(paper)
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.text(48, 60, BOARD, SMALL)
    sheet.text(564, 60, f"Log H/2022 · sheet {page}", SMALL, "right")
    sheet.line((48, 70), (564, 70), BLACK, 1)


def _fuel_page(paper: Paper) -> None:
    """The wide table, bound into the log on its side."""
    flow = Flow(paper, [Frame(54, 84, 738, 560)], lambda sheet, _: sheet.turn_sideways(), _TYPED, (792, 612))
    flow.paragraph("FUEL AND ENGINE HOURS BY MONTH, 2022", Ink("mono-bold", 14), after=8)
    columns = [
        Column("", 2.2),
        *(Column(month, 1, "right") for month in MONTHS),
        Column("Year", 1.2, "right"),
    ]
    per_hour = [f"{fuel / hours:.1f}" for fuel, hours in zip(_FUEL, _HOURS, strict=True)]
    rows = [
        ["Fuel, gallons", *(f"{fuel:,}" for fuel in _FUEL), f"{sum(_FUEL):,}"],
        ["Engine hours", *(str(hours) for hours in _HOURS), f"{sum(_HOURS):,}"],
        ["Gallons an hour", *per_hour, f"{sum(_FUEL) / sum(_HOURS):.1f}"],
    ]
    table(flow, columns, rows, TableLook(ink=_TYPED, head_fill=BLACK, grid=True, pad=6))
    flow.paragraph(
        "Fuel is taken at the Callow depot on Mondays; the figure is what was pumped, not what was burnt.",
        after=10,
    )
    flow.paragraph("Checked against the depot's invoices on January 4, 2023. P. Desrosiers")
