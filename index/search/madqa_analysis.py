"""Profile `madqa`: the public agent's analysis, that of Whoosh's StandardAnalyzer written out.

Dots join words, lower case, 34 stop words and words of one letter dropped, and the rest numbered
through, so that a phrase does not see what was dropped. The text is taken as it is, like there: no
other spelling of a letter is the same letter. The first edition folded compatibility forms before.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from index.search.folding import COMPATIBLE, Folded
from index.search.interface import Profile
from index.search.tokens import MAX_WORD_CHARS, Token, Wanted, new_token

_WORD = re.compile(r"\w+(?:\.\w+)*")
_PIECE = re.compile(r"[\w.*?]+")
_FOLDED_WORD = re.compile(r"[\w.]+")
_STOP_WORD_TEXT = (
    "a an and are as at be by can for from have if in is it may not of on or tbd that the this to us we "
    "when will with yet you your"
)
STOP_WORDS = frozenset(_STOP_WORD_TEXT.split(" "))
_MIN_CHARS = 2


class MadqaAnalyser:
    """The analyser of profile `madqa`."""

    profile: Profile = "madqa"
    version = "madqa 2"
    language = 1

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted.

        They are numbered after stop words and single letters were dropped.
        """
        return _tokens(text, _as_it_is, wanted)

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return text.lower()

    def typed(self, query: str) -> str:
        """The query as it is."""
        return query

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard."""
        return [piece.strip(".") for piece in _PIECE.findall(text)]

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed."""
        return [word for word in _FOLDED_WORD.findall(self.fold(text)) if not _keeps(word)]


class FirstMadqaAnalyser(MadqaAnalyser):
    """The first edition, for the builds that were made with it."""

    version = "madqa 1"

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """The same, of the text in its compatibility form."""
        folded = Folded(text, COMPATIBLE)
        return _tokens(folded.text, lambda span: folded.span(*span), wanted)

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return unicodedata.normalize("NFKC", text).lower()

    def typed(self, query: str) -> str:
        """A query in its compatibility form."""
        return unicodedata.normalize("NFKC", query)


def _as_it_is(span: tuple[int, int]) -> tuple[int, int]:
    return span


def _tokens(
    text: str, shown: Callable[[tuple[int, int]], tuple[int, int]], wanted: Wanted | None
) -> list[Token]:
    found: list[Token] = []
    position = -1
    for match in _WORD.finditer(text):
        word = match[0].lower()
        if _keeps(word):
            position += 1
            if wanted is None or wanted(word):
                found.append(new_token((word, position, *shown(match.span()))))
    return found


def _keeps(word: str) -> bool:
    return _MIN_CHARS <= len(word) <= MAX_WORD_CHARS and word not in STOP_WORDS
