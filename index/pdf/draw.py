"""Pictures of pages, and what their dark pixels say. Worker processes only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from index.pdf.documents import mupdf, page_size
from index.pdf.protocol import Picture, Word

_MAX_PIXELS = 20_000_000
_MAX_SIDE_PX = 10_000
_JPEG_QUALITY = 80
_POINTS_PER_INCH = 72
_INK_DPI = 50
_THUMBNAIL_PX = (160, 480)
_THUMBNAIL_QUALITY = 70
# At 50 dpi the strokes of small type are thin and grey: darker than this is ink.
_DARKEST_PAPER = 160


class Drawn(NamedTuple):
    """A picture and the resolution that was used for it."""

    image: Image.Image
    dpi: float


def draw(page: Any, dpi: float, colours: Literal["rgb", "grey"] = "rgb") -> Drawn:
    """The page as it is seen, at `dpi` or as much of it as the pixel limits allow."""
    width, height = (side / _POINTS_PER_INCH for side in page_size(page))
    used = min(dpi, _MAX_SIDE_PX / max(width, height), math.sqrt(_MAX_PIXELS / (width * height)))
    scale = max(used / _POINTS_PER_INCH, 1e-6)
    space = mupdf.csRGB if colours == "rgb" else mupdf.csGRAY
    pixmap = page.get_pixmap(matrix=mupdf.Matrix(scale, scale), colorspace=space, alpha=False)
    mode = "RGB" if colours == "rgb" else "L"
    image = Image.frombytes(mode, (pixmap.width, pixmap.height), pixmap.samples)
    return Drawn(image, used)


def encoded(image: Image.Image, image_format: Literal["jpeg", "png"], quality: int = _JPEG_QUALITY) -> bytes:
    """The picture as a file. Pillow writes JPEG ten times faster than MuPDF does."""
    content = BytesIO()
    if image_format == "jpeg":
        image.save(content, "JPEG", quality=quality)
    else:
        image.save(content, "PNG")
    return content.getvalue()


def picture(page: Any, page_number: int, words: Sequence[Word]) -> Picture:
    """The thumbnail, the share of dark pixels, and how many of them lie inside word boxes."""
    image = draw(page, _INK_DPI).image
    ink = image.convert("L").point([255 if grey < _DARKEST_PAPER else 0 for grey in range(256)])
    n_ink = ink.histogram()[255]
    n_covered = ImageChops.multiply(ink, _boxes(words, ink.size)).histogram()[255] if n_ink else 0
    image.thumbnail(_THUMBNAIL_PX, Image.Resampling.BILINEAR)
    return Picture(
        page=page_number,
        ink_rate=n_ink / (ink.width * ink.height),
        ink_coverage=n_covered / n_ink if n_ink else 0.0,
        thumbnail=encoded(image, "jpeg", _THUMBNAIL_QUALITY),
    )


def _boxes(words: Sequence[Word], size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size)
    canvas = ImageDraw.Draw(mask)
    width, height = size
    for x0, y0, x1, y1, *_ in words:
        canvas.rectangle((x0 * width, y0 * height, x1 * width, y1 * height), fill=255)
    return mask
