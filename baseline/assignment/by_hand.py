"""Places that a researcher gives out by hand, from a table: all of them, or none and every bad row named.

They do not lapse: whoever gave them out takes them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from baseline.assignment import leasing, placing
from baseline.assignment.allocation import Applicant, PlannedBatch, with_attention
from baseline.assignment.hand_checks import HandBatch, HandPerson, HandWorld, plan_by_hand
from baseline.assignment.hand_table import HandRow
from baseline.participants.participation import stream_of
from baseline.studies.study_state import study_state
from db import accounts, assignments, event_log, exposures
from db.assignments import Place
from db.connection import Database
from db.errors import Conflict, InvalidInput
from db.items import item_ids_of_set
from db.models import Account, Assignment, Role
from db.study_design import Study
from db.wording import counted


def assign_by_hand(
    database: Database, study: Study, rows: Sequence[HandRow], name: str, by: str, now_ms: int
) -> tuple[Assignment, ...]:
    """Give out every place of a table, called `name` in messages; returns them with their attention items.

    Raises:
        InvalidInput: naming every row that cannot be; then nothing is given out.
        Conflict: the study has ended.
    """
    if study_state(database, study.study_id).phase == "ended":
        raise Conflict(f"Study {study.study_id!r} has ended; nothing was given out.")
    leasing.release_lapsed(database, study, now_ms)
    people = _people(database, study, rows)
    places = {one: assignments.places_of(database, study.study_id, one) for one in people}
    plan = plan_by_hand(_world(database, study, people, places), rows)
    if plan.problems:
        bad = counted(len(plan.problems), "rows")
        head = f"{name!r} has {bad} that cannot be given out. Nothing was given out."
        raise InvalidInput("\n".join([head, *(f"  {problem}" for problem in plan.problems)]))
    given: list[Assignment] = []
    for account_id, account in people.items():
        mine = [batch for batch in plan.batches if batch.account_id == account_id]
        given += _give_all(database, study, account, mine, places[account_id], by, now_ms)
    return tuple(given)


def _give_all(
    database: Database,
    study: Study,
    account: Account,
    batches: Sequence[HandBatch],
    before: Sequence[Place],
    by: str,
    now_ms: int,
) -> list[Assignment]:
    """One person's batches, in the order of the table, behind what they have."""
    asking = placing.applicant(database, study, account, before)
    attention_ids = placing.set_of(database, study, "attention")
    given: list[Assignment] = []
    number, first = placing.last_batch(before), placing.last_position(before) + 1
    for batch in batches:
        items = with_attention(study, asking, [row.item_id for row in batch.rows], attention_ids)
        plan = PlannedBatch(batch.condition, items)
        number += 1
        new = placing.numbered(study, account.account_id, plan, batch=number, first=first, until_ms=None)
        given += placing.give(database, new, now_ms, by)
        first += len(new)
        asking = _after(asking, plan)
    return given


def _after(asking: Applicant, plan: PlannedBatch) -> Applicant:
    return replace(
        asking,
        barred=asking.barred | {one.item_id for one in plan.items},
        conditions=(*asking.conditions, plan.condition),
        n_batches=asking.n_batches + 1,
    )


def _people(database: Database, study: Study, rows: Sequence[HandRow]) -> dict[str, Account]:
    """The participants that the table names, in its order."""
    of_study = {
        one.account_id: one
        for one in accounts.accounts_of_study(database, study.study_id)
        if one.role is Role.PARTICIPANT and one.side == "people"
    }
    named = dict.fromkeys(row.account_id for row in rows)
    return {one: of_study[one] for one in named if one in of_study}


def _world(
    database: Database,
    study: Study,
    people: dict[str, Account],
    places: dict[str, list[Place]],
) -> HandWorld:
    def person(account: Account) -> HandPerson:
        mine = places[account.account_id]
        asking = placing.applicant(database, study, account, mine)
        return HandPerson(
            person=account.person,
            had=frozenset(one.assignment.item_id for one in mine if one.is_kept),
            known={one.item_id: one.how for one in exposures.ledger_of(database, account, study.study_id)},
            conditions=asking.conditions,
            n_batches=asking.n_batches,
            has_left=event_log.has_kind(database, stream_of(account.account_id), "consent_withdrawn"),
        )

    return HandWorld(
        design=study.design,
        item_ids=frozenset(item_ids_of_set(database, study.design.item_set)),
        people={one: person(account) for one, account in people.items()},
        taken=assignments.taken_places(database, study.study_id),
    )
