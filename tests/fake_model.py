"""A stand-in for an OpenAI-compatible server: it answers what the test says, and keeps what it heard."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Json = dict[str, Any]


class Heard(NamedTuple):
    """One request."""

    path: str
    key: str
    body: Json


class Said(NamedTuple):
    """One reply; a body that is no text is sent as JSON."""

    body: Any
    status: int = 200
    kind: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()


Answering = Callable[[Json], Said]


class FakeModel:
    """The server: its address, everything it heard, and what it answers, which a test may change."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering
        self.heard: list[Heard] = []
        self.address = ""
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()

    def reply(self, heard: Heard) -> Said:
        """For the server's threads: what to say."""
        with self._lock:
            self.heard.append(heard)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return self.answering(heard.body)
        finally:
            with self._lock:
                self._at_once -= 1


def completion(text: Any, **more: Any) -> Said:
    """A usual reply with this content."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return Said({"choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 7}, **more})


def words_of(body: Json) -> str:
    """All texts of a request, rules first."""
    found = []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        found += [part.get("text", "") for part in parts]
    return "\n".join(found)


@contextmanager
def fake_model(answering: Answering) -> Iterator[FakeModel]:
    """A server while the test runs."""
    model = FakeModel(answering)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = model.reply(Heard(self.path, self.headers.get("Authorization", ""), body))
            content = said.body.encode() if isinstance(said.body, str) else json.dumps(said.body).encode()
            self.send_response(said.status)
            self.send_header("Content-Type", said.kind)
            self.send_header("Content-Length", str(len(content)))
            for name, value in said.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    model.address = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
