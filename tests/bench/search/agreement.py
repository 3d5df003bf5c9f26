"""How much two engines' lists have in common."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

_BEST = 5


class Agreement(NamedTuple):
    """Means over queries for which either list holds something. `tau` is None where nothing is ordered."""

    overlap: float
    tau: float | None
    identical: float


def agreement(ours: Sequence[Sequence[int]], theirs: Sequence[Sequence[int]]) -> Agreement:
    """Of the best five pages of each query: overlap, Kendall's tau-b over the union, equal lists."""
    pairs = [(list(a[:_BEST]), list(b[:_BEST])) for a, b in zip(ours, theirs, strict=True) if a or b]
    taus = [tau for a, b in pairs if (tau := tau_b(a, b)) is not None]
    return Agreement(
        overlap=fmean(len(set(a) & set(b)) / max(len(a), len(b)) for a, b in pairs) if pairs else 1.0,
        tau=fmean(taus) if taus else None,
        identical=fmean(float(a == b) for a, b in pairs) if pairs else 1.0,
    )


def tau_b(first: Sequence[int], second: Sequence[int]) -> float | None:
    """Kendall's tau-b over the pages of both lists; what a list does not hold stands behind, tied."""
    pages = sorted({*first, *second})
    a, b = ({page: _rank(page, ranked) for page in pages} for ranked in (first, second))
    concordant = discordant = only_a = only_b = 0
    for one, other in combinations(pages, 2):
        by_a, by_b = a[one] - a[other], b[one] - b[other]
        if by_a and by_b:
            concordant += by_a * by_b > 0
            discordant += by_a * by_b < 0
        else:
            only_a += bool(by_a)
            only_b += bool(by_b)
    n_a, n_b = concordant + discordant + only_a, concordant + discordant + only_b
    return (concordant - discordant) / (n_a * n_b) ** 0.5 if n_a and n_b else None


def _rank(page: int, ranked: Sequence[int]) -> int:
    return ranked.index(page) if page in ranked else len(ranked)
