"""Attempts as records for analysis: a cache in the database, computed from events alone.

`rebuild` after deleting every derived table gives identical records, hence identical figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from baseline.analysis.records import AttemptRecord, SearchStep, Status
from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.timing import visible_ms, wall_ms, working_ms
from db import accounts, assignments, derived, event_log, studies
from db.connection import Database
from db.models import Account, Assignment, Citation
from db.study_design import Study
from db.verdicts import latest_verdicts

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
        condition=assignment.condition,
    )


def missing_record(assignment: Assignment, system: str) -> AttemptRecord:
    """The record of an item that nobody has begun, as its exported row has it: empty, with one iteration."""
    return AttemptRecord(
        system=system,
        item_id=assignment.item_id,
        answer=(),
        citations=(),
        n_searches=0,
        searches=(),
        iterations=1,
        status="missing",
        participant=assignment.account_id,
        condition=assignment.condition,
    )


def _status(state: AttemptState) -> Status:
    if state.answer is not None:
        return state.answer.answer_kind
    return "expired" if state.phase == "expired" else "open"


def system_of(account: Account) -> str:
    """People who answer form one system; an agent, and a simulated account, is one of its own."""
    return account.name if account.simulated or account.side == "agent" else "People"


def system_under(study: Study, system: str, condition: str) -> str:
    """The system as figures name it: with its condition where the study has several ("People · search")."""
    return f"{system} · {condition}" if len(study.design.conditions) > 1 else system


def study_records(database: Database, study_id: str) -> list[AttemptRecord]:
    """The record of every counted attempt of a study that has begun, brought up to date in memory.

    Counted are the study's own items, without places that were given back; what a researcher excluded is
    still among them. Verdicts are joined here, because they are not events. Sorted by account and position.
    """
    return records_of(database, study_id, assignments.counted_assignments(database, study_id))


def records_of(database: Database, study_id: str, chosen: Sequence[Assignment]) -> list[AttemptRecord]:
    """The record of every attempt behind these assignments of a study that has begun, in their order."""
    study = studies.find_study(database, study_id)
    verdicts = latest_verdicts(database, study_id)
    stored = derived.stored_records(database, study_id)
    newest = event_log.last_seqs(database, study_id)
    begun = [one for one in chosen if one.attempt_id in newest]
    stale = [one.attempt_id for one in begun if stored.get(one.attempt_id, (0,))[0] != newest[one.attempt_id]]
    fresh = {attempt_id: fold(events) for attempt_id, events in event_log.replay_many(database, stale)}
    # Whoever was given items counts, also an account that was not invited to this study.
    people = {one.account_id: accounts.find_account(database, one.account_id) for one in begun}
    records = []
    for assignment in begun:
        system = system_of(people[assignment.account_id])
        if assignment.attempt_id in fresh:
            one = record_of(assignment, system, fresh[assignment.attempt_id])
        else:
            one = _RECORD.validate_json(stored[assignment.attempt_id][1])
        verdict = verdicts.get(assignment.attempt_id)
        records.append(
            replace(
                one,
                system=system_under(study, system, assignment.condition),
                condition=assignment.condition,
                verdict=None if verdict is None else verdict.score,
            )
        )
    return records


def refresh(database: Database, study_id: str) -> int:
    """Store the records of the attempts that have moved on since they were last stored; returns how many.

    Of every purpose, and also of places that were given back: who looks at one finds it quickly.
    """
    stored = {attempt_id: seq for attempt_id, (seq, _) in derived.stored_records(database, study_id).items()}
    newest = event_log.last_seqs(database, study_id)
    stale = {attempt_id for attempt_id, seq in newest.items() if stored.get(attempt_id) != seq}
    assigned = [
        one for one in assignments.assignments_of_study(database, study_id) if one.attempt_id in stale
    ]
    for record in records_of(database, study_id, assigned):
        # Verdicts are primary and joined when read; what is stored here comes from events alone.
        unjudged = replace(record, verdict=None)
        attempt_id = record.attempt_id or ""
        derived.store_record(database, attempt_id, newest[attempt_id], _RECORD.dump_json(unjudged).decode())
    return len(stale)


def rebuild(database: Database) -> int:
    """Forget every derived record and compute all of them again; returns how many."""
    derived.clear(database)
    return sum(refresh(database, study.study_id) for study in studies.all_studies(database))
