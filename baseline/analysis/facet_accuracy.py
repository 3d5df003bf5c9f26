"""Accuracy of every system on every kind of item. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from baseline.analysis.averages import Wanted, average_many
from baseline.analysis.breakdowns import values_of
from baseline.analysis.figure_plan import correctness_figures
from baseline.analysis.panel import Panel
from baseline.analysis.records import Figure
from baseline.analysis.run_rows import AttemptRow, RunRows


class FacetGroup(NamedTuple):
    """A kind of items, and the accuracy of each system on it, in the order of the panel."""

    name: str
    n_items: int
    figures: tuple[Figure, ...]


def facet_accuracy(
    panel: Panel, facet: Literal["hop_type", "domain", "category", "visual"]
) -> list[FacetGroup]:
    """The groups by size, the largest first; an item with several values is in each of them.

    A group's accuracy is that of the panel with its items alone, but for one set of resamples for all: each
    resamples all items, so that the size of a group varies too.
    """
    members: dict[str, set[str]] = {}
    for item in panel.gold:
        for value in values_of(item, facet):
            members.setdefault(value, set()).add(item.item_id)
    names = sorted(members, key=lambda name: (-len(members[name]), name))
    runs = [system.run for system in panel.systems]
    made = average_many(runs, [[_on(run, members[name]) for name in names] for run in runs])
    return [
        FacetGroup(name, len(members[name]), tuple(own[place] for own in made))
        for place, name in enumerate(names)
    ]


def _on(run: RunRows, item_ids: set[str]) -> Wanted:
    whole = _accuracy(correctness_figures(run))

    def value(row: AttemptRow) -> float | None:
        return whole.value(row) if row.attempt.item_id in item_ids else None

    return Wanted("accuracy", value, "no item of this kind counts for it")


def _accuracy(wanted: Sequence[Wanted]) -> Wanted:
    return next(one for one in wanted if one.key == "accuracy")
