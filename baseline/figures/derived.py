"""Attempts as records for analysis: a cache in the database, computed from events alone.

`rebuild` after deleting every derived table gives identical records, hence identical figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import TypeAdapter

from baseline.analysis.records import AttemptRecord, SearchStep, Status
from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.attempt_facts import AttemptFacts, attempt_facts
from baseline.attempts.timing import visible_ms, wall_ms, working_ms
from db import accounts, assignments, derived, event_log, studies
from db.connection import Database
from db.models import Account, Assignment, Citation
from db.study_design import Study
from db.verdicts import latest_verdicts

_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)
_FACTS: TypeAdapter[AttemptFacts] = TypeAdapter(AttemptFacts)


class Told(NamedTuple):
    """What the events of one attempt say: its record for the figures, and how it went."""

    record: AttemptRecord
    facts: AttemptFacts


@dataclass(frozen=True, slots=True)
class _Known:
    """Attempts as stored, and those folded now because they have moved on since."""

    stored: Mapping[str, tuple[str, str]]
    fresh: Mapping[str, Told]

    def __contains__(self, attempt_id: str) -> bool:
        return attempt_id in self.fresh or attempt_id in self.stored

    def record(self, attempt_id: str) -> AttemptRecord:
        if attempt_id in self.fresh:
            return self.fresh[attempt_id].record
        return _RECORD.validate_json(self.stored[attempt_id][0])

    def facts(self, attempt_id: str) -> AttemptFacts:
        if attempt_id in self.fresh:
            return self.fresh[attempt_id].facts
        return _FACTS.validate_json(self.stored[attempt_id][1])


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
        attempt_id=assignment.attempt_id,
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
    known = _known(database, study_id, chosen)
    return _named(
        database, study_id, [(one, known.record(one.attempt_id)) for one in chosen if one.attempt_id in known]
    )


def told_of(database: Database, study_id: str, chosen: Sequence[Assignment]) -> dict[str, Told]:
    """Attempt id -> its record as `records_of` gives it, and its facts; those that have begun."""
    known = _known(database, study_id, chosen)
    begun = [one for one in chosen if one.attempt_id in known]
    records = _named(database, study_id, [(one, known.record(one.attempt_id)) for one in begun])
    return {
        one.attempt_id: Told(record, known.facts(one.attempt_id))
        for one, record in zip(begun, records, strict=True)
    }


def _known(database: Database, study_id: str, chosen: Sequence[Assignment]) -> _Known:
    """What is stored and still true, and the rest folded from its events."""
    newest = event_log.last_seqs(database, study_id)
    begun = {one.attempt_id: one for one in chosen if one.attempt_id in newest}
    stored = {
        attempt_id: lines
        for attempt_id, (seq, text) in derived.stored_records(database, study_id).items()
        if attempt_id in begun and seq == newest[attempt_id] and (lines := _lines(text)) is not None
    }
    stale = [attempt_id for attempt_id in begun if attempt_id not in stored]
    fresh = {}
    for attempt_id, events in event_log.replay_many(database, stale):
        state = fold(events)
        fresh[attempt_id] = Told(record_of(begun[attempt_id], "", state), attempt_facts(events, state))
    return _Known(stored, fresh)


def _lines(text: str) -> tuple[str, str] | None:
    """A record and its facts, each on a line of its own: figures read the first alone."""
    record, found, facts = text.partition("\n")
    return (record, facts) if found else None


def _named(
    database: Database, study_id: str, records: Sequence[tuple[Assignment, AttemptRecord]]
) -> list[AttemptRecord]:
    """Records with what is no event: the system's name and the newest verdict."""
    study = studies.find_study(database, study_id)
    verdicts = latest_verdicts(database, study_id)
    # Whoever was given items counts, also an account that was not invited to this study.
    people = {who: accounts.find_account(database, who) for who in {one.account_id for one, _ in records}}
    return [
        replace(
            record,
            system=system_under(study, system_of(people[one.account_id]), one.condition),
            condition=one.condition,
            verdict=verdicts[one.attempt_id].score if one.attempt_id in verdicts else None,
        )
        for one, record in records
    ]


def refresh(database: Database, study_id: str) -> int:
    """Store what is known of the attempts that have moved on since they were last stored; returns how many.

    Of every purpose, and also of places that were given back: who looks at one finds it quickly. Verdicts and
    names of systems are joined when read; what is stored comes from events alone.
    """
    newest = event_log.last_seqs(database, study_id)
    fresh = _known(database, study_id, assignments.assignments_of_study(database, study_id)).fresh
    for attempt_id, (record, facts) in fresh.items():
        text = f"{_RECORD.dump_json(record).decode()}\n{_FACTS.dump_json(facts).decode()}"
        derived.store_record(database, attempt_id, newest[attempt_id], text)
    return len(fresh)


def rebuild(database: Database) -> int:
    """Forget every derived record and compute all of them again; returns how many."""
    derived.clear(database)
    return sum(refresh(database, study.study_id) for study in studies.all_studies(database))
