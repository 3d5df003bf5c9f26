"""Readers that are killed from outside: no fault of the file, so it is tried again by the next build."""

import os
import signal

import pytest

from db.page_store import is_passing
from index.__main__ import main
from index.check import check_index
from index.pdf import client
from tests.index_answers import hits
from tests.pdfs import Sheet, write_pdf


@pytest.fixture
def killer(monkeypatch):
    """Kills the reader whenever it is told to wait for a job of the given kind, or never."""
    wanted = {"kind": "read", "after": 0, "signal": signal.SIGKILL}
    send, receive = client.Worker.send, client.Worker.receive
    jobs, answers = {}, {}

    def sent(worker, job):
        jobs[worker], answers[worker] = job.kind, 0
        send(worker, job)

    def received(worker, timeout_s):
        if jobs[worker] == wanted["kind"] and answers[worker] == wanted["after"]:
            os.kill(worker.pid, wanted["signal"])
            worker._child.wait()
            worker._buffer.clear()
            while worker._read_chunk(0.0):
                pass
        answers[worker] += 1
        return receive(worker, timeout_s)

    monkeypatch.setattr(client.Worker, "send", sent)
    monkeypatch.setattr(client.Worker, "receive", received)
    return wanted


# Before it opens the file, after that, and with the first page half read.
@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_document_whose_reader_was_killed_is_failed_and_read_by_the_next_build(
    corpus, out, build, killer, after
):
    write_pdf(corpus / "a.pdf", ["word one"])
    killer["kind"] = "none"
    first = build(corpus, out)
    write_pdf(corpus / "a.pdf", ["other word"])
    killer.update(kind="read", after=after)
    report = build(corpus, out)
    lost = report.failed or report.unread
    assert [one.document for one in lost] == ["a.pdf"]
    assert report.removed == ()
    audit = check_index(str(out), corpus)
    assert not audit.ok
    assert any("reader was killed; build the index again" in problem for problem in audit.problems)
    killer["kind"] = "none"
    report = build(corpus, out)
    assert (report.documents, report.failed, report.unread) == (1, (), ())
    assert report.fingerprint != first.fingerprint
    assert hits(out, "other") == [("a.pdf", 1)]
    assert check_index(str(out), corpus).ok


def test_a_document_that_was_given_up_because_readers_were_killed_is_tried_again(corpus, out, build, killer):
    write_pdf(corpus / "a.pdf", ["word"] * 5)
    killer["after"] = 1
    report = build(corpus, out)
    (failure,) = report.failed
    assert failure.reason == "was given up after 3 pages: reading one was ended by signal 9"
    killer["kind"] = "none"
    assert build(corpus, out).pages == 5


def test_a_page_whose_ocr_was_killed_is_recognised_by_the_next_build(corpus, out, build, killer):
    write_pdf(corpus / "scan.pdf", [Sheet(picture="SCANBETA total 418")])
    killer["kind"] = "ocr"
    report = build(corpus, out, ocr="auto")
    assert (report.documents, report.ocr_pages, len(report.unread)) == (1, 0, 1)
    killer["kind"] = "none"
    report = build(corpus, out, ocr="auto")
    assert (report.ocr_pages, report.unread) == (1, ())
    assert check_index(str(out), corpus).ok


def test_a_reader_that_crashes_by_itself_or_takes_too_long_is_a_failure_that_stays(
    corpus, out, build, killer
):
    write_pdf(corpus / "a.pdf", ["word"])
    killer["signal"] = signal.SIGSEGV
    assert "signal 11" in build(corpus, out).failed[0].reason
    killer["kind"] = "none"
    assert build(corpus, out).documents == 0
    assert not is_passing("text: took longer than 30 s")
    assert not is_passing("text: was ended by signal 11")


def test_the_audit_names_the_files_that_are_left_out_with_the_reason(corpus, out, build, capfd):
    write_pdf(corpus / "a.pdf", ["word"])
    (corpus / "bad.pdf").write_bytes(b"no pdf at all")
    (corpus / "empty.pdf").write_bytes(b"")
    build(corpus, out)
    audit = check_index(str(out), corpus)
    assert audit.ok
    assert [failure.document for failure in audit.left_out] == ["bad.pdf", "empty.pdf"]
    assert main(["check", str(out), str(corpus)]) == 0
    said = capfd.readouterr().out
    assert "left out: empty.pdf is empty (0 bytes)\n" in said
    assert "The index fits the folder: 1 document, 1 page, build" in said
    assert said.endswith("; 2 files of the folder left out.\n")
    (corpus / "bad.pdf").unlink()
    assert [failure.document for failure in check_index(str(out), corpus).left_out] == ["empty.pdf"]
