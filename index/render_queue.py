"""Who is drawn next: readers who wait in order, then neighbours, the latest wish first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from db.errors import AppError

Urgency = Literal["now", "ahead"]
_MAX_AHEAD = 32


class DrawingFailed(AppError):
    """The page cannot be drawn, or not now."""


@dataclass(frozen=True, slots=True)
class WantedPage:
    """A picture to draw. The sha256 says which bytes the page number belongs to."""

    sha256: str
    page: int
    dpi: int
    document: str
    file: Path

    @property
    def key(self) -> tuple[str, int, int]:
        """Two documents with the same bytes share their pictures."""
        return self.sha256, self.page, self.dpi


_Waiting = OrderedDict[tuple[str, int, int], tuple[WantedPage, "Future[Path]"]]


class RenderQueue:
    """Requests for pictures, each drawn once however many ask. Safe to share by threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._now: _Waiting = OrderedDict()
        self._ahead: _Waiting = OrderedDict()
        self._drawing: _Waiting = OrderedDict()
        self._is_open = False

    def open(self) -> None:
        """Take requests from now on."""
        with self._changed:
            self._is_open = True

    def close(self) -> None:
        """Take no more; whoever waits is told, whoever serves is sent home."""
        with self._changed:
            self._is_open = False
            left = [*self._now.values(), *self._ahead.values()]
            self._now.clear()
            self._ahead.clear()
            self._changed.notify_all()
        for _, answer in left:
            answer.set_exception(DrawingFailed("The server is stopping; try again in a moment."))

    def ask(self, page: WantedPage, urgency: Urgency) -> Future[Path]:
        """Wait for a picture. A neighbour that somebody now waits for moves to the front."""
        with self._changed:
            if not self._is_open:
                raise DrawingFailed("Page images are not available: the renderer is not running.")
            for waiting in (self._drawing, self._now):
                if page.key in waiting:
                    return waiting[page.key][1]
            _, answer = self._ahead.pop(page.key, (page, Future()))
            (self._now if urgency == "now" else self._ahead)[page.key] = (page, answer)
            while len(self._ahead) > _MAX_AHEAD:
                self._ahead.popitem(last=False)
            self._changed.notify_all()
            return answer

    def take(self, least: Urgency) -> tuple[WantedPage, Future[Path]] | None:
        """What to draw next; None when the queue was closed. `least` "now" leaves neighbours alone."""
        with self._changed:
            while self._is_open:
                if self._now:
                    return self._taken(*self._now.popitem(last=False))
                if self._ahead and least == "ahead":
                    return self._taken(*self._ahead.popitem(last=True))
                self._changed.wait()
            return None

    def done(self, page: WantedPage) -> None:
        """The picture was drawn, or failed, and its answer was given."""
        with self._changed:
            self._drawing.pop(page.key, None)

    def _taken(
        self, key: tuple[str, int, int], entry: tuple[WantedPage, Future[Path]]
    ) -> tuple[WantedPage, Future[Path]]:
        self._drawing[key] = entry
        return entry
