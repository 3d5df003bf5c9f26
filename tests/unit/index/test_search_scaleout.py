"""Choosing an engine: what a build, its manifest and the command line say, and what is missing."""

import json
import random
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import tantivy

from db.errors import AppError
from index.__main__ import main
from index.check import check
from index.collection import open_index
from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import layout, new_index, open_engine
from index.search.nodes import Term
from index.search.scaleout.registry import EngineMissing
from index.search.scaleout.tantivy_index import DOCUMENT, PAGE, PLACE, TEXT, schema
from index.search.scaleout.transport import Request
from tests.pdfs import write_pdf
from tests.simulated_opensearch import SimulatedOpenSearch

TEXTS = ["Net revenue rose.", "He demon-\nstrates it.", "Nothing of note."]


@pytest.fixture
def folder(tmp_path):
    write_pdf(tmp_path / "corpus/report.pdf", TEXTS)
    return tmp_path / "corpus"


def assert_answers(out, engine):
    index = open_index(str(out))
    assert index.manifest.versions.engine == engine
    assert index.search("demonstrates OR revenue", 5).total == 2
    assert index.search('"net revenue"', 5).hits[0].snippet.startswith("Net revenue")
    assert index.n_searchable_pages == 3
    index.close()


def test_a_build_names_its_engine_and_another_engine_is_another_build(folder, build, tmp_path):
    out = tmp_path / "index"
    other = build(folder, tmp_path / "other", engine="postings")
    assert build(folder, out, engine="tantivy").fingerprint != other.fingerprint
    assert_answers(out, "tantivy")
    index = open_index(str(out))
    assert check(index, folder).ok
    index.close()


def test_the_command_line_takes_the_engine(folder, tmp_path, capsys):
    out = str(tmp_path / "index")
    assert main(["build", str(folder), "--out", out, "--ocr", "off", "--engine", "tantivy", "--json"]) == 0
    capsys.readouterr()
    assert main(["search", out, "note", "--json"]) == 0
    assert [hit["page"] for hit in json.loads(capsys.readouterr().out)["hits"]] == [3]


def no_text(document, page):
    return ""


@pytest.mark.parametrize(
    "ask",
    [
        lambda folder: layout("tantivy"),
        lambda folder: new_index("tantivy", folder / "search", analyser("exact")),
        lambda folder: open_engine("tantivy", folder, SearchedBuild(analyser("exact"), "f" * 32, no_text, 0)),
    ],
    ids=["layout", "new", "open"],
)
def test_without_its_package_an_engine_says_how_to_get_it(monkeypatch, tmp_path, ask):
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(EngineMissing, match=r"pip install --require-hashes -r requirements-scaleout\.lock"):
        ask(tmp_path)


def test_a_package_that_does_not_load_is_a_sentence(monkeypatch):
    def broken(_):
        raise ImportError("undefined symbol")

    monkeypatch.setattr("index.search.scaleout.registry.import_module", broken)
    with pytest.raises(EngineMissing, match=r"is installed but does not load: install it anew"):
        layout("tantivy")


def test_a_build_without_the_package_fails_before_it_reads_anything(monkeypatch, folder, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "tantivy", None)
    arguments = [
        "build",
        str(folder),
        "--out",
        str(tmp_path / "index"),
        "--ocr",
        "off",
        "--engine",
        "tantivy",
    ]
    assert main(arguments) == 1
    assert "is not installed" in capsys.readouterr().err


def fail_with(writer):
    with writer:
        writer.add("a.pdf", 1, "net revenue")
        raise ZeroDivisionError


def test_a_build_that_fails_leaves_no_pages(tmp_path):
    with pytest.raises(ZeroDivisionError):
        fail_with(new_index("tantivy", tmp_path / "search", analyser("exact")))
    assert tantivy.Index.open(str(tmp_path / "search")).searcher().num_docs == 0


def test_equal_scores_come_in_the_order_of_the_index_whatever_the_segments(tmp_path):
    """Pages are added in disorder and in many segments: `place` alone decides."""
    writer = tantivy.Index(schema(), path=str(tmp_path)).writer(15_000_000, num_threads=1)
    places = list(range(300))
    random.Random(2).shuffle(places)
    for place in places:
        page = tantivy.Document()
        page.add_pre_tokenized_text(TEXT, tantivy.PreTokenizedString("", [tantivy.Token("net", 0, 0, 0)]))
        page.add_text(DOCUMENT, "a.pdf")
        page.add_unsigned(PAGE, place + 1)
        page.add_unsigned(PLACE, place)
        writer.add_document(page)
        if place % 29 == 0:
            writer.commit()
    writer.commit()
    writer.wait_merging_threads()
    engine = open_engine(
        "tantivy", tmp_path, SearchedBuild(analyser("exact"), "f" * 32, lambda document, page: "net", 0)
    )
    for k in (1, 5, 300):
        total, pages = engine.ranked(Term("net"), k)
        assert total == 300
        assert [page.page for page in pages] == list(range(1, k + 1))


@pytest.fixture
def server(monkeypatch):
    """The simulated search server behind a real address."""
    simulated = SimulatedOpenSearch()

    class Handler(BaseHTTPRequestHandler):
        def _forward(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = Request(self.command, self.path, body, self.headers["Content-Type"])
            reply = simulated.send(request)
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body)

        do_GET = do_PUT = do_POST = do_DELETE = _forward  # noqa: N815 - the names are the server's

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever, args=(0.02,))
        thread.start()
        monkeypatch.setenv("PAGETRAIL_OPENSEARCH_URL", f"http://127.0.0.1:{listening.server_port}")
        yield simulated
        listening.shutdown()
        thread.join()


def test_a_build_on_a_search_server_is_searched_there(server, folder, build, tmp_path):
    out = tmp_path / "index"
    build(folder, out, engine="opensearch")
    (name,) = server.indexes
    assert name.startswith("pagetrail-")
    assert_answers(out, "opensearch")
    assert server.indexes[name].is_closed_for_writing
    server.indexes.clear()
    index = open_index(str(out))
    with pytest.raises(AppError, match="does not have this index any more; build it again"):
        index.search("revenue", 5)
    index.close()
    build(folder, out, engine="opensearch")
    assert len(server.indexes) == 1
    assert_answers(out, "opensearch")
    build(folder, out, engine="opensearch")
    assert len(server.indexes) == 1
