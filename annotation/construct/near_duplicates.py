"""Questions that nearly repeat another one of the set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotation.construct.tfidf import inverse_frequencies, weighted
from annotation.construct.words import content_words
from annotation.figures import counted_share
from baseline.analysis.records import Figure
from db.models import Item
from index.search.analysis import Analyser

DEFAULT_THRESHOLD = 0.8


class SimilarPair(NamedTuple):
    """Two items with similar questions (cosine 0..1), and whether they share evidence or answers."""

    first: str
    second: str
    similarity: float
    same_evidence: bool
    same_answer: bool


def similar_pairs(
    items: Sequence[Item], analyser: Analyser, threshold: float = DEFAULT_THRESHOLD
) -> list[SimilarPair]:
    """Pairs of items whose questions have a TF-IDF cosine of at least `threshold`, most similar first.

    Words without stop and question words, weighed by the questions of the set. Questions without any
    word left are in no pair. Within a pair, and among equals, the order is that of the ids.
    """
    ordered = sorted(items, key=lambda item: item.item_id)
    counts = [_word_counts(item.question, analyser) for item in ordered]
    weights = inverse_frequencies(Counter(word for words in counts for word in words), len(ordered))
    vectors = [weighted(words, weights) for words in counts]
    holders: dict[str, list[int]] = defaultdict(list)
    values: dict[str, list[float]] = defaultdict(list)
    for position, vector in enumerate(vectors):
        for word, value in vector.items():
            holders[word].append(position)
            values[word].append(value)
    arrays = {word: (np.array(found), np.array(values[word])) for word, found in holders.items()}
    pairs = []
    for position, vector in enumerate(vectors):
        cosines = np.zeros(len(ordered))
        for word, value in vector.items():
            found, theirs = arrays[word]
            cosines[found] += value * theirs
        # Rounding must not decide about a pair exactly on the threshold.
        alike = np.flatnonzero(cosines[position + 1 :] >= threshold - 1e-9) + position + 1
        pairs += [_pair(ordered[position], ordered[other], float(cosines[other])) for other in alike]
    return sorted(pairs, key=lambda pair: (-round(pair.similarity, 9), pair.first, pair.second))


def duplicate_figure(n_items: int, pairs: Sequence[SimilarPair]) -> Figure:
    """Share of items in at least one pair."""
    paired = {item_id for pair in pairs for item_id in (pair.first, pair.second)}
    return counted_share("near_duplicates", len(paired), n_items, "no items")


def _word_counts(question: str, analyser: Analyser) -> Counter[str]:
    words = content_words(" ".join(question.split()), analyser)
    return Counter(spelling for spellings in words for spelling in spellings)


def _pair(one: Item, other: Item, similarity: float) -> SimilarPair:
    return SimilarPair(
        one.item_id,
        other.item_id,
        min(1.0, similarity),
        set(one.evidence) == set(other.evidence),
        bool(set(one.answer_variants) & set(other.answer_variants)),
    )
