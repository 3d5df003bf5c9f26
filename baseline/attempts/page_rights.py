"""Which pages somebody may open, where a study does not give the whole collection. Gold stays inside.

`rights_of` is pure; the others read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.closed import PAUSED
from baseline.attempts.overdue import clock_state
from db import event_log
from db.assignments import assignments_of, find_assignment
from db.connection import Database
from db.errors import NotAllowed
from db.events import ItemShown
from db.items import find_item
from db.models import Account, Assignment, PageRef, Role
from db.studies import find_study
from db.study_design import Study


class PageRights(NamedTuple):
    """All pages (`everything`), or these documents and these pages."""

    everything: bool = False
    documents: frozenset[str] = frozenset()
    pages: frozenset[PageRef] = frozenset()

    def allow(self, document: str, page: int) -> bool:
        """Whether the page may be opened."""
        known = self.everything or document in self.documents
        return known or PageRef.model_construct(document=document, page=page) in self.pages

    def allow_outline(self, document: str) -> bool:
        """Whether it may be known how many pages the document has."""
        return (
            self.everything or document in self.documents or any(p.document == document for p in self.pages)
        )

    def joined(self, other: PageRights) -> PageRights:
        """What either allows."""
        return PageRights(
            self.everything or other.everything,
            self.documents | other.documents,
            self.pages | other.pages,
        )


def rights_of(shown: ItemShown, hits: Iterable[PageRef], given: Iterable[PageRef]) -> PageRights:
    """What the conditions of an attempt allow: from its hits, or from the pages that were given."""
    if shown.tools == "search":
        return PageRights(everything=True) if shown.whole_document else PageRights(pages=frozenset(hits))
    pages = frozenset(given)
    return PageRights(
        documents=frozenset(ref.document for ref in pages) if shown.whole_document else frozenset(),
        pages=pages,
    )


def given_pages(database: Database, study: Study, assignment: Assignment) -> tuple[PageRef, ...]:
    """The gold evidence, for an item whose condition gives the pages; () for every other."""
    if not any(
        one.name == assignment.condition and one.tools == "given_pages" for one in study.design.conditions
    ):
        return ()
    return _evidence(database, study, assignment)


def rights_in_attempt(database: Database, attempt_id: str, state: AttemptState) -> PageRights:
    """What an attempt allows now."""
    shown = state.shown
    if shown is None:
        return PageRights()
    if shown.tools == "search":
        return rights_of(shown, (hit.ref for query in state.queries for hit in query.hits), ())
    assignment = find_assignment(database, attempt_id)
    return rights_of(shown, (), given_pages(database, find_study(database, assignment.study_id), assignment))


def rights_of_person(database: Database, account: Account, now_ms: int) -> PageRights:
    """What somebody may open now: by their open items, and of ended practice what proves the answer.

    Raises:
        NotAllowed: their item rests; during a pause nothing is read.
    """
    if account.role is not Role.PARTICIPANT or account.study_id is None:
        return PageRights(everything=True)
    study = find_study(database, account.study_id)
    rights, is_paused = PageRights(), False
    for attempt_id in event_log.open_attempts(database, study.study_id, account.account_id):
        state = clock_state(database, attempt_id)
        if _rests(state, now_ms):
            is_paused = True
            continue
        if not _is_unrestricted(state):
            state = fold(event_log.replay(database, attempt_id))
        rights = rights.joined(rights_in_attempt(database, attempt_id, state))
    if is_paused and rights == PageRights():
        raise NotAllowed(PAUSED)
    for one in assignments_of(database, study.study_id, account.account_id):
        if one.purpose == "practice" and event_log.has_kind(
            database, one.attempt_id, "answer_submitted", "item_expired"
        ):
            rights = rights.joined(PageRights(pages=frozenset(_evidence(database, study, one))))
    return rights


def _rests(state: AttemptState, now_ms: int) -> bool:
    """Whether an attempt is on a pause; one that has lasted its longest is over, stored or not yet."""
    if state.phase != "paused":
        return False
    return state.pause_ends_at_ms is None or now_ms < state.pause_ends_at_ms


def _is_unrestricted(state: AttemptState) -> bool:
    """Whether an attempt's rights need none of its searches: a look at its clock is enough."""
    return state.shown is not None and state.shown.tools == "search" and state.shown.whole_document


def _evidence(database: Database, study: Study, assignment: Assignment) -> tuple[PageRef, ...]:
    return find_item(database, study.design.set_for(assignment.purpose), assignment.item_id).evidence
