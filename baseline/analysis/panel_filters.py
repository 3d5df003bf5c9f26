"""What of a panel is looked at: some systems, conditions and kinds of items. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from baseline.analysis.breakdowns import values_of
from baseline.analysis.cascade import HOP_TYPES
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.records import GoldItem

ItemFacet = Literal["hop_type", "domain", "category", "visual"]
ITEM_FACETS: tuple[ItemFacet, ...] = get_args(ItemFacet)


@dataclass(frozen=True, slots=True)
class Filters:
    """What is chosen of each; nothing chosen is everything. Hashable, so that it can be part of a key."""

    systems: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    hop_type: frozenset[str] = frozenset()
    domain: frozenset[str] = frozenset()
    category: frozenset[str] = frozenset()
    visual: frozenset[str] = frozenset()

    def of(self, facet: ItemFacet) -> frozenset[str]:
        """What is chosen of a facet of items."""
        return {
            "hop_type": self.hop_type,
            "domain": self.domain,
            "category": self.category,
            "visual": self.visual,
        }[facet]

    @property
    def chooses_items(self) -> bool:
        """Whether the items are not all of the set: then N is smaller, and every sentence must say so."""
        return any(self.of(facet) for facet in ITEM_FACETS)


def filtered(panel: Panel, filters: Filters) -> Panel:
    """The systems and items that are chosen; an item with several values of a facet is in each of them.

    The items chosen are the denominator of everything that is computed from the panel.
    """
    systems = tuple(one for one in panel.systems if _is_chosen(one, filters))
    chosen = Panel(panel.gold, systems)
    if not filters.chooses_items:
        return chosen
    return chosen.only_items({item.item_id for item in panel.gold if _holds(item, filters)})


def _is_chosen(system: SystemRun, filters: Filters) -> bool:
    by_name = not filters.systems or system.name in filters.systems
    return by_name and (not filters.conditions or system.condition in filters.conditions)


def _holds(item: GoldItem, filters: Filters) -> bool:
    return all(
        not filters.of(facet) or filters.of(facet) & set(values_of(item, facet)) for facet in ITEM_FACETS
    )


def facet_values(panel: Panel) -> Mapping[ItemFacet, tuple[str, ...]]:
    """What there is to choose of each facet: hop types in their order, the others by name."""
    found = {facet: _values(panel.gold, facet) for facet in ITEM_FACETS}
    found["hop_type"] = tuple(hop for hop in HOP_TYPES if hop in found["hop_type"])
    return found


def _values(gold: Iterable[GoldItem], facet: ItemFacet) -> tuple[str, ...]:
    return tuple(sorted({value for item in gold for value in values_of(item, facet)}))
