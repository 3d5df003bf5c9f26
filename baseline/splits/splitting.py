"""Splits of an item set as a use case: planned from the panel, then written as frozen item sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from baseline.analysis.item_statistics import ItemStatistics, item_statistics
from baseline.analysis.panel import Panel
from baseline.analysis.split_builder import Plan, Split, bin_of, build_splits
from baseline.figures.systems import SetSystems
from db import items, splits
from db.connection import Database, joined
from db.errors import Conflict, InvalidInput
from db.home import checked_name
from db.models import By
from db.splits import SplitMade
from db.version import VERSION
from db.wording import counted

FEWEST_SYSTEMS = 3
MOST_SPLITS = 5


class MadeOf(NamedTuple):
    """What the panel is: by whose answers (for each system its file or study), and what was chosen."""

    sources: tuple[str, ...] = ()
    filters: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Planned(NamedTuple):
    """Splits before they are written, as they were asked for, and the statistics they rest on."""

    splits: tuple[Split, ...]
    plans: tuple[Plan, ...]
    statistics: tuple[ItemStatistics, ...]
    systems: tuple[str, ...]

    def profile(self, split: Split | None = None) -> list[int]:
        """How many items (of a split, or of all) are sentinels by difficulty, then in each of nine bins."""
        counts = [0] * 10
        chosen = None if split is None else frozenset(split.item_ids)
        for one in self.statistics:
            if chosen is None or one.item_id in chosen:
                counts[0 if one.difficulty <= 0.1 else 1 + bin_of(one.difficulty)] += 1
        return counts


def plan_splits(panel: Panel, plans: Sequence[Plan]) -> Planned:
    """Choose the items of each split; nothing is written.

    Raises:
        InvalidInput: fewer than three systems answered, or a plan cannot be had from the items.
    """
    if len(panel.systems) < FEWEST_SYSTEMS:
        raise InvalidInput(
            f"{counted(len(panel.systems), 'systems')} answered; difficulty and discrimination need "
            f"{FEWEST_SYSTEMS} at least. Import more runs, or clear the filters."
        )
    statistics = item_statistics(panel)
    _require_possible(plans, len(statistics))
    return Planned(
        tuple(build_splits(panel, statistics, plans)),
        tuple(plans),
        tuple(statistics),
        tuple(one.name for one in panel.systems),
    )


def _require_possible(plans: Sequence[Plan], n_items: int) -> None:
    if not 1 <= len(plans) <= MOST_SPLITS:
        raise InvalidInput(f"There are {len(plans)} splits; plan 1 to {MOST_SPLITS}.")
    names = [plan.name for plan in plans]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidInput(f"Two splits are called {twice!r}; give each its own name.")
    for plan in plans:
        checked_name(plan.name, "item set name")
        if plan.n_items < 1:
            raise InvalidInput(f"Split {plan.name!r} has no items; give it one at least.")
        if not 0 <= plan.n_sentinels <= plan.n_items:
            raise InvalidInput(
                f"Split {plan.name!r} cannot have {plan.n_sentinels} sentinels in {plan.n_items} items; give "
                f"0 to {plan.n_items}."
            )
    wanted = sum(plan.n_items for plan in plans)
    if wanted > n_items:
        raise InvalidInput(
            f"The splits need {wanted} items together; {n_items} of the set can be scored. Make them smaller."
        )


def made_of(found: SetSystems, panel: Panel, chosen: Mapping[str, Iterable[str]]) -> MadeOf:
    """What a record of the split says of the panel. `chosen`: facet -> what was chosen of it."""
    by_name = {one.name: one for one in found.systems}
    sources = [by_name[one.name] for one in panel.systems]
    return MadeOf(
        tuple(one.run.sha256 if one.run else f"study {one.origin.id}" for one in sources),
        {facet: tuple(sorted(values)) for facet, values in chosen.items() if values},
    )


def write_splits(database: Database, set_name: str, planned: Planned, of: MadeOf, by: By) -> list[SplitMade]:
    """Write each split as a frozen item set of its own, with a record of how it was made; all or none.

    Raises:
        Conflict: there is a set of such a name already.
        InvalidInput: a split is empty.
    """
    with joined(database):
        taken = set(items.item_set_names(database)) & {one.name for one in planned.splits}
        if taken:
            raise Conflict(f"There is already an item set {min(taken)!r}; choose another name.")
        content = {item.item_id: item for item in items.load_item_set(database, set_name)}
        whole = items.describe_item_set(database, set_name)
        made = []
        for split, plan in zip(planned.splits, planned.plans, strict=True):
            if not split.item_ids:
                raise InvalidInput(f"Split {split.name!r} would be empty: no item is left for it.")
            items.put_item_set(database, split.name, [content[one] for one in split.item_ids], by.at_ms)
            items.freeze_item_set(database, split.name, by.at_ms)
            record = SplitMade(
                set_name=split.name,
                out_of=set_name,
                out_of_sha256=whole.sha256,
                sha256=items.describe_item_set(database, split.name).sha256,
                n_items=len(split.item_ids),
                sentinels=tuple(one for one in split.item_ids if one in split.sentinels),
                rho=split.rho,
                rho_low=split.rho_interval.low if split.rho_interval else None,
                rho_high=split.rho_interval.high if split.rho_interval else None,
                systems=planned.systems,
                sources=of.sources,
                filters=dict(of.filters),
                n_items_asked=plan.n_items,
                n_sentinels_asked=plan.n_sentinels,
                made_by=VERSION,
                by=by.account_id,
                at_ms=by.at_ms,
            )
            splits.add_split(database, record)
            made.append(record)
        return made
