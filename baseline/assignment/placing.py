"""The handiwork under giving out places: numbering them, storing them, logging them, taking them back.

Functions here run inside the caller's transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

from baseline.assignment.allocation import Applicant, PlannedBatch, Standing
from baseline.assignment.order import attempt_id
from baseline.participants.participation import stream_of
from db import assignments, event_log, exposures
from db.assignments import Place
from db.connection import Database
from db.events import ItemExpired, NewEvent, Source
from db.items import item_ids_of_set
from db.models import Account, Assignment, Purpose
from db.study_design import Study
from db.study_events import LeaseReleased, LeaseTaken

WhyReleased = Literal["lapsed", "dropped_out", "withdrawn", "by_hand", "study_ended"]
OF_A_BATCH = frozenset({"main", "attention"})
_EXPIRED: dict[WhyReleased, Literal["released", "withdrawn", "study_ended"]] = {
    "withdrawn": "withdrawn",
    "study_ended": "study_ended",
}


def standing(
    database: Database, study: Study, now_ms: int, *, lapsed: Literal["free", "held"] = "free"
) -> Standing:
    """How far the study is. Places whose lease is over count as free: whoever asks will get them.

    Where places are given out they count as `held`: what lapsed was given back before, or is not to be.
    """
    lapsed_by_ms = now_ms if lapsed == "free" else None
    return Standing(
        taken=assignments.taken_places(database, study.study_id, lapsed_by_ms),
        newcomers=assignments.newcomers(database, study.study_id, now_ms),
    )


def applicant(database: Database, study: Study, account: Account, mine: Sequence[Place]) -> Applicant:
    """What counts of a person who asks for items; `mine` are their places so far."""
    kept = [one.assignment for one in mine if one.is_kept]
    by_batch = {one.batch: one.condition for one in kept if one.purpose == "main"}
    practised = [one.condition for one in kept if one.purpose in {"practice", "qualification"}]
    known = exposures.known_items(database, account, study.study_id)
    return Applicant(
        account_id=account.account_id,
        arrival=assignments.arrivals_before(database, study.study_id, account.account_id),
        barred=known | {one.item_id for one in kept},
        conditions=tuple(by_batch[number] for number in sorted(by_batch)),
        n_batches=len({one.batch for one in kept if one.purpose == "main" and not one.is_released}),
        practised=practised[0] if practised else None,
    )


def set_of(database: Database, study: Study, purpose: Purpose) -> list[str]:
    """The items that the study has for this purpose, in the order of their set."""
    name = study.design.set_for(purpose)
    return item_ids_of_set(database, name) if name else []


def last_batch(mine: Sequence[Place]) -> int:
    """The number of the newest main batch; 0 before the first."""
    return max((one.assignment.batch for one in mine if one.assignment.purpose in OF_A_BATCH), default=0)


def last_position(mine: Sequence[Place]) -> int:
    """The position of the newest assignment; 0 before the first. Positions are not used again."""
    return max((one.assignment.position for one in mine), default=0)


def numbered(
    study: Study, account_id: str, plan: PlannedBatch, *, batch: int, first: int, until_ms: int | None
) -> tuple[Assignment, ...]:
    """Planned items as assignments, at positions from `first` on."""
    return tuple(
        Assignment(
            attempt_id=attempt_id(study.study_id, account_id, one.item_id, plan.condition),
            study_id=study.study_id,
            account_id=account_id,
            item_id=one.item_id,
            batch=batch,
            position=position,
            condition=plan.condition,
            purpose=one.purpose,
            leased_until_ms=until_ms,
        )
        for position, one in enumerate(plan.items, start=first)
    )


def give(
    database: Database, given: tuple[Assignment, ...], now_ms: int, by: str = ""
) -> tuple[Assignment, ...]:
    """Store one person's batch or try, and log it."""
    assignments.give(database, given)
    first = given[0]
    taken = LeaseTaken(
        batch=first.batch,
        attempt_ids=tuple(one.attempt_id for one in given),
        until_ms=first.leased_until_ms,
        by=by,
    )
    new = NewEvent(event_id=f"lease:{first.account_id}:{first.position}", payload=taken)
    event_log.append(database, stream_of(first.account_id), [new], now_ms)
    return given


def take_back(
    database: Database,
    account_id: str,
    places: Sequence[Place],
    why: WhyReleased,
    now_ms: int,
    source: Source = "server",
    by: str = "",
) -> None:
    """Release one person's places and log it. An attempt that is open ends: nobody can go on with it."""
    if not places:
        return
    attempt_ids = tuple(one.assignment.attempt_id for one in places)
    assignments.release(database, attempt_ids, now_ms, why)
    for one in places:
        if one.is_begun and not one.is_closed:
            name = one.assignment.attempt_id
            expired = ItemExpired(why=_EXPIRED.get(why, "released"))
            new = NewEvent(event_id=f"released:{name}", payload=expired, source=source)
            event_log.append(database, name, [new], now_ms)
    # The same places can be released again, after they were given out again.
    released = NewEvent(
        event_id=f"released:{account_id}:{secrets.token_hex(8)}",
        payload=LeaseReleased(attempt_ids=attempt_ids, why=why, by=by),
        source=source,
    )
    event_log.append(database, stream_of(account_id), [released], now_ms)
