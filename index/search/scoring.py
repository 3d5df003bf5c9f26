"""How well a word fits a page: Whoosh's BM25F, in Whoosh's own order of operations.

    score = idf * (tf * (K1 + 1)) / (tf + K1 * ((1 - B) + B * L / mean L)),  idf = ln(N / (df + 1)) + 1

tf: how often the word is on the page; df: the number of pages that hold it; N: that of all pages;
L: the number of words on the page, rounded up to one of 256 steps; mean L: of the exact numbers.
Source: Whoosh 2.7.4, scoring.py and util/numeric.py.
"""

from __future__ import annotations

from math import log

import numpy as np
import numpy.typing as npt

K1 = 1.2
B = 0.75
Numbers = npt.NDArray[np.int32]
Scores = npt.NDArray[np.float64]
# The lengths that Whoosh can store in a byte; about 3.3 % apart.
LENGTH_STEPS = np.array([round((1.033**step - 1) * 27) for step in range(256)], dtype=np.int64)


def idf(n_pages: int, n_with: int) -> float:
    """What one more occurrence of a word is worth; above 0 even for a word on every page."""
    return log(n_pages / (n_with + 1)) + 1


def length_norms(lengths: Numbers) -> Scores:
    """For each page K1 * ((1 - B) + B * L / mean L), from the exact number of words on it."""
    mean = (int(lengths.sum(dtype=np.int64)) / len(lengths) if len(lengths) else 0) or 1
    steps = np.minimum(np.searchsorted(LENGTH_STEPS, lengths), len(LENGTH_STEPS) - 1)
    norms = K1 * ((1 - B) + B * LENGTH_STEPS[steps] / mean)
    return np.asarray(norms, dtype=np.float64)


def scores(word_idf: float | Scores, frequencies: Numbers, norms: Scores) -> Scores:
    """The scores of postings: one idf for all, or one each; the norms are those of their pages."""
    result: Scores = word_idf * ((frequencies * (K1 + 1)) / (frequencies + norms))
    return result
