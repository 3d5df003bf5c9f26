"""Attempts as records for analysis: a cache in the database, computed from events alone.

`rebuild` after deleting every derived table gives identical records, hence identical figures.
"""

from __future__ import annotations

from dataclasses import replace

from pydantic import TypeAdapter

from baseline.analysis.records import AttemptRecord, SearchStep, Status
from baseline.attempt import AttemptState, fold
from baseline.timing import visible_ms, wall_ms, working_ms
from db import accounts, assignments, derived, event_log, studies
from db.connection import Database
from db.models import Account, Assignment, Citation

_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)


def record_of(assignment: Assignment, system: str, state: AttemptState) -> AttemptRecord:
    """The record of one attempt. Times of one that is still open are None: they are not over.

    The effort is the number of queries that ran; a refused query is logged but is no search.
    """
    answer = state.answer
    closed_at = state.closed_at_ms
    return AttemptRecord(
        system=system,
        item_id=assignment.item_id,
        answer=answer.answer if answer else (),
        citations=tuple(Citation(document=c.document, page=c.page) for c in answer.citations)
        if answer
        else (),
        n_searches=len(state.queries),
        # As exported: the public scorer drops a row whose `iterations` is 0.
        iterations=max(1, len(state.queries)),
        searches=tuple(
            SearchStep(text=query.text, hits=tuple(hit.ref for hit in query.hits)) for query in state.queries
        ),
        n_page_views=state.n_page_views,
        working_s=None if closed_at is None else working_ms(state, closed_at) / 1000,
        wall_s=None if closed_at is None else wall_ms(state, closed_at) / 1000,
        visible_s=None if closed_at is None else visible_ms(state, closed_at) / 1000,
        status=_status(state),
        confidence=answer.confidence if answer else None,
        participant=assignment.account_id,
        attempt_id=assignment.attempt_id,
    )


def _status(state: AttemptState) -> Status:
    if state.answer is not None:
        return state.answer.answer_kind
    return "expired" if state.phase == "expired" else "open"


def system_of(account: Account) -> str:
    """People who answer form one system; an agent, and a simulated account, is one of its own."""
    return account.name if account.simulated or account.side == "agent" else "People"


def study_records(database: Database, study_id: str) -> list[AttemptRecord]:
    """The record of every attempt of a study that has begun, brought up to date in memory.

    Verdicts are joined here, because they are not events. Sorted by account and position.
    """
    verdicts = studies.latest_verdicts(database, study_id)
    stored = derived.stored_records(database, study_id)
    newest = event_log.last_seqs(database, study_id)
    begun = [one for one in assignments.assignments_of_study(database, study_id) if one.attempt_id in newest]
    stale = [one.attempt_id for one in begun if stored.get(one.attempt_id, (0,))[0] != newest[one.attempt_id]]
    fresh = {attempt_id: fold(events) for attempt_id, events in event_log.replay_many(database, stale)}
    # Whoever was given items counts, also an account that was not invited to this study.
    people = {one.account_id: accounts.find_account(database, one.account_id) for one in begun}
    records = []
    for assignment in begun:
        if assignment.attempt_id in fresh:
            system = system_of(people[assignment.account_id])
            one = record_of(assignment, system, fresh[assignment.attempt_id])
        else:
            one = _RECORD.validate_json(stored[assignment.attempt_id][1])
        verdict = verdicts.get(assignment.attempt_id)
        records.append(one if verdict is None else replace(one, verdict=verdict.score))
    return records


def refresh(database: Database, study_id: str) -> int:
    """Store the records of the attempts that have moved on since they were last stored; returns how many."""
    stored = {attempt_id: seq for attempt_id, (seq, _) in derived.stored_records(database, study_id).items()}
    newest = event_log.last_seqs(database, study_id)
    records = {one.attempt_id: one for one in study_records(database, study_id)}
    stale = [attempt_id for attempt_id, seq in newest.items() if stored.get(attempt_id) != seq]
    for attempt_id in stale:
        # Verdicts are primary and joined when read; what is stored here comes from events alone.
        unjudged = replace(records[attempt_id], verdict=None)
        derived.store_record(database, attempt_id, newest[attempt_id], _RECORD.dump_json(unjudged).decode())
    return len(stale)


def rebuild(database: Database) -> int:
    """Forget every derived record and compute all of them again; returns how many."""
    derived.clear(database)
    return sum(refresh(database, study.study_id) for study in studies.all_studies(database))
