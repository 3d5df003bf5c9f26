"""Which items somebody is given next, and under which condition. Pure: everything it weighs is an argument.

A place is one person's answer to one item under one condition. Rules, in this order: nobody is given an
item that they had or know; no place is given twice; a person's conditions follow their own order; an item
with fewer answers goes before one with more.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.models import Purpose
from db.study_design import Study, StudyDesign


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a study is: places held or filled, by (condition, item), and people who still practise."""

    taken: Mapping[tuple[str, str], int]
    newcomers: Mapping[str, int]

    def free(self, design: StudyDesign, condition: str, item_id: str) -> int:
        """How many more people can be given this item under this condition."""
        wanted = design.people_per_item or 0
        return max(0, wanted - self.taken.get((condition, item_id), 0))


@dataclass(frozen=True, slots=True)
class Applicant:
    """What counts of a person who asks for items.

    `arrival`: how many came before. `barred`: items that they had or know. `conditions`: that of each batch
    of theirs, in order. `n_batches`: how many of these they still hold something of. `practised`: the
    condition in which they practised, if they did.
    """

    account_id: str
    arrival: int = 0
    barred: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    n_batches: int = 0
    practised: str | None = None


class PlannedItem(NamedTuple):
    """One item of a batch, and what it is for."""

    item_id: str
    purpose: Purpose


class PlannedBatch(NamedTuple):
    """A batch in the order in which it is answered, under one condition."""

    condition: str
    items: tuple[PlannedItem, ...]


def plan_batch(
    study: Study,
    standing: Standing,
    applicant: Applicant,
    item_ids: Sequence[str],
    attention_ids: Sequence[str] = (),
) -> PlannedBatch | None:
    """The next batch of a person, or None when there is nothing for them.

    The condition is the first in the person's order that offers as many items as any other, up to a batch.
    """
    design = study.design
    most = min(design.batch_size, _not_owed_to_others(study, standing, applicant, item_ids))
    if _batches_left(design, applicant) == 0 or most == 0:
        return None
    offers = {
        condition: available(study, standing, applicant, condition, item_ids)[:most]
        for condition in open_conditions(study, standing, applicant, item_ids)
    }
    if not any(offers.values()):
        return None
    condition = max(offers, key=lambda name: len(offers[name]))
    main = in_order_of(study, applicant.account_id, offers[condition], item_ids, len(applicant.conditions))
    return PlannedBatch(condition, with_attention(study, applicant, main, attention_ids))


def room_for(study: Study, standing: Standing, applicant: Applicant, item_ids: Sequence[str]) -> int:
    """How many main items a person could be given from now on.

    For who was given nothing yet, the places that those who practise will need are not there any more.
    """
    design = study.design
    offers = [
        set(available(study, standing, applicant, condition, item_ids))
        for condition in open_conditions(study, standing, applicant, item_ids)
    ]
    n_items = len(set().union(*offers)) if offers else 0
    batches = _batches_left(design, applicant)
    if batches is not None:
        n_items = min(n_items, batches * design.batch_size)
    if applicant.practised and not applicant.conditions:
        return n_items
    return min(n_items, _not_owed_to_others(study, standing, applicant, item_ids))


def _not_owed_to_others(
    study: Study, standing: Standing, applicant: Applicant, item_ids: Sequence[str]
) -> int:
    """How many places somebody may take without taking from those who are getting ready.

    First batches go before further ones, and before those of strangers. A number of batches that the study
    promised is owed to everybody alike: then who asks first is first.
    """
    n_unspoken = max(0, _unspoken_for(study, standing, item_ids))
    is_open_ended = study.design.batches_per_person is None
    if applicant.conditions:
        return n_unspoken if is_open_ended else len(item_ids)
    return len(item_ids) if applicant.practised else n_unspoken


def _unspoken_for(study: Study, standing: Standing, item_ids: Sequence[str]) -> int:
    """How many places are left when everybody who is getting ready has a batch; may be negative."""
    design = study.design
    n_free = sum(
        standing.free(design, condition.name, item_id)
        for condition in design.conditions
        for item_id in item_ids
    )
    return n_free - sum(standing.newcomers.values()) * design.batch_size


def available(
    study: Study, standing: Standing, applicant: Applicant, condition: str, item_ids: Sequence[str]
) -> list[str]:
    """The items that a person could be given under a condition, those with the fewest answers first.

    Among equals everybody's order is the same, so that whole blocks of items go through the conditions.
    """
    spread = _spread(study, item_ids)
    free = [
        item_id
        for item_id in spread
        if item_id not in applicant.barred and standing.free(study.design, condition, item_id) > 0
    ]
    return sorted(free, key=lambda item_id: standing.taken.get((condition, item_id), 0))


def open_conditions(
    study: Study, standing: Standing, applicant: Applicant, item_ids: Sequence[str]
) -> tuple[str, ...]:
    """The conditions that somebody's next batch may have, the one that is due first.

    `within`: the one they had least often, in the order that their arrival gives them. `between`: the one
    they began in; before that, the one they practised in, if it has room, or the least filled.
    """
    design = study.design
    if design.allocation == "within":
        row = order_of_conditions([one.name for one in design.conditions], applicant.arrival)
        return tuple(sorted(row, key=applicant.conditions.count))
    if applicant.conditions:
        return applicant.conditions[:1]
    order = sorted((one.name for one in design.conditions), key=lambda name: _load(design, standing, name))
    if applicant.practised in order:
        order = sorted(order, key=lambda name: name != applicant.practised)
    with_room = [name for name in order if available(study, standing, applicant, name, item_ids)]
    return tuple(with_room[:1])


def order_of_conditions(names: Sequence[str], arrival: int) -> tuple[str, ...]:
    """The order of conditions for who came as number `arrival` (from 0): a row of a Williams square.

    Over as many people as the square has rows (n for even n, 2n for odd n) every condition stands equally
    often at every place, and equally often right behind every other one.
    Source: Williams (1949), designs balanced for the residual effects of treatments.
    """
    n = len(names)
    zigzag = [(step + 1) // 2 if step % 2 else (n - step // 2) % n for step in range(n)]
    row = [(place + arrival) % n for place in zigzag]
    if n % 2 and (arrival // n) % 2:
        row.reverse()
    return tuple(names[place] for place in row)


def in_order_of(
    study: Study, account_id: str, chosen: Sequence[str], item_ids: Sequence[str], n_before: int
) -> tuple[str, ...]:
    """Chosen items in the order in which this person answers them: seeded, or that of the set."""
    if study.design.order == "set":
        places = {item_id: place for place, item_id in enumerate(item_ids)}
        return tuple(sorted(chosen, key=places.__getitem__))
    order = sorted(chosen)
    _random(study, account_id, "batch", n_before).shuffle(order)
    return tuple(order)


def with_attention(
    study: Study, applicant: Applicant, main: Sequence[str], attention_ids: Sequence[str]
) -> tuple[PlannedItem, ...]:
    """A batch with its attention items at seeded places, none at the very beginning.

    They are those that the person neither had nor knows, in an order of theirs; fewer when few are left.
    """
    checks = study.design.attention
    extra: list[str] = []
    if checks is not None:
        extra = sorted(one for one in set(attention_ids) - set(main) if one not in applicant.barred)
        _random(study, applicant.account_id, "attention").shuffle(extra)
        extra = extra[: checks.per_batch]
    n_items = len(main) + len(extra)
    places = _random(study, applicant.account_id, "checks", len(applicant.conditions))
    at = set(places.sample(range(1, n_items), len(extra)))
    first, others = iter(main), iter(extra)
    return tuple(
        PlannedItem(next(others), "attention") if place in at else PlannedItem(next(first), "main")
        for place in range(n_items)
    )


def _batches_left(design: StudyDesign, applicant: Applicant) -> int | None:
    if design.batches_per_person is None:
        return None
    return max(0, design.batches_per_person - applicant.n_batches)


def _load(design: StudyDesign, standing: Standing, condition: str) -> int:
    """Places of a condition that are taken, or will be by those who practise for it now."""
    taken = sum(n for (name, _), n in standing.taken.items() if name == condition)
    return taken + standing.newcomers.get(condition, 0) * design.batch_size


def _spread(study: Study, item_ids: Sequence[str]) -> list[str]:
    if study.design.order == "set":
        return list(item_ids)
    spread = sorted(item_ids)
    _random(study, "", "places").shuffle(spread)
    return spread


def _random(study: Study, account_id: str, what: str, number: int = 0) -> random.Random:
    return random.Random(f"{study.design.seed}:{study.study_id}:{account_id}:{what}:{number}")
