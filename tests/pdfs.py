"""PDF files for tests, made by our own code: text, rotation, pictures of text, and broken things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pymupdf  # tests make documents; they do not serve them

LETTER = (612.0, 792.0)
CARD = (460.0, 400.0)  # a picture that OCR reads in a third of the time
MARGIN = 72.0
LINE = 18.0
SIZE = 12.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a letter, or a card if it is a picture.

    `picture` is text that is only visible, `hidden` text that is only in the layer.
    """

    text: str = ""
    picture: str = ""
    hidden: str = ""
    rotation: int = 0
    size: tuple[float, float] | None = None

    @property
    def width_and_height(self) -> tuple[float, float]:
        """In points, before it is turned."""
        return self.size or (CARD if self.picture else LETTER)


def write_pdf(path: Path, sheets: Iterable[Sheet | str], title: str = "") -> Path:
    """A PDF with these pages; plain text is a page of text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pdf_bytes(sheets, title))
    return path


def pdf_bytes(sheets: Iterable[Sheet | str], title: str = "") -> bytes:
    """The same, as bytes. Equal sheets give equal bytes."""
    document = pymupdf.open()
    for sheet in sheets:
        _add(document, sheet if isinstance(sheet, Sheet) else Sheet(text=sheet))
    document.set_metadata({"title": title})
    content = document.tobytes(deflate=True, no_new_id=True)
    document.close()
    return content


def locked_pdf_bytes(text: str) -> bytes:
    """A PDF that asks for a password."""
    document = pymupdf.open()
    _add(document, Sheet(text=text))
    content = document.tobytes(
        encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="user", no_new_id=True
    )
    document.close()
    return content


def _add(document: pymupdf.Document, sheet: Sheet) -> None:
    width, height = sheet.width_and_height
    page = document.new_page(width=width, height=height)
    if sheet.picture:
        page.insert_image(page.rect, stream=_picture_of(sheet))
    _write(page, sheet.text)
    if sheet.hidden:
        page.insert_text((MARGIN, MARGIN), sheet.hidden, fontsize=SIZE, render_mode=3)
    page.set_rotation(sheet.rotation)


def _write(page: pymupdf.Page, text: str, size: float = SIZE) -> None:
    writer = pymupdf.TextWriter(page.rect)
    font = pymupdf.Font("helv")
    for number, line in enumerate(text.splitlines()):
        if line:
            writer.append((MARGIN, MARGIN + number * LINE), line, font=font, fontsize=size)
    writer.write_text(page)


def _picture_of(sheet: Sheet) -> bytes:
    scratch = pymupdf.open()
    width, height = sheet.width_and_height
    page = scratch.new_page(width=width, height=height)
    _write(page, sheet.picture, size=14.0)
    content = page.get_pixmap(dpi=150, colorspace=pymupdf.csGRAY).tobytes("png")
    scratch.close()
    return content


def blank_picture(size: tuple[float, float] = LETTER) -> bytes:
    """A one-page PDF that is a white picture."""
    document = pymupdf.open()
    page = document.new_page(width=size[0], height=size[1])
    pixmap = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 300, 400), False)
    pixmap.clear_with(255)
    page.insert_image(page.rect, stream=pixmap.tobytes("png"))
    content = document.tobytes(no_new_id=True)
    document.close()
    return content


def endless_pdf_bytes(n_good: int, depth: int = 12) -> bytes:
    """Good pages around one that draws 10 to the power of `depth` nested forms: it never ends."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    n_pages = n_good + 1
    first_page = 4
    kids = " ".join(f"{first_page + 2 * number} 0 R" for number in range(n_pages))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {n_pages} >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    first_form = first_page + 2 * n_pages
    for number in range(n_pages):
        is_bad = number == n_good // 2
        forms = f"/XObject << /F {first_form} 0 R >>" if is_bad else ""
        content = "/F Do" if is_bad else f"BT /T 12 Tf 72 700 Td (GOODWORD sheet {number + 1}) Tj ET"
        contents = first_page + 2 * number + 1
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {contents} 0 R "
            f"/Resources << /Font << /T 3 0 R >> {forms} >> >>"
        )
        objects.append(_stream(content))
    for level in range(depth):
        inner = (
            f"/Resources << /XObject << /F {first_form + level + 1} 0 R >> >>" if level + 1 < depth else ""
        )
        body = "/F Do " * 10 if level + 1 < depth else "0 0 1 1 re f"
        objects.append(_stream(body, f"/Type /XObject /Subtype /Form /BBox [0 0 612 792] {inner}"))
    return _file(objects)


def short_tree_pdf_bytes(n_claimed: int) -> bytes:
    """A PDF that claims pages and has none of them."""
    kids = " ".join(f"{9 + number} 0 R" for number in range(n_claimed))
    return _file(
        ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {n_claimed} >>"]
    )


def _stream(content: str, entries: str = "") -> str:
    return f"<< {entries} /Length {len(content)} >>\nstream\n{content}\nendstream"


def _file(objects: Iterable[str]) -> bytes:
    content = b"%PDF-1.7\n"
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(content)
    rows = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(offsets) + 1
    content += f"xref\n0 {size}\n0000000000 65535 f \n{rows}".encode()
    content += f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return content
