"""Several answers of one system to one item: do people agree with each other, and runs with themselves? Pure.

The unit is an item with two finished attempts or more; attempts of a person group are of different people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from baseline.analysis.correctness import anls_star
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_sums,
    wilson_of_equals,
)
from baseline.analysis.panel import SystemRun
from baseline.analysis.records import Interval
from baseline.analysis.run_rows import AttemptRow

NO_OVERLAP = "undefined: no item has two finished attempts"
ALL_ALIKE = "undefined: all attempts on these items are {}, agreement 100 %"


class Overlap(NamedTuple):
    """Agreement on the items that were answered several times. Intervals are 95 %, over items.

    `agreeing` is the share of pairs of attempts with the same correctness, averaged on each item first;
    `alpha` Krippendorff's nominal alpha on correctness; `same_answer` the mean ANLS* between the answers of
    a pair, whether right or wrong. Values are None where `undefined` (for alpha `alpha_undefined`) says why.
    """

    system: str
    n_items: int
    n_attempts: int
    n_people: int
    agreeing: float | None
    agreeing_interval: Interval | None
    alpha: float | None
    alpha_interval: Interval | None
    same_answer: float | None
    same_answer_interval: Interval | None
    undefined: str | None
    alpha_undefined: str | None


def overlap_of(system: SystemRun) -> Overlap:
    """Agreement within one system."""
    units = _units(system)
    rows = [row for unit in units for row in unit]
    columns = np.array([_of_unit(unit) for unit in units], dtype=np.float64).reshape(len(units), 6)
    sums = columns.sum(axis=0, keepdims=True)
    drawn = resampled_sums(columns) if len(units) > 1 else None
    agreeing, alpha, same = (_value(of(sums)) for of in (_agreeing, _alphas, _same_answer))
    return Overlap(
        system=system.name,
        n_items=len(units),
        n_attempts=len(rows),
        n_people=len({row.attempt.participant for row in rows if row.attempt.participant}),
        agreeing=agreeing,
        agreeing_interval=wilson_of_equals(columns[:, 1]) or _interval(_agreeing, drawn),
        alpha=alpha,
        alpha_interval=None if alpha is None else _interval(_alphas, drawn),
        same_answer=same,
        same_answer_interval=wilson_of_equals(columns[:, 5]) or _interval(_same_answer, drawn),
        undefined=None if units else NO_OVERLAP,
        alpha_undefined=_why_no_alpha(rows, alpha),
    )


def _interval(of: Callable[[Floats], Floats], drawn: Floats | None) -> Interval | None:
    return None if drawn is None else percentile_interval(of(drawn))


def _units(system: SystemRun) -> list[list[AttemptRow]]:
    by_item: dict[str, list[AttemptRow]] = {item_id: [] for item_id in system.run.item_ids}
    for row in system.run.rows:
        if row.is_finished and row.score is not None:
            by_item[row.attempt.item_id].append(row)
    return [rows for rows in by_item.values() if len(rows) > 1]


def _of_unit(rows: Sequence[AttemptRow]) -> tuple[float, ...]:
    """1 | share of agreeing pairs | its part of alpha's Do | attempts | correct attempts | ANLS* of pairs."""
    n, right = len(rows), sum(row.is_correct for row in rows)
    # Ordered pairs that differ: one right and one wrong.
    differing = 2 * right * (n - right)
    pairs = n * (n - 1)
    return (1.0, 1 - differing / pairs, differing / (n - 1), n, right, _answer_agreement(rows))


def _answer_agreement(rows: Sequence[AttemptRow]) -> float:
    answers = [row.attempt.answer for row in rows]
    values = [_alike(one, other) for one, other in combinations(answers, 2)]
    return sum(values) / len(values)


def _alike(one: Sequence[str], other: Sequence[str]) -> float:
    """Two empty answers are the same answer."""
    blank = [not any(part.strip() for part in answer) for answer in (one, other)]
    return float(all(blank)) if any(blank) else anls_star(one, [other], "strict")


def _agreeing(sums: Floats) -> Floats:
    return quotient(sums[:, 1], sums[:, 0])


def _same_answer(sums: Floats) -> Floats:
    return quotient(sums[:, 5], sums[:, 0])


def _alphas(sums: Floats) -> Floats:
    """1 - Do / De, De = 2 right wrong / (n - 1). Source: Krippendorff (2011)."""
    n, right = sums[:, 3], sums[:, 4]
    by_chance = quotient(2 * right * (n - right), n - 1)
    return 1 - quotient(sums[:, 2], by_chance)


def _value(values: Floats) -> float | None:
    return float(values[0]) if np.isfinite(values[0]) else None


def _why_no_alpha(rows: Sequence[AttemptRow], alpha: float | None) -> str | None:
    if not rows:
        return NO_OVERLAP
    return None if alpha is not None else ALL_ALIKE.format("correct" if rows[0].is_correct else "wrong")
