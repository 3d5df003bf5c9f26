"""Questions that nearly repeat another one of the set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.figures import counted_share
from annotation.likeness import NEAR, near_pairs, telling_words
from baseline.analysis.records import Figure
from db.models import Item


class SimilarPair(NamedTuple):
    """Two items with nearly the same question (likeness 0..1), and what else they share.

    `differing` are numbers and names that only one of the questions has: then both may be wanted.
    """

    first: str
    second: str
    similarity: float
    same_evidence: bool
    same_answer: bool
    differing: tuple[str, ...]


def similar_pairs(items: Sequence[Item], threshold: float = NEAR) -> list[SimilarPair]:
    """Pairs of items whose questions are at least this alike, most alike first.

    Within a pair, and among equals, the order is that of the ids.
    """
    ordered = sorted(items, key=lambda item: item.item_id)
    pairs = near_pairs([item.question for item in ordered], threshold)
    found = [_pair(ordered[pair.first], ordered[pair.second], pair.likeness) for pair in pairs]
    return sorted(found, key=lambda pair: (-pair.similarity, pair.first, pair.second))


def duplicate_figure(n_items: int, pairs: Sequence[SimilarPair]) -> Figure:
    """Share of items in at least one pair."""
    paired = {item_id for pair in pairs for item_id in (pair.first, pair.second)}
    return counted_share("near_duplicates", len(paired), n_items, "no items")


def _pair(one: Item, other: Item, similarity: float) -> SimilarPair:
    return SimilarPair(
        one.item_id,
        other.item_id,
        similarity,
        set(one.evidence) == set(other.evidence),
        bool(set(one.answer_variants) & set(other.answer_variants)),
        tuple(telling_words(one.question, other.question)),
    )
