"""The construct report in a process of its own: minutes of work that no other person has to wait for."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from annotation.report_command import PROGRESS
from db.errors import AppError

_PROJECT = Path(__file__).resolve().parents[1]


class Wanted(NamedTuple):
    """Which report: of a set, over one build of an index."""

    set_name: str
    index_name: str
    fingerprint: str
    k: int


def report_in_a_process(wanted: Wanted, told: Callable[[float], object]) -> dict[str, Any]:
    """What `annotation report --json` prints. `told` hears how far it is, from 0 to 1.

    The process ends with this call, also when `told` raises because nobody waits any more.

    Raises:
        AppError: the report cannot be made; the sentence is the command's own.
    """
    command = [
        *(sys.executable, "-m", "annotation", "report", "--json", "--progress"),
        *(f"--set={wanted.set_name}", f"--index={wanted.index_name}"),
        *(f"--build={wanted.fingerprint}", f"--k={wanted.k}"),
    ]
    # Into a file: a pipe that nobody reads while the progress comes would stop the process.
    with tempfile.TemporaryFile() as printed:
        child = subprocess.Popen(command, cwd=_PROJECT, stdout=printed, stderr=subprocess.PIPE, text=True)
        try:
            said = _followed(child, told)
            code = child.wait()
        finally:
            child.kill()
            child.wait()
            if child.stderr is not None:
                child.stderr.close()
        if code != 0:
            raise AppError(said or "The report could not be made; please tell whoever runs the server.")
        printed.seek(0)
        outcome: dict[str, Any] = json.loads(printed.read())
        return outcome


def _followed(child: subprocess.Popen[str], told: Callable[[float], object]) -> str:
    """Listen until the process has nothing more to say; returns the sentence it ended with, if any."""
    last = ""
    for line in child.stderr or ():
        if line.startswith(PROGRESS):
            told(float(line.removeprefix(PROGRESS)))
        elif line.strip():
            last = line.strip()
    return last
