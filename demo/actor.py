"""A simulated account at work, through the same use cases and into the same log as everybody."""

from __future__ import annotations

from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.attempts.searching import SearchRequest, search_for_attempt
from db.clock import FixedClock
from db.connection import Database
from db.errors import AppError
from db.events import (
    AnswerEdited,
    EvidenceMarked,
    HitOpened,
    NewEvent,
    PageEntered,
    PageLeft,
    PageVisible,
    Payload,
    Query,
    Reached,
    RegionMarked,
    TabHidden,
    TabShown,
)
from db.models import AnswerKind, Assignment, Box, Draft, PageRef
from db.study_design import Study
from index.collection import OpenIndex

_HEARTBEAT_MS = 5_000
_LATENCY_MS = 40


class Actor:
    """One attempt in progress. Every method moves the clock by the seconds it is told to take."""

    def __init__(
        self, database: Database, index: OpenIndex, clock: FixedClock, assignment: Assignment, study: Study
    ) -> None:
        self._database = database
        self._index = index
        self._clock = clock
        self._assignment = assignment
        self._study = study
        self._n_events = 0
        self._n_sent = 0
        self._marked: list[PageRef] = []

    def wait(self, seconds: float) -> None:
        """Do nothing for a while."""
        self._clock.advance_ms(round(seconds * 1000))

    def open_item(self) -> None:
        """The question is on the screen."""
        answering.show_item(
            self._database, self._assignment, self._study, self._clock.now_ms(), source="simulated"
        )

    def search(self, text: str, took_ms: float) -> tuple[str, Query]:
        """Run a query on the real index; returns its event id and what it gave.

        Only the time is invented: a measured one would differ on every machine.
        """
        request = SearchRequest(
            attempt_id=self._assignment.attempt_id,
            event_id=self._next_id(),
            text=text,
            k=self._study.k,
            source="simulated",
        )
        new = search_for_attempt(self._index, request)
        if not isinstance(new.payload, Query):
            raise AppError(f"The demo's query {text!r} was refused by the index.")
        query = new.payload.model_copy(update={"took_ms": took_ms})
        new = new.model_copy(update={"payload": query})
        answering.record_search(self._database, self._assignment.attempt_id, new, self._clock.now_ms())
        return request.event_id, query

    def open_hit(self, query_event_id: str, rank: int, page: PageRef) -> None:
        """Click a hit."""
        self._report(
            HitOpened(query_event_id=query_event_id, rank=rank, document=page.document, page=page.page)
        )

    def view(self, page: PageRef, reached: Reached, seconds: float, zoom: float = 1.0) -> None:
        """Look at a page, with a heartbeat every five seconds."""
        view_id = f"view-{self._assignment.attempt_id}-{self._n_events}"
        where = {"view_id": view_id, "document": page.document, "page": page.page}
        self._report(PageEntered(**where, reached=reached, zoom=zoom))
        visible_ms = round(seconds * 1000)
        for beat_ms in range(_HEARTBEAT_MS, visible_ms, _HEARTBEAT_MS):
            self._clock.advance_ms(_HEARTBEAT_MS)
            self._report(PageVisible(**where, visible_ms=beat_ms))
        self._clock.advance_ms(visible_ms % _HEARTBEAT_MS)
        self._report(PageLeft(**where, visible_ms=visible_ms))

    def mark(self, page: PageRef) -> None:
        """Put a page into the evidence tray."""
        if page not in self._marked:
            self._marked.append(page)
            self._report(EvidenceMarked(document=page.document, page=page.page))

    def mark_words(self, page: PageRef, text: str) -> None:
        """Draw a region around these words, if they stand on the page one after the other."""
        found = _box_of(self._index, page, text)
        if found is not None:
            region_id = f"region-{self._assignment.attempt_id}-{self._n_events}"
            self._report(
                RegionMarked(
                    document=page.document, page=page.page, region_id=region_id, box=found, quote=text
                )
            )

    def look_away(self, seconds: float) -> None:
        """Switch to another browser tab for a while."""
        self._report(TabHidden())
        self.wait(seconds)
        self._report(TabShown())

    def pause(self, reason: str, seconds: float) -> None:
        """Pause with a reason and come back."""
        attempt_id = self._assignment.attempt_id
        answering.pause(
            self._database, attempt_id, self._next_id(), reason, self._clock.now_ms(), source="simulated"
        )
        self.wait(seconds)
        answering.resume(
            self._database, attempt_id, self._next_id(), self._clock.now_ms(), source="simulated"
        )

    def draft(self, answer: tuple[str, ...], confidence: int | None) -> None:
        """Fill in the form."""
        self._report(AnswerEdited(draft=Draft(answer=answer, confidence=confidence)))

    def submit(self, answer: tuple[str, ...], confidence: int | None, kind: AnswerKind) -> None:
        """Submit with what was marked."""
        given = AnswerGiven(answer=answer, citations=self._marked, confidence=confidence, kind=kind)
        answering.submit_answer(
            self._database,
            self._assignment.attempt_id,
            self._next_id(),
            given,
            self._clock.now_ms(),
            source="simulated",
        )

    def _next_id(self) -> str:
        self._n_events += 1
        return f"simulated:{self._assignment.attempt_id}:{self._n_events}"

    def _report(self, payload: Payload) -> None:
        event_id = self._next_id()
        new = NewEvent(
            event_id=event_id,
            payload=payload,
            source="simulated",
            client_at_ms=self._clock.now_ms() - _LATENCY_MS,
            client_instance=f"simulated-{self._assignment.account_id}",
            client_seq=self._n_sent,
        )
        self._n_sent += 1
        recorded = answering.record(self._database, self._assignment.attempt_id, [new], self._clock.now_ms())
        for refused in recorded.refused:
            raise AppError(f"The demo's event was refused: {refused.reason}")


def _box_of(index: OpenIndex, page: PageRef, text: str) -> Box | None:
    words = index.words(page.document, page.page).words
    wanted = text.casefold().split()
    for start in range(len(words) - len(wanted) + 1):
        run = words[start : start + len(wanted)]
        if [word[4].casefold().strip(".,;") for word in run] == wanted:
            return Box(
                x0=min(word[0] for word in run),
                y0=min(word[1] for word in run),
                x1=max(word[2] for word in run),
                y1=max(word[3] for word in run),
            )
    return None
