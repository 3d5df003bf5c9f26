"""How the places of a study stand, and who holds which: for tables that people read. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from db.assignments import Place
from db.study_design import StudyDesign


class PlaceCount(NamedTuple):
    """The places of one item under one condition, or of many together.

    `ended`: answered, or over without an answer. `held`: somebody has the lease. `lapsed`: somebody had it,
    and the next who asks gets the place. `free`: nobody has it. `wanted` is None where places are not shared.
    """

    condition: str
    item_id: str
    wanted: int | None
    ended: int
    held: int
    lapsed: int

    @property
    def free(self) -> int | None:
        """Places that nobody has or had the lease of."""
        return None if self.wanted is None else max(0, self.wanted - self.ended - self.held - self.lapsed)


class Holder(NamedTuple):
    """One person's main items by where they stand; `until_ms` is when the first of their leases is over."""

    account_id: str
    conditions: tuple[str, ...]
    n_batches: int
    ended: int
    held: int
    lapsed: int
    released: int
    until_ms: int | None


def place_counts(
    design: StudyDesign, item_ids: Sequence[str], places: Iterable[Place], now_ms: int
) -> list[PlaceCount]:
    """Each item under each condition of the design, in their orders."""
    standing: dict[tuple[str, str], list[str]] = {}
    for one in places:
        if one.is_held and one.assignment.purpose == "main":
            key = (one.assignment.condition, one.assignment.item_id)
            standing.setdefault(key, []).append(_stands(one, now_ms))
    return [
        PlaceCount(
            condition.name,
            item_id,
            design.people_per_item,
            *(
                standing.get((condition.name, item_id), []).count(name)
                for name in ("ended", "held", "lapsed")
            ),
        )
        for condition in design.conditions
        for item_id in item_ids
    ]


def by_condition(counts: Iterable[PlaceCount]) -> list[PlaceCount]:
    """The places of each condition together."""
    sums: dict[str, list[PlaceCount]] = {}
    for one in counts:
        sums.setdefault(one.condition, []).append(one)
    return [
        PlaceCount(
            condition,
            "",
            None if any(one.wanted is None for one in ones) else sum(one.wanted or 0 for one in ones),
            sum(one.ended for one in ones),
            sum(one.held for one in ones),
            sum(one.lapsed for one in ones),
        )
        for condition, ones in sums.items()
    ]


def holders(places: Iterable[Place], now_ms: int) -> list[Holder]:
    """Everybody who was given main items, in the order of the places given."""
    people: dict[str, list[Place]] = {}
    for one in places:
        if one.assignment.purpose == "main":
            people.setdefault(one.assignment.account_id, []).append(one)
    return [_holder(account_id, mine, now_ms) for account_id, mine in people.items()]


def _holder(account_id: str, mine: Sequence[Place], now_ms: int) -> Holder:
    stands = [_stands(one, now_ms) for one in mine if one.is_held]
    until = [
        one.assignment.leased_until_ms
        for one in mine
        if one.is_open and one.assignment.leased_until_ms is not None
    ]
    return Holder(
        account_id=account_id,
        conditions=tuple(dict.fromkeys(one.assignment.condition for one in mine)),
        n_batches=len({one.assignment.batch for one in mine if one.is_held}),
        ended=stands.count("ended"),
        held=stands.count("held"),
        lapsed=stands.count("lapsed"),
        released=sum(not one.is_held for one in mine),
        until_ms=min(until, default=None),
    )


def _stands(one: Place, now_ms: int) -> str:
    if one.is_closed:
        return "ended"
    until_ms = one.assignment.leased_until_ms
    return "held" if until_ms is None or until_ms > now_ms else "lapsed"
