"""The OpenSearch adapter: what it asks, and what it makes of every kind of answer."""

import json
import threading
import traceback
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from db.errors import AppError, IndexMissing, InvalidInput
from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import layout, new_index, open_engine
from index.search.interface import QueryProblem, SearchUnavailable
from index.search.scaleout.opensearch import OpenSearchEngine
from index.search.scaleout.opensearch_index import (
    OpenSearchWriter,
    RemoteIndex,
    definition,
    read_remote_index,
)
from index.search.scaleout.transport import (
    LINES,
    HttpTransport,
    Reply,
    Request,
    Server,
    server_of,
)
from index.search.scoring import K1, B

RECORDED = Path(__file__).parents[2] / "reference" / "opensearch"
SEARCHES = sorted(RECORDED.glob("search_*.json"))
ERRORS: dict[str, type[AppError]] = {
    "QueryProblem": QueryProblem,
    "IndexMissing": IndexMissing,
    "SearchUnavailable": SearchUnavailable,
}
EXACT = analyser("exact")
DEFINITION = definition(B, K1, 2)


class Replayed:
    """A server that gives recorded replies, in their order, and keeps what it was asked."""

    def __init__(self, *replies):
        self.requests = []
        self._replies = iter(replies)

    def send(self, request):
        self.requests.append(request)
        return next(self._replies)


def reply_of(recorded):
    if "text" in recorded:
        return Reply(recorded["status"], recorded["text"].encode())
    return Reply(recorded["status"], json.dumps(recorded["body"]).encode())


def engine_with(folder, transport):
    (folder / "opensearch.json").write_text(RemoteIndex(name="pages", n_pages=50).model_dump_json())
    return OpenSearchEngine(
        folder, SearchedBuild(EXACT, "f" * 32, lambda document, page: "net revenue", 0), transport
    )


@pytest.mark.parametrize("path", SEARCHES, ids=[path.stem for path in SEARCHES])
def test_a_search_asks_and_answers_as_recorded(tmp_path, path):
    recorded = json.loads(path.read_text())
    # A query that finds nothing asks for its words one by one: they are not on record here.
    server = Replayed(reply_of(recorded["reply"]))
    engine = engine_with(tmp_path, server)
    wanted = recorded["result"]
    if "error" in wanted:
        with pytest.raises(ERRORS[wanted["error"]]) as raised:
            engine.search(recorded["query"], recorded["k"])
        assert raised.value.user_message == wanted["sentence"]
    else:
        result = engine.search(recorded["query"], recorded["k"])
        assert result.total == wanted["total"]
        assert [[hit.document, hit.page, hit.score] for hit in result.hits] == wanted["hits"]
    (request,) = server.requests
    assert (request.method, request.path) == (recorded["request"]["method"], recorded["request"]["path"])
    assert json.loads(request.body) == recorded["request"]["body"]


def test_a_build_asks_as_recorded(tmp_path):
    recorded = json.loads((RECORDED / "build.json").read_text())
    server = Replayed(*(reply_of(exchange["reply"]) for exchange in recorded["exchanges"]))
    with OpenSearchWriter(tmp_path / "search", EXACT, server, "pages", DEFINITION) as writer:
        for document, page, text in recorded["pages"]:
            writer.add(document, page, text)
    for request, exchange in zip(server.requests, recorded["exchanges"], strict=True):
        wanted = exchange["request"]
        assert (request.method, request.path) == (wanted["method"], wanted["path"])
        if "lines" in wanted:
            assert request.content_type == LINES
            assert [json.loads(line) for line in request.body.splitlines()] == wanted["lines"]
        else:
            assert json.loads(request.body or b"null") == wanted.get("body")
    assert read_remote_index(tmp_path / "search") == RemoteIndex(name="pages", n_pages=2)


OK = Reply(200, b'{"acknowledged": true}')
TAKEN = Reply(200, b'{"took": 1, "errors": false, "items": []}')
BUSY = Reply(429, b'{"status": 429}')


def write_one(folder, server, waits):
    with OpenSearchWriter(folder, EXACT, server, "pages", DEFINITION, waits.append) as writer:
        writer.add("a.pdf", 1, "net")


def test_pages_that_a_busy_server_did_not_take_are_sent_again(tmp_path):
    waits = []
    server = Replayed(OK, BUSY, BUSY, TAKEN, OK, Reply(200, b'{"count": 1}'), OK)
    write_one(tmp_path / "search", server, waits)
    assert waits == [1.0, 2.0]
    sent = [request.body for request in server.requests if request.path.endswith("_bulk")]
    assert len(set(sent)) == 1


def test_a_server_that_stays_busy_ends_the_build_in_a_sentence(tmp_path):
    waits = []
    with pytest.raises(SearchUnavailable, match="busy; please try again"):
        write_one(tmp_path / "search", Replayed(OK, *[BUSY] * 6), waits)
    assert len(waits) == 5


def test_refused_pages_end_the_build_in_a_sentence(tmp_path):
    refused = Reply(200, b'{"errors": true, "items": [{"index": {"status": 400, "error": {"type": "x"}}}]}')
    with pytest.raises(SearchUnavailable, match="did not take some pages"):
        write_one(tmp_path / "search", Replayed(OK, refused), [])


def test_lost_pages_end_the_build_in_a_sentence(tmp_path):
    server = Replayed(OK, TAKEN, OK, Reply(200, b'{"count": 0}'))
    with pytest.raises(SearchUnavailable, match="did not keep all pages"):
        write_one(tmp_path / "search", server, [])
    with pytest.raises(IndexMissing):
        read_remote_index(tmp_path / "search")


@pytest.mark.parametrize("farewell", [OK, BUSY])
def test_a_build_that_fails_takes_its_index_off_the_server(tmp_path, farewell):
    server = Replayed(OK, farewell)
    with (
        pytest.raises(ZeroDivisionError),
        OpenSearchWriter(tmp_path / "search", EXACT, server, "pages", DEFINITION),
    ):
        raise ZeroDivisionError
    assert server.requests[-1][:2] == ("DELETE", "/pages?ignore_unavailable=true")


def test_many_pages_go_in_several_batches(tmp_path):
    server = Replayed(OK, TAKEN, TAKEN, OK, Reply(200, b'{"count": 3}'), OK)
    with OpenSearchWriter(tmp_path / "search", EXACT, server, "pages", DEFINITION) as writer:
        for page in (1, 2, 3):
            writer.add("a.pdf", page, f"{'x' * 199} " * 13_000)
    sizes = [len(request.body) for request in server.requests if request.path.endswith("_bulk")]
    assert len(sizes) == 2
    assert max(sizes) < 10_000_000


def test_an_index_of_another_layout_is_to_be_built_again(tmp_path):
    (tmp_path / "opensearch.json").write_text('{"layout": "0", "name": "pages", "n_pages": 1}')
    with pytest.raises(IndexMissing, match="another version; build it again"):
        read_remote_index(tmp_path)


@pytest.mark.parametrize(
    ("settings", "part"),
    [
        ({}, "must be the address"),
        ({"URL": "search.example:9200"}, "must be the address"),
        ({"URL": "ftp://search.example"}, "must be the address"),
        ({"URL": "https://"}, "must be the address"),
        ({"URL": "https://reader:hush@search.example"}, "must be the address"),
        ({"URL": "https://search.example:port"}, "must be the address"),
        ({"URL": "http://search.example", "USER": "reader", "PASSWORD": "hush"}, "must begin with https://"),
    ],
)
def test_settings_of_no_use_are_refused_without_repeating_them(settings, part):
    with pytest.raises(InvalidInput, match=part) as refused:
        server_of({f"PAGETRAIL_OPENSEARCH_{name}": value for name, value in settings.items()})
    assert "hush" not in refused.value.user_message
    assert "search.example" not in refused.value.user_message


def test_settings_name_the_server():
    settings = {"URL": "https://search.example:9200/", "USER": "reader", "PASSWORD": "hush"}
    server = server_of({f"PAGETRAIL_OPENSEARCH_{name}": value for name, value in settings.items()})
    assert server == Server("https://search.example:9200", "reader", "hush")
    assert "hush" not in repr(server)
    assert server_of({"PAGETRAIL_OPENSEARCH_URL": "http://localhost:9200"}).url == "http://localhost:9200"


def test_a_file_without_certificates_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "none.pem").write_text("")
    with pytest.raises(InvalidInput, match="a file with certificates"):
        HttpTransport(Server("https://localhost", authority_file=str(tmp_path / "none.pem")))


class Echo(BaseHTTPRequestHandler):
    """Says what it was asked; `/moved` sends elsewhere; `/slow` waits until the test is over."""

    protocol_version = "HTTP/1.1"
    over = threading.Event()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/slow":
            self.over.wait(30)
        if self.path == "/broken":
            self.wfile.write(b"nonsense\r\n\r\n")
            self.close_connection = True
            return
        seen = {key: self.headers[key] for key in ("Authorization", "Content-Type", "Accept")}
        answer = json.dumps({"path": self.path, "body": body.decode(), "seen": seen}).encode()
        self.send_response({"/moved": 302, "/missing": 404}.get(self.path, 200))
        self.send_header("Location", "http://localhost:1/elsewhere")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def address() -> Iterator[str]:
    Echo.over.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        Echo.over.set()
        server.shutdown()
        thread.join()


def test_a_request_goes_out_as_it_is(address, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    transport = HttpTransport(Server(address, "reader", "hush"))
    reply = transport.send(Request("POST", "/pages/_bulk", "{“ü”}\n".encode(), LINES))
    assert reply.status == 200
    assert json.loads(reply.body) == {
        "path": "/pages/_bulk",
        "body": "{“ü”}\n",
        "seen": {
            "Authorization": "Basic cmVhZGVyOmh1c2g=",
            "Content-Type": LINES,
            "Accept": "application/json",
        },
    }


@pytest.mark.parametrize(("path", "status"), [("/missing", 404), ("/moved", 302)])
def test_every_status_is_an_answer_and_no_redirect_is_followed(address, path, status):
    assert HttpTransport(Server(address)).send(Request("POST", path)).status == status


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/slow", "The search server did not answer in time; please try again."),
        ("/broken", "The search server cannot be reached; please try again in a moment."),
    ],
)
def test_no_answer_is_told_in_a_sentence(address, path, sentence):
    transport = HttpTransport(Server(address, "reader", "hush"))
    with pytest.raises(SearchUnavailable) as raised:
        transport.send(Request("POST", path, timeout_s=0.2))
    assert raised.value.user_message == sentence
    assert "hush" not in "".join(traceback.format_exception(raised.value))


def test_a_server_that_is_not_there_is_told_in_a_sentence():
    with pytest.raises(SearchUnavailable, match="cannot be reached"):
        HttpTransport(Server("http://127.0.0.1:1")).send(Request("POST", "/pages"))


def test_a_server_that_does_not_speak_tls_is_told_in_a_sentence(address):
    transport = HttpTransport(Server(address.replace("http:", "https:")))
    with pytest.raises(SearchUnavailable, match="cannot be reached"):
        transport.send(Request("POST", "/pages", timeout_s=2))


def test_an_engine_without_its_settings_says_which(tmp_path, monkeypatch):
    monkeypatch.delenv("PAGETRAIL_OPENSEARCH_URL", raising=False)
    with pytest.raises(InvalidInput, match="PAGETRAIL_OPENSEARCH_URL"):
        layout("opensearch")
    with pytest.raises(InvalidInput, match="PAGETRAIL_OPENSEARCH_URL"):
        open_engine("opensearch", tmp_path, SearchedBuild(EXACT, "f" * 32, lambda document, page: "", 0))
    monkeypatch.setenv("PAGETRAIL_OPENSEARCH_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("PAGETRAIL_OPENSEARCH_SHARDS", "many")
    with pytest.raises(InvalidInput, match="PAGETRAIL_OPENSEARCH_SHARDS"):
        new_index("opensearch", tmp_path / "search", EXACT)
