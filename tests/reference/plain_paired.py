"""Two systems on resampled items once more, by really repeating rows: slow, nothing shared with the app.

A row is (item, effort, right). `times` says how often each item was drawn.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

from tests.reference import plain_metrics

Row = tuple[int, int, bool]


def repeated(rows: list[Row], times: list[int]) -> list[tuple[int, bool]]:
    """The rows of each item as often as it was drawn, one after the other as in the file."""
    return [(effort, right) for item, effort, right in rows for _ in range(times[item])]


def effort_figures(rows: list[Row], times: list[int]) -> tuple[float | None, ...]:
    """K, K / sigma, effort ratio and K in file order of one resample."""
    drawn = [(effort, right) for effort, right in repeated(rows, times) if effort > 0]
    kuiper = plain_metrics.kuiper(drawn, True)
    in_file_order = plain_metrics.kuiper(drawn, False)
    ratio = plain_metrics.effort_ratio(drawn)
    over_sigma = None
    if kuiper is not None:
        n, rights = len(drawn), len([1 for _, right in drawn if right])
        over_sigma = float(kuiper) / math.sqrt(rights * (n - rights) / n)
    return tuple(None if one is None else float(one) for one in (kuiper, over_sigma, ratio, in_file_order))


def mean_difference(first: list[float], second: list[float], times: list[int]) -> float:
    """First mean minus second mean over the items that were drawn."""
    ours = [value for value, n in zip(first, times, strict=True) for _ in range(n)]
    theirs = [value for value, n in zip(second, times, strict=True) for _ in range(n)]
    return sum(ours) / len(ours) - sum(theirs) / len(theirs)


def middle_95(values: list[float]) -> tuple[float, float]:
    """Percentiles 2.5 and 97.5, linear between neighbours."""
    ordered = sorted(values)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        below = math.floor(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (place - below) * (ordered[above] - ordered[below])

    return at(0.025), at(0.975)


def agreeing_pairs(units: list[list[bool]]) -> Fraction | None:
    """Share of pairs with the same outcome, averaged over units with two or more."""
    shares = []
    for unit in units:
        pairs = list(combinations(unit, 2))
        if pairs:
            shares.append(Fraction(len([1 for a, b in pairs if a == b]), len(pairs)))
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def routed(
    agent: list[tuple[float, int | None]], people: list[float]
) -> list[tuple[float | None, Fraction, float]]:
    """Threshold, share to people, accuracy; for every threshold from above, then everything."""
    efforts = sorted({effort for _, effort in agent if effort is not None}, reverse=True)
    found: list[tuple[float | None, Fraction, float]] = []
    for threshold in [None, *efforts, -1]:
        total, sent = 0.0, 0
        for (score, effort), theirs in zip(agent, people, strict=True):
            goes = threshold is not None and (effort is None or effort > threshold)
            sent += goes
            total += theirs if goes else score
        if threshold is None or sent:
            found.append((threshold, Fraction(sent, len(people)), total / len(people)))
    return found
