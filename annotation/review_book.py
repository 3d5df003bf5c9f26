"""All reviews of a project with their scores and figures, kept in memory, brought up to date by what changed.

Scoring thousands of blind answers takes a second: nothing is scored twice.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from annotation.agreement import AgreementReport, BlindScores, Period, agreement_report, blind_scores
from annotation.review_records import ReviewRecord
from annotation.supervising import records_of
from db import authored_lists
from db.connection import Database


class Book(NamedTuple):
    """The reviews at one moment and their scores by review id; `number` grows with every change."""

    records: Sequence[ReviewRecord]
    scores: Mapping[str, BlindScores]
    number: int


class ReviewBook:
    """The book of one project, for all sessions. Safe to share by threads."""

    def __init__(self, project_id: str) -> None:
        self._project_id = project_id
        self._lock = threading.Lock()
        self._since = 0
        self._by_item: dict[str, list[ReviewRecord]] = {}
        self._book = Book((), {}, 0)
        self._computing = threading.Lock()
        self._reports: dict[Period, tuple[int, AgreementReport]] = {}

    def read(self, database: Database) -> Book:
        """The book as it is now. Only items with new steps are read again."""
        with self._lock:
            # Read before the items: what comes in between is read again next time, and never missed.
            reached = authored_lists.newest(database).steps
            if reached == self._since:
                return self._book
            changed: dict[str, list[ReviewRecord]] = {}
            for record in records_of(database, self._project_id, self._since):
                changed.setdefault(record.item_id, []).append(record)
            if changed:
                self._by_item.update(changed)
                self._book = self._next(changed)
            self._since = reached
            return self._book

    def report(self, book: Book, period: Period) -> AgreementReport:
        """The figures of this book; those of the newest one are computed once for all who look."""
        with self._computing:
            number, kept = self._reports.get(period, (-1, None))
            if kept is not None and number == book.number:
                return kept
            report = agreement_report(book.records, period, book.scores)
            if book.number > number:
                self._reports[period] = book.number, report
            return report

    def _next(self, changed: Mapping[str, Sequence[ReviewRecord]]) -> Book:
        fresh = {one.review_id: blind_scores(one) for of_item in changed.values() for one in of_item}
        records = [record for of_item in self._by_item.values() for record in of_item]
        return Book(records, {**self._book.scores, **fresh}, self._book.number + 1)
