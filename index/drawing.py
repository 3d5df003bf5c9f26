"""One picture of one page: the file is checked first, then a worker draws it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from db.errors import Conflict, NotFound
from index.collection import OpenIndex
from index.discovery import Stamp, sha256_of, stamp_of, unchanged_since
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
        self._known: dict[Path, tuple[Stamp, str]] = {}

    def require(self, page: WantedPage) -> Stamp:
        """Raise FileChanged or FileGone, in a sentence without the path, if the bytes are others.

        What was read of the file afterwards counts only if `require_same` agrees to the stamp.
        """
        name = page.document[:200]
        try:
            stamp = stamp_of(page.file)
            known = self._known.get(page.file)
            if known is None or known[0] != stamp:
                known = stamp, sha256_of(page.file)
                if not unchanged_since(page.file, stamp):
                    raise _changed_meanwhile(page)
                self._known[page.file] = known
        except OSError as error:
            raise FileGone(f"The file of {name!r} is not where it was when the index was built.") from error
        if known[1] != page.sha256:
            raise FileChanged(f"{name!r} has changed since the index was built; build the index again.")
        return stamp

    def require_same(self, page: WantedPage, stamp: Stamp) -> None:
        """Raise FileChanged if the file has another stamp now: it may have had other bytes meanwhile."""
        if not unchanged_since(page.file, stamp):
            raise _changed_meanwhile(page)


def _changed_meanwhile(page: WantedPage) -> FileChanged:
    return FileChanged(f"{page.document[:200]!r} changed while it was being read; try again.")


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
    files = FileCheck()
    stamp = files.require(wanted)
    try:
        with borrowed_worker() as worker:
            content = draw(worker, wanted, image_format, Limits())
    except WorkerDied as death:
        files.require_same(wanted, stamp)
        raise cannot_draw(wanted) from death
    files.require_same(wanted, stamp)
    return content
