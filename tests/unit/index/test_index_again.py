"""A page read again: nothing published changes, the next build has the new text."""

import json

import pytest

from db.errors import Conflict, NotFound
from db.page_store import PageStore, StoredWord
from index import again
from index.__main__ import main
from index.check import check
from index.collection import open_index
from index.job import publish_sentence
from index.page_flags import VISIBLE_INK_RATE, flags_of
from index.pdf.limits import Limits
from index.pdf.versions import extractor, ocr_engine
from index.published import IndexFolder
from index.readings import reading_name
from index.terminal import printed_report
from tests.pdfs import Sheet, write_pdf

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    write_pdf(folder / "scan.pdf", ["LAYERWORD alone", Sheet(picture="SCANBETA total 418")])
    return folder


@pytest.fixture
def out(tmp_path):
    return tmp_path / "demo"


@pytest.fixture
def opened():
    indexes = []

    def open_(*arguments):
        indexes.append(open_index(*arguments))
        return indexes[-1]

    yield open_
    for index in indexes:
        index.close()


def test_a_build_says_how_sure_ocr_was_and_what_is_on_every_page(corpus, out, build, opened):
    build(corpus, out, ocr="auto")
    index = opened(str(out))
    first, second = index.document("scan.pdf").pages
    assert (first.n_words, first.n_chars, first.garbage_rate, first.confidence) == (2, 14, 0.0, None)
    assert (second.n_words, second.n_chars) == (3, 16)
    assert 60 < second.confidence <= 100
    assert 0 < second.ink_rate < VISIBLE_INK_RATE
    assert flags_of(second) == ()
    assert index.manifest.versions.ocr_engine == ocr_engine()
    assert index.manifest.versions.extractor == extractor()


def test_a_reading_waits_for_the_next_build_and_the_old_build_stays_as_it_was(corpus, out, build, opened):
    old = build(corpus, out).fingerprint
    before = opened(str(out))
    result = again.read_again(before, "scan.pdf", 2)
    assert (result.changed, result.source_before, result.source_after) == (True, "none", "ocr")
    assert (result.n_words_before, result.n_words_after) == (0, 3)
    assert result.text == "SCANBETA total 418"
    assert before.waiting_pages() == {"scan.pdf": {2: result.reading}}
    assert before.text_with("scan.pdf", 2, result.reading).text == "SCANBETA total 418"
    assert before.page_text("scan.pdf", 2) == ""
    assert before.search("SCANBETA", 5).total == 0

    report = build(corpus, out)
    assert report.fingerprint != old
    after = opened(str(out))
    assert after.search("SCANBETA", 5).total == 1
    assert after.waiting_pages() == {}
    page = after.document("scan.pdf").pages[1]
    assert (page.reading, page.source, page.n_words) == (result.reading, "ocr", 3)
    assert check(after, corpus).ok
    assert before.search("SCANBETA", 5).total == 0
    assert opened(str(out), old).page_text("scan.pdf", 2) == ""
    assert build(corpus, out).fingerprint == report.fingerprint


def test_a_page_that_says_the_same_makes_no_new_build(corpus, out, build, opened):
    first = build(corpus, out, ocr="auto")
    index = opened(str(out))
    result = again.read_again(index, "scan.pdf", 2)
    assert not result.changed
    assert index.waiting_pages() == {}
    assert build(corpus, out, ocr="auto").fingerprint == first.fingerprint
    assert "says the same as before" in again.reread_sentence(result)


def test_a_text_layer_that_ocr_reads_the_same_makes_no_new_build(corpus, out, build, opened):
    write_pdf(corpus / "scan.pdf", ["Ordinary words here"])
    first = build(corpus, out)
    result = again.read_again(opened(str(out)), "scan.pdf", 1)
    assert (result.changed, result.source_after) == (False, "both")
    assert build(corpus, out).fingerprint == first.fingerprint


def test_going_back_to_the_old_text_leaves_nothing_waiting(corpus, out, build, opened):
    first = build(corpus, out)
    index = opened(str(out))
    again.read_again(index, "scan.pdf", 2)
    again.keep_as_it_is(index, "scan.pdf", 2)
    assert index.waiting_pages() == {}
    assert build(corpus, out).fingerprint == first.fingerprint


def test_a_page_goes_back_to_its_first_reading_after_a_build(corpus, out, build, opened):
    first = build(corpus, out)
    again.read_again(opened(str(out)), "scan.pdf", 2)
    build(corpus, out)
    newer = opened(str(out))
    store = PageStore(IndexFolder(out).page_store, "write")
    store.choose_reading(newer.document("scan.pdf").sha256, 2, "")
    store.close()
    assert newer.waiting_pages() == {"scan.pdf": {2: ""}}
    assert newer.text_with("scan.pdf", 2, "").source == "none"
    assert build(corpus, out).fingerprint == first.fingerprint


def test_reading_again_is_refused_while_the_index_is_built(corpus, out, build, opened):
    build(corpus, out)
    index = opened(str(out))
    with IndexFolder(out).locked():
        with pytest.raises(Conflict, match="'demo'"):
            again.read_again(index, "scan.pdf", 2)
        with pytest.raises(Conflict, match="'demo'"):
            again.keep_as_it_is(index, "scan.pdf", 2)


def test_a_changed_or_unknown_document_is_not_read_again(corpus, out, build, opened):
    build(corpus, out)
    index = opened(str(out))
    for document, page in (("../scan.pdf", 1), ("scan.pdf", 3)):
        with pytest.raises(NotFound):
            again.read_again(index, document, page)
    write_pdf(corpus / "scan.pdf", ["other"])
    with pytest.raises(Conflict, match="changed since"):
        again.read_again(index, "scan.pdf", 1)
    (corpus / "scan.pdf").unlink()
    with pytest.raises(NotFound, match="not where it was"):
        again.read_again(index, "scan.pdf", 1)


def test_a_page_that_takes_too_long_keeps_its_text_and_says_so(corpus, out, build, opened):
    build(corpus, out)
    index = opened(str(out))
    with pytest.raises(again.ReadingFailed, match=r"Page 2 of 'scan\.pdf' .* longer than 0 s"):
        again.read_again(index, "scan.pdf", 2, Limits(ocr_s=0.0))
    assert index.waiting_pages() == {}


def test_the_command_reads_a_page_again(corpus, out, build, capfdbinary):
    build(corpus, out)
    capfdbinary.readouterr()
    assert main(["reread", str(out), "scan.pdf", "2", "--json"]) == 0
    result = json.loads(capfdbinary.readouterr().out)
    assert (result["changed"], result["text"], result["n_words_after"]) == (True, "SCANBETA total 418", 3)
    assert main(["reread", str(out), "scan.pdf", "9"]) == 1
    assert capfdbinary.readouterr().err.decode() == "'scan.pdf' has pages 1 to 2, not 9.\n"


def test_a_build_says_how_many_readings_it_took_in_or_put_back(corpus, out, build, opened):
    assert build(corpus, out).ocr_pages == 0
    index = opened(str(out))
    again.read_again(index, "scan.pdf", 2)
    report = build(corpus, out)
    assert (report.reread, report.put_back, report.ocr_pages) == (1, 0, 1)
    printed = printed_report(report)
    assert "(1 by OCR)" in printed
    assert "\n1 page read again taken in\n" in printed
    assert "0 removed, 1 page read again taken in)" in publish_sentence(report, "")
    assert build(corpus, out).reread == 0
    again.keep_as_it_is(index, "scan.pdf", 2)
    report = build(corpus, out)
    assert (report.reread, report.put_back, report.ocr_pages) == (0, 1, 0)
    assert "\n1 page put back to the text of before\n" in printed_report(report)
    assert "0 removed, 1 page put back)" in publish_sentence(report, "")


def test_equal_words_of_one_engine_have_one_name():
    words = [StoredWord(0.1, 0.2, 0.3, 0.4, "a", 0)]
    name = reading_name("t 1", words)
    assert reading_name("t 1", [StoredWord(0.100000001, 0.2, 0.3, 0.4, "a", 0)]) == name
    assert (
        len({name, reading_name("t 2", words), reading_name("t 1", []), reading_name("t 1", words * 2)}) == 4
    )
