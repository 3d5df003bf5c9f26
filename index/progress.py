"""How far a build is, on standard error: a bar for people, a line every ten seconds for logs.

Whoever runs a build inside `watched` is told of every step as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, TextIO

from tqdm import tqdm

_LINE_EVERY_S = 10.0
Watcher = Callable[[str, int, int], None]
_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Have `watcher(step, done, total)` called as often as pages are done, in this thread."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


class Progress:
    """Counts pages (or what `unit` says) of one step. The total may grow while documents are opened."""

    def __init__(self, step: str, stream: TextIO | None = None, unit: str = "page") -> None:
        self._step = step
        self._unit = unit
        self._stream = stream if stream is not None else sys.stderr
        self._total = 0
        self._done = 0
        self._started = self._last_line = time.monotonic()
        self._watcher = _watcher.get()
        self._bar: Any = None
        if self._stream.isatty():
            self._bar = tqdm(desc=step, unit=unit, total=0, file=self._stream, leave=True)

    def expect(self, n_pages: int) -> None:
        """So many pages more are to come."""
        self._total += n_pages
        self._tell()
        if self._bar is not None:
            self._bar.total = self._total
            self._bar.refresh()

    def advance(self, n_pages: int = 1) -> None:
        """So many pages more are done."""
        self._done += n_pages
        self._tell()
        if self._bar is not None:
            self._bar.update(n_pages)
        elif time.monotonic() - self._last_line >= _LINE_EVERY_S:
            self._last_line = time.monotonic()
            self._line()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._done:
            self._line()

    def _tell(self) -> None:
        if self._watcher is not None:
            self._watcher(self._step, self._done, self._total)

    def _line(self) -> None:
        elapsed_s = max(time.monotonic() - self._started, 1e-3)
        rate = self._done / elapsed_s
        units = f"{self._unit}s"
        print(f"{self._step}: {self._done} of {self._total} {units}, {rate:.1f} {units}/s", file=self._stream)
