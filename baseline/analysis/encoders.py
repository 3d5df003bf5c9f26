"""Encoders: what makes two texts comparable, by a cosine. Pure.

The encoder is part of every figure that is made with it: its name stands beside the value, and values of two
encoders are never compared. Those here need no model. Another one (a sentence encoder) is anything with a
`name` and a `similarity`; docs/items.md says how to use it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from math import log
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from baseline.analysis.intervals import Floats

Ids = NDArray[np.int64]
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


@runtime_checkable
class ManyAtOnce(Protocol):
    """An encoder that compares many pairs in one go."""

    def similarities(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """The cosine of each pair, (n_pairs,)."""
        ...


def similarities(encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> Floats:
    """The cosine of each pair, (n_pairs,), in one go where the encoder can."""
    if isinstance(encoder, ManyAtOnce):
        return encoder.similarities(pairs)
    return np.array([encoder.similarity(*pair) for pair in pairs], dtype=np.float64)


class _Rows(NamedTuple):
    """Sparse rows of unit length: for each entry its row and its term, sorted, and its weight."""

    row: Ids
    term: Ids
    weight: Floats
    n_rows: int

    @property
    def starts(self) -> Ids:
        """Where each row begins, and where the last one ends."""
        return np.searchsorted(self.row, np.arange(self.n_rows + 1))


class _TfIdf:
    """TF-IDF over the terms of the words of a text, over the texts it was made of.

    Weights (1 + ln tf) (1 + ln((1 + N) / (1 + df))), N and df counted over distinct texts. Letters are NFKC,
    without case. Two empty texts are alike, an empty and another are not.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._terms: dict[str, int] = {}
        self._of_word: dict[str, Ids] = {}
        distinct = list(dict.fromkeys(map(_normal, texts)))
        self._n = len(distinct)
        _, term, _ = self._counted(distinct)
        found_in = np.bincount(term, minlength=len(self._terms))
        self._weights: Floats = 1 + np.log((1 + self._n) / (1 + found_in))

    @staticmethod
    def _words(text: str) -> Sequence[str]:
        raise NotImplementedError

    @staticmethod
    def _terms_of(word: str) -> Sequence[str]:
        raise NotImplementedError

    def similarity(self, first: str, second: str) -> float:
        """The cosine, 0 to 1."""
        return float(self.similarities([(first, second)])[0])

    def similarities(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """The cosine of each pair, 0 to 1, (n_pairs,)."""
        plain = [(_normal(one), _normal(other)) for one, other in pairs]
        place = {text: n for n, text in enumerate(dict.fromkeys(text for pair in plain for text in pair))}
        rows = self._rows(list(place))
        first, second = (np.array([place[pair[side]] for pair in plain], dtype=np.int64) for side in (0, 1))
        return np.where(first == second, 1.0, np.minimum(1.0, _dot(rows, first, second)))

    def _rows(self, texts: Sequence[str]) -> _Rows:
        row, term, n = self._counted(texts)
        n_unseen = len(self._terms) - len(self._weights)
        weights = np.concatenate([self._weights, np.full(n_unseen, 1 + log(1 + self._n))])
        weight = (1 + np.log(n)) * weights[term]
        length = np.sqrt(np.bincount(row, weight * weight, minlength=len(texts)))
        return _Rows(row, term, weight / length[row], len(texts))

    def _counted(self, texts: Sequence[str]) -> tuple[Ids, Ids, Ids]:
        """Row, term and count of every term of every text, sorted by row, then term."""
        words = [(row, word) for row, text in enumerate(texts) for word in self._words(text)]
        found = [self._ids(word) for _, word in words]
        if not found:
            return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64)
        row = np.repeat([row for row, _ in words], [len(one) for one in found])
        n_terms = max(1, len(self._terms))
        keys, n = np.unique(row * n_terms + np.concatenate(found), return_counts=True)
        return keys // n_terms, keys % n_terms, n

    def _ids(self, word: str) -> Ids:
        known = self._of_word.get(word)
        if known is None:
            ids = [self._terms.setdefault(term, len(self._terms)) for term in self._terms_of(word)]
            known = self._of_word[word] = np.array(ids, dtype=np.int64)
        return known


def _dot(rows: _Rows, first: Ids, second: Ids) -> Floats:
    """The dot products of pairs of rows: a join of their terms, pair by pair, all pairs at once."""
    n_terms = int(rows.term.max(initial=0)) + 1
    starts = rows.starts
    sides = []
    for side in (first, second):
        lengths = starts[side + 1] - starts[side]
        pair = np.repeat(np.arange(len(side)), lengths)
        within = np.arange(len(pair)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        entry = np.repeat(starts[side], lengths) + within
        sides.append((pair * n_terms + rows.term[entry], rows.weight[entry]))
    (keys, weights), (other_keys, other_weights) = sides
    shared, at, other_at = np.intersect1d(keys, other_keys, assume_unique=True, return_indices=True)
    products = weights[at] * other_weights[other_at]
    return np.asarray(np.bincount(shared // n_terms, products, minlength=len(first)), dtype=np.float64)


class CharacterNgrams(_TfIdf):
    """For queries: n-grams of 3 to 5 letters inside words, so that `permits` is near `permit`."""

    @property
    def name(self) -> str:
        """As a paper would have to report it."""
        return f"character n-gram TF-IDF ({_SHORTEST}-{_LONGEST}, {self._n} queries)"

    @staticmethod
    def _words(text: str) -> Sequence[str]:
        return text.split()

    @staticmethod
    def _terms_of(word: str) -> Sequence[str]:
        """Words stand in blanks, so that their beginnings and ends count: ` permit ` has ` pe` and `it `."""
        padded = f" {word} "
        return [
            padded[at : at + size]
            for size in range(_SHORTEST, _LONGEST + 1)
            for at in range(max(1, len(padded) - size + 1))
        ]


class PageWords(_TfIdf):
    """For pages: their words."""

    @property
    def name(self) -> str:
        """As a paper would have to report it."""
        return f"word TF-IDF ({self._n} pages)"

    @staticmethod
    def _words(text: str) -> Sequence[str]:
        return _WORD.findall(text)

    @staticmethod
    def _terms_of(word: str) -> Sequence[str]:
        return [word]


def _normal(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
