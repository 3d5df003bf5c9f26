"""Query drift: how far each query of an attempt lies from the one before. Pure.

The encoder is part of the figure: its name stands beside the value, and values of two encoders are never
compared. The built-in one needs no model.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from statistics import fmean
from typing import Protocol

import numpy as np

from baseline.analysis.intervals import percentile_interval, quotient, resampled_sums
from baseline.analysis.records import Interval
from baseline.analysis.run_rows import AttemptRow, RunRows

_SPACE = re.compile(r"\s+")
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


class CharacterNgrams:
    """TF-IDF over character n-grams of 3 to 5 letters inside words, over the queries it was made of.

    Weights (1 + ln tf) (1 + ln((1 + N) / (1 + df))), N and df counted over distinct queries. Letters are
    NFKC, without case. Two empty texts are alike, an empty and another are not.
    """

    def __init__(self, queries: Sequence[str]) -> None:
        grams = {text: _ngrams(text) for text in map(_normal, queries)}
        found_in = Counter(gram for of_text in grams.values() for gram in of_text)
        self._n = len(grams)
        self._weights = {gram: 1 + log((1 + self._n) / (1 + df)) for gram, df in found_in.items()}
        self._unseen = 1 + log(1 + self._n)
        self._vectors: dict[str, Mapping[str, float]] = {}

    @property
    def name(self) -> str:
        """As a paper would have to report it."""
        return f"character n-gram TF-IDF ({_SHORTEST}-{_LONGEST}, {self._n} queries)"

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
                for gram, n in _ngrams(text).items()
            }
            length = sqrt(sum(weight * weight for weight in weighted.values()))
            self._vectors[text] = {gram: weight / length for gram, weight in weighted.items()}
        return self._vectors[text]


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


@dataclass(frozen=True, slots=True)
class Drift:
    """Mean drift of a system, over attempts with two queries or more; None where there is none.

    `n_single` attempts had one query, whose drift is undefined, and are left out.
    """

    value: float | None
    interval: Interval | None
    n: int
    n_single: int
    encoder: str


def drift_of(queries: Sequence[str], encoder: Encoder) -> float | None:
    """Mean over consecutive queries of 1 - cosine; None for fewer than two."""
    if len(queries) < 2:
        return None
    return fmean(1 - encoder.similarity(one, other) for one, other in pairwise(queries))


def mean_drift(run: RunRows, encoder: Encoder) -> Drift:
    """A system's drift: attempts averaged on their item first, then over items; bootstrap over items."""
    by_item: dict[str, list[float]] = {}
    n_single = 0
    for row in run.rows:
        queries = queries_of(row)
        drift = drift_of(queries, encoder)
        n_single += len(queries) == 1
        if drift is not None:
            by_item.setdefault(row.attempt.item_id, []).append(drift)
    means = np.array([[fmean(by_item[item_id]), 1.0] for item_id in sorted(by_item)])
    if not len(means):
        return Drift(None, None, 0, n_single, encoder.name)
    drawn = resampled_sums(means) if len(means) > 1 else None
    return Drift(
        value=float(means[:, 0].mean()),
        interval=None if drawn is None else percentile_interval(quotient(drawn[:, 0], drawn[:, 1])),
        n=sum(map(len, by_item.values())),
        n_single=n_single,
        encoder=encoder.name,
    )


def queries_of(row: AttemptRow) -> list[str]:
    """The texts of an attempt's queries, in order."""
    return [step.text for step in row.attempt.searches or ()]
