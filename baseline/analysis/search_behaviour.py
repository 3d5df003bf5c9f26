"""How somebody searched: what each attempt says, one function a figure.

Every function returns the attempt's own value: 1.0 or 0.0, or None when the attempt is not in the
figure's denominator. Means over attempts and items, N and intervals are made in report.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from baseline.analysis.attribution import Level, gold_documents, gold_pages
from baseline.analysis.records import SearchStep
from db.models import PageRef

Need = Literal["any", "all"]


def correct_within_steps(correct: bool, n_searches: int | None, limit: int) -> float:
    """Correct with at most `limit` searches. The denominator is every item.

    An attempt whose number of searches is not known counts under no limit. Source: MADQA, figure 9.
    """
    return float(correct and n_searches is not None and n_searches <= limit)


def first_query_accuracy(correct: bool, n_searches: int | None) -> float | None:
    """Correct after exactly one query; None for an attempt that did not search.

    Source: MADQA, figure 9; docs/metrics.md, "First-query accuracy".
    """
    return None if not n_searches else float(correct and n_searches == 1)


def single_query_accuracy(correct: bool, n_searches: int | None) -> float | None:
    """Correct, among attempts with exactly one query. Source: MADQA, appendix H."""
    return float(correct) if n_searches == 1 else None


def multi_query_accuracy(correct: bool, n_searches: int | None) -> float | None:
    """Correct, among attempts with two or more queries. Source: MADQA, appendix H."""
    return float(correct) if n_searches is not None and n_searches >= 2 else None


def has_hits(searches: Sequence[SearchStep] | None) -> bool:
    """Whether the log holds what every query showed (an attempt without a query showed nothing)."""
    return searches is not None and all(step.hits is not None for step in searches)


def found_at(
    searches: Sequence[SearchStep], evidence: Iterable[PageRef], level: Level, need: Need
) -> int | None:
    """The first iteration (from 1) up to which the hits hold any, or all, of the gold; None if never.

    Raises ValueError without gold. Source: MADQA, figure 23.
    """
    refs = tuple(evidence)
    gold = gold_pages(refs) if level == "page" else gold_documents(refs)
    if not gold:
        raise ValueError("an item without gold evidence cannot be found")
    wanted = 1 if need == "any" else len(gold)
    shown: set[object] = set()
    for iteration, step in enumerate(searches, 1):
        hits = step.hits or ()
        shown |= gold & (gold_pages(hits) if level == "page" else gold_documents(hits))
        if len(shown) >= wanted:
            return iteration
    return None


def found_by(found_iteration: int | None, iteration: int) -> float:
    """The hits of the first `iteration` queries held it. The denominator is every item with gold."""
    return float(found_iteration is not None and found_iteration <= iteration)


def needs_recovery(n_searches: int | None, found_iteration: int | None) -> bool:
    """There was a first query and its hits held no gold document."""
    return bool(n_searches) and found_iteration != 1


def recovered(n_searches: int | None, found_iteration: int | None) -> float | None:
    """A later query's hits held a gold document, among attempts that needed recovery.

    Source: MADQA, figure 24.
    """
    return float(found_iteration is not None) if needs_recovery(n_searches, found_iteration) else None


def answer_recovered(correct: bool, n_searches: int | None, found_iteration: int | None) -> float | None:
    """Ended correct, among attempts that needed recovery."""
    return float(correct) if needs_recovery(n_searches, found_iteration) else None
