"""Invented pages of the published size and shape, so that anybody can measure without a collection.

Words are drawn by Zipf's law, a third of them from a stock of the document's own, as texts have a
subject. Lengths are log-normal: median 575 words, mean about 645, 95 % under some 1,400 (findings on
real text). Words are plain small letters, so every engine's tokenizer agrees on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

PUBLISHED_PAGES = 18_619
PAGES_PER_DOCUMENT = 23
_MEDIAN_WORDS, _SPREAD, _MOST_WORDS = 575, 0.52, 5_000
_N_WORDS = 1_000_000
_ZIPF, _SHIFT = 1.25, 2.7
_OWN_SHARE, _OWN_STOCK = 0.34, 180
# A prime that shares no factor with the number of syllables.
_SCRAMBLE = 1_000_003
_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwyz", "aeiou"
_ENDINGS = (
    "ing",
    "tion",
    "ment",
    "ness",
    "able",
    "ous",
    "ly",
    "er",
    "est",
    "al",
    "an",
    "en",
    "in",
    "on",
    "un",
)
_SYLLABLES = (*(c + v for c in _CONSONANTS for v in _VOWELS), *_ENDINGS)


class InventedPage(NamedTuple):
    """A page with its name in the collection."""

    document: str
    page: int
    words: list[str]


def invented_pages(n_pages: int, seed: int = 42) -> Iterator[InventedPage]:
    """Pages one after the other; the first so many are the same whatever `n_pages` is."""
    cumulated = _cumulated_shares()
    n_made = 0
    for number in range(-(-n_pages // PAGES_PER_DOCUMENT)):
        random = np.random.default_rng([seed, number])
        stock = np.searchsorted(cumulated, random.random(_OWN_STOCK))
        for page in range(1, min(PAGES_PER_DOCUMENT, n_pages - n_made) + 1):
            ranks = _page_ranks(random, cumulated, stock)
            n_made += 1
            yield InventedPage(f"{number:05d}.pdf", page, list(map(_word, ranks.tolist())))


def _page_ranks(
    random: np.random.Generator, cumulated: npt.NDArray[np.float64], stock: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    length = min(_MOST_WORDS, max(5, round(random.lognormal(np.log(_MEDIAN_WORDS), _SPREAD))))
    ranks = np.searchsorted(cumulated, random.random(length))
    is_own = random.random(length) < _OWN_SHARE
    ranks[is_own] = random.choice(stock, int(is_own.sum()))
    return ranks


@cache
def _cumulated_shares() -> npt.NDArray[np.float64]:
    shares = 1.0 / (np.arange(_N_WORDS) + _SHIFT) ** _ZIPF
    return np.asarray(np.cumsum(shares / shares.sum())[:-1])


@cache
def _word(rank: int) -> str:
    """The word of a rank: one syllable for the most frequent, two for the next, and so on.

    Scrambled within its length, so that frequent words do not begin alike. Now and then two ranks have
    one spelling, as homographs do.
    """
    base, first, length = len(_SYLLABLES), 0, 1
    while rank >= first + base**length:
        first, length = first + base**length, length + 1
    place = (rank - first) * _SCRAMBLE % base**length
    syllables = []
    for _ in range(length):
        place, syllable = divmod(place, base)
        syllables.append(_SYLLABLES[syllable])
    return "".join(syllables)
