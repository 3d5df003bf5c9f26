"""Work on an index in the background: one job at a time, in a process of its own.

    INDEX/job.json   what was asked, how far it is, what came of it
    INDEX/jobs.json  what came of the jobs before it, the newest first
    INDEX/job.lock   held by the process that does it, and released however that ends
    INDEX/job.log    what it wrote to standard error, for whoever runs the server

The state is on disk: it survives a reload, a restart of the server, and is the same for every process
that serves the app. A job that says "running" while nobody holds the lock has crashed.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from db import os_trouble
from db.clock import Clock
from db.errors import Conflict, IndexUnreadable
from db.models import DocumentName, Frozen, PageNumber

_PROJECT = Path(__file__).resolve().parents[1]
_STATE = "job.json"
_HISTORY = "jobs.json"
# With the one in job.json: the last twenty.
_MOST_EARLIER_JOBS = 19
_LOCK = "job.lock"
_LOG = "job.log"
_FAREWELL_S = 5.0
_POLL_S = 0.02


class RereadJob(Frozen):
    """Read one page of one build again."""

    kind: Literal["reread"] = "reread"
    fingerprint: str
    document: DocumentName
    page: PageNumber


class PublishJob(Frozen):
    """Bring the index up to date with its folder and with what was read again."""

    kind: Literal["publish"] = "publish"


Job = Annotated[RereadJob | PublishJob, Field(discriminator="kind")]
Phase = Literal["running", "done", "failed", "crashed"]


class JobState(Frozen):
    """Where a job stands. `step`, `done` and `total` say how far it is; `sentence` what came of it."""

    job: Job
    phase: Phase
    started_at_ms: int
    ended_at_ms: int | None = None
    step: str = "starting"
    done: int = 0
    total: int = 0
    sentence: str = ""


_STATES: TypeAdapter[tuple[JobState, ...]] = TypeAdapter(tuple[JobState, ...])


def job_state(index_folder: Path) -> JobState | None:
    """The job that runs on this index, or the last one that did; None if there never was one."""
    state = _stored(index_folder)
    if state is None or state.phase != "running" or _is_held(index_folder):
        return state
    # It may have ended between the two looks.
    state = _stored(index_folder)
    return None if state is None else _ended(state)


def earlier_jobs(index_folder: Path) -> tuple[JobState, ...]:
    """The jobs before the one that `job_state` tells of, the newest first; what cannot be read is none."""
    try:
        states = _STATES.validate_json((index_folder / _HISTORY).read_bytes())
    except (OSError, ValidationError):
        return ()
    last = _stored(index_folder)
    # Whoever was killed between the two files has left the last job in both.
    return tuple(state for state in states if last is None or state != _ended(last))


def start_job(index_folder: Path, job: RereadJob | PublishJob, clock: Clock) -> None:
    """Start the job and return at once.

    Raises:
        Conflict: another job is running on this index.
    """
    _wait_for_the_last(index_folder)
    with _lock(index_folder) as descriptor:
        _keep_for_later(index_folder)
        keep_state(index_folder, JobState(job=job, phase="running", started_at_ms=clock.now_ms()))
        # The child inherits the lock, so there is no moment in which nobody holds it. It is no part
        # of our session: stopping the server does not stop a build half-way.
        with (index_folder / _LOG).open("wb") as log:
            child = subprocess.Popen(
                [sys.executable, "-m", "index.job", str(index_folder)],
                cwd=_PROJECT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=(descriptor,),
            )
    threading.Thread(target=child.wait, name="job", daemon=True).start()


def _wait_for_the_last(index_folder: Path) -> None:
    """A job that has said its last word holds the lock until its process is gone: a moment."""
    state = _stored(index_folder)
    if state is None or state.phase == "running":
        return
    deadline = time.monotonic() + _FAREWELL_S
    while _is_held(index_folder) and time.monotonic() < deadline:
        time.sleep(_POLL_S)


def keep_state(index_folder: Path, state: JobState) -> None:
    """For whoever does the job: say how far it is. Readers see the old state or the new one."""
    _write(index_folder / _STATE, state.model_dump_json().encode())


def _keep_for_later(index_folder: Path) -> None:
    """The last job goes among the earlier ones; for whoever holds the lock, so that it has ended."""
    last = _stored(index_folder)
    if last is None:
        return
    kept = (_ended(last), *earlier_jobs(index_folder))[:_MOST_EARLIER_JOBS]
    _write(index_folder / _HISTORY, _STATES.dump_json(kept))


def _ended(state: JobState) -> JobState:
    """The state of a job that nobody does: one that says it is running has crashed."""
    if state.phase != "running":
        return state
    return state.model_copy(update={"phase": "crashed", "sentence": _crash_sentence(state.job)})


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.unfinished")
    beside.write_bytes(content)
    beside.replace(path)


def _stored(index_folder: Path) -> JobState | None:
    try:
        return JobState.model_validate_json((index_folder / _STATE).read_bytes())
    except (OSError, ValidationError):
        return None


def _is_held(index_folder: Path) -> bool:
    try:
        # Shared: those who look do not meet each other.
        with _lock(index_folder, fcntl.LOCK_SH):
            return False
    except Conflict:
        return True


@contextmanager
def _lock(index_folder: Path, how: int = fcntl.LOCK_EX) -> Iterator[int]:
    try:
        # Who only looks need not be allowed to write.
        access = os.O_RDWR if how == fcntl.LOCK_EX else os.O_RDONLY
        descriptor = os.open(index_folder / _LOCK, access | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        what = f"The collection {index_folder.name!r}"
        raise IndexUnreadable(os_trouble.cannot(what, "written", error)) from error
    try:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except OSError as error:
            raise Conflict(
                f"{_what_runs(index_folder)} on the collection {index_folder.name!r}; wait until it ends."
            ) from error
        yield descriptor
    finally:
        os.close(descriptor)


def _what_runs(index_folder: Path) -> str:
    state = _stored(index_folder)
    match state.job if state is not None and state.phase == "running" else None:
        case RereadJob(document=document, page=page):
            return f"Page {page} of {document[:200]!r} is being read again: a job is running"
        case PublishJob():
            return "A new build is being published: a job is running"
        case None:
            return "A job is running"


def _crash_sentence(job: RereadJob | PublishJob) -> str:
    match job:
        case RereadJob():
            return (
                f"Reading page {job.page} of {job.document[:200]!r} again ended unexpectedly: the process "
                "was killed or failed. The page keeps its text; start it again."
            )
        case PublishJob():
            return (
                "Publishing ended unexpectedly: the process was killed or failed. The build in use is "
                "untouched; start it again, and it goes on where it stopped."
            )
