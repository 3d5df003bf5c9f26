"""One worker process, seen from its parent, which never loads MuPDF itself."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from index.pdf.protocol import MAX_LINE_BYTES, Job, Reply, line_of

_PROJECT = Path(__file__).resolve().parents[2]
_CHUNK_BYTES = 1 << 16
_FAREWELL_S = 2.0
_REPLY: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])


def checked(line: bytes) -> Reply:
    """The reply in a line of a worker. Raises pydantic's ValidationError if it is none."""
    return _REPLY.validate_json(line)


class WorkerDied(Exception):
    """The worker is gone, by itself or because it was killed; the text completes "it ..."."""

    def __init__(self, reason: str, *, took_too_long: bool = False) -> None:
        super().__init__(reason)
        self.took_too_long = took_too_long


class Worker:
    """A worker process and its pipes. Used by one thread at a time."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        # A session of its own: a kill reaches whatever the worker may have started. An
        # environment of its own: nothing of ours leaks into a process that opens hostile files.
        self._child = subprocess.Popen(
            [sys.executable, "-m", "index.worker"],
            cwd=_PROJECT,
            env={"PATH": os.defpath, "PYTHONUTF8": "1", "OMP_THREAD_LIMIT": "1", "LANG": "C.UTF-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    def send(self, job: Job) -> None:
        """Hand over a job. Raises WorkerDied if nobody takes it."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line_of(job))
            self._child.stdin.flush()
        except (OSError, ValueError) as error:
            raise WorkerDied(self._farewell()) from error

    def receive(self, timeout_s: float) -> Reply:
        """The next reply. Raises WorkerDied, after a kill if nothing came in time."""
        deadline = time.monotonic() + timeout_s
        # Only what is new is looked at: a page may come in a thousand pieces.
        end = self._buffer.find(b"\n")
        while end < 0:
            n_known = len(self._buffer)
            chunk = self._read_chunk(deadline - time.monotonic())
            if chunk is None:
                self.kill()
                raise WorkerDied(f"took longer than {timeout_s:.0f} s", took_too_long=True)
            if not chunk:
                raise WorkerDied(self._farewell())
            self._buffer += chunk
            if len(self._buffer) > MAX_LINE_BYTES:
                self.kill()
                raise WorkerDied("sent too much")
            end = self._buffer.find(b"\n", n_known)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        try:
            return checked(line)
        except ValidationError as error:
            self.kill()
            raise WorkerDied("sent something that is no answer") from error

    def strike(self) -> None:
        """Have it end now, even inside C code. From any thread; its owner sees it die."""
        if self._child.poll() is None:
            # Its owner may see it end, and bury it, between the question and the blow.
            with suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End it now and clean up."""
        self.strike()
        self._child.wait()
        self._close_pipes()

    def close(self) -> None:
        """Let it end by closing its input; kill it if it does not."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.close()
            self._child.wait(_FAREWELL_S)
        except (OSError, subprocess.TimeoutExpired):
            self.kill()
        self._close_pipes()

    def _read_chunk(self, timeout_s: float) -> bytes | None:
        """Some bytes; none at the end of the pipe; None when the time is up."""
        assert self._child.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._child.stdout, selectors.EVENT_READ)
            # What is there is taken, however late: we may have been stopped ourselves.
            if not selector.select(max(0.0, timeout_s)):
                return None
        return os.read(self._child.stdout.fileno(), _CHUNK_BYTES)

    def _farewell(self) -> str:
        # What is about to end by itself must not look as if somebody had killed it.
        try:
            code = self._child.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self.kill()
            return "closed its output"
        self.kill()
        return f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"

    def _close_pipes(self) -> None:
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    # Bytes that the dead worker never took; nobody wants them any more.
                    continue


@contextmanager
def borrowed_worker() -> Iterator[Worker]:
    """A worker for a single job: closed at the end, killed if the job fails."""
    worker = Worker()
    try:
        yield worker
    finally:
        worker.close()
