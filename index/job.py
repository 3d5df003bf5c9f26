"""Entry of a background job: `python -m index.job INDEX`, started by index.jobs only.

It does what INDEX/job.json asks for and writes there how far it is. An error meant for people becomes
the job's sentence; any other ends the process, which whoever looks sees as a crash.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from db.clock import Clock, SystemClock
from db.errors import AppError
from db.wording import counted
from index import again
from index.build import BuildReport, BuildRequest, build_index
from index.collection import open_index
from index.jobs import JobState, Phase, PublishJob, RereadJob, job_state, keep_state
from index.manifest import documents_folder
from index.progress import watched

_SAY_EVERY_S = 0.25


class _Desk:
    """Says how far the job is, often enough for people and seldom enough for the disk."""

    def __init__(self, folder: Path, state: JobState) -> None:
        self._folder = folder
        self._state = state
        self._last_said = 0.0

    def say(self, step: str, done: int, total: int) -> None:
        """A watcher of progress."""
        is_new_step = step != self._state.step
        self._state = self._state.model_copy(update={"step": step, "done": done, "total": total})
        if is_new_step or time.monotonic() - self._last_said >= _SAY_EVERY_S:
            self._last_said = time.monotonic()
            keep_state(self._folder, self._state)

    def finish(self, phase: Phase, sentence: str, clock: Clock) -> None:
        """The last word."""
        update = {"phase": phase, "sentence": sentence, "ended_at_ms": clock.now_ms()}
        keep_state(self._folder, self._state.model_copy(update=update))


def main(folder: Path, clock: Clock) -> int:
    """Do the job that is asked for; 0 if it was done."""
    state = job_state(folder)
    if state is None or state.phase != "running":
        return 1
    desk = _Desk(folder, state)
    try:
        with watched(desk.say):
            sentence = _done(folder, state.job, clock)
    except AppError as error:
        desk.finish("failed", error.user_message, clock)
        return 1
    desk.finish("done", sentence, clock)
    return 0


def _done(folder: Path, job: RereadJob | PublishJob, clock: Clock) -> str:
    match job:
        case RereadJob():
            return _reread(folder, job)
        case PublishJob():
            return _published(folder, clock)


def _reread(folder: Path, job: RereadJob) -> str:
    index = open_index(str(folder), job.fingerprint, search_files="when asked")
    try:
        return again.reread_sentence(again.read_again(index, job.document, job.page))
    finally:
        index.close()


def _published(folder: Path, clock: Clock) -> str:
    index = open_index(str(folder), search_files="when asked")
    before, manifest = index.fingerprint, index.manifest
    index.close()
    request = BuildRequest(documents_folder(manifest, folder), folder, ocr=manifest.versions.ocr_mode)
    return publish_sentence(build_index(request, clock), before)


def publish_sentence(report: BuildReport, before: str) -> str:
    """What came of it, for people."""
    return " ".join([_news(report, before), *_older_builds(report)])


def _news(report: BuildReport, before: str) -> str:
    if report.fingerprint == before:
        return (
            f"Nothing that can be searched had changed: build {report.fingerprint[:12]} stays in use, with "
            f"{counted(report.documents, 'documents')} and {counted(len(report.failed), 'files')} left out."
        )
    changes = [f"{report.added} added, {report.changed} changed, {len(report.removed)} removed"]
    if report.failed:
        changes.append(f"{len(report.failed)} left out")
    if report.reread:
        changes.append(f"{counted(report.reread, 'pages')} read again taken in")
    if report.put_back:
        changes.append(f"{counted(report.put_back, 'pages')} put back")
    return (
        f"Build {report.fingerprint[:12]} is in use now: {counted(report.documents, 'documents')} "
        f"({', '.join(changes)}), {counted(report.pages, 'pages')}. Running studies keep the build they were "
        "made on."
    )


def _older_builds(report: BuildReport) -> Iterator[str]:
    if report.mended:
        yield "Its files were damaged and are written anew."
    yield from report.lost_text
    if report.rewritten:
        n_builds = counted(len(report.rewritten), "older builds")
        yield f"The damaged search files of {n_builds} were written anew."
    yield from report.left_damaged


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), SystemClock()))
