"""One reading of a whole collection: where the n-grams of questions stand, and how common words are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.construct.words import Gram, content_words, grams
from db.models import Item, PageRef
from index.collection import OpenIndex
from index.search.analysis import Analyser

GRAM_LENGTHS = (1, 2, 3)
PageNumbers = NDArray[np.int64]


class PageText(NamedTuple):
    """A page and the text that search sees of it."""

    ref: PageRef
    text: str


@dataclass(frozen=True, slots=True)
class CollectionWords:
    """What the construct report needs of all pages.

    `pages` numbers the pages from 0 in the order of reading; `places` has, by n-gram, the numbers of the
    pages on which it stands; `n_pages_with` has all words; `evidence_words` counts the words of evidence
    pages. Evidence that is not in the collection is in none of them.
    """

    pages: Mapping[PageRef, int]
    places: Mapping[Gram, PageNumbers]
    n_pages_with: Mapping[str, int]
    evidence_words: Mapping[PageRef, Counter[str]]


def question_grams(item: Item, analyser: Analyser) -> dict[int, frozenset[Gram]]:
    """The question's n-grams by length; empty where too few words are left."""
    words = content_words(" ".join(item.question.split()), analyser)
    return {n: frozenset(grams(words, n)) for n in GRAM_LENGTHS}


def read_collection(items: Sequence[Item], pages: Iterable[PageText], analyser: Analyser) -> CollectionWords:
    """Read every page once."""
    wanted = frozenset(
        gram for item in items for found in question_grams(item, analyser).values() for gram in found
    )
    evidence = {ref for item in items for ref in item.evidence}
    numbers: dict[PageRef, int] = {}
    places: dict[Gram, list[int]] = defaultdict(list)
    n_pages_with: Counter[str] = Counter()
    evidence_words: dict[PageRef, Counter[str]] = {}
    for number, (ref, text) in enumerate(pages):
        words = content_words(text, analyser)
        numbers[ref] = number
        n_pages_with.update({spelling for spellings in words for spelling in spellings})
        for gram in _grams_of(words) & wanted:
            places[gram].append(number)
        if ref in evidence:
            evidence_words[ref] = Counter(spelling for spellings in words for spelling in spellings)
    return CollectionWords(
        numbers,
        {gram: np.array(found, dtype=np.int64) for gram, found in places.items()},
        n_pages_with,
        evidence_words,
    )


def pages_of(index: OpenIndex) -> Iterable[PageText]:
    """All pages of an index, document by document."""
    for entry in index.documents():
        for page in range(1, entry.n_pages + 1):
            yield PageText(PageRef(document=entry.document, page=page), index.page_text(entry.document, page))


def _grams_of(words: Sequence[tuple[str, ...]]) -> Set[Gram]:
    found: set[Gram] = set()
    for n in GRAM_LENGTHS:
        found.update(grams(words, n))
    return found
