"""Background jobs in real processes: one at a time, seen from anywhere, and a crash has a name."""

import os
import signal
import time

import pytest

from db.clock import FixedClock
from db.errors import Conflict
from index import job as job_process
from index import jobs
from index.collection import open_index
from index.jobs import JobState, PublishJob, RereadJob, earlier_jobs, job_state, keep_state, start_job
from index.published import IndexFolder
from tests.pdfs import Sheet, write_pdf

pytestmark = pytest.mark.usefixtures("remembered_reading")

PATIENCE_S = 90


@pytest.fixture
def place(tmp_path, build):
    """An index without OCR over one scan."""
    write_pdf(tmp_path / "corpus/scan.pdf", ["LAYERWORD", Sheet(picture="SCANBETA total 418")])
    build(tmp_path / "corpus", tmp_path / "demo")
    return tmp_path


def ended(folder):
    """Wait until the job of this index has ended."""
    deadline = time.monotonic() + PATIENCE_S
    waiting = jobs.threading.Event()
    while time.monotonic() < deadline:
        state = job_state(folder)
        if state is not None and state.phase != "running":
            return state
        waiting.wait(0.05)
    raise AssertionError(f"the job did not end: {job_state(folder)}")


def reread_of(out, page=2):
    return RereadJob(fingerprint=IndexFolder(out).current(), document="scan.pdf", page=page)


def running(job):
    return JobState(job=job, phase="running", started_at_ms=1)


def test_a_page_is_read_again_and_published_in_the_background(place):
    out = place / "demo"
    assert job_state(out) is None
    start_job(out, reread_of(out), FixedClock(5))
    state = ended(out)
    assert (state.phase, state.started_at_ms) == ("done", 5)
    assert "'scan.pdf' was read again: 0 words before, 3 now" in state.sentence
    start_job(out, PublishJob(), FixedClock())
    state = ended(out)
    assert state.phase == "done"
    assert "1 document (0 added, 0 changed, 0 removed, 1 page read again taken in), 2 pages" in state.sentence
    index = open_index(str(out))
    assert index.search("SCANBETA", 5).total == 1
    index.close()


def test_a_second_job_is_refused_while_one_runs(place):
    out = place / "demo"
    start_job(out, PublishJob(), FixedClock())
    with pytest.raises(Conflict, match="'demo'"):
        start_job(out, reread_of(out), FixedClock())
    assert ended(out).phase == "done"
    assert "stays in use, with 1 document and 0 files left out" in ended(out).sentence


def test_a_job_that_is_killed_is_a_crash_with_a_sentence(place, monkeypatch):
    out = place / "demo"
    children = []
    popen = jobs.subprocess.Popen

    def noted(*arguments, **named):
        children.append(popen(*arguments, **named))
        os.killpg(children[0].pid, signal.SIGKILL)
        return children[0]

    monkeypatch.setattr(jobs.subprocess, "Popen", noted)
    start_job(out, reread_of(out), FixedClock())
    state = ended(out)
    assert state.phase == "crashed"
    assert "Reading page 2 of 'scan.pdf' again ended unexpectedly" in state.sentence
    monkeypatch.undo()
    start_job(out, reread_of(out), FixedClock())
    assert ended(out).phase == "done"


@pytest.mark.parametrize("job", [PublishJob(), RereadJob(fingerprint="0" * 32, document="x", page=1)])
def test_a_job_that_says_running_while_nobody_does_it_has_crashed(tmp_path, job):
    keep_state(tmp_path, running(job))
    state = job_state(tmp_path)
    assert state.phase == "crashed"
    assert "ended unexpectedly" in state.sentence


def test_an_error_for_people_is_the_sentence_of_the_job(place):
    out = place / "demo"
    keep_state(out, running(reread_of(out, page=9)))
    with jobs._lock(out):
        assert job_process.main(out, FixedClock(7)) == 1
    state = job_state(out)
    assert (state.phase, state.sentence) == ("failed", "'scan.pdf' has pages 1 to 2, not 9.")
    assert state.ended_at_ms == 7


def test_a_job_that_meets_a_build_says_so(place):
    out = place / "demo"
    keep_state(out, running(PublishJob()))
    with jobs._lock(out), IndexFolder(out).locked():
        assert job_process.main(out, FixedClock()) == 1
    assert job_state(out).sentence == "Another build of index 'demo' is running; wait until it ends."


def test_progress_is_on_disk_while_the_job_runs(place, monkeypatch):
    out = place / "demo"
    seen = []
    monkeypatch.setattr(job_process, "_SAY_EVERY_S", 0.0)
    monkeypatch.setattr(
        job_process, "keep_state", lambda folder, state: (keep_state(folder, state), seen.append(state))
    )
    write_pdf(place / "corpus/more.pdf", ["one", "two", "three"])
    keep_state(out, running(PublishJob()))
    with jobs._lock(out):
        assert job_process.main(out, FixedClock()) == 0
    steps = {(state.step, state.done, state.total) for state in seen if state.phase == "running"}
    assert {("reading text", 3, 3), ("building the index", 5, 5)} <= steps


class Starts:
    """Jobs that are started and at once done, without their processes."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        monkeypatch.setattr(jobs.subprocess, "Popen", lambda *_, **__: Starts)

    @staticmethod
    def wait():
        return 0

    def start(self, job, at_ms):
        start_job(self.folder, job, FixedClock(at_ms))

    def end(self, phase="done", sentence=""):
        state = jobs._stored(self.folder)
        keep_state(self.folder, state.model_copy(update={"phase": phase, "sentence": sentence}))


def test_a_new_job_leaves_what_came_of_the_jobs_before_it(tmp_path, monkeypatch):
    starts = Starts(tmp_path, monkeypatch)
    assert earlier_jobs(tmp_path) == ()
    starts.start(PublishJob(), 1)
    starts.end("done", "first")
    assert earlier_jobs(tmp_path) == ()
    starts.start(PublishJob(), 2)
    starts.end("failed", "second")
    starts.start(RereadJob(fingerprint="0" * 32, document="x", page=1), 3)
    assert [(one.started_at_ms, one.phase, one.sentence) for one in earlier_jobs(tmp_path)] == [
        (2, "failed", "second"),
        (1, "done", "first"),
    ]
    # The third is killed.
    starts.start(PublishJob(), 4)
    assert earlier_jobs(tmp_path)[0].phase == "crashed"
    assert "Reading page 1 of 'x' again ended unexpectedly" in earlier_jobs(tmp_path)[0].sentence


def test_the_last_twenty_jobs_are_kept(tmp_path, monkeypatch):
    starts = Starts(tmp_path, monkeypatch)
    for number in range(1, 26):
        starts.start(PublishJob(), number)
        starts.end()
    assert job_state(tmp_path).started_at_ms == 25
    assert [one.started_at_ms for one in earlier_jobs(tmp_path)] == list(range(24, 5, -1))


def test_a_job_that_stands_in_both_files_is_no_earlier_one(tmp_path, monkeypatch):
    starts = Starts(tmp_path, monkeypatch)
    for number in (1, 2):
        starts.start(PublishJob(), number)
        starts.end()
    # As if the process were killed between the two files of the third start.
    jobs._keep_for_later(tmp_path)
    assert [one.started_at_ms for one in earlier_jobs(tmp_path)] == [1]
    starts.start(PublishJob(), 3)
    assert [one.started_at_ms for one in earlier_jobs(tmp_path)] == [2, 1]


def test_a_refused_job_leaves_the_history_as_it_is(tmp_path, monkeypatch):
    starts = Starts(tmp_path, monkeypatch)
    starts.start(PublishJob(), 1)
    with jobs._lock(tmp_path), pytest.raises(Conflict):
        starts.start(PublishJob(), 2)
    assert earlier_jobs(tmp_path) == ()


def test_a_history_that_cannot_be_read_is_empty_and_begins_anew(tmp_path, monkeypatch):
    starts = Starts(tmp_path, monkeypatch)
    starts.start(PublishJob(), 1)
    starts.end()
    (tmp_path / "jobs.json").write_text("[{")
    assert earlier_jobs(tmp_path) == ()
    starts.start(PublishJob(), 2)
    assert [one.started_at_ms for one in earlier_jobs(tmp_path)] == [1]


def test_a_state_that_cannot_be_read_is_no_state(tmp_path):
    (tmp_path / "job.json").write_text("{")
    assert job_state(tmp_path) is None


def test_without_a_job_to_do_the_process_does_nothing(tmp_path):
    assert job_process.main(tmp_path, FixedClock()) == 1
