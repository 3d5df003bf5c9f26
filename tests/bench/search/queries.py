"""Queries of nine kinds, drawn from the pages that will be searched, as trees of our own language."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from index.search.nodes import AllOf, AnyOf, Exclude, Leaf, Node, Pattern, Phrase, Term

Words = Sequence[str]
Fits = Callable[[str], bool]


def queries(sample: Sequence[Words], n_each: int, fits: Fits, seed: int = 42) -> dict[str, list[Node]]:
    """`n_each` queries of each kind.

    Args:
        sample: the words of some pages, in order.
        n_each: how many.
        fits: whether our language takes a wildcard; others are drawn again.
        seed: the same seed, the same queries.
    """
    return {
        kind: [
            draw(_Draw(sample, fits, random.Random(f"{seed}:{kind}:{number}"))) for number in range(n_each)
        ]
        for kind, draw in _KINDS.items()
    }


class _Draw:
    """Words from one page, so that a conjunction has a chance to be true."""

    def __init__(self, sample: Sequence[Words], fits: Fits, source: random.Random) -> None:
        self._source = source
        self._fits = fits
        self._words = [word for word in source.choice(sample) if len(word) > 2]
        while len(self._words) < 8:
            self._words = [word for word in source.choice(sample) if len(word) > 2]

    def term(self) -> Term:
        return Term(self._source.choice(self._words))

    def terms(self, n: int) -> tuple[Term, ...]:
        chosen = dict.fromkeys(self._source.sample(self._words, len(self._words)))
        return tuple(map(Term, list(chosen)[:n]))

    def phrase(self) -> Node:
        start = self._source.randrange(len(self._words) - 1)
        first, second = self._words[start : start + 2]
        return Phrase((first, second))

    def long_word(self) -> str:
        long = [word for word in self._words if len(word) >= 6]
        return self._source.choice(long or self._words)

    def prefix(self) -> Leaf:
        return self._wildcard(lambda word: word[: self._source.randint(3, max(3, len(word) - 1))] + "*")

    def infix(self) -> Leaf:
        return self._wildcard(
            lambda word: f"{word[: self._source.randint(2, max(2, len(word) - 3))]}*{word[-1]}"
        )

    def suffix(self) -> Leaf:
        return self._wildcard(lambda word: "*" + word[-self._source.randint(3, max(3, len(word) - 2)) :])

    def _wildcard(self, cut: Callable[[str], str]) -> Leaf:
        while True:
            pattern = cut(self.long_word())
            if self._fits(pattern):
                return Pattern(pattern)


def _nested(draw: _Draw) -> Node:
    a, b, c = draw.terms(3)
    return AllOf((AnyOf((a, b)), AnyOf((draw.phrase(), draw.prefix())), Exclude(c)))


def _not(draw: _Draw) -> Node:
    wanted, unwanted = draw.terms(2)
    return AllOf((wanted, Exclude(unwanted)))


_KINDS: dict[str, Callable[[_Draw], Node]] = {
    "term": _Draw.term,
    "OR": lambda draw: AnyOf(draw.terms(3)),
    "AND": lambda draw: AllOf(draw.terms(3)),
    "phrase": _Draw.phrase,
    "prefix": _Draw.prefix,
    "infix": _Draw.infix,
    "suffix": _Draw.suffix,
    "NOT": _not,
    "nested": _nested,
}
