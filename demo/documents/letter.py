"""A typed letter of 1974 as a scanner left it: two crooked pictures of pages, no text layer."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from demo.documents.flow import Flow, Frame
from demo.documents.paper import Ink, Paper, Sheet

_TYPED = Ink("mono", 11.2)
_DPI = 200
_SKEW_DEGREES = (0.8, -0.6)
_SEED = 1974

# What the letter says, page by page: the only text source there is, and what tests hold answers against.
PAGES: tuple[tuple[str, ...], ...] = (
    (
        "October 21, 1974",
        "To the Selectmen of Kestrel Ferry",
        "Subject: Damage by the storm of October 9, and what to do before the ice",
        "Gentlemen:",
        "I have now been over every foot of the waterfront with Mr. Tallis of the road department and "
        "with the diver from Port Callow. The lake is down again to its usual mark and there is no longer "
        "anything to guess at.",
        "The North Pier has lost its outer end. Of the 88 pilings that carried it, 23 are gone or broken "
        "below the water and must be replaced before a boat is let lie there. The deck planks were found "
        "as far as Gannet Point; some sixty are fit to be used again.",
        "The South Wall has stood. Two stones of the coping moved by a hand's width and can be set back "
        "with the town's own crane. The light at its end was out for three nights, for which I alone am "
        "to blame, the spare lamp having been lent to the theatre.",
    ),
    (
        "The ferry slip is sound. The old ferry Pelican broke her stern line at about four in the morning "
        "and was held by Mr. Edvard Holm, who had come down to look after his own boat and made hers fast "
        "with his anchor chain. He asks for nothing. I ask that the chain be replaced, at $41.50.",
        "I have two prices for the pilings. The Callow Dock Company will drive oak from a barge for "
        "$6,210, to be done by the end of November. Hendry Brothers would begin in April, at $5,480. I "
        "recommend the first, since a pier of that shape will not stand a winter of moving ice.",
        "Last, I should like to record that no life was lost and nobody was hurt, but for the cook of the "
        "Pelican, who slipped on a herring on the following day.",
        "Your obedient servant,",
        "Thaddeus Moorhouse, Harbormaster",
    ),
)


def write_letter(path: Path) -> None:
    """Draw the letter, photograph it badly, and bind the pictures into a document."""
    typed = Paper("", "", "1974-10-21")
    for number, paragraphs in enumerate(PAGES, start=1):
        flow = Flow(typed, [Frame(84, 110, 528, 720)], _letterhead if number == 1 else _second_page, _TYPED)
        for paragraph in paragraphs:
            flow.paragraph(paragraph, after=13, lead=1.5)
    _sign(flow)
    scan = Paper("Harbor correspondence 1974", "Public Library, scanning desk", "2019-02-11")
    for (width, height, samples), degrees in zip(typed.images(_DPI), _SKEW_DEGREES, strict=True):
        page = Image.frombytes("L", (width, height), samples)
        scan.add_sheet().picture(_scanned(page, degrees))
    scan.save(path)


def _letterhead(sheet: Sheet, page: int) -> None:
    sheet.text(306, 62, "OFFICE OF THE HARBORMASTER", Ink("serif-bold", 15), "centre")
    sheet.text(306, 80, "Kestrel Ferry, Callow County", Ink("serif", 11), "centre")
    sheet.line((150, 90), (462, 90), (0, 0, 0), 0.8)


def _second_page(sheet: Sheet, page: int) -> None:
    sheet.text(306, 80, "- 2 -", _TYPED, "centre")


def _sign(flow: Flow) -> None:
    flow.sheet.text(110, flow.y + 26, "T. Moorhouse", Ink("serif-italic", 26, (0.2, 0.2, 0.25)))
    # A received stamp, struck by hand.
    flow.sheet.box(370, 560, 520, 612, edge=(0.3, 0.3, 0.3), weight=1.6)
    flow.sheet.text(445, 582, "RECEIVED", Ink("sans-bold", 15, (0.3, 0.3, 0.3)), "centre")
    flow.sheet.text(445, 601, "OCT 23 1974", Ink("sans-bold", 12, (0.3, 0.3, 0.3)), "centre")


def _scanned(page: Image.Image, degrees: float) -> bytes:
    """Turn, blur, grain and yellow a clean page: legible, but plainly a scan."""
    turned = page.rotate(degrees, resample=Image.Resampling.BICUBIC, fillcolor=255)
    soft = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.5)), dtype=np.float32)
    random = np.random.default_rng(_SEED)
    shade = np.linspace(0, 14, soft.shape[1], dtype=np.float32)[None, :]
    grey = soft * 0.9 + 14 - shade + random.normal(0, 5, soft.shape).astype(np.float32)
    specks = random.random(soft.shape) > 0.99985
    grey[specks] = 60
    grey = np.clip(grey, 0, 255)
    colour = np.stack([grey, grey * 0.975, grey * 0.90], axis=2).astype(np.uint8)
    held = io.BytesIO()
    Image.fromarray(colour).save(held, format="JPEG", quality=75, dpi=(_DPI, _DPI))
    return held.getvalue()
