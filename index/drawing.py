"""One picture of one page: the file is checked first, then a worker draws it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from db.errors import Conflict, NotFound
from index.collection import OpenIndex
from index.discovery import sha256_of
from index.pdf.client import Worker, WorkerDied, borrowed_worker
from index.pdf.limits import Limits
from index.pdf.protocol import Image, PageFailed, Refused, RenderJob
from index.render_queue import DrawingFailed, WantedPage


class FileChanged(Conflict):
    """The file of a document holds other bytes than those that were indexed."""


class FileGone(NotFound):
    """The file of a document is not where it was."""


class FileCheck:
    """Whether files still hold the bytes that were indexed; each is read once while unchanged."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[int, int, str]] = {}

    def require(self, page: WantedPage) -> None:
        """Raise FileChanged or FileGone, in a sentence without the path, if the bytes are others."""
        name = page.document[:200]
        try:
            status = page.file.stat()
            known = self._known.get(page.file)
            if known is None or known[:2] != (status.st_size, status.st_mtime_ns):
                known = (status.st_size, status.st_mtime_ns, sha256_of(page.file))
                self._known[page.file] = known
        except OSError as error:
            raise FileGone(f"The file of {name!r} is not where it was when the index was built.") from error
        if known[2] != page.sha256:
            raise FileChanged(f"{name!r} has changed since the index was built; build the index again.")


def wanted_page(index: OpenIndex, document: str, page: int, dpi: int) -> WantedPage:
    """The page as a thing to draw. Raises NotFound: the name is looked up, never opened."""
    entry = index.document(document)
    if not index.has_page(document, page):
        raise NotFound(f"{document[:200]!r} has pages 1 to {entry.n_pages}, not {page}.")
    return WantedPage(entry.sha256, page, dpi, document, index.source_file(document))


def draw(worker: Worker, page: WantedPage, image_format: Literal["jpeg", "png"], limits: Limits) -> bytes:
    """The picture from a worker. Raises DrawingFailed, and WorkerDied if the worker is gone."""
    worker.send(RenderJob(path=str(page.file), page=page.page, dpi=page.dpi, image_format=image_format))
    reply = worker.receive(limits.open_s)
    if reply.kind == "opened":
        reply = worker.receive(limits.render_s)
    match reply:
        case Image():
            return reply.content
        case Refused():
            raise DrawingFailed(f"{page.document[:200]!r} cannot be drawn: it {reply.reason}.")
        case PageFailed():
            raise cannot_draw(page)
        case _:
            raise WorkerDied("gave an answer to another question")


def cannot_draw(page: WantedPage) -> DrawingFailed:
    """What a reader is told about a page that is damaged or takes too long."""
    return DrawingFailed(
        f"Page {page.page} of {page.document[:200]!r} cannot be drawn: it is damaged or takes too long."
    )


def draw_once(
    index: OpenIndex, document: str, page: int, dpi: int, image_format: Literal["jpeg", "png"]
) -> bytes:
    """One picture without cache and queue, for the command line. Raises AppError."""
    wanted = wanted_page(index, document, page, dpi)
    FileCheck().require(wanted)
    try:
        with borrowed_worker() as worker:
            return draw(worker, wanted, image_format, Limits())
    except WorkerDied as death:
        raise cannot_draw(wanted) from death
