"""The first edition of profile `exact`, for the builds that were made with it: never changed again.

A word is a run of letters and digits, in NFKC and without case; a number is its digits between
points and commas, and a text without spaces is one word.
"""

from __future__ import annotations

import re
import unicodedata

from index.search.folding import COMPATIBLE, SOFT_HYPHEN, Folded
from index.search.interface import Profile
from index.search.tokens import BROKEN, MAX_WORD_CHARS, Token, Wanted

_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"(?:[^\W_]|[*?])+")
_LINE_BREAK = re.compile(r"[-\u2010\u00ad][ \t]*\n\s*")


class FirstExactAnalyser:
    """The first analyser of profile `exact`."""

    profile: Profile = "exact"
    version = "exact 1"
    language = 1

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted.

        A broken word gives several at one position.
        """
        folded = Folded(text, COMPATIBLE)
        found: list[Token] = []
        position, previous = -1, None
        for match in _WORD.finditer(folded.text):
            if match.end() - match.start() > MAX_WORD_CHARS:
                previous = None
                continue
            is_broken = previous is not None and _is_broken(folded.text, previous, match)
            position += not is_broken
            start, end = folded.span(match.start(), match.end())
            word = self.fold(match.group())
            if is_broken and previous is not None:
                half = self.fold(previous.group())
                begin = folded.span(previous.start(), previous.end())[0]
                found += (
                    Token(half + word, position, begin, end),
                    Token(half + BROKEN + word, position, begin, end),
                )
            found.append(Token(word, position, start, end))
            previous = match
        return found if wanted is None else [token for token in found if wanted(token.text)]

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return unicodedata.normalize("NFKC", text.replace(SOFT_HYPHEN, "")).casefold()

    def typed(self, query: str) -> str:
        """A query in its compatibility form."""
        return unicodedata.normalize("NFKC", query)

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard."""
        return _PIECE.findall(text)

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed: those that are too long."""
        return [word for word in _WORD.findall(self.fold(text)) if len(word) > MAX_WORD_CHARS]


def _is_broken(text: str, before: re.Match[str], after: re.Match[str]) -> bool:
    """Whether two words are the halves of one that was broken at the end of a line."""
    return (
        _LINE_BREAK.fullmatch(text, before.end(), after.start()) is not None
        and text[before.end() - 1].isalpha()
        and text[after.start()].isalpha()
    )
