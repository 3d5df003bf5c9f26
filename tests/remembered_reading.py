"""What worker processes made of a document is remembered: the same bytes are read once, however many tests
build an index of them.

For tests of what comes after reading. Reading itself, limits, kills and how often a file is opened are
tested with real workers every time: a run with limits of its own is never remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from index.pdf import pool
from index.pdf.limits import Limits
from index.pdf.pool import Outcome, Task

Known = dict[tuple[object, ...], list[Outcome]]


class RememberingPool:
    """`pool.run`, but for what it has run before."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._run = pool.run

    def run(
        self, tasks: Sequence[Task], n_workers: int, limits: Limits | None = None
    ) -> Iterator[tuple[Task, Outcome]]:
        """All outcomes of all tasks, those that are known first."""
        if limits not in (None, Limits()):
            yield from self._run(tasks, n_workers, limits)
            return
        keys = {task: _key(task) for task in tasks}
        told: Known = {key: [] for key in keys.values()}
        for task in tasks:
            for outcome in self._known.get(keys[task], []):
                yield task, outcome
        for task, outcome in self._run([t for t in tasks if keys[t] not in self._known], n_workers, limits):
            told[keys[task]].append(outcome)
            yield task, outcome
        for key, outcomes in told.items():
            self._known.setdefault(key, outcomes)


def _key(task: Task) -> tuple[object, ...]:
    return sha256(Path(task.path).read_bytes()).digest(), task.kind, task.pages, task.effort


@pytest.fixture(scope="session")
def known_readings() -> Known:
    """What was read so far."""
    return {}


@pytest.fixture
def remembered_reading(known_readings: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads no document twice."""
    monkeypatch.setattr(pool, "run", RememberingPool(known_readings).run)
