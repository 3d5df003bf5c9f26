"""Where the words of a query stand on a page: the same rules as the index, without the index."""

from __future__ import annotations

import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from index.search.nodes import Leaf, Node, Pattern, Phrase, Term, wanted_leaves
from index.search.pieces import tokens_in_pieces
from index.search.stretches import LONG_CHARS, best_stretches, needles
from index.search.tokens import BROKEN, Analyser, Token, Wanted


class Match(NamedTuple):
    """A stretch of the text that a word, phrase or wildcard of the query matches (end exclusive).

    `leaf` numbers the parts of the query, so that a snippet can show as many of them as possible.
    """

    start: int
    end: int
    leaf: int


def pattern_expression(pattern: str) -> re.Pattern[str]:
    """The wildcard as an expression for whole words.

    The standard library's translation never goes back over what a star has passed, so no pattern
    takes long. Patterns hold letters, digits, dots, * and ? only: no set in brackets can appear.
    """
    return re.compile(fnmatch.translate(pattern))


class _FittingWords(dict[str, bool]):
    """Which words some part of a query may match; each is asked for once."""

    def __init__(self, words: Iterable[str], patterns: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(words, True))
        self._patterns = [pattern_expression(pattern) for pattern in patterns]

    def __missing__(self, word: str) -> bool:
        self[word] = is_wanted = any(pattern.match(word) for pattern in self._patterns)
        return is_wanted


def _wanted(leaves: Iterable[Leaf]) -> Wanted:
    """Whether some part of a query may match a word."""
    words: set[str] = set()
    patterns: list[str] = []
    for leaf in leaves:
        match leaf:
            case Term(word):
                words.add(word)
            case Pattern(pattern):
                patterns.append(pattern)
            case Phrase():
                words.update(word for reading in leaf.readings() for word in reading)
    return _FittingWords(words, patterns).__getitem__ if patterns else words.__contains__


def matches_in(text: str, node: Node | None, analyser: Analyser) -> list[Match]:
    """All places of a page's text, in order, at which the query's wanted parts match."""
    leaves = () if node is None else tuple(wanted_leaves(node))
    if not leaves:
        return []
    wanted = _wanted(leaves)
    is_long = len(text) > LONG_CHARS
    return matches(
        node, tokens_in_pieces(text, leaves, analyser, wanted) if is_long else analyser.tokens(text, wanted)
    )


def matches_to_show(text: str, node: Node | None, analyser: Analyser) -> list[Match]:
    """Places enough to choose a snippet from: of a long text not all, but some of the best."""
    leaves = () if node is None else tuple(wanted_leaves(node))
    if not leaves or len(text) <= LONG_CHARS:
        return matches_in(text, node, analyser)
    wanted = _wanted(leaves)
    tokens: list[Token] = []
    for start, end in best_stretches(text, needles(leaves), LONG_CHARS):
        # Apart from those before, so that no phrase goes across what was not read.
        position = tokens[-1].position + 2 if tokens else 0
        tokens.extend(
            Token(token.text, token.position + position, token.start + start, token.end + start)
            for token in analyser.tokens(text[start:end], wanted)
        )
    # In the parts that were left out a phrase may lie across two of them.
    return matches(node, tokens) or matches_in(text, node, analyser)


def matches(node: Node | None, tokens: Sequence[Token]) -> list[Match]:
    """The same, by tokens: all, or at least those of the query's words."""
    if node is None:
        return []
    by_word: dict[str, list[Token]] = defaultdict(list)
    for token in tokens:
        by_word[token.text].append(token)
    found: set[Match] = set()
    for number, leaf in enumerate(dict.fromkeys(wanted_leaves(node))):
        found.update(Match(start, end, number) for start, end in _spans(leaf, by_word))
    return sorted(found)


def _spans(leaf: Leaf, by_word: Mapping[str, list[Token]]) -> Iterable[tuple[int, int]]:
    match leaf:
        case Term(word):
            return [(token.start, token.end) for token in by_word.get(word, ())]
        case Pattern(pattern):
            expression = pattern_expression(pattern)
            # As in the index, where no wildcard sees the spelling that stands for a broken word.
            whole = (entry for entry in by_word.items() if BROKEN not in entry[0])
            fitting = (tokens for word, tokens in whole if expression.match(word))
            return [(token.start, token.end) for tokens in fitting for token in tokens]
        case Phrase():
            return [span for words in leaf.readings() for span in _phrase_spans(words, by_word)]


def _phrase_spans(words: Sequence[str], by_word: Mapping[str, list[Token]]) -> list[tuple[int, int]]:
    """Each word of each occurrence is a stretch of its own: what stands between is not marked."""
    places = [{token.position: token for token in by_word.get(word, ())} for word in words]
    spans: list[tuple[int, int]] = []
    for position in places[0]:
        run = [place.get(position + offset) for offset, place in enumerate(places)]
        if all(token is not None for token in run):
            spans.extend((token.start, token.end) for token in run if token is not None)
    return spans
