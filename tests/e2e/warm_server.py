"""A process that has loaded what the app imports, and forks a server whenever a test wants one.

What is forked is then `python -m uvicorn app:app …` with a home, a log and a life of its own; only the
imports, nine tenths of a start, are done already. It ends when nobody is connected any more. One for all
workers of a run: whoever comes first starts it.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

PROJECT = Path(__file__).resolve().parents[2]
_LONGEST_WAIT_S = 120


class WarmServers:
    """The forking process, as a test worker sees it: starts servers, and asks whether they still run."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "warm-server.log"
        # A path as short as addresses of sockets must be.
        name = sha256(str(folder).encode()).hexdigest()[:16]
        self._address = Path(tempfile.gettempdir()) / f"pagetrail-{name}"
        with (folder / "warm-server.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._stream = _connected(self._address) or self._begun()

    def start(self, arguments: list[str], environment: dict[str, str], log: Path) -> WarmServer:
        """A server with these arguments of uvicorn."""
        asked = {"arguments": arguments, "environment": environment, "log": str(log)}
        return WarmServer(self, int(self._ask(asked)))

    def has_ended(self, pid: int) -> bool:
        """Whether that server is gone."""
        return bool(self._ask({"pid": pid}))

    def close(self) -> None:
        """Who is the last to leave ends the process."""
        self._stream.close()

    def _ask(self, asked: dict[str, Any]) -> Any:
        return _reply(self._stream, asked)

    def _begun(self) -> TextIO:
        self._address.unlink(missing_ok=True)
        # Not a Popen: nobody here waits for it, for it ends after the last of all workers.
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, __file__, str(self._address)],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(self._log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
        )
        deadline = time.monotonic() + _LONGEST_WAIT_S
        while time.monotonic() < deadline and os.waitpid(pid, os.WNOHANG) == (0, 0):
            if (stream := _connected(self._address)) is not None:
                return stream
            time.sleep(0.05)
        said = self._log.read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"the process that forks servers did not start:\n{said}")


class WarmServer:
    """One forked server: the part of `subprocess.Popen` that tests use."""

    def __init__(self, family: WarmServers, pid: int) -> None:
        self._family = family
        self.pid = pid
        self._is_gone = False

    def poll(self) -> int | None:
        """None while it runs."""
        self._is_gone = self._is_gone or self._family.has_ended(self.pid)
        return 0 if self._is_gone else None

    def send_signal(self, number: int) -> None:
        """Also a second time, when it is gone."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = _LONGEST_WAIT_S) -> None:
        """Until it is gone.

        Raises:
            TimeoutExpired: it still runs.
        """
        deadline = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("uvicorn", timeout)
            time.sleep(0.02)


def _connected(address: Path) -> TextIO | None:
    """A connection, if a process is there that will stay as long as it is open."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(address))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        stream = connection.makefile("rw", encoding="utf-8")
    try:
        _reply(stream, {"hello": True})
    except (OSError, ValueError):
        # It was about to end when we came.
        stream.close()
        return None
    return stream


def _reply(stream: TextIO, asked: dict[str, Any]) -> Any:
    stream.write(json.dumps(asked) + "\n")
    stream.flush()
    return json.loads(stream.readline())


def serve(address: str) -> None:
    """Fork on request until the last connection is closed. One thread only, so that a fork is whole."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    open_to = selectors.DefaultSelector()
    open_to.register(listener, selectors.EVENT_READ)
    streams: dict[int, TextIO] = {}
    has_begun = False
    while streams or not has_begun:
        for key, _ in open_to.select():
            if key.fd == listener.fileno():
                connection = listener.accept()[0]
                streams[connection.fileno()] = connection.makefile("rw", encoding="utf-8")
                open_to.register(connection, selectors.EVENT_READ, connection)
                has_begun = True
            elif line := streams[key.fd].readline():
                streams[key.fd].write(json.dumps(_done(json.loads(line), open_to)) + "\n")
                streams[key.fd].flush()
            else:
                open_to.unregister(key.fileobj)
                streams.pop(key.fd).close()
                key.data.close()
    Path(address).unlink(missing_ok=True)


def _done(asked: dict[str, Any], open_to: selectors.BaseSelector) -> int | bool:
    if "hello" in asked:
        return True
    if "pid" in asked:
        # Only here are they waited for: until then no other process gets the number.
        return os.waitpid(asked["pid"], os.WNOHANG)[0] != 0
    pid = os.fork()
    if pid:
        return pid
    try:
        for key in open_to.get_map().values():
            os.close(key.fd)
        _become_a_server(**asked)
    finally:
        os._exit(1)


def _become_a_server(arguments: list[str], environment: dict[str, str], log: str) -> None:
    os.setsid()
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for number in (1, 2):
        os.dup2(output, number)
    os.close(output)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["uvicorn", *arguments]
    try:
        runpy.run_module("uvicorn", run_name="__main__", alter_sys=True)
    except SystemExit:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def load() -> None:
    """Import what the app imports, before a home is known: nothing of it reads one."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.auto  # noqa: F401

    import pages.everything
    import pages.http.demo
    import pages.http.routes
    import pages.http.security
    import pages.services

    pages.everything.import_pages()
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    os.setsid()
    os.chdir(PROJECT)
    sys.path[0] = str(PROJECT)
    load()
    serve(sys.argv[1])
