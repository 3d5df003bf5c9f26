"""The tab's icon, drawn here: Streamlit would fetch a named one from a server on the internet."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

_TEAL = (15, 118, 110, 255)


@cache
def tab_icon() -> Image.Image:
    """Two dots and the trail between them, 64 by 64 pixels."""
    icon = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    pen = ImageDraw.Draw(icon)
    pen.rounded_rectangle((2, 2, 62, 62), radius=14, fill=_TEAL)
    pen.line([(18, 46), (18, 32), (46, 32), (46, 18)], fill="white", width=5, joint="curve")
    for x, y in ((18, 46), (46, 18)):
        pen.ellipse((x - 7, y - 7, x + 7, y + 7), fill="white")
    return icon
