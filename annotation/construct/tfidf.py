"""TF-IDF vectors of word counts and their cosine: likeness of words, without a model."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt

Vector = Mapping[str, float]


def inverse_frequencies(n_texts_with: Mapping[str, int], n_texts: int) -> dict[str, float]:
    """How much a word tells: 1 + ln((1 + N) / (1 + df)), at least 1."""
    return {word: 1 + log((1 + n_texts) / (1 + count)) for word, count in n_texts_with.items()}


def weighted(counts: Mapping[str, int], weights: Mapping[str, float]) -> dict[str, float]:
    """(1 + ln tf) * weight by word, of length 1; empty without words."""
    raw = {word: (1 + log(count)) * weights[word] for word, count in counts.items()}
    length = sqrt(sum(value * value for value in raw.values()))
    return {word: value / length for word, value in raw.items()}


def cosine(one: Vector, other: Vector) -> float:
    """Cosine of two vectors of length 1: 0 (no common word) to 1 (the same)."""
    shorter, longer = (one, other) if len(one) < len(other) else (other, one)
    product = sum(value * longer[word] for word, value in shorter.items() if word in longer)
    return min(1.0, product)
