"""A few invented pages, what a search in them finds, and what they look like."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

REPORT_2018 = "reports/annual/annual-report-2018.pdf"
REPORT_2019 = "reports/annual/annual-report-2019.pdf"
LONG_NAME = "inspections/2019/north/form-17-inspection-of-the-municipal-swimming-pool-2019-11-04.pdf"
MARKUP_NAME = "<img src=x onerror=document.title='XSS55'>.pdf"
MARKUP = "<b>418</b> <img src=x onerror=\"document.title='XSS55'\"> MARKUPWORD"

FILLER = "The office keeps the register of permits and reports on it once a year to the council."
LIBRARY = {
    REPORT_2018: [
        ("i", "Annual report 2018 of the licensing office"),
        ("ii", "Contents, permits, fees, staff"),
        ("1", "In 2018 the permit revenue was 118 402 crowns, less than planned."),
        ("2", "Staff and costs: seven people in two rooms"),
    ],
    REPORT_2019: [
        ("i", "Annual report 2019 of the licensing office"),
        ("ii", "Contents: permits, fees, staff"),
        ("1", "In 2019 the permit revenue rose to 120 893 crowns after the fee was raised in spring."),
        ("2", "Excess permit revenue of 12 004 crowns went into the reserve."),
        ("3", "Staff and costs: eight people in two rooms"),
        ("4", "Outlook: the permit fee stays where it is"),
    ],
    LONG_NAME: [("1", "Inspection of the pool: permit on display, revenue book kept, water at 26 degrees.")],
    MARKUP_NAME: [("1", MARKUP)],
}
QUESTIONS = [
    "By how much did the permit revenue of the licensing office change from 2018 to 2019?",
    "Which two rooms of the licensing office were closed in the year after the permit fee was raised, "
    "and what did the inspector note about the register kept there? " * 6,
    "What is the water temperature of the municipal pool?",
]


def find(text: str) -> dict:
    """A search as the route answers it: words joined by AND, best five pages."""
    if text.strip() in {"*", "AND"}:
        sentence = f"“{text.strip()}” alone is too wide. Type at least two letters before the *."
        return {"parsed": "", "refused": True, "message": sentence, "total": 0, "hits": []}
    words = [word.casefold() for word in text.replace('"', " ").split() if word != "AND"]
    pages = [
        (document, page, label, content)
        for document, labelled in LIBRARY.items()
        for page, (label, content) in enumerate(labelled, start=1)
    ]
    found = [one for one in pages if all(word in one[3].casefold() for word in words)]
    hits = [_hit(rank, one, words) for rank, one in enumerate(found[:5], start=1)]
    message = "" if found else f"No page holds “{text}”. Leave a word out, or join words with OR."
    total = 123 if len(found) >= 4 else len(found)
    return {
        "parsed": text,
        "refused": False,
        "message": message,
        "total": total,
        "hits": hits,
        "fingerprint": "f00d",
        "took_ms": 3.1,
    }


def _hit(rank: int, page: tuple[str, int, str, str], words: list[str]) -> dict:
    document, number, label, content = page
    spans = [(content.casefold().find(word), word) for word in words]
    matches = [[start, start + len(word)] for start, word in spans]
    snippet = content if content == MARKUP else f"{content} {FILLER}"
    return {
        "rank": rank,
        "document": document,
        "page": number,
        "label": label,
        "score": 12.5 - rank,
        "snippet": snippet,
        "matches": matches,
    }


@cache
def page_image(content: str, width: int) -> bytes:
    """A page with its text on top and grey lines below, as JPEG."""
    image = Image.new("RGB", (width, width * 11 // 8), "white")
    draw = ImageDraw.Draw(image)
    left, line = width // 9, width // 38
    draw.text((left, width // 8), content[:70], fill="black", font_size=max(6, width // 40))
    for row in range(24):
        top = width // 4 + row * line * 2
        right = width - left - (row * 37 % 5) * left // 3
        draw.rectangle((left, top, right, top + max(1, line // 3)), fill=(208, 211, 214))
    target = io.BytesIO()
    image.save(target, "JPEG", quality=80)
    return target.getvalue()
