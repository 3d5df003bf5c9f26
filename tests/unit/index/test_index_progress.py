"""What a log and a watcher are told while a step is running."""

from __future__ import annotations

import io
import threading

import pytest

from index.progress import Progress, watched


class _Log(io.StringIO):
    """A log that says when the first line came."""

    def __init__(self) -> None:
        super().__init__()
        self.has_line = threading.Event()

    def write(self, text: str) -> int:
        n_written = super().write(text)
        if text.endswith("\n"):
            self.has_line.set()
        return n_written


def test_a_log_is_told_of_a_step_that_gets_nothing_done_for_long() -> None:
    log = _Log()
    progress = Progress("reading the page again (OCR)", log, line_every_s=0.001)
    progress.expect(1)
    with progress:
        assert log.has_line.wait(60)
    assert log.getvalue().splitlines()[-1] == "reading the page again (OCR): 0 of 1 pages, 0 s so far"


@pytest.mark.parametrize(("when_quick", "n_lines"), [("told", 1), ("silent", 0)])
def test_a_quick_step_is_told_at_its_end_where_that_is_wanted(when_quick, n_lines) -> None:
    log = _Log()
    with Progress("comparing files", log, "file", when_quick) as progress:
        progress.expect(2)
        progress.advance(2)
    assert len(log.getvalue().splitlines()) == n_lines
    assert log.getvalue().startswith("comparing files: 2 of 2 files, " * n_lines)


def test_a_step_is_told_at_its_end_if_it_was_told_before() -> None:
    log = _Log()
    with Progress("comparing files", log, "file", "silent", line_every_s=0.001) as progress:
        assert log.has_line.wait(60)
        progress.expect(1)
        progress.advance()
    assert log.getvalue().splitlines()[-1].startswith("comparing files: 1 of 1 files, ")


def test_a_log_that_nobody_reads_any_more_stops_no_step() -> None:
    class _Closed(_Log):
        def write(self, text: str) -> int:
            self.has_line.set()
            raise BrokenPipeError

    log = _Closed()
    with Progress("comparing files", log, "file", "silent", line_every_s=0.001):
        assert log.has_line.wait(60)


def test_a_watcher_is_told_of_every_change() -> None:
    told = []
    with watched(lambda *step: told.append(step)), Progress("reading text", _Log()) as progress:
        progress.expect(2)
        progress.advance()
    assert told == [("reading text", 0, 2), ("reading text", 1, 2)]
