"""`python -m demo.serve`: make the demo if need be, serve the app on this computer, open a browser.

What `make run` does. The server is a process of its own; this one waits for it and ends with it.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from time import sleep

from db.clock import SystemClock
from db.command_line import CommandParser
from db.errors import AppError
from demo.setup import set_up

DEFAULT_PORT = "8501"
_N_PORTS = 100
_LAST_PORT = 65_535
_POLL_S = 0.2


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until interrupted; returns the exit code."""
    CommandParser(
        prog="python -m demo.serve",
        description="Make the demo under PAGETRAIL_HOME (default ./data) if it is not there, serve the app "
        f"on this computer only, and open a browser. PORT names the port, {DEFAULT_PORT} or the next free "
        "one otherwise. Ctrl-C ends it.",
    ).parse_args(argv)
    try:
        set_up(SystemClock(), tell=_tell)
        port = free_port(asked_port(os.environ))
    except AppError as error:
        _tell(error.user_message)
        return 1
    server = start_server(port, os.environ)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: server.terminate())
    address = f"http://127.0.0.1:{port}"
    if answers(server, port):
        _tell(f"Pagetrail is at {address} (end it with Ctrl-C)")
        if has_screen(os.environ):
            webbrowser.open(address)
    code = server.wait()
    return 0 if code in {0, -signal.SIGTERM, -signal.SIGINT} else 1


def asked_port(environment: Mapping[str, str]) -> int:
    """The port in `PORT`, or 8501. Raises AppError for what is no port."""
    asked = environment.get("PORT") or DEFAULT_PORT
    if not asked.isdecimal() or not 1 <= int(asked) <= _LAST_PORT:
        raise AppError(f"PORT is {asked!r}; give a number from 1 to {_LAST_PORT}.")
    return int(asked)


def free_port(first: int) -> int:
    """The first port from `first` on which nobody listens.

    Raises:
        AppError: a hundred of them are taken.
    """
    for port in range(first, min(first + _N_PORTS, _LAST_PORT + 1)):
        with socket.socket() as probe:
            # As the server will bind it: a port that only waits for old connections to fade is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AppError(f"The ports {first} to {first + _N_PORTS - 1} are all in use; end one of the servers.")


def has_screen(environment: Mapping[str, str]) -> bool:
    """Whether a browser would have somewhere to appear (a text browser would take the terminal)."""
    return sys.platform in {"darwin", "win32"} or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def start_server(port: int, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """The app in a process of its own, on the loopback address, with the demo's way in."""
    command = [
        *(sys.executable, "-m", "uvicorn", "app:app"),
        *("--host", "127.0.0.1", "--port", str(port)),
        *("--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "3"),
    ]
    return subprocess.Popen(command, env={**environment, "PAGETRAIL_DEMO": "1"})


def answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until the server answers; False if it ended instead."""
    while server.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/api/health")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            sleep(_POLL_S)
        else:
            return True
        finally:
            connection.close()
    return False


def _tell(what: str) -> None:
    sys.stderr.write(f"{what}\n")


if __name__ == "__main__":
    sys.exit(main())
