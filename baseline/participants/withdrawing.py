"""Leaving a study, at any time: what was promised to be erased is erased, places become free for others."""

from __future__ import annotations

import uuid

from baseline.assignment import leasing
from baseline.participants.participation import stream_of
from baseline.participants.participation_state import fold_participation
from db import assignments, erasure, event_log
from db.connection import Database
from db.events import NewEvent, Payload, Source
from db.models import Account
from db.studies import find_study, stream_of_study
from db.study_events import ConsentWithdrawn, DataErased


def withdraw(database: Database, account: Account, now_ms: int, source: Source = "server") -> None:
    """Leave the study for good; leaving twice is leaving once.

    As the study's design says, everything is erased, or what was submitted so far is kept. What is erased
    counts in no figure, and its places are given to others.
    """
    stream = stream_of(account.account_id)
    if fold_participation(event_log.replay(database, stream)).has_withdrawn:
        return
    study = find_study(database, account.study_id or "")
    mine = assignments.assignments_of(database, study.study_id, account.account_id)
    leasing.drop_out(database, study, account.account_id, "withdrawn", now_ms, source)
    if not study.design.erase_on_withdrawal:
        _note(database, stream, ConsentWithdrawn(erase=False), now_ms, source)
        return
    attempts = [one.attempt_id for one in mine]
    n_events = erasure.erase_streams(database, [stream, *attempts])
    erasure.erase_reasons(
        database, stream_of_study(study.study_id), account.account_id, account.person, attempts
    )
    erasure.erase_name(database, account.account_id)
    _note(database, stream, ConsentWithdrawn(erase=True), now_ms, source)
    _note(database, stream, DataErased(n_events=n_events), now_ms, source)


def _note(database: Database, stream_id: str, payload: Payload, now_ms: int, source: Source) -> None:
    new = NewEvent(event_id=f"{payload.kind}:{uuid.uuid4().hex}", payload=payload, source=source)
    event_log.append(database, stream_id, [new], now_ms)
