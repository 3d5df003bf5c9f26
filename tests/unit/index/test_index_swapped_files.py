"""A file that is replaced while it is read: nothing of it is kept under the bytes that it had before."""

import os
import shutil

import pytest

from index import again, build, drawing, ingest
from index.again import read_again
from index.check import check_index
from index.collection import open_index
from index.drawing import FileChanged, FileCheck
from index.pdf.pool import PageDone, Refused
from index.pdf.protocol import OcrText
from index.rendering import PageRenderer
from tests.index_answers import hits
from tests.pdfs import Sheet, write_pdf
from tests.unit.index.conftest import build as built

CHANGED = "changed while it was being read; build again"


def said(*texts):
    words = tuple((0.1, 0.1, 0.2, 0.2, text, 0) for text in texts)
    return OcrText(page=1, words=words, confidence=90.0)


@pytest.fixture
def other(tmp_path):
    """Another file, beside the folder."""
    return write_pdf(tmp_path / "other.pdf", ["swapped words", "more of them"])


def swap(path, other):
    """As a careful program does it: at once, whoever reads the old file keeps it."""
    shutil.copy(other, other.with_suffix(".new"))
    other.with_suffix(".new").rename(path)


@pytest.fixture
def ocr(monkeypatch):
    """OCR says what a test wants, and lets it do something at that moment."""

    def answers(text, meanwhile):
        run = ingest.pool.run

        def instead(tasks, n_workers, limits):
            if any(task.kind == "read" for task in tasks):
                yield from run(tasks, n_workers, limits)
                return
            for task in tasks:
                meanwhile(task)
                yield task, PageDone(1, ocr=said(text))

        monkeypatch.setattr(ingest.pool, "run", instead)

    return answers


@pytest.fixture
def scan(corpus):
    return write_pdf(corpus / "scan.pdf", [Sheet(picture="SCANALPHA", size=(200, 100))])


def test_a_file_that_is_replaced_before_ocr_reads_it_gives_no_words(corpus, out, scan, other, ocr):
    kept = shutil.copy2(scan, scan.with_suffix(".kept"))
    write_pdf(corpus / "b.pdf", ["some text"])
    ocr("WRONGWORD", lambda task: swap(scan, other))
    report = built(corpus, out, ocr="auto")
    assert [(failure.document, failure.reason) for failure in report.failed] == [("scan.pdf", CHANGED)]
    assert (report.documents, report.ocr) == (1, "done")
    shutil.copy2(kept, scan)
    ocr("SCANALPHA", lambda task: None)
    assert built(corpus, out, ocr="auto").documents == 2
    assert hits(out, "wrongword OR scanalpha") == [("scan.pdf", 1)]
    assert hits(out, "wrongword") == []


def test_a_refusal_of_the_file_that_took_its_place_is_not_its_own(corpus, out, other, monkeypatch):
    path = write_pdf(corpus / "a.pdf", ["good"])
    kept = shutil.copy2(path, path.with_suffix(".kept"))

    def run(tasks, n_workers, limits):
        for task in tasks:
            swap(path, other)
            yield task, Refused(reason="is damaged")

    monkeypatch.setattr(ingest.pool, "run", run)
    assert [failure.reason for failure in built(corpus, out).failed] == [CHANGED]
    monkeypatch.undo()
    shutil.copy2(kept, path)
    assert built(corpus, out).failed == ()


@pytest.mark.parametrize("stage", ["text", "ocr"])
def test_another_file_of_the_same_bytes_is_read_when_the_first_one_changes(
    corpus, out, scan, other, ocr, monkeypatch, stage
):
    twin = shutil.copy2(scan, corpus / "twin.pdf")
    hashed_files = build._hashed_files

    def meddled(found, store):
        try:
            return hashed_files(found, store)
        finally:
            if stage == "text":
                swap(scan, other)

    monkeypatch.setattr(build, "_hashed_files", meddled)
    ocr("SCANALPHA", lambda task: swap(scan, other) if stage == "ocr" and task.path == str(scan) else None)
    report = built(corpus, out, ocr="auto")
    assert [(failure.document, failure.reason) for failure in report.failed] == [("scan.pdf", CHANGED)]
    assert hits(out, "scanalpha") == [(twin.name, 1)]


def swaps_after_the_check(monkeypatch, path, other):
    require = FileCheck.require

    def meddled(self, page):
        stamp = require(self, page)
        swap(path, other)
        return stamp

    monkeypatch.setattr(FileCheck, "require", meddled)


def test_a_page_of_a_file_that_is_replaced_meanwhile_is_neither_drawn_nor_read_again(
    corpus, out, other, tmp_path, monkeypatch
):
    path = write_pdf(corpus / "a.pdf", ["first sheet", "second sheet"])
    kept = shutil.copy2(path, path.with_suffix(".kept"))
    built(corpus, out)
    index = open_index(str(out))
    renderer = PageRenderer(tmp_path / "cache", n_workers=1)
    renderer.start()
    monkeypatch.setattr(again, "_recognised", lambda wanted, limits: said("WRONGWORD"))
    with monkeypatch.context() as meddling:
        swaps_after_the_check(meddling, path, other)
        for ask in (
            lambda: renderer.page_image(index, "a.pdf", 2),
            lambda: drawing.draw_once(index, "a.pdf", 2, 72, "jpeg"),
            lambda: read_again(index, "a.pdf", 1),
        ):
            shutil.copy2(kept, path)
            with pytest.raises(FileChanged, match=r"^'a\.pdf' changed while it was being read; try again\.$"):
                ask()
    shutil.copy2(kept, path)
    assert [file.suffix for file in (tmp_path / "cache").rglob("*.*")] == []
    assert index.waiting_pages() == {}
    assert renderer.page_image(index, "a.pdf", 2).is_file()
    renderer.stop()
    index.close()


def test_a_change_that_keeps_size_and_time_is_seen_by_the_next_build(corpus, out):
    path = write_pdf(corpus / "a.pdf", ["before"])
    built(corpus, out)
    content, status = path.read_bytes(), path.stat()
    path.write_bytes(content[:-2] + b"\n\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert check_index(str(out), corpus).changed == ("a.pdf",)
    report = built(corpus, out)
    assert report.changed == 1
    assert check_index(str(out), corpus).ok
