"""The words of questions and pages without those that carry no subject, and their n-grams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from index.search.analysis import Analyser

# What stays of a contraction ("it's", "board's") is no word either.
_STOP_WORD_TEXT = """
a about above across after again against all along also although am among an and another any are around as
at away be because been before being below beside besides between both but by can cannot could did do does
doing done down during each either else ever every few for from further had has have having he hence her here
hers herself him himself his however i if in instead into is it its itself just least less many may me might
mine more moreover most much must my myself near neither no nor not now of off often on once one only onto or
other others our ours ourselves out over own per perhaps quite rather same several shall she should since so
some still such than that the their theirs them themselves then there therefore these they this those though
through throughout thus till to together too toward towards under unless until up upon us very was we well
were whether while with within without would yet you your yours yourself yourselves
d ll m re s t ve
"""
_QUESTION_WORD_TEXT = """
who whom whose what when where which why how according answer ask asked describe find give given identify
indicate list listed long many much name named number old question say says show shown specify state stated
tell total
"""
DROPPED_WORDS = frozenset((_STOP_WORD_TEXT + _QUESTION_WORD_TEXT).split())

Gram = tuple[str, ...]
Spellings = tuple[str, ...]


def content_words(text: str, analyser: Analyser) -> list[Spellings]:
    """The words in order, without stop and question words; one word may have several spellings.

    A word broken at the end of a line is there whole and in halves. What was dropped leaves no gap.
    """
    words: list[list[str]] = []
    last = -1
    for token in analyser.tokens(text):
        if token.position != last:
            last = token.position
            words.append([])
        if token.text not in DROPPED_WORDS:
            words[-1].append(token.text)
    return [tuple(spellings) for spellings in words if spellings]


def grams(words: Sequence[Spellings], n: int) -> Iterator[Gram]:
    """All runs of `n` words, in every spelling."""
    for start in range(len(words) - n + 1):
        yield from product(*words[start : start + n])
