"""How often the question itself, as one query, brings up its evidence, over a set of items."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.figures import Wanted, mean_of
from annotation.one_query import QUERY_FORMS, QueryOutcome, cutoffs_of, enough
from baseline.analysis.cascade import HOP_TYPES, HopType, hop_type
from db.models import Item


def one_query_figures(items: Sequence[Item], rows: Sequence[Sequence[QueryOutcome]], k: int) -> list[Wanted]:
    """Share of items for which one query is enough, by hop type, by form, by cut-off."""
    no_items = "no item has evidence"
    is_enough = [enough(row, k) for row in rows]
    hops = [hop_type(item.evidence) for item in items]
    wanted: list[Wanted] = [mean_of("one_query_enough", is_enough, no_items)]
    wanted += [
        mean_of(f"one_query_enough_by_hop@{hop}", _only(is_enough, hops, hop), f"no item of hop type {hop}")
        for hop in HOP_TYPES
    ]
    for position, form in enumerate(QUERY_FORMS):
        outcomes = [row[position] for row in rows]
        wanted += [
            mean_of(f"one_query_all@{form}_{cutoff}", [o.finds_all(cutoff) for o in outcomes], no_items)
            for cutoff in cutoffs_of(k)
        ]
        wanted.append(mean_of(f"one_query_any@{form}_{k}", [o.finds_any(k) for o in outcomes], no_items))
    return wanted


def one_query_notes(rows: Sequence[Sequence[QueryOutcome]]) -> list[str]:
    """How many queries the search tool refused, by form."""
    notes = []
    for position, form in enumerate(QUERY_FORMS):
        refused = [row[position].refused for row in rows if row[position].refused is not None]
        if refused:
            notes.append(
                f"{len(refused)} of {len(rows)} queries of form {form} are refused and left out: {refused[0]}"
            )
    return notes


def _only(values: Sequence[bool | None], hops: Sequence[HopType], hop: HopType) -> list[bool | None]:
    return [value if of == hop else None for value, of in zip(values, hops, strict=True)]
