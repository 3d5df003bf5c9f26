"""How much memory a process and everything it started hold together, at most."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType

_EVERY_S = 0.1


class PeakMemory:
    """Samples from a thread of its own while the `with` block runs; `mib` is the highest sum seen.

    Proportional set size: pages that processes share are counted once.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.mib = 0.0

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(_EVERY_S):
            self.mib = max(self.mib, sum(map(_pss_kib, family(self._pid))) / 1024)


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue  # it has ended meanwhile
    found = [pid]
    for one in found:
        found.extend(child for child, parent in parents.items() if parent == one)
    return found


def _pss_kib(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
