"""What parent and worker say to each other: one JSON object a line.

The shapes are plain dataclasses, so that a worker starts in half the time and holds no code that it does
not need; the parent, who must not believe what it is told, checks every reply against them
(index/pdf/client.py).

Pictures travel inside the line as base64, so that a worker needs no right to write any file (its
file size limit is zero), and a hostile document that took the worker over could still only send
values that fit these shapes.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le

MAX_PAGES = 5000
MAX_WORDS_PER_PAGE = 50_000
MAX_LINE_BYTES = 64 * 1024 * 1024

Word = tuple[float, float, float, float, str, int]
PageNumber = Annotated[int, Ge(1), Le(1_000_000)]
Count = Annotated[int, Ge(0)]
Rate = Annotated[float, Ge(0.0), Le(1.0)]
Stage = Literal["open", "text", "picture", "ocr", "render"]
Effort = Literal["once", "best_of_two"]
Confidence = Annotated[float, Ge(0.0), Le(100.0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJob:
    """Read text, word boxes and a small picture of the pages (None: all of them), in this order."""

    kind: Literal["read"] = "read"
    path: str
    pages: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OcrJob:
    """Read the pages from their pictures, each once or in two ways of which the better one counts."""

    kind: Literal["ocr"] = "ocr"
    path: str
    pages: tuple[int, ...]
    effort: Effort = "once"


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderJob:
    """Draw one page, turned as the document asks; the resolution drops where the page is huge."""

    kind: Literal["render"] = "render"
    path: str
    page: int
    dpi: int = 144
    image_format: Literal["jpeg", "png"] = "jpeg"


Job = ReadJob | OcrJob | RenderJob


class _Checked:
    """For pydantic: unknown fields and numbers that are none are an error, bytes are base64."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, object]] = {
        "extra": "forbid",
        "allow_inf_nan": False,
        "val_json_bytes": "base64",
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(_Checked):
    """The document passed the gate."""

    kind: Literal["opened"] = "opened"
    n_pages: Annotated[int, Ge(1), Le(MAX_PAGES)]
    repaired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(_Checked):
    """The document did not pass the gate; the reason completes "X.pdf: ...". Ends the job."""

    kind: Literal["refused"] = "refused"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText(_Checked):
    """The text layer of one page; its picture follows. `n_left_out` words are beyond the limit."""

    kind: Literal["text"] = "text"
    page: PageNumber
    width_pt: float
    height_pt: float
    label: str
    words: tuple[Word, ...]
    n_left_out: Count = 0
    n_chars: int
    garbage_rate: Rate
    image_share: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(_Checked):
    """The small picture of one page and what its dark pixels say. Ends the page."""

    kind: Literal["picture"] = "picture"
    page: PageNumber
    ink_rate: Rate
    ink_coverage: Rate
    thumbnail: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class OcrText(_Checked):
    """What OCR read on one page, and how sure it was of it (None: it saw no word). Ends the page."""

    kind: Literal["ocr_text"] = "ocr_text"
    page: PageNumber
    words: tuple[Word, ...]
    n_left_out: Count = 0
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFailed(_Checked):
    """One page could not be read further; the others go on. Ends the page."""

    kind: Literal["page_failed"] = "page_failed"
    page: PageNumber
    stage: Stage
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Image(_Checked):
    """The page that was asked for, with the resolution that was used. Ends the job."""

    kind: Literal["image"] = "image"
    dpi: float
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(_Checked):
    """Nothing more to say about this job."""

    kind: Literal["finished"] = "finished"


Reply = Opened | Refused | PageText | Picture | OcrText | PageFailed | Image | Finished

_JOBS: dict[str, type[Job]] = {"read": ReadJob, "ocr": OcrJob, "render": RenderJob}


def line_of(message: Job | Reply) -> bytes:
    """The message as it goes through a pipe, with the line's end."""
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    return json.dumps(values, allow_nan=False, default=_base64).encode() + b"\n"


def job_of(line: bytes) -> Job:
    """For the worker: the job in a line of its parent, whom it believes."""
    values: dict[str, Any] = json.loads(line)
    return _JOBS[values["kind"]](**values)


def _base64(value: object) -> str:
    if not isinstance(value, bytes):
        raise TypeError(f"{type(value).__name__} is no part of a message")
    return base64.b64encode(value).decode("ascii")
