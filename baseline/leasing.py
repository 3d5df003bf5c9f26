"""Giving out the places of a study, and getting them back.

Each function runs inside one transaction of the caller (a job of `db.writer.EventWriter`), which is what
makes it atomic: whoever comes second sees what the first one took.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from baseline.allocation import Applicant, PlannedBatch, PlannedItem, Standing, open_conditions, plan_batch
from baseline.allocation import room_for as planned_room
from baseline.assignment import attempt_id
from baseline.participation import stream_of
from baseline.study_state import study_state
from db import assignments, event_log, exposures
from db.assignments import Place
from db.connection import Database
from db.events import ItemExpired, NewEvent, Source
from db.items import item_ids_of_set
from db.models import Account, Assignment, Purpose
from db.study_design import Study
from db.study_events import LeaseReleased, LeaseTaken

WhyReleased = Literal["lapsed", "dropped_out", "withdrawn", "by_hand", "study_ended"]
RENEWED_AT_MOST_EVERY_MS = 60_000
_OF_A_BATCH = frozenset({"main", "attention"})
_EXPIRED: dict[WhyReleased, Literal["released", "withdrawn", "study_ended"]] = {
    "withdrawn": "withdrawn",
    "study_ended": "study_ended",
}


def take_batch(database: Database, study: Study, account: Account, now_ms: int) -> tuple[Assignment, ...]:
    """Give somebody their next batch, or the one again that they have not finished.

    Empty when there is nothing for them: every place they could fill is taken, they had their number of
    batches, they withdrew, or the study does not run.
    """
    mine = assignments.places_of(database, study.study_id, account.account_id)
    unfinished = _unfinished_batch(mine)
    if unfinished:
        return _renewed(database, study, unfinished, now_ms)
    if study.design.people_per_item is None or not _may_take(database, study, account):
        return ()
    release_lapsed(database, study, now_ms)
    item_ids = item_ids_of_set(database, study.design.item_set)
    plan = plan_batch(
        study,
        _standing(database, study, now_ms),
        _applicant(database, study, account, mine),
        item_ids,
        _set_of(database, study, "attention"),
    )
    if plan is None:
        return ()
    given = _numbered(study, account, plan, mine, batch=_last_batch(mine) + 1, until_ms=_until(study, now_ms))
    return _give(database, given, now_ms)


def take_items(
    database: Database,
    study: Study,
    account: Account,
    purpose: Purpose,
    n: int,
    try_number: int,
    now_ms: int,
) -> tuple[Assignment, ...]:
    """Give somebody the next `n` items of a practice or qualification set, or those of this try again.

    They come in the order of their set, none of them twice; fewer when the set has no more. Items that the
    person knows from elsewhere are left out of a qualification; practising with them does no harm.
    """
    mine = assignments.places_of(database, study.study_id, account.account_id)
    given_before = tuple(
        one.assignment
        for one in mine
        if one.assignment.purpose == purpose and one.assignment.batch == try_number and one.is_held
    )
    if given_before:
        return given_before
    if not _may_take(database, study, account):
        return ()
    had = {one.assignment.item_id for one in mine if one.is_kept}
    if purpose != "practice":
        had |= exposures.known_items(database, account, study.study_id)
    fresh = [item_id for item_id in _set_of(database, study, purpose) if item_id not in had][:n]
    if not fresh:
        return ()
    condition = _condition_for_practice(database, study, account, mine, now_ms)
    plan = PlannedBatch(condition, tuple(PlannedItem(item_id, purpose) for item_id in fresh))
    given = _numbered(study, account, plan, mine, batch=try_number, until_ms=_until(study, now_ms))
    return _give(database, given, now_ms)


def room_for(database: Database, study: Study, account: Account, now_ms: int) -> int:
    """How many more main items this person could be given now, beside those they hold.

    0 means that there is nothing for them any more: said before they consent.
    """
    if study.design.people_per_item is None or not _may_take(database, study, account):
        return 0
    mine = assignments.places_of(database, study.study_id, account.account_id)
    return planned_room(
        study,
        _standing(database, study, now_ms),
        _applicant(database, study, account, mine),
        item_ids_of_set(database, study.design.item_set),
    )


def renew(database: Database, assignment: Assignment, study: Study, now_ms: int) -> None:
    """Whoever works keeps what they hold. Writes at most once a minute; what was released stays so."""
    until_ms = _until(study, now_ms)
    if assignment.leased_until_ms is None or until_ms - assignment.leased_until_ms < RENEWED_AT_MOST_EVERY_MS:
        return
    mine = assignments.places_of(database, assignment.study_id, assignment.account_id)
    assignments.renew_lease(database, [one.assignment.attempt_id for one in mine if one.is_open], until_ms)


def release_lapsed(database: Database, study: Study, now_ms: int) -> int:
    """Give back what people left unfinished until its lease was over; returns how many places."""
    lapsed = assignments.lapsed_places(database, study.study_id, now_ms)
    for account_id, places in groupby(lapsed, key=lambda one: one.assignment.account_id):
        _release(database, account_id, list(places), "lapsed", now_ms)
    return len(lapsed)


def drop_out(
    database: Database,
    study: Study,
    account_id: str,
    why: WhyReleased,
    now_ms: int,
    source: Source = "server",
) -> int:
    """Give back what somebody who leaves holds; returns how many places.

    What they finished stays theirs, unless they withdrew from a study that erases: then somebody else is
    to fill all of their places.
    """
    mine = assignments.places_of(database, study.study_id, account_id)
    everything = why == "withdrawn" and study.design.erase_on_withdrawal
    leaving = [one for one in mine if one.is_held and (everything or not one.is_closed)]
    _release(database, account_id, leaving, why, now_ms, source)
    return len(leaving)


def _numbered(
    study: Study,
    account: Account,
    plan: PlannedBatch,
    mine: Sequence[Place],
    *,
    batch: int,
    until_ms: int | None,
) -> tuple[Assignment, ...]:
    """Planned items as assignments that come after all that this person was ever given."""
    first = max((one.assignment.position for one in mine), default=0) + 1
    return tuple(
        Assignment(
            attempt_id=attempt_id(study.study_id, account.account_id, one.item_id, plan.condition),
            study_id=study.study_id,
            account_id=account.account_id,
            item_id=one.item_id,
            batch=batch,
            position=position,
            condition=plan.condition,
            purpose=one.purpose,
            leased_until_ms=until_ms,
        )
        for position, one in enumerate(plan.items, start=first)
    )


def _give(database: Database, given: tuple[Assignment, ...], now_ms: int) -> tuple[Assignment, ...]:
    assignments.give(database, given)
    first = given[0]
    taken = LeaseTaken(
        batch=first.batch,
        attempt_ids=tuple(one.attempt_id for one in given),
        until_ms=first.leased_until_ms,
    )
    _log(database, first.account_id, f"lease:{first.account_id}:{first.position}", taken, now_ms)
    return given


def _release(
    database: Database,
    account_id: str,
    places: Sequence[Place],
    why: WhyReleased,
    now_ms: int,
    source: Source = "server",
) -> None:
    """An attempt that is open ends here: nobody can go on with it."""
    if not places:
        return
    attempt_ids = tuple(one.assignment.attempt_id for one in places)
    assignments.release(database, attempt_ids, now_ms, why)
    for one in places:
        if one.is_begun and not one.is_closed:
            name = one.assignment.attempt_id
            expired = NewEvent(
                event_id=f"released:{name}",
                payload=ItemExpired(why=_EXPIRED.get(why, "released")),
                source=source,
            )
            event_log.append(database, name, [expired], now_ms)
    released = LeaseReleased(attempt_ids=attempt_ids, why=why)
    _log(database, account_id, f"released:{account_id}:{secrets.token_hex(8)}", released, now_ms, source)


def _log(
    database: Database,
    account_id: str,
    event_id: str,
    payload: LeaseTaken | LeaseReleased,
    now_ms: int,
    source: Source = "server",
) -> None:
    new = NewEvent(event_id=event_id, payload=payload, source=source)
    event_log.append(database, stream_of(account_id), [new], now_ms)


def _renewed(
    database: Database, study: Study, held: Iterable[Assignment], now_ms: int
) -> tuple[Assignment, ...]:
    held = tuple(held)
    for one in held:
        renew(database, one, study, now_ms)
    return held


def _unfinished_batch(mine: Sequence[Place]) -> tuple[Assignment, ...]:
    """The first main batch in which an item still waits, whole; empty if there is none."""
    held = [one for one in mine if one.is_held and one.assignment.purpose in _OF_A_BATCH]
    number = next((one.assignment.batch for one in held if one.is_open), None)
    return tuple(one.assignment for one in held if one.assignment.batch == number)


def _last_batch(mine: Sequence[Place]) -> int:
    return max((one.assignment.batch for one in mine if one.assignment.purpose in _OF_A_BATCH), default=0)


def _may_take(database: Database, study: Study, account: Account) -> bool:
    if study_state(database, study.study_id).phase != "running":
        return False
    return not event_log.has_kind(database, stream_of(account.account_id), "consent_withdrawn")


def _applicant(database: Database, study: Study, account: Account, mine: Sequence[Place]) -> Applicant:
    kept = [one.assignment for one in mine if one.is_kept]
    by_batch = {one.batch: one.condition for one in kept if one.purpose == "main"}
    practised = [one.condition for one in kept if one.purpose in {"practice", "qualification"}]
    known = exposures.known_items(database, account, study.study_id)
    return Applicant(
        account_id=account.account_id,
        arrival=assignments.arrivals_before(database, study.study_id, account.account_id),
        barred=known | {one.item_id for one in kept},
        conditions=tuple(by_batch[number] for number in sorted(by_batch)),
        practised=practised[0] if practised else None,
    )


def _standing(database: Database, study: Study, now_ms: int) -> Standing:
    return Standing(
        taken=assignments.taken_places(database, study.study_id, now_ms),
        newcomers=assignments.newcomers(database, study.study_id, now_ms),
    )


def _condition_for_practice(
    database: Database, study: Study, account: Account, mine: Sequence[Place], now_ms: int
) -> str:
    """The condition in which the person's first batch is due."""
    names = [one.name for one in study.design.conditions]
    if study.design.people_per_item is None or len(names) == 1:
        return names[0]
    due = open_conditions(
        study,
        _standing(database, study, now_ms),
        _applicant(database, study, account, mine),
        item_ids_of_set(database, study.design.item_set),
    )
    return due[0] if due else names[0]


def _set_of(database: Database, study: Study, purpose: Purpose) -> list[str]:
    name = study.design.set_for(purpose)
    return item_ids_of_set(database, name) if name else []


def _until(study: Study, now_ms: int) -> int:
    return now_ms + study.design.lease_s * 1000
