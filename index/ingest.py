"""Reading documents into the page store: text first, OCR afterwards, nothing twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, assert_never

from db.page_store import (
    OcrPage,
    PageMeasures,
    PageStore,
    ReadPage,
    StoredDocument,
    StoredWord,
    is_passing,
)
from db.wording import counted
from index.discovery import FoundFile, unchanged_since
from index.page_text import needs_ocr
from index.pdf import pool
from index.pdf.limits import Limits
from index.pdf.protocol import Opened, Refused, Word
from index.progress import Progress

# Small enough that every worker has something to do until the end.
_OCR_PAGES_PER_TASK = 8
_UNREAD_SIDE_PT = (612.0, 792.0)

# The files of each content (sha256).
Files = Mapping[str, Sequence[FoundFile]]


@dataclass(frozen=True, slots=True)
class Ingest:
    """What readers need to know: where pages go, who reads them, and with how many workers."""

    store: PageStore
    extractor: str
    ocr_engine: str
    n_workers: int
    limits: Limits = field(default_factory=Limits)

    def read(self, files: Files) -> set[str]:
        """Read what was not read before. Returns the names of files that changed meanwhile."""
        changed: set[str] = set()
        with Progress("reading text") as progress:
            for sources in _sources(files, changed):
                tasks = [
                    task for sha256, file in sources.items() if (task := self._task(sha256, file)) is not None
                ]
                for task, outcome in self._outcomes(tasks, sources, changed):
                    self._keep(task.key, outcome, progress)
        return changed

    def _outcomes(
        self, tasks: Sequence[pool.Task], sources: Mapping[str, FoundFile], changed: set[str]
    ) -> Iterator[tuple[pool.Task, pool.Outcome]]:
        """What was read, as long as the file is the one that was hashed: only this may be kept.

        The look at the file comes after the reading. From the first change on everything is left out.
        """
        for task, outcome in pool.run(tasks, self.n_workers, self.limits):
            file = sources[task.key]
            if file.document not in changed and not unchanged_since(file.path, file.stamp):
                changed.add(file.document)
                self.store.forget_hash(str(file.path))
            if file.document not in changed:
                yield task, outcome

    def _task(self, sha256: str, file: FoundFile) -> pool.Task | None:
        document = self.store.document(sha256, self.extractor)
        if document is None:
            return pool.Task(sha256, str(file.path), "read")
        if document.refusal is not None:
            return None
        done = self.store.read_pages(sha256, self.extractor)
        missing = tuple(page for page in range(1, document.n_pages + 1) if page not in done)
        return pool.Task(sha256, str(file.path), "read", missing) if missing else None

    def _keep(self, sha256: str, outcome: pool.Outcome, progress: Progress) -> None:
        match outcome:
            case Opened():
                document = StoredDocument(outcome.n_pages, outcome.repaired, None)
                self.store.add_document(sha256, self.extractor, document)
                progress.expect(outcome.n_pages - len(self.store.read_pages(sha256, self.extractor)))
            case Refused():
                self.store.add_document(sha256, self.extractor, StoredDocument(0, False, outcome.reason))
            case pool.PageDone():
                page = ReadPage(_measures(outcome), stored_words(outcome.text.words if outcome.text else ()))
                thumbnail = outcome.picture.thumbnail if outcome.picture else None
                self.store.add_page(sha256, self.extractor, page, thumbnail)
                progress.advance()
            case pool.TaskDone():
                self._finish(sha256, outcome.reason)
            case _:
                assert_never(outcome)

    def _finish(self, sha256: str, reason: str) -> None:
        document = self.store.document(sha256, self.extractor)
        if document is None:
            return
        pages = self.store.measures(sha256, self.extractor)
        if not reason and pages and all(_is_lost(page) for page in pages):
            reason = _lost_altogether(document.n_pages, pages)
        if reason:
            refused = StoredDocument(document.n_pages, document.repaired, reason)
            self.store.add_document(sha256, self.extractor, refused)

    def recognise(self, wanted: Mapping[str, Sequence[int]], files: Files) -> set[str]:
        """Have the pages read from their pictures, short documents first.

        Returns the names of files that changed meanwhile.
        """
        changed: set[str] = set()
        with Progress("reading pictures (OCR)") as progress:
            progress.expect(sum(map(len, wanted.values())))
            for sources in _sources({sha256: files[sha256] for sha256 in wanted}, changed):
                todo = self.without_done({sha256: wanted[sha256] for sha256 in sources})
                tasks = [
                    pool.Task(sha256, str(sources[sha256].path), "ocr", chunk)
                    for sha256, pages in sorted(todo.items(), key=lambda entry: len(entry[1]))
                    for chunk in _chunks(pages)
                ]
                left = {sha256: set(pages) for sha256, pages in todo.items()}
                for task, outcome in self._outcomes(tasks, sources, changed):
                    self._keep_ocr(task, outcome, left[task.key], progress)
        return changed

    def _keep_ocr(self, task: pool.Task, outcome: pool.Outcome, left: set[int], progress: Progress) -> None:
        if isinstance(outcome, pool.PageDone):
            words = stored_words(outcome.ocr.words if outcome.ocr else ())
            confidence = outcome.ocr.confidence if outcome.ocr else None
            read = OcrPage(outcome.page, words, outcome.failure, confidence)
            self._keep_ocr_page(task.key, read, left, progress)
        elif isinstance(outcome, Refused | pool.TaskDone) and outcome.reason:
            for page in sorted(left & set(task.pages or ())):
                failure = f"ocr: {outcome.reason}"
                self._keep_ocr_page(task.key, OcrPage(page, (), failure), left, progress)

    def _keep_ocr_page(self, sha256: str, page: OcrPage, left: set[int], progress: Progress) -> None:
        self.store.add_ocr_page(sha256, self.ocr_engine, page)
        left.discard(page.page)
        progress.advance()

    def pages_for_ocr(self, sha256s: Iterable[str], mode: Literal["auto", "force"]) -> dict[str, list[int]]:
        """The pages whose text layer misses what they show, or all that can be drawn ("force")."""
        wanted: dict[str, list[int]] = defaultdict(list)
        for sha256 in sha256s:
            for page in self.store.measures(sha256, self.extractor):
                if not _is_lost(page) and (mode == "force" or needs_ocr(page)):
                    wanted[sha256].append(page.page)
        return dict(wanted)

    def without_done(self, wanted: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
        """Of these pages, those that OCR has not dealt with yet."""
        left: dict[str, list[int]] = {}
        for sha256, pages in wanted.items():
            done = self.store.ocr_outcomes(sha256, self.ocr_engine)
            missing = [page for page in pages if page not in done]
            if missing:
                left[sha256] = missing
        return left


def _sources(files: Files, changed: set[str]) -> Iterator[dict[str, FoundFile]]:
    """One file to read each content from; then another for those whose file changed, while there is one.

    `changed` has the names of files that changed, and grows between the rounds.
    """
    left = dict(files)
    while sources := {
        sha256: file
        for sha256, equal in left.items()
        if (file := next((one for one in equal if one.document not in changed), None)) is not None
    }:
        yield sources
        left = {sha256: left[sha256] for sha256, file in sources.items() if file.document in changed}


def _lost_altogether(n_pages: int, pages: Sequence[PageMeasures]) -> str:
    what = (
        f"none of its {counted(n_pages, 'pages')} can be read" if n_pages > 1 else "its page cannot be read"
    )
    passing = next((page.failure for page in pages if is_passing(page.failure)), "")
    return f"{what}: {passing}" if passing else f"is damaged: {what}"


def _is_lost(page: PageMeasures) -> bool:
    """Whether not even the page's size could be read."""
    return page.failure.startswith("text")


def _chunks(pages: Sequence[int]) -> Iterable[tuple[int, ...]]:
    for start in range(0, len(pages), _OCR_PAGES_PER_TASK):
        yield tuple(pages[start : start + _OCR_PAGES_PER_TASK])


def stored_words(words: Iterable[Word]) -> tuple[StoredWord, ...]:
    """Words from a worker as the page store keeps them."""
    return tuple(StoredWord(*word) for word in words)


def _measures(done: pool.PageDone) -> PageMeasures:
    text, picture = done.text, done.picture
    return PageMeasures(
        page=done.page,
        width_pt=text.width_pt if text else _UNREAD_SIDE_PT[0],
        height_pt=text.height_pt if text else _UNREAD_SIDE_PT[1],
        label=text.label if text else "",
        n_chars=text.n_chars if text else 0,
        garbage_rate=text.garbage_rate if text else 0.0,
        image_share=text.image_share if text else 0.0,
        ink_rate=picture.ink_rate if picture else None,
        ink_coverage=picture.ink_coverage if picture else None,
        failure=done.failure,
    )
