"""The figures of several systems once more, in loops and fractions: slow, and nothing shared with the app."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction


def four_cells(first: list[int], second: list[int]) -> tuple[int, int, int, int]:
    both = sum(1 for a, b in zip(first, second, strict=True) if a and b)
    only_first = sum(1 for a, b in zip(first, second, strict=True) if a and not b)
    only_second = sum(1 for a, b in zip(first, second, strict=True) if b and not a)
    return both, only_first, only_second, len(first) - both - only_first - only_second


def kappa(cells: tuple[int, int, int, int]) -> Fraction | None:
    both, one, other, neither = cells
    n = sum(cells)
    if n == 0:
        return None
    observed = Fraction(both + neither, n)
    p, q = Fraction(both + one, n), Fraction(both + other, n)
    chance = p * q + (1 - p) * (1 - q)
    return None if chance == 1 else (observed - chance) / (1 - chance)


def ac1(cells: tuple[int, int, int, int]) -> Fraction | None:
    both, one, other, neither = cells
    n = sum(cells)
    if n == 0:
        return None
    mean = Fraction(2 * both + one + other, 2 * n)
    chance = 2 * mean * (1 - mean)
    return (Fraction(both + neither, n) - chance) / (1 - chance)


def mcnemar(only_first: int, only_second: int) -> Fraction:
    n, smaller = only_first + only_second, min(only_first, only_second)
    tail = sum(math.comb(n, k) for k in range(smaller + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**n))


def discrimination(matrix: list[list[int]], column: int) -> float | None:
    x = [row[column] for row in matrix]
    rest = [sum(row) - row[column] for row in matrix]
    n = len(matrix)
    mx, my = Fraction(sum(x), n), Fraction(sum(rest), n)
    sxx = sum((a - mx) ** 2 for a in x)
    syy = sum((b - my) ** 2 for b in rest)
    if sxx == 0 or syy == 0:
        return None
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, rest, strict=True))
    return float(sxy) / math.sqrt(float(sxx) * float(syy))


def alpha(units: list[list[str]]) -> Fraction | None:
    """Krippendorff's nominal alpha, pair by pair."""
    values = [value for unit in units if len(unit) > 1 for value in unit]
    if len(set(values)) < 2:
        return None
    disagreeing = Fraction(0)
    for unit in units:
        for i, a in enumerate(unit):
            for j, b in enumerate(unit):
                if i != j and a != b:
                    disagreeing += Fraction(1, len(unit) - 1)
    n = len(values)
    expected = sum(1 for i, a in enumerate(values) for j, b in enumerate(values) if i != j and a != b)
    return 1 - disagreeing / n / (Fraction(expected, n * (n - 1)))


def ngram_cosine(texts: list[str], first: str, second: str) -> float:
    """TF-IDF over n-grams of 3 to 5 characters of words in blanks, for lower-case texts without odd letters."""

    def grams(text: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for word in text.split():
            padded = f" {word} "
            for size in (3, 4, 5):
                for at in range(max(1, len(padded) - size + 1)):
                    gram = padded[at : at + size]
                    counts[gram] = counts.get(gram, 0) + 1
        return counts

    known = {" ".join(text.split()) for text in texts}

    def vector(text: str) -> dict[str, float]:
        found = {}
        for gram, n in grams(text).items():
            df = sum(1 for one in known if gram in grams(one))
            found[gram] = (1 + math.log(n)) * (1 + math.log((1 + len(known)) / (1 + df)))
        return found

    one, other = vector(first), vector(second)
    if not one or not other:
        return 1.0 if not one and not other else 0.0
    dot = sum(value * other.get(gram, 0.0) for gram, value in one.items())
    return dot / math.sqrt(sum(v * v for v in one.values()) * sum(v * v for v in other.values()))


def drift_by_step(
    asked: list[tuple[str, list[str]]], similarity: Callable[[str, str], float]
) -> list[tuple[int, float]]:
    """For steps 1, 2, ...: attempts that took it, and the mean over items of the mean of 1 - similarity on each."""
    found = []
    for step in range(1, max([len(texts) for _, texts in asked], default=0)):
        values = {}
        for item_id, texts in asked:
            if len(texts) > step:
                values.setdefault(item_id, []).append(1 - similarity(texts[step - 1], texts[step]))
        per_item = [sum(own) / len(own) for own in values.values()]
        found.append((sum(len(own) for own in values.values()), sum(per_item) / len(per_item)))
    return found
