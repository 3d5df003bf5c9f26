"""How far a step is, on standard error: a bar for people, a line every ten seconds for logs.

Both also while nothing gets done, for one page may take minutes. Whoever runs a step inside `watched` is
told of every change as well.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Literal, TextIO

from tqdm import tqdm

_LINE_EVERY_S = 10.0
_BAR_EVERY_S = 1.0
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

    def __init__(
        self,
        step: str,
        stream: TextIO | None = None,
        unit: str = "page",
        when_quick: Literal["told", "silent"] = "told",
        line_every_s: float = _LINE_EVERY_S,
    ) -> None:
        """Begin.

        Args:
            step: what is done.
            stream: where to say it; None is standard error.
            unit: what is counted, in the singular.
            when_quick: whether a log has a line of a step that took less than `line_every_s`.
            line_every_s: how often a log has one of a step that takes longer.
        """
        self._step = step
        self._unit = unit
        self._stream = stream if stream is not None else sys.stderr
        self._is_silent = when_quick == "silent"
        self._total = 0
        self._done = 0
        self._started = time.monotonic()
        self._watcher = _watcher.get()
        self._bar: Any = None
        if self._stream.isatty():
            self._bar = tqdm(desc=step, unit=unit, total=0, file=self._stream, leave=not self._is_silent)
        self._every_s = line_every_s if self._bar is None else _BAR_EVERY_S
        self._ended = threading.Event()
        self._teller = threading.Thread(target=self._tell_now_and_then, name="progress", daemon=True)

    def expect(self, n_pages: int) -> None:
        """So many pages more are to come."""
        self._total += n_pages
        self._tell_watcher()
        if self._bar is not None:
            self._bar.total = self._total
            self._bar.refresh()

    def advance(self, n_pages: int = 1) -> None:
        """So many pages more are done."""
        self._done += n_pages
        self._tell_watcher()
        if self._bar is not None:
            self._bar.update(n_pages)

    def __enter__(self) -> Progress:
        self._teller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._teller.join()
        if self._bar is not None:
            self._bar.close()
        elif self._done and not self._is_silent:
            self._line()

    def _tell_watcher(self) -> None:
        if self._watcher is not None:
            self._watcher(self._step, self._done, self._total)

    def _tell_now_and_then(self) -> None:
        try:
            while not self._ended.wait(self._every_s):
                if self._bar is not None:
                    self._bar.refresh()
                else:
                    self._line()
                    self._is_silent = False
        except (OSError, ValueError):
            # Nobody reads it any more; what is done goes on.
            return

    def _line(self) -> None:
        elapsed_s = max(time.monotonic() - self._started, 1e-3)
        units = f"{self._unit}s"
        pace = f"{self._done / elapsed_s:.1f} {units}/s" if self._done else f"{elapsed_s:.0f} s so far"
        print(f"{self._step}: {self._done} of {self._total} {units}, {pace}", file=self._stream)
