"""Encoders: what makes two texts comparable, by a cosine. Pure.

The encoder is part of every figure that is made with it: its name stands beside the value, and values of two
encoders are never compared. Those here need no model. Another one (a sentence encoder) is anything with a
`name` and a `similarity`; docs/items.md says how to use it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Protocol

_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_SHORTEST, _LONGEST = 3, 5


class Encoder(Protocol):
    """Makes texts comparable. `name` is shown wherever a figure made with it is."""

    @property
    def name(self) -> str:
        """With version and parameters, as a paper would have to report it."""
        ...

    def similarity(self, first: str, second: str) -> float:
        """The cosine of the two texts' vectors, -1 to 1."""
        ...


class _TfIdf:
    """TF-IDF over what `_terms` finds in a text, over the texts it was made of.

    Weights (1 + ln tf) (1 + ln((1 + N) / (1 + df))), N and df counted over distinct texts. Letters are NFKC,
    without case. Two empty texts are alike, an empty and another are not.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        grams = {text: self._terms(text) for text in map(_normal, texts)}
        found_in = Counter(gram for of_text in grams.values() for gram in of_text)
        self._n = len(grams)
        self._weights = {gram: 1 + log((1 + self._n) / (1 + df)) for gram, df in found_in.items()}
        self._unseen = 1 + log(1 + self._n)
        self._vectors: dict[str, Mapping[str, float]] = {}

    @staticmethod
    def _terms(text: str) -> Counter[str]:
        raise NotImplementedError

    def similarity(self, first: str, second: str) -> float:
        """The cosine, 0 to 1."""
        one, other = self._vector(_normal(first)), self._vector(_normal(second))
        if not one or not other:
            return float(not one and not other)
        smaller, larger = sorted((one, other), key=len)
        shared = sum(weight * larger[gram] for gram, weight in smaller.items() if gram in larger)
        return min(1.0, shared)

    def _vector(self, text: str) -> Mapping[str, float]:
        """Of length 1."""
        if text not in self._vectors:
            weighted = {
                gram: (1 + log(n)) * self._weights.get(gram, self._unseen)
                for gram, n in self._terms(text).items()
            }
            length = sqrt(sum(weight * weight for weight in weighted.values()))
            self._vectors[text] = {gram: weight / length for gram, weight in weighted.items()}
        return self._vectors[text]


class CharacterNgrams(_TfIdf):
    """For queries: n-grams of 3 to 5 letters inside words, so that `permits` is near `permit`."""

    @property
    def name(self) -> str:
        """As a paper would have to report it."""
        return f"character n-gram TF-IDF ({_SHORTEST}-{_LONGEST}, {self._n} queries)"

    @staticmethod
    def _terms(text: str) -> Counter[str]:
        return _ngrams(text)


class PageWords(_TfIdf):
    """For pages: their words."""

    @property
    def name(self) -> str:
        """As a paper would have to report it."""
        return f"word TF-IDF ({self._n} pages)"

    @staticmethod
    def _terms(text: str) -> Counter[str]:
        return Counter(_WORD.findall(text))


def _normal(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def _ngrams(text: str) -> Counter[str]:
    """Words stand in blanks, so that their beginnings and ends count: ` permit ` has ` pe` and `it `."""
    counts: Counter[str] = Counter()
    for word in text.split():
        padded = f" {word} "
        for size in range(_SHORTEST, _LONGEST + 1):
            counts.update(padded[at : at + size] for at in range(max(1, len(padded) - size + 1)))
    return counts
