"""Agreement of judges and corrected accuracy once more, in loops and fractions: nothing shared with the app."""

from __future__ import annotations

import math
from fractions import Fraction

SCORES = (Fraction(0), Fraction(1, 2), Fraction(1))
Pairs = list[tuple[Fraction, Fraction]]


def raw_agreement(pairs: Pairs) -> Fraction | None:
    return Fraction(sum(1 for a, b in pairs if a == b), len(pairs)) if pairs else None


def kappa(pairs: Pairs) -> Fraction | None:
    observed = raw_agreement(pairs)
    if observed is None:
        return None
    n = len(pairs)
    chance = sum(
        (
            Fraction(sum(1 for a, _ in pairs if a == score), n)
            * Fraction(sum(1 for _, b in pairs if b == score), n)
            for score in SCORES
        ),
        Fraction(0),
    )
    return None if chance == 1 else (observed - chance) / (1 - chance)


def ac1(pairs: Pairs) -> Fraction | None:
    observed = raw_agreement(pairs)
    if observed is None:
        return None
    chance = Fraction(0)
    for score in SCORES:
        used = sum(1 for pair in pairs for one in pair if one == score)
        share = Fraction(used, 2 * len(pairs))
        chance += share * (1 - share) / 2
    return (observed - chance) / (1 - chance)


def quadratic_kappa(pairs: Pairs) -> Fraction | None:
    """Every rating of the first against every rating of the second is what chance gives."""
    if not pairs:
        return None
    apart = sum(((a - b) ** 2 for a, b in pairs), Fraction(0)) / len(pairs)
    by_chance = sum(((a - b) ** 2 for a, _ in pairs for _, b in pairs), Fraction(0)) / len(pairs) ** 2
    return None if by_chance == 0 else 1 - apart / by_chance


def sensitivity(pairs: Pairs) -> Fraction | None:
    right = [judged for judged, decided in pairs if decided > 0]
    return Fraction(sum(1 for judged in right if judged > 0), len(right)) if right else None


def specificity(pairs: Pairs) -> Fraction | None:
    wrong = [judged for judged, decided in pairs if decided == 0]
    return Fraction(sum(1 for judged in wrong if judged == 0), len(wrong)) if wrong else None


def corrected(
    p: float, n: int, q1: float, q0: float, m1: int, m0: int
) -> tuple[float, float, float] | None:
    """Theta, and both ends of its full interval."""
    j = q1 + q0 - 1
    if j <= 0:
        return None
    theta = min(1.0, max(0.0, (p + q0 - 1) / j))
    noise = p * (1 - p) / n + (1 - theta) ** 2 * q0 * (1 - q0) / m0 + theta**2 * q1 * (1 - q1) / m1
    half = 1.959963984540054 * math.sqrt(noise) / j
    return theta, max(0.0, theta - half), min(1.0, theta + half)
