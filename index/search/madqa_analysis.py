"""Profile `madqa`: the public agent's analysis, that of Whoosh's StandardAnalyzer written out.

Dots join words, lower case, 34 stop words and words of one letter dropped, and the rest numbered
through, so that a phrase does not see what was dropped. Compatibility forms are folded before: they
are artefacts of extraction.
"""

from __future__ import annotations

import re
import unicodedata

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
    version = "madqa 1"
    language = 1

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted.

        They are numbered after stop words and single letters were dropped.
        """
        folded = Folded(text, COMPATIBLE)
        found: list[Token] = []
        position = -1
        for match in _WORD.finditer(folded.text):
            word = match[0].lower()
            if _keeps(word):
                position += 1
                if wanted is None or wanted(word):
                    found.append(new_token((word, position, *folded.span(*match.span()))))
        return found

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return unicodedata.normalize("NFKC", text).lower()

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard."""
        return [piece.strip(".") for piece in _PIECE.findall(text)]

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed."""
        return [word for word in _FOLDED_WORD.findall(self.fold(text)) if not _keeps(word)]


def _keeps(word: str) -> bool:
    return _MIN_CHARS <= len(word) <= MAX_WORD_CHARS and word not in STOP_WORDS
