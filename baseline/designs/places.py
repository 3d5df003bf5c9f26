"""The arithmetic of a design: how many places there are, and how many people fill them. Pure."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from db.study_design import StudyDesign


class Places(NamedTuple):
    """What a design asks of people, for a set of `n_items`.

    `total`: answers wanted in all; None where everybody answers everything, and people set the number.
    `batches_per_person` and `items_per_person`: the most that one person can do. `people`: the fewest who can
    fill all places if each does that much (one, where there are no places to share).
    """

    n_items: int
    n_conditions: int
    people_per_item: int | None
    total: int | None
    batches_per_person: int
    items_per_person: int
    people: int

    def hours(self, minutes_per_item: float) -> float:
        """Working time of everybody together, without practice and tests."""
        answers = self.items_per_person * self.people if self.total is None else self.total
        return answers * minutes_per_item / 60


def expected_minutes(design: StudyDesign) -> float:
    """Working minutes that an item is expected to take: no more than its limit lets anybody have."""
    limit_s = design.limits.item_s
    return min(design.plan.minutes_per_item, limit_s / 60 if limit_s else float("inf"))


def places_of(design: StudyDesign, n_items: int) -> Places:
    """The arithmetic for a set of that size.

    Nobody gets an item twice, under whatever condition: a person has at most `n_items`, and an item needs
    `people_per_item` people for each condition.
    """
    batches_in_all = ceil(n_items / design.batch_size)
    if design.people_per_item is None:
        return Places(n_items, 1, None, None, batches_in_all, n_items, 1)
    n_conditions = len(design.conditions)
    batches = min(design.batches_per_person or batches_in_all, batches_in_all)
    per_person = min(batches * design.batch_size, n_items)
    total = n_items * n_conditions * design.people_per_item
    if not per_person:
        people = 0
    elif design.allocation == "between":
        in_one = max(design.people_per_item, ceil(n_items * design.people_per_item / per_person))
        people = in_one * n_conditions
    else:
        people = max(design.people_per_item * n_conditions, ceil(total / per_person))
    return Places(n_items, n_conditions, design.people_per_item, total, batches, per_person, people)
