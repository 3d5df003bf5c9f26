"""An answer of the server that breaks off in its middle, as when it is killed then, counts as none."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from pages.ui import assets

pytestmark = pytest.mark.browser

HEAD = (
    b"HTTP/1.1 %s\r\nContent-Type: application/json\r\n"
    b"Access-Control-Allow-Origin: *\r\nContent-Length: 20\r\n\r\n"
)
WHOLE = b'{"error": "it is 7"}'
ASK = "(url) => requestJson(url).then((body) => body, ({name, status, message}) => [name, status, message])"


class _Answers(socketserver.StreamRequestHandler):
    """`/whole`, `/cut` and `/refused`: the last is cut off as well, but its status says enough."""

    def handle(self) -> None:
        path = self.rfile.readline().split()[1]
        while self.rfile.readline().strip():
            pass
        self.wfile.write(HEAD % (b"409 Conflict" if path == b"/refused" else b"200 OK"))
        self.wfile.write(WHOLE if path == b"/whole" else WHOLE[:12])


@pytest.fixture
def address() -> Iterator[str]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Answers) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_answer_that_is_cut_off_counts_as_unanswered(page: Page, address: str) -> None:
    page.add_script_tag(content=assets.script("viewer_request", entry="load_anew"))
    assert page.evaluate(ASK, f"{address}/whole") == {"error": "it is 7"}
    unanswered = ["RequestError", 0, "The server cannot be reached."]
    assert page.evaluate(ASK, f"{address}/cut") == unanswered


def test_refusal_that_is_cut_off_is_a_refusal_all_the_same(page: Page, address: str) -> None:
    page.add_script_tag(content=assets.script("viewer_request", entry="load_anew"))
    assert page.evaluate(ASK, f"{address}/refused") == ["RequestError", 409, "The server answered 409."]
