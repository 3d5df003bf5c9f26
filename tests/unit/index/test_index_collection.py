import gzip
import json
import threading
from io import BytesIO

import pytest
from PIL import Image

from db.errors import IndexMissing, NotFound
from index.collection import open_index


@pytest.fixture(scope="module")
def index(small_index):
    return small_index.index


def highlighted(index, query, document, page):
    words = index.words(document, page).words
    return [words[number][4] for number in index.highlights(query, document, page)]


def test_documents_are_listed_by_name_with_their_pages(index):
    assert [(entry.document, entry.n_pages) for entry in index.documents()] == [
        ("reports/annual 2019.pdf", 2),
        ("scan.pdf", 4),
        ("turned.pdf", 4),
    ]
    sizes = [(page.width_pt, page.height_pt) for page in index.document("turned.pdf").pages]
    assert sizes == [(612, 792), (792, 612), (612, 792), (792, 612)]
    assert [page.source for page in index.document("scan.pdf").pages] == ["layer", "ocr", "none", "ocr"]


@pytest.mark.parametrize("query", ["revenue", "MARKER*", "sheet OR total", "nowhere", "the"])
def test_best_pages_are_the_hits_without_their_snippets(index, query):
    result = index.search(query, 3)
    listed = [(hit.document, hit.page, hit.score) for hit in result.hits]
    assert index.best_pages(query, 3) == (result.total, listed)


def test_words_carry_boxes_of_the_visible_page(index):
    page = index.words("turned.pdf", 2)
    assert (page.width_pt, page.height_pt, page.source) == (792, 612, "layer")
    ((x0, y0, x1, y1, text),) = page.words
    assert text == "MARKER90"
    assert 0 < x0 < x1 < 1
    assert 0 < y0 < y1 < 1
    assert (y1 - y0) * 612 > (x1 - x0) * 792


def test_ocr_words_are_searched_and_shown_like_others(index):
    result = index.search("SCANBETA", 5)
    assert [(hit.document, hit.page, hit.snippet) for hit in result.hits] == [
        ("scan.pdf", 2, "SCANBETA total 418")
    ]
    assert highlighted(index, "418", "scan.pdf", 2) == ["418"]
    assert index.page_text("scan.pdf", 2) == "SCANBETA total 418"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("office", ["oﬃce"]),
        ("scientific oﬃce", ["scientiﬁc", "oﬃce"]),
        ('"scientific office"', ["scientiﬁc", "oﬃce"]),
        ('"office scientific"', []),
        ("demonstrates", ["demon-", "strates"]),
        ("strates", ["strates"]),
        ("sci*", ["scientiﬁc"]),
        ("the NOT office", ["The"]),
        ("it", ["it."]),
        ("**", []),
        ("missing", []),
    ],
)
def test_highlights_are_the_words_that_match(index, query, words):
    assert highlighted(index, query, "reports/annual 2019.pdf", 2) == words


@pytest.mark.parametrize(
    ("document", "page"),
    [
        ("missing.pdf", 1),
        ("scan.pdf", 0),
        ("scan.pdf", 5),
        ("annual 2019.pdf", 1),
        ("../corpus/scan.pdf", 1),
        ("/etc/hosts", 1),
    ],
)
def test_only_known_documents_and_pages_are_given(index, document, page):
    assert not index.has_page(document, page)
    for ask in (index.words, index.page_text, index.thumbnail):
        with pytest.raises(NotFound):
            ask(document, page)


def test_thumbnails_are_small_pictures_of_the_page_as_it_is_seen(index):
    widths = [Image.open(BytesIO(index.thumbnail("turned.pdf", page))).size for page in (1, 2)]
    assert widths == [(160, 207), (160, 124)]


def test_an_index_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    with pytest.raises(IndexMissing, match="'nothing'"):
        open_index("nothing")
    assert list(tmp_path.iterdir()) == []


def test_an_index_opens_by_its_bare_name(small_index, tmp_path, monkeypatch):
    (tmp_path / "indexes").mkdir()
    (tmp_path / "indexes" / "demo").symlink_to(small_index.out)
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    index = open_index("demo")
    assert index.fingerprint == small_index.report.fingerprint
    index.close()


def test_threads_share_an_index(index):
    wrong = []
    expected = index.search("scan*", 5).hits

    def ask():
        for _ in range(5):
            if index.search("scan*", 5).hits != expected or index.highlights(
                "office", "reports/annual 2019.pdf", 2
            ) != [2]:
                wrong.append(threading.current_thread().name)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_json_of_a_page_is_that_of_its_words_whatever_read_it(index):
    for entry in index.documents():
        for number in range(1, entry.n_pages + 1):
            said = json.loads(gzip.decompress(index.words_json(entry.document, number)))
            found = index.words(entry.document, number)
            assert said == found._asdict() | {"words": [list(word) for word in found.words]}


def test_the_json_of_a_page_that_is_not_there_is_refused(index):
    with pytest.raises(NotFound):
        index.words_json("turned.pdf", 5)
