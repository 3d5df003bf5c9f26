"""Answers of one person are alike: how much wider an interval over items must be for it. Pure.

An interval over items takes answers as independent. Where each item has one answer and everybody answers
many, they are not: chance also decided whom the items went to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from baseline.analysis.intervals import Z95, Floats, wilson
from baseline.analysis.records import FigureUnit, Interval


class PeopleEffect(NamedTuple):
    """`design`: variance over people / variance over items, at least 1. `z`: what 1.96 becomes."""

    design: float
    z: float
    n_people: int

    @property
    def factor(self) -> float:
        """How much wider the interval is."""
        return float(np.sqrt(self.design)) * self.z / Z95


def people_effect(
    numerators: Floats, denominators: Floats, people: Sequence[str | None]
) -> PeopleEffect | None:
    """The effect on a ratio of sums over items with one answer each, whose people are given.

    V_items = n/(n-1) sum_i e_i^2 / W^2,  V_people = k/(k-1) sum_p (sum_{i of p} e_i)^2 / W^2,
    e_i = a_i - m b_i,  design = max(1, V_people / V_items)

    None where nothing is to be widened: fewer than two people, no spread, or people no more alike than items.
    An item without a person is its own. Source: Kish (1965); docs/metrics.md, "Intervals".
    """
    known = {person for person in people if person is not None}
    n, k = int(np.count_nonzero(denominators)), len(known)
    if k < 2 or n < 2:
        return None
    residuals = numerators - numerators.sum() / denominators.sum() * denominators
    codes = np.unique(
        [f"p:{one}" if one is not None else f"i:{i}" for i, one in enumerate(people)], return_inverse=True
    )[1]
    by_person = np.bincount(codes.ravel(), weights=residuals)
    over_items = float((residuals**2).sum()) * n / (n - 1)
    if over_items <= 1e-12:
        return None
    design = float((by_person**2).sum()) * k / (k - 1) / over_items
    return None if design <= 1 else PeopleEffect(design, float(student(freedom(design, k))), k)


def freedom(design: Floats | float, n_people: int) -> Floats | float:
    """Degrees of freedom: only the part between people rests on few (Satterthwaite)."""
    return (n_people - 1) / np.maximum(1 - 1 / np.asarray(design), 1e-9) ** 2


def student(degrees: Floats | float) -> Floats | float:
    """The .975 quantile of Student's t by its expansion in 1/degrees: within 1 % from 3 on.

    Source: Abramowitz and Stegun (1964), 26.7.5.
    """
    z, v = Z95, np.asarray(degrees, dtype=np.float64)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def widened(interval: Interval, effect: PeopleEffect, figure: tuple[float, float, FigureUnit]) -> Interval:
    """The interval of a figure (its sums and unit) with the effect: Wilson anew, a bootstrap stretched."""
    numerator, denominator, unit = figure
    if interval.method == "wilson":
        return wilson(numerator / effect.design, denominator / effect.design, effect.z) or interval
    value = numerator / denominator
    low, high = (value + (end - value) * effect.factor for end in (interval.low, interval.high))
    return Interval(max(0.0, low), min(1.0, high) if unit == "share" else high, interval.method)
