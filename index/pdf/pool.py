"""Many documents through few killable workers: a bad file costs its limits and stops nothing.

Each thread owns one worker. A worker that misses a heartbeat is killed and its document goes on at
the next page; after three kills the document is given up. The caller receives what happened as a
stream of outcomes and is the only one who stores anything.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from db.page_records import is_passing
from db.wording import counted
from index.pdf.client import Worker, WorkerDied
from index.pdf.limits import Limits
from index.pdf.protocol import (
    Effort,
    OcrJob,
    OcrText,
    Opened,
    PageFailed,
    PageText,
    Picture,
    ReadJob,
    Refused,
    Reply,
    Stage,
)

# Enough to keep every worker busy while the caller stores pages, little enough to hold in memory.
_WAITING_OUTCOMES = 64


@dataclass(frozen=True, slots=True)
class Task:
    """Pages of one document to read (None: all of them) or, for "ocr", to recognise."""

    key: str
    path: str
    kind: Literal["read", "ocr"]
    pages: tuple[int, ...] | None = None
    effort: Effort = "once"


@dataclass(frozen=True, slots=True)
class PageDone:
    """A page is finished: with its text and picture, with OCR words, or with a failure."""

    page: int
    text: PageText | None = None
    picture: Picture | None = None
    ocr: OcrText | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class TaskDone:
    """The end of a task; `reason` says why the document was given up, if it was."""

    reason: str = ""


Outcome = Opened | Refused | PageDone | TaskDone


class _Attempt:
    """Where a task stands: the pages left, in order, and what is known of the first of them."""

    def __init__(self, task: Task) -> None:
        self.pages: deque[int] | None = None if task.pages is None else deque(task.pages)
        self.is_open = False
        self.text: PageText | None = None
        self.n_kills = 0
        self.ended_from_outside = ""

    def stage(self, task: Task) -> Stage:
        if not self.is_open:
            return "open"
        if task.kind == "ocr":
            return "ocr"
        return "text" if self.text is None else "picture"

    def finish_page(self, done: PageDone) -> PageDone:
        if self.pages is not None and self.pages and self.pages[0] == done.page:
            self.pages.popleft()
        self.text = None
        return done


class DocumentReader:
    """One worker that is replaced when it dies or has served its time. For one thread."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._worker = Worker()
        self._n_served = 0

    def outcomes(self, task: Task) -> Iterator[Outcome]:
        """Everything that happens to the task, page by page, ending with Refused or TaskDone."""
        self._renew()
        attempt = _Attempt(task)
        deadline = time.monotonic() + self._limits.document_s
        while True:
            try:
                yield from self._tell(task, attempt, deadline)
                return
            except WorkerDied as death:
                self._worker.kill()
                self._worker = Worker()
                yield from self._after(death, task, attempt)
            if not attempt.is_open:
                return
            reason = self._reason_to_give_up(attempt, deadline)
            if reason or not attempt.pages:
                yield TaskDone(reason)
                return

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    def strike(self) -> None:
        """End the worker at once, from any thread."""
        self._worker.strike()

    def _tell(self, task: Task, attempt: _Attempt, deadline: float) -> Iterator[Outcome]:
        attempt.is_open = False
        self._worker.send(_job(task, attempt))
        while True:
            reply = self._worker.receive(self._patience_s(task, attempt, deadline))
            if isinstance(reply, Refused):
                yield reply
                return
            if reply.kind == "finished":
                yield TaskDone()
                return
            outcome = _outcome(reply, attempt)
            if outcome is not None:
                yield outcome

    def _patience_s(self, task: Task, attempt: _Attempt, deadline: float) -> float:
        limits = self._limits
        by_stage: dict[Stage, float] = {
            "open": limits.open_s,
            "text": limits.text_s,
            "picture": limits.picture_s,
            "ocr": limits.ocr_s,
        }
        return max(0.001, min(by_stage[attempt.stage(task)], deadline - time.monotonic()))

    def _after(self, death: WorkerDied, task: Task, attempt: _Attempt) -> Iterator[Outcome]:
        """What the page that was being read when the worker died comes to."""
        attempt.n_kills += 1
        if is_passing(str(death)):
            attempt.ended_from_outside = str(death)
        if not attempt.is_open:
            yield Refused(reason=f"cannot be opened: reading it {death}")
        elif attempt.pages:
            reason = f"{attempt.stage(task)}: {death}"
            yield attempt.finish_page(PageDone(attempt.pages[0], text=attempt.text, failure=reason))

    def _reason_to_give_up(self, attempt: _Attempt, deadline: float) -> str:
        if attempt.n_kills >= self._limits.kills_per_document:
            pages = counted(attempt.n_kills, "pages")
            if attempt.ended_from_outside:
                # At the end, where it is looked for: this is no fault of the file.
                return f"was given up after {pages}: reading one {attempt.ended_from_outside}"
            return f"was given up after {pages} that could not be read in time"
        if time.monotonic() >= deadline:
            return f"was given up after {self._limits.document_s / 60:.0f} minutes"
        return ""

    def _renew(self) -> None:
        if self._n_served >= self._limits.documents_per_worker:
            self._worker.close()
            self._worker = Worker()
            self._n_served = 0
        self._n_served += 1


def _job(task: Task, attempt: _Attempt) -> ReadJob | OcrJob:
    pages = None if attempt.pages is None else tuple(attempt.pages)
    if task.kind == "read":
        return ReadJob(path=task.path, pages=pages)
    if pages is None:
        raise ValueError("an OCR task names its pages")
    return OcrJob(path=task.path, pages=pages, effort=task.effort)


def _outcome(reply: Reply, attempt: _Attempt) -> Outcome | None:
    """The reply as the caller sees it; None while a page is half told."""
    match reply:
        case Opened():
            first_time = attempt.pages is None
            if attempt.pages is None:
                attempt.pages = deque(range(1, reply.n_pages + 1))
            attempt.is_open = True
            return reply if first_time or not attempt.n_kills else None
        case PageText():
            attempt.text = reply
            return None
        case Picture():
            cut = _cut(attempt.text)
            return attempt.finish_page(PageDone(reply.page, text=attempt.text, picture=reply, failure=cut))
        case OcrText():
            return attempt.finish_page(PageDone(reply.page, ocr=reply, failure=_cut(reply)))
        case PageFailed():
            failure = f"{reply.stage}: {reply.reason}"
            return attempt.finish_page(PageDone(reply.page, text=attempt.text, failure=failure))
        case _:
            raise WorkerDied("gave an answer to another question")


def _cut(read: PageText | OcrText | None) -> str:
    """What a page that holds more words than are taken says about it; empty for all others."""
    if read is None or not read.n_left_out:
        return ""
    n_read = len(read.words)
    return f"words: only the first {n_read:,} of {n_read + read.n_left_out:,} were read"


Entry = tuple[Task, Outcome] | BaseException | None


class _Crew:
    """Threads that serve tasks, each with a worker, until there are none left or it is stopped."""

    def __init__(self, tasks: Sequence[Task], n_workers: int, limits: Limits) -> None:
        self._todo: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            self._todo.put(task)
        self._limits = limits
        self._entries: queue.Queue[Entry] = queue.Queue(_WAITING_OUTCOMES)
        self._stop = threading.Event()
        self._readers: list[DocumentReader] = []
        self._threads = [
            threading.Thread(target=self._serve, daemon=True) for _ in range(min(n_workers, len(tasks)))
        ]
        for thread in self._threads:
            thread.start()

    def entries(self) -> Iterator[tuple[Task, Outcome]]:
        """What happens, until every thread has ended. Raises what a thread could not deal with."""
        n_running = len(self._threads)
        while n_running:
            entry = self._entries.get()
            if entry is None:
                n_running -= 1
            elif isinstance(entry, BaseException):
                raise entry
            else:
                yield entry

    def stop(self) -> None:
        """End all workers now, also those inside a page, and wait for their threads."""
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            for reader in self._readers:
                reader.strike()
            try:
                # Threads that wait for room in the queue see that nobody reads on.
                self._entries.get(timeout=0.05)
            except queue.Empty:
                continue

    def _serve(self) -> None:
        try:
            reader = DocumentReader(self._limits)
            self._readers.append(reader)
            try:
                self._serve_with(reader)
            finally:
                reader.close()
        except BaseException as error:
            self._entries.put(error)
        finally:
            self._entries.put(None)

    def _serve_with(self, reader: DocumentReader) -> None:
        while True:
            try:
                task = self._todo.get_nowait()
            except queue.Empty:
                return
            for outcome in reader.outcomes(task):
                if self._stop.is_set():
                    return
                self._entries.put((task, outcome))


def run(
    tasks: Sequence[Task], n_workers: int, limits: Limits | None = None
) -> Iterator[tuple[Task, Outcome]]:
    """All outcomes of all tasks, in the order in which they happen.

    Closing the iterator early kills the workers.
    """
    crew = _Crew(tasks, n_workers, limits or Limits())
    try:
        yield from crew.entries()
    finally:
        crew.stop()
