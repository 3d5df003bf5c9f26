"""The real app as a child process, for tests that drive it from outside and may kill it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2

from tests.e2e.warm_server import WarmServer, WarmServers

PROJECT = Path(__file__).resolve().parents[2]
START_TIMEOUT_S = 90


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningApp:
    """One server on one home folder; `kill` is SIGKILL, and `start` again finds the same home.

    `warm` forks it from a process that has done the imports; without, it starts as people start it.
    """

    def __init__(self, home: Path, *, demo: bool = False, warm: WarmServers | None = None) -> None:
        self.home = home
        self._warm = warm
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._demo = demo
        self._child: subprocess.Popen[bytes] | WarmServer | None = None
        self._log = home / "server.log"

    def start(self) -> RunningApp:
        """Start and wait until it answers."""
        environment = {**os.environ, "PAGETRAIL_HOME": str(self.home)}
        environment["PAGETRAIL_DEMO"] = "1" if self._demo else "0"
        arguments = ["app:app", "--host", "127.0.0.1", "--port", str(self.port)]
        arguments += ["--no-access-log", "--log-level", "warning"]
        if self._warm is not None:
            self._child = self._warm.start(arguments, environment, self._log)
        else:
            with self._log.open("ab") as log:
                self._child = subprocess.Popen(
                    [sys.executable, "-m", "uvicorn", *arguments],
                    cwd=PROJECT,
                    env=environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        self._wait_until_it_answers()
        return self

    def cpu_ms(self) -> float:
        """Processor time that the server itself has taken so far, in ms; its workers not counted."""
        assert self._child is not None
        fields = Path(f"/proc/{self._child.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def most_mb(self) -> float:
        """The most memory that the server itself has had in use, in MB; its workers not counted."""
        assert self._child is not None
        status = Path(f"/proc/{self._child.pid}/status").read_text(encoding="ascii")
        (line,) = (one for one in status.splitlines() if one.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024

    def kill(self) -> None:
        """SIGKILL, as in a power cut. The workers end by themselves when their pipes close."""
        assert self._child is not None
        self._child.kill()
        self._child.wait()
        self._child = None

    def stop(self) -> None:
        """A clean stop, if it still runs."""
        if self._child is None:
            return
        self._child.send_signal(signal.SIGTERM)
        try:
            self._child.wait(20)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._child = None

    def log_text(self) -> str:
        """What the server wrote so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _wait_until_it_answers(self) -> None:
        assert self._child is not None
        deadline = time.monotonic() + START_TIMEOUT_S
        with httpx2.Client(timeout=2) as client:
            while time.monotonic() < deadline:
                if self._child.poll() is not None:
                    raise RuntimeError(f"the server ended at once:\n{self.log_text()}")
                try:
                    if client.get(f"{self.address}/api/health").status_code == 200:
                        return
                except httpx2.TransportError:
                    pass
                time.sleep(0.1)
        raise RuntimeError(f"the server did not answer in {START_TIMEOUT_S} s:\n{self.log_text()}")
