"""What parent and worker say to each other: one JSON object a line, checked on both sides.

Pictures travel inside the line as base64, so that a worker needs no right to write any file (its
file size limit is zero), and a hostile document that took the worker over could still only send
values that fit these shapes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from db.models import Frozen, PageNumber

MAX_PAGES = 5000
MAX_WORDS_PER_PAGE = 50_000
MAX_LINE_BYTES = 64 * 1024 * 1024

Word = tuple[float, float, float, float, str, int]
Rate = Annotated[float, Field(ge=0.0, le=1.0)]
Stage = Literal["open", "text", "picture", "ocr", "render"]
Effort = Literal["once", "best_of_two"]
Confidence = Annotated[float, Field(ge=0.0, le=100.0)]


class ReadJob(Frozen):
    """Read text, word boxes and a small picture of the pages (None: all of them), in this order."""

    kind: Literal["read"] = "read"
    path: str
    pages: tuple[PageNumber, ...] | None = None


class OcrJob(Frozen):
    """Read the pages from their pictures, each once or in two ways of which the better one counts."""

    kind: Literal["ocr"] = "ocr"
    path: str
    pages: tuple[PageNumber, ...]
    effort: Effort = "once"


class RenderJob(Frozen):
    """Draw one page, turned as the document asks; the resolution drops where the page is huge."""

    kind: Literal["render"] = "render"
    path: str
    page: PageNumber
    dpi: Annotated[int, Field(ge=10, le=600)] = 144
    image_format: Literal["jpeg", "png"] = "jpeg"


Job = Annotated[ReadJob | OcrJob | RenderJob, Field(discriminator="kind")]


class _WithBytes(Frozen):
    """Bytes are base64 in JSON."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")


class Opened(Frozen):
    """The document passed the gate."""

    kind: Literal["opened"] = "opened"
    n_pages: Annotated[int, Field(ge=1, le=MAX_PAGES)]
    repaired: bool


class Refused(Frozen):
    """The document did not pass the gate; the reason completes "X.pdf: ...". Ends the job."""

    kind: Literal["refused"] = "refused"
    reason: str


class PageText(Frozen):
    """The text layer of one page; its picture follows."""

    kind: Literal["text"] = "text"
    page: PageNumber
    width_pt: float
    height_pt: float
    label: str
    words: tuple[Word, ...]
    n_chars: int
    garbage_rate: Rate
    image_share: Rate


class Picture(_WithBytes):
    """The small picture of one page and what its dark pixels say. Ends the page."""

    kind: Literal["picture"] = "picture"
    page: PageNumber
    ink_rate: Rate
    ink_coverage: Rate
    thumbnail: bytes


class OcrText(Frozen):
    """What OCR read on one page, and how sure it was of it (None: it saw no word). Ends the page."""

    kind: Literal["ocr_text"] = "ocr_text"
    page: PageNumber
    words: tuple[Word, ...]
    confidence: Confidence | None = None


class PageFailed(Frozen):
    """One page could not be read further; the others go on. Ends the page."""

    kind: Literal["page_failed"] = "page_failed"
    page: PageNumber
    stage: Stage
    reason: str


class Image(_WithBytes):
    """The page that was asked for, with the resolution that was used. Ends the job."""

    kind: Literal["image"] = "image"
    dpi: float
    content: bytes


class Finished(Frozen):
    """Nothing more to say about this job."""

    kind: Literal["finished"] = "finished"


Reply = Annotated[
    Opened | Refused | PageText | Picture | OcrText | PageFailed | Image | Finished,
    Field(discriminator="kind"),
]
JOB: TypeAdapter[Job] = TypeAdapter(Job)
REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)
