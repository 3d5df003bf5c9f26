"""Which pages match a query, and how well: the query's tree over postings, whole arrays at a time.

Scores are Whoosh's, sum by sum: floating point numbers added in another order differ in their last
digit, and that digit would decide between pages that are equally good. So AND and OR add up as
Whoosh's trees of matchers do (`_sum_by_size`), phrases by halves, wildcards word after word.
"""

from __future__ import annotations

from bisect import insort_right
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple, assert_never

import numpy as np
import numpy.typing as npt

from index.search.interface import Profile
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term
from index.search.postings import Postings
from index.search.scoring import Numbers, Scores, idf, length_norms, scores
from index.search.vocabulary import MAX_PAGES_UNSCORED, checked_number_of_words

_NO_PAGES: Numbers = np.zeros(0, dtype=np.int32)


class Found(NamedTuple):
    """Pages that match, ascending, and their scores.

    `size` is Whoosh's guess at their number, by which it orders its sums.
    """

    pages: Numbers
    scores: Scores
    size: int


# From so many places of the rarer word on.
_MANY_PLACES = 50_000
_NOTHING = Found(_NO_PAGES, np.zeros(0), 0)


class Evaluator:
    """Answers queries over one index. Read only, so any number of threads may ask at once."""

    def __init__(self, postings: Postings, profile: Profile) -> None:
        self._postings = postings
        self._norms = length_norms(postings.page_lengths)
        self._n_pages = postings.n_pages
        self._is_small = self._n_pages <= MAX_PAGES_UNSCORED
        self._leaves_wildcards_unscored = profile == "madqa" and self._is_small

    def found(self, node: Node) -> Found:
        """The pages that match. Raises QueryProblem if a wildcard fits too many words."""
        return self._found(node, None)

    def _found(self, node: Node, among: Numbers | None) -> Found:
        """The same, right for the pages `among` which the answer is wanted: of others nobody asks."""
        match node:
            case Term(word):
                return self._term(word)
            case Phrase():
                return self._phrase(node, among)
            case Pattern():
                return self._pattern(node)
            case AllOf(parts):
                return self._all_of(parts, among)
            case AnyOf(parts):
                return self._any_of([self._found(part, among) for part in parts])
            case Exclude(part):
                return self._exclude(self._found(part, among))
            case _:
                assert_never(node)

    def _term(self, word: str) -> Found:
        number = self._postings.lexicon.number(word)
        if number is None:
            return _NOTHING
        pages, frequencies = self._postings.of_word(number)
        return Found(pages, self._scores(pages, frequencies), len(pages))

    def _scores(self, pages: Numbers, frequencies: Numbers) -> Scores:
        return scores(idf(self._n_pages, len(pages)), frequencies, self._norms[pages])

    def _pattern(self, pattern: Pattern) -> Found:
        words = self._postings.lexicon.fitting(pattern.pattern)
        checked_number_of_words(pattern, len(words))
        if not len(words):
            return _NOTHING
        n_with = self._postings.n_pages_with(words)
        pages, frequencies = self._postings.of_words(words)
        size = int(n_with.sum())
        if not self._leaves_wildcards_unscored:
            size = self._at_most_all(size)
        elif len(words) > 2:
            found = _marked(pages, self._n_pages)
            return Found(found, np.ones(len(found)), size)
        idfs = np.array([idf(self._n_pages, n) for n in n_with.tolist()])
        each = scores(np.repeat(idfs, n_with), frequencies, self._norms[pages])
        # Adds up one after the other, as the words come.
        total = np.asarray(np.bincount(pages, each, minlength=self._n_pages), dtype=np.float64)
        found = np.flatnonzero(total).astype(np.int32)
        return Found(found, total[found], size)

    def _all_of(self, nodes: Sequence[Node], among: Numbers | None) -> Found:
        # Phrases last: their words' places are looked at only on pages that hold all the rest.
        found = {at: self._found(node, among) for at, node in enumerate(nodes) if not _holds_phrase(node)}
        left = [part.pages for part in found.values()] + ([] if among is None else [among])
        for at, node in enumerate(nodes):
            if at not in found:
                found[at] = self._found(node, _on_all(left) if left else None)
                left.append(found[at].pages)
        parts = [found[at] for at in range(len(nodes))]
        pages = _on_all([part.pages for part in parts])
        sized = [(-part.size, part.scores[np.searchsorted(part.pages, pages)]) for part in parts]
        return Found(pages, _sum_by_size(sized), min(part.size for part in parts))

    def _any_of(self, parts: Sequence[Found]) -> Found:
        pages = _marked(np.concatenate([part.pages for part in parts]), self._n_pages)
        spread = [_spread(part, pages) for part in parts]
        if self._is_small and len(parts) > 2:
            total = reduce(np.add, spread)
        else:
            total = _sum_by_size([(part.size, each) for part, each in zip(parts, spread, strict=True)])
        return Found(pages, total, self._at_most_all(sum(part.size for part in parts)))

    def _exclude(self, part: Found) -> Found:
        is_left = np.ones(self._n_pages, dtype=bool)
        is_left[part.pages] = False
        pages = np.flatnonzero(is_left).astype(np.int32)
        return Found(pages, np.ones(len(pages)), self._n_pages)

    def _phrase(self, phrase: Phrase, among: Numbers | None) -> Found:
        """The phrase, or one of its readings with a broken word that really is in the index."""
        number = self._postings.lexicon.number
        first, *joined = ([number(word) for word in words] for words in phrase.readings())
        readings = [first, *(words for words in joined if None not in words)]
        known = [[word for word in words if word is not None] for words in readings]
        found = [self._adjacent(*each, among) for each in zip(known, readings, strict=True)]
        return found[0] if len(found) == 1 else self._any_of(found)

    def _adjacent(self, known: Sequence[int], words: Sequence[int | None], among: Numbers | None) -> Found:
        if len(known) < len(words):
            return _NOTHING
        postings = [self._postings.of_word(word) for word in known]
        size = min(len(pages) for pages, _ in postings)
        holding_all = [pages for pages, _ in postings] + ([] if among is None else [among])
        pages = self._in_a_row(known, _on_all(holding_all))
        each = []
        for holding, frequencies in postings:
            rows = np.searchsorted(holding, pages)
            word_idf = idf(self._n_pages, len(holding))
            each.append(scores(word_idf, frequencies[rows], self._norms[pages]))
        return Found(pages, _sum_by_halves(each), size)

    def _in_a_row(self, words: Sequence[int], pages: Numbers) -> Numbers:
        """Those of the pages (all words are on each) that hold the words beside each other."""
        n_places = self._postings.n_places_of(np.array(words)).tolist()
        rarest_first = sorted(range(len(words)), key=n_places.__getitem__)
        starts: npt.NDArray[np.int64] | None = None
        for offset in rarest_first:
            if not len(pages):
                return pages
            # Where the phrase would have to begin; moved up, so that no place is before its page.
            here = self._postings.keys(words[offset], pages) + (len(words) - offset)
            if starts is None:
                starts = here
            else:
                starts = self._on_both(starts, here)
                first_places = self._postings.page_starts
                pages = _runs(np.searchsorted(first_places, starts, side="right") - 1)
        return pages

    def _on_both(self, fewer: npt.NDArray[np.int64], more: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The places (ascending) that are in both."""
        if len(fewer) < _MANY_PLACES:
            return fewer[_is_in(fewer, more)]
        # Marking every place of the index beats so many bisections.
        is_marked = np.zeros(int(self._postings.page_starts[-1]) + 1, dtype=bool)
        is_marked[more] = True
        return np.asarray(fewer[is_marked[fewer]])

    def _at_most_all(self, size: int) -> int:
        return min(size, self._n_pages)


def best(found: Found, k: int) -> list[tuple[int, float]]:
    """Page and score of the best `k`; of equally good ones the first."""
    pages, values = found.pages, found.scores
    if len(pages) > k > 0:
        least = np.partition(values, len(values) - k)[len(values) - k]
        is_good = values >= least
        pages, values = pages[is_good], values[is_good]
    order = np.lexsort((pages, -values))[:k]
    return list(zip(pages[order].tolist(), values[order].tolist(), strict=True))


def _holds_phrase(node: Node) -> bool:
    match node:
        case Phrase():
            return True
        case AllOf(parts) | AnyOf(parts):
            return any(map(_holds_phrase, parts))
        case Exclude(part):
            return _holds_phrase(part)
        case _:
            return False


def _on_all(lists: Sequence[Numbers]) -> Numbers:
    shortest, *others = sorted(lists, key=len)
    for other in others:
        shortest = shortest[_is_in(shortest, other)]
    return shortest


def _is_in(wanted: npt.NDArray[np.integer], known: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """For each of the numbers whether it is known (both ascending)."""
    if not len(known):
        return np.zeros(len(wanted), dtype=bool)
    rows = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.asarray(known[rows] == wanted)


def _runs(pages: npt.NDArray[np.int64]) -> Numbers:
    """Each of these pages (ascending) once."""
    return pages[np.flatnonzero(np.diff(pages, prepend=-1))].astype(np.int32)


def _marked(pages: Numbers, n_pages: int) -> Numbers:
    """The pages in order, each once."""
    is_there = np.zeros(n_pages, dtype=bool)
    is_there[pages] = True
    return np.flatnonzero(is_there).astype(np.int32)


def _spread(part: Found, pages: Numbers) -> Scores:
    """The part's scores on these pages, which hold all of its own; 0 on the others."""
    spread = np.zeros(len(pages))
    spread[np.searchsorted(pages, part.pages)] = part.scores
    return spread


def _sum_by_size(sized: Sequence[tuple[int, Scores]]) -> Scores:
    """The two smallest together, again and again: the order of Whoosh's trees (make_weighted_tree)."""
    waiting = sorted(sized, key=_size)
    while len(waiting) > 1:
        (size, one), (other_size, other) = waiting[:2]
        del waiting[:2]
        insort_right(waiting, (size + other_size, one + other), key=_size)
    return waiting[0][1]


def _size(sized: tuple[int, Scores]) -> int:
    return sized[0]


def _sum_by_halves(parts: Sequence[Scores]) -> Scores:
    """First half and second half, each summed in the same way: the order of Whoosh's phrases."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    total: Scores = _sum_by_halves(parts[:half]) + _sum_by_halves(parts[half:])
    return total
