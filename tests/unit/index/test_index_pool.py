import os
import signal
from pathlib import Path

import pytest

from index.pdf.client import Worker, WorkerDied
from index.pdf.limits import Limits
from index.pdf.pool import DocumentReader, PageDone, Task, TaskDone, run
from index.pdf.protocol import OcrJob, Opened, ReadJob, Refused, RenderJob
from tests.pdfs import LETTER, Sheet, endless_pdf_bytes, locked_pdf_bytes, short_tree_pdf_bytes, write_pdf

IMPATIENT = Limits(text_s=1.5, picture_s=1.5)


@pytest.fixture(scope="module")
def worker():
    opened = Worker()
    yield opened
    opened.close()


def replies(worker, job):
    worker.send(job)
    received = []
    while not received or received[-1].kind not in {"finished", "refused", "image", "page_failed"}:
        received.append(worker.receive(30))
    return received


def words_of(reply):
    return [word[4] for word in reply.words]


def test_a_worker_reads_text_boxes_and_a_thumbnail(worker, tmp_path):
    path = write_pdf(tmp_path / "a.pdf", ["Net revenue\nrose", ""])
    opened, text, picture, *_ = replies(worker, ReadJob(path=str(path)))
    assert opened == Opened(n_pages=2, repaired=False)
    assert words_of(text) == ["Net", "revenue", "rose"]
    assert (text.width_pt, text.height_pt, text.n_chars) == (612.0, 792.0, 14)
    assert [word[5] for word in text.words] == [0, 0, 1]
    assert picture.ink_rate > 0
    assert picture.ink_coverage > 0.9
    assert picture.thumbnail.startswith(b"\xff\xd8")


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_word_boxes_are_those_of_the_page_as_it_is_seen(worker, tmp_path, rotation):
    path = write_pdf(tmp_path / "turned.pdf", [Sheet(text="MARKER", rotation=rotation)])
    _, text, picture, _ = replies(worker, ReadJob(path=str(path)))
    (x0, y0, x1, y1, *_), width, height = text.words[0], text.width_pt, text.height_pt
    assert (width, height) == ((612.0, 792.0) if rotation in {0, 180} else (792.0, 612.0))
    # The word begins at (72, 72) of the upright sheet, on its baseline; it is about 50 pt long.
    corner = {0: (72, 72), 90: (720, 72), 180: (540, 720), 270: (72, 540)}[rotation]
    gaps = [
        min(abs(edge * width - corner[0]) for edge in (x0, x1)),
        min(abs(edge * height - corner[1]) for edge in (y0, y1)),
    ]
    assert max(gaps) < 4
    assert picture.ink_coverage > 0.9


def test_a_page_with_only_a_picture_is_seen_as_such_and_read_by_ocr(worker, tmp_path):
    sheet = Sheet(picture="SCANBETA total 418", size=LETTER)
    path = write_pdf(tmp_path / "scan.pdf", [sheet, Sheet(picture=sheet.picture, size=LETTER, rotation=90)])
    _, text, picture, *_ = replies(worker, ReadJob(path=str(path)))
    assert (text.n_chars, text.image_share) == (0, 1.0)
    assert picture.ink_rate > 0.001
    _, first, turned, _ = replies(worker, OcrJob(path=str(path), pages=(1, 2)))
    assert words_of(first) == ["SCANBETA", "total", "418"]
    assert words_of(turned) == ["SCANBETA", "total", "418"]
    x0, y0, x1, y1, *_ = first.words[0]
    assert 0.1 < x0 < x1 < 0.4
    assert 0.06 < y0 < y1 < 0.12


def test_a_worker_draws_pages_within_its_pixel_limits(worker, tmp_path):
    path = write_pdf(tmp_path / "huge.pdf", [Sheet(text="x", size=(14_400, 200))])
    small, huge = (replies(worker, RenderJob(path=str(path), page=1, dpi=dpi))[-1] for dpi in (20, 600))
    assert small.dpi == 20
    assert huge.dpi == pytest.approx(10_000 / 200, rel=0.01)
    assert huge.content.startswith(b"\xff\xd8")
    png = replies(worker, RenderJob(path=str(path), page=1, dpi=20, image_format="png"))[-1]
    assert png.content.startswith(b"\x89PNG")
    assert replies(worker, RenderJob(path=str(path), page=2))[-1].stage == "render"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"<html><body>404</body></html>", "is not a PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "is not a PDF"),
        (b"j" * 1100 + b"%PDF-1.7", "is not a PDF"),
        (b"%PDF-1.7\nnothing else", "damaged"),
        (locked_pdf_bytes("secret"), "needs a password"),
    ],
)
def test_a_worker_refuses_what_is_no_readable_document(worker, tmp_path, content, reason):
    path = tmp_path / "bad.pdf"
    path.write_bytes(content)
    (refused,) = replies(worker, ReadJob(path=str(path)))
    assert isinstance(refused, Refused)
    assert reason in refused.reason


def test_a_worker_may_write_no_file_and_has_little_memory(worker):
    limits = Path(f"/proc/{worker.pid}/limits").read_text()
    soft = {line[:26].strip(): line[26:47].strip() for line in limits.splitlines()}
    assert soft["Max file size"] == "0"
    assert soft["Max address space"] == str(2 * 1024**3)
    assert soft["Max core file size"] == "0"
    assert soft["Max open files"] == "64"


def test_a_worker_ends_when_its_input_closes():
    worker = Worker()
    worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)


def test_a_worker_that_is_killed_is_noticed(tmp_path):
    worker = Worker()
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match="signal 9"):
        replies(worker, ReadJob(path=str(tmp_path / "a.pdf")))
    worker.kill()


def test_a_page_that_never_ends_costs_its_limit_and_the_others_are_read(tmp_path):
    path = tmp_path / "endless.pdf"
    path.write_bytes(endless_pdf_bytes(n_good=4))
    reader = DocumentReader(IMPATIENT)
    opened, *pages, end = reader.outcomes(Task("k", str(path), "read"))
    reader.close()
    assert opened == Opened(n_pages=5, repaired=False)
    assert [page.page for page in pages] == [1, 2, 3, 4, 5]
    assert [bool(page.failure) for page in pages] == [False, False, True, False, False]
    assert "took longer than" in pages[2].failure
    assert words_of(pages[4].text)[0] == "GOODWORD"
    assert end == TaskDone()


def test_a_document_is_given_up_after_its_kills(tmp_path):
    path = tmp_path / "endless.pdf"
    path.write_bytes(endless_pdf_bytes(n_good=4))
    limits = Limits(text_s=1.5, picture_s=1.5, kills_per_document=1)
    (_, *_, end) = [outcome for _, outcome in run([Task("k", str(path), "read")], 1, limits)]
    assert "given up" in end.reason


def test_only_the_pages_that_are_asked_for_are_read(tmp_path):
    path = write_pdf(tmp_path / "a.pdf", ["one", "two", "three"])
    outcomes = [outcome for _, outcome in run([Task("k", str(path), "read", (2, 3))], 1)]
    assert [outcome.page for outcome in outcomes if isinstance(outcome, PageDone)] == [2, 3]


def test_pages_that_are_claimed_but_missing_fail_one_by_one(tmp_path):
    path = tmp_path / "hollow.pdf"
    path.write_bytes(short_tree_pdf_bytes(3))
    outcomes = [outcome for _, outcome in run([Task("k", str(path), "read")], 1)]
    assert not any(isinstance(outcome, PageDone) and outcome.text for outcome in outcomes)


def running_workers():
    children = Path("/proc/self/task").glob("*/children")
    pids = [pid for child in children for pid in child.read_text().split()]
    return {pid for pid in pids if b"index.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def test_stopping_early_leaves_no_worker_behind(tmp_path):
    before = running_workers()
    path = write_pdf(tmp_path / "a.pdf", ["word"] * 40)
    outcomes = run([Task(str(number), str(path), "read") for number in range(6)], 2)
    next(outcomes)
    outcomes.close()
    assert running_workers() == before


def test_stopping_does_not_wait_for_a_page_that_never_ends(tmp_path):
    before = running_workers()
    path = tmp_path / "endless.pdf"
    path.write_bytes(endless_pdf_bytes(n_good=2))
    outcomes = run([Task("k", str(path), "read")], 1)
    while not isinstance(next(outcomes)[1], PageDone):
        pass
    outcomes.close()
    assert running_workers() == before
