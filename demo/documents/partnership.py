"""In German: the program of a visit from the partner town, with a greeting and a little history."""

from __future__ import annotations

from pathlib import Path

from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import A4, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_BLUE: Colour = (0.13, 0.22, 0.48)
_BODY = Ink("serif", 12)

PROGRAM: tuple[tuple[str, str, str], ...] = (
    ("Samstag, 8. Oktober", "15:40", "Ankunft am Busbahnhof, Begrüßung durch die Blaskapelle"),
    ("", "19:30", "Empfang im alten Zollhaus, Abendessen bei den Gastgebern"),
    ("Sonntag, 9. Oktober", "10:00", "Gottesdienst in St. Brendan, es singt der Chor aus Erlenbrück"),
    ("", "13:00", "Gemeinsames Essen am Kai, bei Regen in der Turnhalle"),
    ("", "16:30", "Faßanstich durch Bürgermeisterin Gudrun Hellwig"),
    ("Montag, 10. Oktober", "09:15", "Gründertag: Umzug vom Marktplatz zum Hafen"),
    ("", "14:15", "Überfahrt nach Pell Island mit der Heron, Besuch der Imkerei Holm"),
    ("Dienstag, 11. Oktober", "09:00", "Besichtigung des neuen Pumpwerks in Mill Flats"),
    ("", "16:30", "Überfahrt mit Gesang, Chorprobe auf dem Oberdeck"),
    ("Mittwoch, 12. Oktober", "11:00", "Backen mit Meister Ruprecht Ohm in der Bäckerei an der Cooper Lane"),
    ("", "20:00", "Abschlußkonzert in der Turnhalle, Eintritt frei"),
    ("Donnerstag, 13. Oktober", "08:20", "Abfahrt am Busbahnhof"),
)


def write_partnership_program(path: Path) -> None:
    """Draw the program."""
    paper = Paper("40 Jahre Partnerschaft: Programm 2022", "Freundeskreis Erlenbrück", "2022-09-12", A4)
    flow = Flow(paper, [Frame(72, 112, 523, 770)], _dress, _BODY)
    flow.heading("Vierzig Jahre Partnerschaft", Ink("serif-bold", 24, _BLUE), after=12)
    for paragraph in (
        "Liebe Freunde aus Erlenbrück,",
        "als im Frühjahr 1982 eine Kiste mit Pumpenteilen am falschen Ort ankam, ahnte niemand, daß "
        "daraus eine Freundschaft werden würde. Die Kiste ging zurück, die Briefe blieben. Seither waren "
        "elf Gruppen von hier bei Ihnen und neun von Ihnen hier, dazu drei Hochzeiten, von denen wir "
        "wissen.",
        "Wir freuen uns auf sechsundzwanzig Gäste, auf den Chor, auf Meister Ohm und, wie man hört, auf "
        "ein Faß. Die Betten sind gemacht, die Fähre ist gestrichen, und der See ist nach dem hohen "
        "Wasser im Mai wieder dort, wo er hingehört.",
        "Wer im Mai die Bilder gesehen hat, weiß, daß wir nicht immer trockene Füße haben. Um so "
        "herzlicher danken wir für die Spende von 4.300 Euro, mit der die Schulboote neue Rettungswesten "
        "bekommen haben.",
        "Auf ein frohes Wiedersehen!",
    ):
        flow.paragraph(paragraph, after=10, lead=1.5)
    flow.gap(12)
    flow.paragraph("Rosalind Pike", Ink("serif-italic", 19, _BLUE), after=2)
    flow.paragraph("für den Gemeinderat von Kestrel Ferry")
    flow.new_page()
    flow.heading("Programm", Ink("serif-bold", 20, _BLUE), after=10)
    look = TableLook(ink=Ink("sans", 10.5), head_fill=_BLUE, zebra=False, grid=True, pad=6)
    table(
        flow,
        [Column("Tag", 2.2), Column("Uhrzeit", 1), Column("Was", 5)],
        [list(row) for row in PROGRAM],
        look,
    )
    flow.paragraph(
        "Änderungen bei Sturm sind möglich. Auskunft gibt das Fahrkartenbüro, Telefon 555-0158.", SMALL
    )
    flow.new_page()
    flow.heading("Aus der Geschichte", Ink("serif-bold", 20, _BLUE), after=10)
    for paragraph in (
        "1982 schickt die Pumpenfabrik Hellwig & Söhne in Erlenbrück 212 Kilogramm Ersatzteile nach "
        "Kestrel Ferry, bestellt hatte sie ein Wasserwerk, das anderthalbtausend Kilometer weiter "
        "westlich liegt.",
        "1984 reist der erste Besuch über den Ozean: der damalige Hafenmeister und seine Frau. Sie "
        "bringen einen Räucherfisch mit, der am Zoll größeres Aufsehen erregt als sie selbst.",
        "1991 wird die Urkunde der Partnerschaft unterschrieben. Sie hängt in beiden Rathäusern, in "
        "Erlenbrück allerdings seitenverkehrt, weil der Rahmen es so verlangte.",
        "2003 baut die Lehrwerkstatt in Erlenbrück das Uhrwerk für den Turm des Zollhauses. Es geht "
        "seitdem eine Minute vor, und niemand will das ändern.",
        "2020 fällt der Besuch aus. Der Chor singt am Bildschirm; die Tenöre sind eine halbe Sekunde voraus.",
    ):
        flow.paragraph(paragraph, after=10, lead=1.45)
    paper.save(path)


def _dress(sheet: Sheet, page: int) -> None:
    sheet.box(72, 60, 523, 64, fill=_BLUE)
    sheet.text(72, 84, "Kestrel Ferry · Erlenbrück · 1982 bis 2022", SMALL)
    sheet.text(523, 84, f"Seite {page}", SMALL, "right")
