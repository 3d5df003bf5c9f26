"""Giving out the places of a study, and getting them back.

Each function runs inside one transaction of the caller (a job of `db.writer.EventWriter`), which is what
makes it atomic: whoever comes second sees what the first one took.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

from baseline.assignment import placing
from baseline.assignment.allocation import PlannedBatch, PlannedItem, open_conditions, plan_batch
from baseline.assignment.allocation import room_for as planned_room
from baseline.assignment.placing import OF_A_BATCH, WhyReleased
from baseline.attempts.overdue import close_overdue
from baseline.participants.participation import stream_of
from baseline.studies.study_state import study_state
from db import assignments, event_log, exposures
from db.assignments import Place
from db.connection import Database
from db.errors import Conflict, NotFound
from db.events import Source
from db.items import item_ids_of_set
from db.models import Account, Assignment, Purpose
from db.studies import find_study, stream_of_study
from db.study_design import Study

RENEWED_AT_MOST_EVERY_MS = 60_000


def take_batch(database: Database, study: Study, account: Account, now_ms: int) -> tuple[Assignment, ...]:
    """Give somebody their next batch, or the one again that they have not finished.

    Empty when there is nothing for them: every place they could fill is taken, they had their number of
    batches, they withdrew, or the study does not run. Places are for people: agents take none.
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
        placing.standing(database, study, now_ms, lapsed="held"),
        placing.applicant(database, study, account, mine),
        item_ids,
        placing.set_of(database, study, "attention"),
    )
    if plan is None:
        return ()
    given = placing.numbered(
        study,
        account.account_id,
        plan,
        batch=placing.last_batch(mine) + 1,
        first=placing.last_position(mine) + 1,
        until_ms=_until(study, now_ms),
    )
    return placing.give(database, given, now_ms)


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
    fresh = [item_id for item_id in placing.set_of(database, study, purpose) if item_id not in had][:n]
    if not fresh:
        return ()
    condition = _condition_for_practice(database, study, account, mine, now_ms)
    plan = PlannedBatch(condition, tuple(PlannedItem(item_id, purpose) for item_id in fresh))
    given = placing.numbered(
        study,
        account.account_id,
        plan,
        batch=try_number,
        first=placing.last_position(mine) + 1,
        until_ms=_until(study, now_ms),
    )
    return placing.give(database, given, now_ms)


def room_for(database: Database, study: Study, account: Account, now_ms: int) -> int:
    """How many more main items this person could be given now, beside those they hold.

    0 means that there is nothing for them any more: said before they consent.
    """
    if study.design.people_per_item is None or not _may_take(database, study, account):
        return 0
    mine = assignments.places_of(database, study.study_id, account.account_id)
    return planned_room(
        study,
        placing.standing(database, study, now_ms),
        placing.applicant(database, study, account, mine),
        item_ids_of_set(database, study.design.item_set),
    )


def is_full(database: Database, study: Study, now_ms: int, known: AbstractSet[str] = frozenset()) -> bool:
    """Whether every place is taken, those of `known` items left aside."""
    found = placing.standing(database, study, now_ms)
    return not any(
        found.free(study.design, condition.name, item_id)
        for condition in study.design.conditions
        for item_id in item_ids_of_set(database, study.design.item_set)
        if item_id not in known
    )


def has_nothing_for(database: Database, study: Study, account: Account, now_ms: int) -> bool:
    """Whether places are free, and all of them are of items that this person knows from elsewhere."""
    known = exposures.known_items(database, account, study.study_id)
    return not is_full(database, study, now_ms) and is_full(database, study, now_ms, known)


def renew(database: Database, assignment: Assignment, study: Study, now_ms: int) -> None:
    """Whoever works keeps what they hold. What was released stays so.

    Writes at most once a minute, and ten times in a lease: one of seconds must not run out between two.
    """
    until_ms = _until(study, now_ms)
    pause_ms = min(RENEWED_AT_MOST_EVERY_MS, study.design.lease_s * 100)
    if assignment.leased_until_ms is None or until_ms - assignment.leased_until_ms < pause_ms:
        return
    mine = assignments.places_of(database, assignment.study_id, assignment.account_id)
    assignments.renew_lease(database, [one.assignment.attempt_id for one in mine if one.is_open], until_ms)


def renew_by_work(database: Database, attempt_id: str, now_ms: int) -> None:
    """As `renew`, for who has the attempt's id only; what is not leased is left alone."""
    if assignments.lease_of(database, attempt_id) is not None:
        assignment = assignments.find_assignment(database, attempt_id)
        renew(database, assignment, find_study(database, assignment.study_id), now_ms)


def release_lapsed(database: Database, study: Study, now_ms: int, grace_ms: int = 0) -> int:
    """Give back what people left unfinished until its lease was over; returns how many places.

    An item whose working time was over before is ended as the study says, and stays theirs. `grace_ms`:
    only what lapsed so long ago. While a study is paused nothing lapses: nobody could have worked.
    """
    if study_state(database, study.study_id).phase == "paused":
        return 0
    before_ms = now_ms - grace_ms
    _end_what_is_overdue(database, assignments.lapsed_places(database, study.study_id, before_ms), now_ms)
    lapsed = assignments.lapsed_places(database, study.study_id, before_ms)
    for account_id, places in groupby(lapsed, key=lambda one: one.assignment.account_id):
        placing.take_back(database, account_id, list(places), "lapsed", now_ms)
    return len(lapsed)


def release_abandoned(database: Database, now_ms: int) -> int:
    """Give back, in every study, what lapsed as long ago as its lease lasted: nobody came back for it."""
    released = 0
    for study_id in assignments.studies_with_leases_before(database, now_ms):
        study = find_study(database, study_id)
        released += release_lapsed(database, study, now_ms, grace_ms=study.design.lease_s * 1000)
    return released


def release_at_end(database: Database, study: Study, now_ms: int) -> int:
    """Give back, when a study ends, the places of items that nobody has begun; returns how many.

    Whoever is at an item ends it. Where places are not shared, what was assigned stays assigned.
    """
    if study.design.people_per_item is None:
        return 0
    waiting = [
        one
        for one in assignments.places_of_study(database, study.study_id)
        if one.is_open and not one.is_begun and one.assignment.purpose in OF_A_BATCH
    ]
    for account_id, places in groupby(waiting, key=lambda one: one.assignment.account_id):
        placing.take_back(database, account_id, list(places), "study_ended", now_ms)
    return len(waiting)


def go_on_after_pause(database: Database, study_id: str, now_ms: int) -> None:
    """Let leases last longer by the pause of the study that ends now: nobody could work meanwhile."""
    paused = event_log.newest_of_kind(database, stream_of_study(study_id), "study_paused")
    if paused is not None:
        assignments.extend_leases(database, study_id, paused.at_ms, now_ms - paused.at_ms)


def drop_out(
    database: Database,
    study: Study,
    account_id: str,
    why: WhyReleased,
    now_ms: int,
    source: Source = "server",
    by: str = "",
) -> int:
    """Give back what somebody who leaves holds; returns how many places. `by`: who did it `by_hand`.

    What they finished stays theirs, unless they withdrew from a study that erases: then somebody else is
    to fill all of their places.
    """
    _end_what_is_overdue(database, assignments.places_of(database, study.study_id, account_id), now_ms)
    mine = assignments.places_of(database, study.study_id, account_id)
    everything = why == "withdrawn" and study.design.erase_on_withdrawal
    leaving = [one for one in mine if one.is_held and (everything or not one.is_closed)]
    placing.take_back(database, account_id, leaving, why, now_ms, source, by)
    return len(leaving)


def give_back(database: Database, study: Study, attempt_id: str, now_ms: int, *, by: str) -> Assignment:
    """Give back one place that somebody has not finished; an item that is open there ends.

    Raises:
        NotFound: the study has no such place.
        Conflict: there is nothing left to give back: it is finished, or was given back before.
    """
    place = _place(database, study, attempt_id)
    _end_what_is_overdue(database, [place], now_ms)
    place = _place(database, study, attempt_id)
    what = f"Item {place.assignment.item_id!r} of {place.assignment.account_id}"
    if place.assignment.is_released:
        raise Conflict(f"{what} was given back already; nothing was changed.")
    if place.is_closed:
        raise Conflict(f"{what} is finished and stays theirs; exclude the attempt if it is not to count.")
    placing.take_back(database, place.assignment.account_id, [place], "by_hand", now_ms, by=by)
    return place.assignment


def _place(database: Database, study: Study, attempt_id: str) -> Place:
    found = next(
        (
            one
            for one in assignments.places_of_study(database, study.study_id)
            if one.assignment.attempt_id == attempt_id
        ),
        None,
    )
    if found is None:
        raise NotFound(f"This study has no place {attempt_id[:100]!r}.")
    return found


def _end_what_is_overdue(database: Database, places: Iterable[Place], now_ms: int) -> None:
    for one in places:
        if one.is_open and one.is_begun:
            close_overdue(database, one.assignment.attempt_id, now_ms)


def _renewed(
    database: Database, study: Study, held: Iterable[Assignment], now_ms: int
) -> tuple[Assignment, ...]:
    held = tuple(held)
    for one in held:
        renew(database, one, study, now_ms)
    return held


def _unfinished_batch(mine: Sequence[Place]) -> tuple[Assignment, ...]:
    """The first main batch in which an item still waits, whole; empty if there is none."""
    held = [one for one in mine if one.is_held and one.assignment.purpose in OF_A_BATCH]
    number = next((one.assignment.batch for one in held if one.is_open), None)
    return tuple(one.assignment for one in held if one.assignment.batch == number)


def _may_take(database: Database, study: Study, account: Account) -> bool:
    if account.side == "agent" or study_state(database, study.study_id).phase != "running":
        return False
    return not event_log.has_kind(database, stream_of(account.account_id), "consent_withdrawn")


def _condition_for_practice(
    database: Database, study: Study, account: Account, mine: Sequence[Place], now_ms: int
) -> str:
    """The condition in which the person's first batch is due."""
    names = [one.name for one in study.design.conditions]
    if study.design.people_per_item is None or len(names) == 1:
        return names[0]
    due = open_conditions(
        study,
        placing.standing(database, study, now_ms),
        placing.applicant(database, study, account, mine),
        item_ids_of_set(database, study.design.item_set),
    )
    return due[0] if due else names[0]


def _until(study: Study, now_ms: int) -> int:
    return now_ms + study.design.lease_s * 1000
