"""Which stretches of a long text hold most of a query: enough to choose a snippet from.

Reading a page of 50,000 words word by word takes longer than finding it. Letters are looked for
first, in a spelling so loose that no word of any analyser is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from index.search.folding import plain
from index.search.nodes import Leaf, Pattern, Phrase, Term

# A shorter text is read whole: that is quick.
LONG_CHARS = 20_000
_CHUNK_CHARS = 2_000
# Letters that are nothing, or marks, in the spelling that is searched: the stroke that lengthens Arabic
# words, vowels and finals of Hangul syllables, sound marks of half-width Japanese.
_NO_EDGE = "\u0640\u1160-\u11ff\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f"
# Before it something that is no hyphen and no mark in any spelling, behind it what begins a word.
CUT = re.compile(rf"(?:(?<=[^\W{_NO_EDGE}])|(?<=[!-,./:-@\[-`{{-~]))[ \n](?=[^\W_{_NO_EDGE}])")
# What may stand inside of a word on a page and not in the word itself, or the other way round.
_LOOSE = dict.fromkeys(map(ord, " \t\n\r\v\f\u00a0\u00ad\u2010\u2060,.+#-"))


class Stretch(NamedTuple):
    """A part of a text (end exclusive)."""

    start: int
    end: int


class _Chunk(NamedTuple):
    """A part of a text, and how many of the wanted letters are in it."""

    start: int
    end: int
    n_needles: int


def needles(leaves: Iterable[Leaf]) -> list[str]:
    """Letters of which some are wherever a part of the query matches."""
    found = [loose(piece) for leaf in leaves for piece in _pieces(leaf)]
    # An empty one is everywhere.
    return list(dict.fromkeys(found))


def best_stretches(text: str, wanted: Iterable[str], most_chars: int) -> list[Stretch]:
    """The parts of the text that hold most of the wanted letters, in order and apart.

    Args:
        text: a page's text.
        wanted: what `needles` gives.
        most_chars: about how many characters they may have together.
    """
    sought = tuple(wanted)
    chunks = [
        _Chunk(start, end, n)
        for start, end in _chunks(text)
        if (n := _n_inside(loose(text[start:end]), sought))
    ]
    best = sorted(chunks, key=lambda chunk: (-chunk.n_needles, chunk.start))
    joined: list[Stretch] = []
    for start, end, _ in sorted(best[: most_chars // _CHUNK_CHARS]):
        if joined and joined[-1].end == start:
            joined[-1] = Stretch(joined[-1].start, end)
        else:
            joined.append(Stretch(start, end))
    return joined


def _pieces(leaf: Leaf) -> Iterable[str]:
    match leaf:
        case Term(word):
            return (word,)
        case Phrase(words):
            return words
        case Pattern(pattern):
            return (max(re.split(r"[*?]+", pattern), key=len),)


def loose(text: str) -> str:
    """A spelling in which every word of the text holds the letters of its tokens, whoever reads it."""
    return (text.lower() if text.isascii() else plain(text)).translate(_LOOSE)


def _n_inside(text: str, sought: tuple[str, ...]) -> int:
    return sum(letters in text for letters in sought)


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        cut = CUT.search(text, start + _CHUNK_CHARS)
        end = cut.end() if cut else len(text)
        yield start, end
        start = end
