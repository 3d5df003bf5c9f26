"""Text into words: the one function behind the index, the queries, the snippets and the highlights.

Profile `exact` keeps every word: compatibility forms are folded (NFKC: ligatures, full width), case
is folded, a word is a run of letters and digits. A word broken at the end of a line is findable in
both readings: its halves and the joined word share one position, and a joined word with a hyphen
inside (U+2010, which no word can hold) stands for "these two halves, adjacent".

Profile `madqa` is the public agent's analysis, that of Whoosh's StandardAnalyzer written out: dots
join words, lower case, 34 stop words and words of one letter dropped, and the rest numbered through,
so that a phrase does not see what was dropped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from index.search.interface import Profile

# Longer "words" are noise, and no index takes them without limit.
MAX_WORD_CHARS = 200
BROKEN = "\u2010"
_SOFT_HYPHEN = "\u00ad"
_EXACT_WORD = re.compile(r"[^\W_]+")
_LINE_BREAK = re.compile(r"[-\u2010\u00ad][ \t]*\n\s*")
_MADQA_WORD = re.compile(r"\w+(?:\.\w+)*")
_STOP_WORD_TEXT = (
    "a an and are as at be by can for from have if in is it may not of on or tbd that the this to us we "
    "when will with yet you your"
)
STOP_WORDS = frozenset(_STOP_WORD_TEXT.split(" "))
_MADQA_MIN_CHARS = 2


class Token(NamedTuple):
    """A word as it is indexed, its number on the page, and where it stands in the text given."""

    text: str
    position: int
    start: int
    end: int


class Analyser(Protocol):
    """Text into tokens, in order of position."""

    profile: Profile
    version: str
    # What a wildcard may be made of, beside * and ?.
    word_chars: str

    def tokens(self, text: str) -> list[Token]:
        """All tokens of the text. A broken word gives several at one position."""
        ...

    def fold(self, text: str) -> str:
        """One word in the form in which it is indexed; nothing is dropped."""
        ...

    def keeps(self, word: str) -> bool:
        """Whether a folded word is indexed at all."""
        ...


class ExactAnalyser:
    """Profile `exact`."""

    profile: Profile = "exact"
    version = "exact 1"
    word_chars = r"[^\W_]"

    def tokens(self, text: str) -> list[Token]:
        """All tokens of the text. A broken word gives several at one position."""
        folded = Folded(text)
        found: list[Token] = []
        position, previous = -1, None
        for match in _EXACT_WORD.finditer(folded.text):
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
        return found

    def fold(self, text: str) -> str:
        """One word in the form in which it is indexed; nothing is dropped."""
        return unicodedata.normalize("NFKC", text.replace(_SOFT_HYPHEN, "")).casefold()

    def keeps(self, word: str) -> bool:
        """Whether a folded word is indexed at all."""
        return len(word) <= MAX_WORD_CHARS


class MadqaAnalyser:
    """Profile `madqa`, on text whose compatibility forms are folded (an artefact of extraction)."""

    profile: Profile = "madqa"
    version = "madqa 1"
    word_chars = r"[\w.]"

    def tokens(self, text: str) -> list[Token]:
        """All tokens of the text, numbered after stop words and single letters were dropped."""
        folded = Folded(text)
        found: list[Token] = []
        for match in _MADQA_WORD.finditer(folded.text):
            word = match.group().lower()
            if self.keeps(word):
                start, end = folded.span(match.start(), match.end())
                found.append(Token(word, len(found), start, end))
        return found

    def fold(self, text: str) -> str:
        """One word in the form in which it is indexed; nothing is dropped."""
        return unicodedata.normalize("NFKC", text).lower()

    def keeps(self, word: str) -> bool:
        """Whether a folded word is indexed at all."""
        return _MADQA_MIN_CHARS <= len(word) <= MAX_WORD_CHARS and word not in STOP_WORDS


def analyser(profile: Profile) -> Analyser:
    """The analyser of a search profile."""
    return ExactAnalyser() if profile == "exact" else MadqaAnalyser()


class Folded:
    """A text in NFKC without soft hyphens inside lines, and the way back to the original's places."""

    def __init__(self, text: str) -> None:
        self._starts: Sequence[int] | None = None
        self.text = text
        if not text.isascii() and (_SOFT_HYPHEN in text or not unicodedata.is_normalized("NFKC", text)):
            self._fold(text)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the folded text stands in the original (`end` is exclusive)."""
        if self._starts is None:
            return start, end
        return self._starts[start], self._ends[end - 1]

    def _fold(self, text: str) -> None:
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for start, end in _clusters(text):
            piece = unicodedata.normalize("NFKC", _without_soft_hyphens(text, start, end))
            pieces.append(piece)
            starts.extend([start] * len(piece))
            ends.extend([end] * len(piece))
        self.text = "".join(pieces)
        self._starts, self._ends = starts, ends


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that normalise on their own: a character with the marks that combine with it."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not _continues(text[index]):
            yield start, index
            start = index


def _continues(char: str) -> bool:
    # Hangul vowels and finals join the syllable before them although they are no marks.
    return char > "\u02ff" and (unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff")


def _without_soft_hyphens(text: str, start: int, end: int) -> str:
    """At the end of a line a soft hyphen breaks a word and stays; elsewhere it is nothing."""
    if text[start] != _SOFT_HYPHEN or text[end : end + 1] == "\n":
        return text[start:end]
    return text[start + 1 : end]


def _is_broken(text: str, before: re.Match[str], after: re.Match[str]) -> bool:
    """Whether two words are the halves of one that was broken at the end of a line."""
    return (
        _LINE_BREAK.fullmatch(text, before.end(), after.start()) is not None
        and text[before.end() - 1].isalpha()
        and text[after.start()].isalpha()
    )
