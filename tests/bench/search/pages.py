"""Invented pages of the published size and shape, so that anybody can measure without a collection.

Words are drawn by Zipf's law, a third of them from a stock of the document's own, as texts have a
subject. Lengths are log-normal: median 575 words, mean about 645, 95 % under some 1,400 (findings on
real text). Words are plain small letters, so every engine's tokenizer agrees on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

PUBLISHED_PAGES = 18_619
PAGES_PER_DOCUMENT = 23
_MEDIAN_WORDS, _SPREAD, _MOST_WORDS = 575, 0.52, 5_000
_N_WORDS = 1_000_000
_ZIPF, _SHIFT = 1.25, 2.7
_OWN_SHARE, _OWN_STOCK = 0.34, 180
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
    words = _vocabulary()
    cumulated = _cumulated_shares()
    n_made = 0
    for number in range(-(-n_pages // PAGES_PER_DOCUMENT)):
        random = np.random.default_rng([seed, number])
        stock = np.searchsorted(cumulated, random.random(_OWN_STOCK))
        for page in range(1, min(PAGES_PER_DOCUMENT, n_pages - n_made) + 1):
            ranks = _page_ranks(random, cumulated, stock)
            n_made += 1
            yield InventedPage(f"{number:05d}.pdf", page, [words[rank] for rank in ranks.tolist()])


def _page_ranks(
    random: np.random.Generator, cumulated: npt.NDArray[np.float64], stock: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    length = min(_MOST_WORDS, max(5, round(random.lognormal(np.log(_MEDIAN_WORDS), _SPREAD))))
    ranks = np.searchsorted(cumulated, random.random(length))
    is_own = random.random(length) < _OWN_SHARE
    ranks[is_own] = random.choice(stock, int(is_own.sum()))
    return ranks


def _cumulated_shares() -> npt.NDArray[np.float64]:
    shares = 1.0 / (np.arange(_N_WORDS) + _SHIFT) ** _ZIPF
    return np.cumsum(shares / shares.sum())[:-1]


def _vocabulary() -> list[str]:
    """Short words first, as in languages; each of them once."""
    random = np.random.default_rng(7)
    words: dict[str, None] = {}
    n_syllables = 1
    while len(words) < _N_WORDS:
        wanted = min(_N_WORDS, 80 * 40 ** (n_syllables - 1))
        drawn = random.integers(0, len(_SYLLABLES), (max(4000, wanted), n_syllables))
        for row in drawn.tolist():
            words.setdefault("".join(_SYLLABLES[i] for i in row))
            if len(words) >= wanted:
                break
        n_syllables += 1
    return list(words)[:_N_WORDS]
