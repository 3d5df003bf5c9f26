"""The worker: takes jobs on standard input, answers on standard output, one JSON object a line.

It opens hostile files, so it is made to be killed: memory is limited, it can write no file, and it
ends when its parent closes the pipe. What C code prints goes elsewhere. Each step of a page is
preceded by an alarm that ends the process without asking Python, in case the parent, which kills
earlier, is gone.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

# Before Tesseract is loaded: one thread a worker.
os.environ["OMP_THREAD_LIMIT"] = "1"

from index.pdf.documents import FAULTS, Refusal, fault_text, opened, quiet
from index.pdf.draw import draw, encoded, picture
from index.pdf.extract import page_text
from index.pdf.protocol import (
    Finished,
    Image,
    Job,
    OcrJob,
    Opened,
    PageFailed,
    ReadJob,
    Refused,
    RenderJob,
    Reply,
    Stage,
    job_of,
    line_of,
)

_MEMORY_BYTES = 2 * 1024**3
_OPEN_FILES = 64
# Longer than every limit of the parent (index/pdf/limits.py).
_ALARM_S = 150


def main() -> None:
    """Serve jobs until standard input closes."""
    channel = _take_over_output()
    _limit()
    quiet()
    for line in sys.stdin.buffer:
        for reply in _replies(job_of(line)):
            # A parent that reads late is alive: only work of our own is timed.
            signal.alarm(0)
            channel.write(line_of(reply))
            channel.flush()
            signal.alarm(_ALARM_S)
        signal.alarm(0)


def _take_over_output() -> BinaryIO:
    """Keep the pipe for ourselves: C libraries that print to descriptor 1 reach standard error."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return channel


def _limit() -> None:
    for what, limit in (
        (resource.RLIMIT_AS, _MEMORY_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        resource.setrlimit(what, (limit, limit))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _replies(job: Job) -> Iterator[Reply]:
    signal.alarm(_ALARM_S)
    try:
        with opened(job.path) as document:
            yield Opened(n_pages=document.page_count, repaired=bool(document.is_repaired))
            yield from _ANSWERS[type(job)](document, job)
    except Refusal as refusal:
        yield Refused(reason=str(refusal))


def _read(document: Any, job: ReadJob) -> Iterator[Reply]:
    for number in job.pages or range(1, document.page_count + 1):
        stage: Stage = "text"
        try:
            text = page_text(document, number)
            yield text
            stage = "picture"
            yield picture(document.load_page(number - 1), number, text.words)
        except FAULTS as error:
            yield PageFailed(page=number, stage=stage, reason=fault_text(error))
    yield Finished()


def _recognise(document: Any, job: OcrJob) -> Iterator[Reply]:
    # Imported here: most workers never need it, and it costs 35 MB.
    from index.pdf.ocr import ocr_text

    for number in job.pages:
        try:
            yield ocr_text(document, number, job.effort)
        except FAULTS as error:
            yield PageFailed(page=number, stage="ocr", reason=fault_text(error))
    yield Finished()


def _render(document: Any, job: RenderJob) -> Iterator[Reply]:
    try:
        drawn = draw(document.load_page(job.page - 1), job.dpi)
        yield Image(dpi=drawn.dpi, content=encoded(drawn.image, job.image_format))
    except FAULTS as error:
        yield PageFailed(page=job.page, stage="render", reason=fault_text(error))


_ANSWERS: dict[type, Callable[[Any, Any], Iterator[Reply]]] = {
    ReadJob: _read,
    OcrJob: _recognise,
    RenderJob: _render,
}
