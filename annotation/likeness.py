"""How alike two questions are, whatever else is asked: for the check of a draft, and for a whole set. Pure.

Two questions are alike by Jaccard's index of their words and pairs of neighbouring words: what both
have, over what either has. Questions that differ in a number or a name are often meant to. The likeness
of two questions depends on no third one, so a set holds no pair that its authors were not told of.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from annotation.checks.text import words_of
from baseline.analysis.text_values import normalised

NEAR = 0.6
"""From this likeness on two questions are nearly the same."""
_SAME_WORDS = 0.5
_MOST_CHARS = 1000
# Letters beyond ASCII singly: scripts without spaces have no other words.
_WORD = re.compile(r"[a-z0-9]+|[^\W_]")


class NearPair(NamedTuple):
    """Two of a sequence of questions by their places in it, the earlier one first."""

    first: int
    second: int
    likeness: float


@lru_cache(maxsize=8192)
def words(question: str) -> tuple[str, ...]:
    """The words of a question, in order."""
    # The analyser of the index would take ten times as long, for all questions of a project.
    return tuple(_WORD.findall(normalised(question[:_MOST_CHARS])))


@lru_cache(maxsize=8192)
def word_set(question: str) -> frozenset[str]:
    """The words of a question: a draft is compared with thousands of others at every pause in typing."""
    return frozenset(words(question))


def shingles(question: str) -> frozenset[str]:
    """The words of a question, and each two neighbours."""
    pairs = (f"{left} {right}" for left, right in pairwise(words(question)))
    return frozenset((*words(question), *pairs))


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """|left & right| / |left | right|, 0..1; 0 if both are empty."""
    n_common = len(left & right)
    n_all = len(left) + len(right) - n_common
    return n_common / n_all if n_all else 0.0


def likeness(question: str, other: str) -> float:
    """0..1; 0 where less than half of the words are the same, and for questions without words."""
    # Pairs are looked at only where half of the words are the same: few questions get there.
    if jaccard(word_set(question), word_set(other)) < _SAME_WORDS:
        return 0.0
    return jaccard(shingles(question), shingles(other))


def near_pairs(questions: Sequence[str], threshold: float = NEAR) -> list[NearPair]:
    """All pairs with at least this likeness (above 0), in order of their places."""
    found: list[NearPair] = []
    sizes = np.array([len(word_set(question)) for question in questions], dtype=np.float64)
    holders: dict[str, list[int]] = defaultdict(list)
    for second, question in enumerate(questions):
        n_common = np.zeros(second)
        for word in word_set(question):
            n_common[holders[word]] += 1
            holders[word].append(second)
        n_all = sizes[:second] + sizes[second] - n_common
        likely = np.flatnonzero((n_common >= _SAME_WORDS * n_all) & (n_common > 0))
        alike = ((first, likeness(questions[first], question)) for first in likely.tolist())
        found += [NearPair(first, second, value) for first, value in alike if value >= threshold]
    return sorted(found)


def telling_words(question: str, other: str) -> list[str]:
    """Numbers and words with a capital that only one of the two has, as they are written."""
    found: list[str] = []
    for here, there in ((question, other), (other, question)):
        known = set(words_of(there))
        for at, piece in enumerate(here.split()):
            tells = any(map(str.isdigit, piece)) or (at > 0 and piece.strip("“\"'(")[:1].isupper())
            if tells and not known.issuperset(words_of(piece)):
                found.append(piece.strip("?.,;:"))
    return list(dict.fromkeys(found))
