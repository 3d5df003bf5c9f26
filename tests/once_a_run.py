"""What takes seconds to make and is only read afterwards is made once a run, whoever needs it first."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Made = TypeVar("Made")


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of this run see, and no other run."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def once_a_run(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Made]) -> Made:
    """What `make(folder)` returned when it was called first; who comes meanwhile waits.

    If it fails, the next who comes tries again, with a folder of its own.
    """
    shared = run_folder(factory)
    told = shared / f"{name}.pickle"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            made = make(factory.mktemp(name))
            told.write_bytes(pickle.dumps(made))
        return pickle.loads(told.read_bytes())
