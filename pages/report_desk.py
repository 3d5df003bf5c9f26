"""Reports that researchers asked for: each is made by the command, in a process of its own.

Resampling would hold up everybody whom this process serves. What was made stays in memory until others were.
"""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from baseline.exports.files import ExportFile, zipped

_PROJECT = Path(__file__).resolve().parent.parent
_MOST_KEPT = 4
_MOST_SAID = 500
_STEP = re.compile(r"report: (.+), (\d+) of (\d+)\n?")
_LOG = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """A report of a study, with the files that hold its gold or without."""

    study_id: str
    gold: Literal["included", "withheld"]


@dataclass(frozen=True, slots=True)
class Making:
    """Where a report stands. `version` is that of the log when it was begun; `content` the archive.

    `done` of `of` steps are over; 0 before it is known how many there are.
    """

    version: str
    phase: Literal["running", "done", "failed"] = "running"
    step: str = "reading the log"
    done: int = 0
    of: int = 0
    content: bytes = b""
    sentence: str = ""


class ReportDesk:
    """The reports asked for last. Safe to share by threads; one is made at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._known: OrderedDict[Wanted, Making] = OrderedDict()
        self._threads: dict[Wanted, threading.Thread] = {}
        self._running: set[subprocess.Popen[str]] = set()

    def of(self, wanted: Wanted) -> Making | None:
        """Where it stands; None if nobody asked for it, or others were asked for since."""
        with self._lock:
            return self._known.get(wanted)

    def start(self, wanted: Wanted, version: str) -> None:
        """Begin to make it, unless that is being done already."""
        with self._lock:
            known = self._known.get(wanted)
            if known is not None and known.phase == "running":
                return
            self._known[wanted] = Making(version)
            self._known.move_to_end(wanted)
            for old in [one for one, state in self._known.items() if state.phase != "running"][:-_MOST_KEPT]:
                del self._known[old]
            thread = threading.Thread(target=self._make, args=(wanted,), name="report", daemon=True)
            self._threads[wanted] = thread
        thread.start()

    def wait(self, wanted: Wanted) -> None:
        """Until it is made, or could not be."""
        thread = self._threads.get(wanted)
        if thread is not None:
            thread.join()

    def stop(self) -> None:
        """End what is being made: the server stops."""
        with self._lock:
            running = list(self._running)
        for process in running:
            process.terminate()
        for thread in list(self._threads.values()):
            thread.join()

    def _make(self, wanted: Wanted) -> None:
        with self._turn, tempfile.TemporaryDirectory(prefix="pagetrail-report-") as name:
            folder = Path(name) / "report"
            command = [sys.executable, "-m", "baseline", "report", f"--study={wanted.study_id}"]
            more = ["--without-gold"] if wanted.gold == "withheld" else []
            try:
                said = self._run(wanted, [*command, "--out", str(folder), *more])
                if said:
                    self._now(wanted, lambda now: replace(now, phase="failed", sentence=said))
                else:
                    content = _archive(folder)
                    self._now(wanted, lambda now: replace(now, phase="done", content=content))
            except OSError as error:
                _LOG.warning("the report of study %s could not be made: %s", wanted.study_id, error)
                sentence = "The report could not be written where the server runs; tell whoever runs it."
                self._now(wanted, lambda now: replace(now, phase="failed", sentence=sentence))

    def _run(self, wanted: Wanted, command: list[str]) -> str:
        """What went wrong, in a sentence; "" if nothing did."""
        process = subprocess.Popen(
            command,
            cwd=_PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        with self._lock:
            self._running.add(process)
        other = []
        with process:
            for line in process.stderr or ():
                step = _STEP.fullmatch(line)
                if step:
                    self._now(wanted, partial(_at_step, step))
                else:
                    other.append(line)
        with self._lock:
            self._running.discard(process)
        if process.returncode == 0:
            return ""
        _LOG.warning("the report of study %s failed: %s", wanted.study_id, "".join(other)[-4000:])
        # The command says what goes wrong in one line; anything longer is for whoever runs the server.
        if process.returncode == 1 and len(other) == 1 and len(other[0]) < _MOST_SAID:
            return other[0].strip()
        return "The report ended unexpectedly; make it again, or tell whoever runs the server."

    def _now(self, wanted: Wanted, changed: Callable[[Making], Making]) -> None:
        with self._lock:
            known = self._known.get(wanted)
            if known is not None:
                self._known[wanted] = changed(known)


def _at_step(step: re.Match[str], now: Making) -> Making:
    return replace(now, step=step[1], done=int(step[2]) - 1, of=int(step[3]))


def _archive(folder: Path) -> bytes:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    # As bytes: the line ends of tables stay as they are.
    return zipped(
        [ExportFile(one.relative_to(folder).as_posix(), one.read_bytes().decode(), 0, "") for one in paths]
    )
