"""Page images on demand, drawn in worker processes, cached on disk, neighbours ahead of the reader."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from pathlib import Path

from db.errors import AppError
from index.collection import OpenIndex
from index.drawing import FileCheck, cannot_draw, draw, wanted_page
from index.image_cache import ImageCache
from index.pdf.client import Worker, WorkerDied
from index.pdf.limits import Limits
from index.render_queue import DrawingFailed, RenderQueue, Urgency, WantedPage

__all__ = ["DrawingFailed", "PageRenderer"]

_GIB = 1024**3
# Longer than a page may take with one before it; then the reader is told, not kept waiting.
_PATIENCE_S = 60.0
_MAX_HOPELESS = 1000
_NEIGHBOURS = (2, -1, 1)


class PageRenderer:
    """Draws pages for everybody. `start` it once, `stop` it at the end; both may be repeated."""

    def __init__(
        self,
        cache_folder: Path,
        n_workers: int = 2,
        max_bytes: int = 2 * _GIB,
        limits: Limits | None = None,
    ) -> None:
        self._cache = ImageCache(cache_folder, max_bytes)
        self._n_workers = n_workers
        self._limits = limits or Limits()
        self._files = FileCheck()
        self._queue = RenderQueue()
        self._artists: list[_Artist] = []
        self._hopeless: OrderedDict[tuple[str, int, int], None] = OrderedDict()
        self._lock = threading.Lock()

    def start(self) -> None:
        """Take orders from now on. A worker starts with the first page, or with `warm_up`."""
        with self._lock:
            if self._artists:
                return
            self._queue.open()
            # One worker is kept for readers who wait: looking ahead never stands in their way.
            for number in range(self._n_workers):
                least: Urgency = "now" if number == 0 and self._n_workers > 1 else "ahead"
                self._artists.append(_Artist(self, least))
            for artist in self._artists:
                artist.start()

    def warm_up(self) -> None:
        """Start the workers now, so that the first reader does not wait for them."""
        with self._lock:
            for artist in self._artists:
                artist.ready_worker()

    def stop(self) -> None:
        """End the workers; whoever still waits is told."""
        with self._lock:
            self._queue.close()
            for artist in self._artists:
                artist.strike()
            for artist in self._artists:
                artist.join()
            self._artists = []

    def page_image(self, index: OpenIndex, document: str, page: int, dpi: int = 144) -> Path:
        """The page as a JPEG file. Blocks until it is drawn, but not for ever; any thread may ask.

        Raises:
            NotFound: no such document or page, or its file is gone.
            Conflict: the file is not the one that was indexed.
            DrawingFailed: the page cannot be drawn, or not now.
        """
        wanted = wanted_page(index, document, page, dpi)
        cached = self._cache.find(wanted.sha256, page, dpi)
        if cached is not None:
            return cached
        if wanted.key in self._hopeless:
            raise cannot_draw(wanted)
        try:
            return self._queue.ask(wanted, "now").result(_PATIENCE_S)
        except NotInTime as error:
            raise DrawingFailed(
                f"Page {page} of {document[:200]!r} is not drawn yet; try again in a moment."
            ) from error

    def look_ahead(self, index: OpenIndex, document: str, page: int, dpi: int = 144) -> None:
        """Have the neighbours drawn when nobody waits. Returns at once; raises NotFound only."""
        # The last one asked for is drawn first: the next page.
        for neighbour in (page + step for step in _NEIGHBOURS):
            if not index.has_page(document, neighbour):
                continue
            wanted = wanted_page(index, document, neighbour, dpi)
            if wanted.key not in self._hopeless and self._cache.find(*wanted.key) is None:
                try:
                    self._queue.ask(wanted, "ahead")
                except DrawingFailed:
                    return

    def next_page(self, least: Urgency) -> tuple[WantedPage, Future[Path]] | None:
        """For the threads that draw: what is next, or None at the end."""
        return self._queue.take(least)

    def finish(self, worker: Worker, page: WantedPage, answer: Future[Path]) -> Worker:
        """For the threads that draw: draw the page, answer, and return a worker that is alive."""
        try:
            stamp = self._files.require(page)
            try:
                content, worker = self._drawn(worker, page)
            except _HopelessPage as hopeless:
                worker = hopeless.worker
                self._files.require_same(page, stamp)
                self._remember(page)
                raise cannot_draw(page) from hopeless
            self._files.require_same(page, stamp)
            answer.set_result(self._cache.put(*page.key, content))
        except AppError as error:
            answer.set_exception(error)
        except OSError as error:
            failure = DrawingFailed("The page image cannot be stored: the disk is full or read-only.")
            failure.__cause__ = error
            answer.set_exception(failure)
        finally:
            self._queue.done(page)
        return worker

    def _drawn(self, worker: Worker, page: WantedPage) -> tuple[bytes, Worker]:
        """The picture. A worker that was ended by something else gets a second, fresh one to try."""
        try:
            return draw(worker, page, "jpeg", self._limits), worker
        except WorkerDied as death:
            worker.kill()
            worker = Worker()
            if death.took_too_long:
                raise _HopelessPage(worker) from death
        try:
            return draw(worker, page, "jpeg", self._limits), worker
        except WorkerDied as death:
            worker.kill()
            raise _HopelessPage(Worker()) from death

    def _remember(self, page: WantedPage) -> None:
        """A page that costs its whole time limit is not tried again for everybody who asks."""
        self._hopeless[page.key] = None
        while len(self._hopeless) > _MAX_HOPELESS:
            self._hopeless.popitem(last=False)


class _HopelessPage(Exception):
    """The page ends its workers; `worker` is a fresh one for the next page."""

    def __init__(self, worker: Worker) -> None:
        super().__init__("the page ends its workers")
        self.worker = worker


class _Artist(threading.Thread):
    """A thread with a worker of its own, which starts when it is first needed."""

    def __init__(self, renderer: PageRenderer, least: Urgency) -> None:
        super().__init__(daemon=True)
        self._renderer = renderer
        self._least: Urgency = least
        self._starting = threading.Lock()
        self._worker: Worker | None = None

    def run(self) -> None:
        """Draw until the queue closes."""
        try:
            while (request := self._renderer.next_page(self._least)) is not None:
                self._worker = self._renderer.finish(self.ready_worker(), *request)
        finally:
            if self._worker is not None:
                self._worker.kill()

    def ready_worker(self) -> Worker:
        """The worker, started if there is none yet. From any thread."""
        with self._starting:
            if self._worker is None:
                self._worker = Worker()
            return self._worker

    def strike(self) -> None:
        """Have the worker end at once."""
        if self._worker is not None:
            self._worker.strike()
