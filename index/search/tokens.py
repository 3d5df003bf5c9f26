"""What an analyser is and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from index.search.interface import Profile

# Longer "words" are noise, and no index takes them without limit.
MAX_WORD_CHARS = 200
# Stands in a word for "broken at the end of a line here"; no other word can hold it.
BROKEN = "\u2010"


class Token(NamedTuple):
    """A word as it is indexed, its number on the page, and where it stands in the text given."""

    text: str
    position: int
    start: int
    end: int


Wanted = Callable[[str], bool]
# The constructor of a named tuple takes three times as long, and a page has a thousand words.
new_token: Callable[[tuple[str, int, int, int]], Token] = partial(tuple.__new__, Token)


class Analyser(Protocol):
    """Text into tokens, in order of position."""

    profile: Profile
    version: str
    # Which edition of the query language (language.py) goes with it.
    language: int

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted: most of a page's never are.

        There may be several at one position, the fullest one last.
        """
        ...

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        ...

    def typed(self, query: str) -> str:
        """A query, before it is taken apart, in the form in which this edition reads its signs."""
        ...

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard."""
        ...

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed."""
        ...
