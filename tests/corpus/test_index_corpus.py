"""Real documents: everything readable is indexed, every failure is named, searching is quick to trust."""

import csv
import os

import pytest

from db.clock import FixedClock
from index.build import BuildRequest, build_index
from index.check import check
from index.collection import open_index
from index.page_flags import suspicious_pages
from index.rendering import PageRenderer

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def built(corpus_folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("corpus") / "index"
    request = BuildRequest(corpus_folder, out, ocr="off", n_workers=os.cpu_count() or 1)
    report = build_index(request, FixedClock())
    index = open_index(str(out))
    yield report, index
    index.close()


def listed(corpus_folder):
    with (corpus_folder / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        return {row["file"]: row for row in csv.DictReader(file, delimiter="\t")}


def test_every_document_is_indexed_with_all_its_pages_or_named(built, corpus_folder):
    report, index = built
    found = {path.relative_to(corpus_folder).as_posix() for path in corpus_folder.rglob("*.pdf")}
    indexed = {entry.document for entry in index.documents()}
    failed = {failure.document for failure in report.failed}
    assert indexed | failed == found
    assert not indexed & failed
    assert all(failure.reason for failure in report.failed)
    rows = listed(corpus_folder)
    wrong = [
        e.document
        for e in index.documents()
        if e.document in rows and int(rows[e.document]["pages"]) != e.n_pages
    ]
    assert wrong == []
    assert failed.isdisjoint(rows)


def test_documents_are_the_bytes_that_the_folder_holds(built, corpus_folder):
    _, index = built
    assert check(index, corpus_folder).ok
    rows = listed(corpus_folder)
    assert all(rows[e.document]["sha256"] == e.sha256 for e in index.documents() if e.document in rows)


def test_pages_of_documents_without_a_text_layer_are_named(built, corpus_folder):
    report, _ = built
    scans = {name for name, row in listed(corpus_folder).items() if row["has_text_layer"] == "0"}
    assert scans <= {entry.document for entry in report.no_usable_text}


def test_a_word_of_every_document_finds_its_page_and_is_highlighted_there(built):
    _, index = built
    missed = []
    for entry in index.documents():
        page = next((n for n, page in enumerate(entry.pages, 1) if page.source == "layer"), None)
        if page is None:
            continue
        words = sorted(set(index.page_text(entry.document, page).split()), key=len)
        word = next((word for word in reversed(words) if word.isalnum() and len(word) < 30), None)
        if word is None:
            continue
        hits = {(hit.document, hit.page) for hit in index.search(word, 2000).hits}
        if (entry.document, page) not in hits or not index.highlights(word, entry.document, page):
            missed.append((entry.document, page, word))
    assert missed == []


def test_the_first_page_of_every_document_is_drawn(built, tmp_path):
    _, index = built
    renderer = PageRenderer(tmp_path / "images")
    renderer.start()
    for entry in index.documents():
        assert renderer.page_image(index, entry.document, 1, dpi=50).stat().st_size > 500
        assert index.thumbnail(entry.document, 1).startswith(b"\xff\xd8")
    renderer.stop()


def test_the_build_with_ocr_stays_under_its_memory_limit(corpus_build, corpus_home):
    assert corpus_build.ocr_pages > 0
    assert float((corpus_home / "peak-mib.txt").read_text()) < 1536


def test_every_page_is_measured_and_few_are_suspicious(corpus_build, corpus_home):
    index = open_index(str(corpus_home / "indexes" / "corpus"))
    pages = [page for entry in index.documents() for page in entry.pages]
    assert all(page.n_words is not None and page.garbage_rate is not None for page in pages)
    recognised = [page for page in pages if page.source in {"ocr", "both"}]
    assert recognised
    assert all(0 < page.confidence <= 100 for page in recognised)
    suspicious = list(suspicious_pages(index.manifest))
    assert 0 < len(suspicious) < len(pages) / 10
    index.close()
