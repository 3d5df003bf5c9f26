"""The words of an index as they lie in its files: a word's number, and the words that fit a wildcard.

Words are numbered in order of their UTF-8 bytes, which is the order of their letters. Words that
hold a joint (see analysis.py) come after all others: no wildcard ever stands for them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from index.search.matching import pattern_expression
from index.search.scoring import Numbers
from index.search.tokens import BROKEN

END = b"\n"
_ONE_GAP = re.compile(r"(?P<prefix>[^*?]*)(?P<gap>[*?]+)(?P<suffix>[^*?]*)")
_LAST_CHAR = "\U0010ffff"
# No UTF-8 text holds this byte, and it sorts after all that do occur.
_LAST_BYTE = b"\xff"
# One by one up to here; above it one expression over the whole stretch is faster.
_MAX_ONE_BY_ONE = 4000
_ONE_LETTER = rb"(?:[\x00-\x09\x0b-\x7f]|[\xc0-\xff][\x80-\xbf]*+)"
_ANY_LETTERS = rb"[^\n]*"
_FEWEST_LETTERS = rb"[^\n]*?"


class Arrays(NamedTuple):
    """A lexicon as it lies in its files.

    text: the UTF-8 bytes of all words, a line break after each.
    starts: where each word begins in `text`, and the length of `text`; (n_words + 1,).
    by_ending: the numbers of the words without a joint, in order of the words read backwards.
    n_letters: the number of characters of each word.
    """

    text: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    by_ending: Numbers
    n_letters: npt.NDArray[np.int16]


def encoded(word: str) -> bytes:
    """A word as it lies in the file. Lone surrogates pass: a page may hold anything."""
    return word.encode("utf-8", "surrogatepass")


class Lexicon:
    """The words of one index. Read only, so any number of threads may ask at once."""

    def __init__(self, arrays: Arrays) -> None:
        self._letters = arrays.text
        self._text: Any = arrays.text.data
        self._starts = arrays.starts
        self._by_ending = arrays.by_ending
        self._n_letters = arrays.n_letters
        self._n_plain = len(arrays.by_ending)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def number(self, word: str) -> int | None:
        """The number of a word, or None if no page holds it."""
        low, high = (self._n_plain, len(self)) if BROKEN in word else (0, self._n_plain)
        wanted = encoded(word)
        found = bisect_left(range(high), wanted, low, high, key=self._bytes)
        return found if found < high and self._bytes(found) == wanted else None

    def word(self, number: int) -> str:
        """The word with this number."""
        return self._bytes(number).decode("utf-8", "surrogatepass")

    def fitting(self, pattern: str) -> Numbers:
        """The numbers, ascending, of the words of this form: * is any letters, ? is one.

        The pattern holds a sign and a letter at least.
        """
        if one_gap := _ONE_GAP.fullmatch(pattern):
            return self._with_gap(one_gap["prefix"], one_gap["gap"], one_gap["suffix"])
        chunks = re.split(r"[*?]+", pattern)
        low, high = self._beginning_with(chunks[0])
        if chunks[0]:
            numbers = np.arange(low, high, dtype=np.int32)
        elif chunks[-1]:
            numbers = np.sort(self._ending_with(chunks[-1]))
        else:
            numbers = self._holding(max(chunks, key=len))
        return numbers if pattern == f"*{chunks[1]}*" else self._checked(numbers, pattern, low, high)

    def _with_gap(self, prefix: str, gap: str, suffix: str) -> Numbers:
        low, high = self._beginning_with(prefix)
        if suffix:
            numbers = self._ending_with(suffix)
            numbers = numbers[(numbers >= low) & (numbers < high)]
        else:
            numbers = np.arange(low, high, dtype=np.int32)
        n_letters = self._n_letters[numbers]
        least = len(prefix) + gap.count("?") + len(suffix)
        return np.sort(numbers[n_letters >= least if "*" in gap else n_letters == least])

    def _bytes(self, number: int) -> bytes:
        return bytes(self._text[self._starts[number] : self._starts[number + 1] - len(END)])

    def _backwards(self, place: int) -> str:
        return self.word(self._by_ending[place])[::-1]

    def _beginning_with(self, prefix: str) -> tuple[int, int]:
        if not prefix:
            return 0, self._n_plain
        first = encoded(prefix)
        low = bisect_left(range(self._n_plain), first, key=self._bytes)
        return low, bisect_left(range(self._n_plain), first + _LAST_BYTE, low, key=self._bytes)

    def _ending_with(self, suffix: str) -> Numbers:
        first = suffix[::-1]
        low = bisect_left(range(self._n_plain), first, key=self._backwards)
        high = bisect_left(range(self._n_plain), first + _LAST_CHAR, low, key=self._backwards)
        return self._by_ending[low:high]

    def _holding(self, letters: str) -> Numbers:
        wanted = encoded(letters)
        text = self._letters[: self._starts[self._n_plain]]
        places = np.flatnonzero(text == wanted[0])
        for offset, byte in enumerate(wanted[1:], 1):
            # Every word ends in a line break, so no place is too near to the end.
            places = places[text[places + offset] == byte]
        return self._at(places)

    def _at(self, places: npt.NDArray[np.int64]) -> Numbers:
        """The words that stand at these places (ascending) of the text, each once."""
        numbers = np.searchsorted(self._starts, places, side="right") - 1
        return numbers[np.flatnonzero(np.diff(numbers, prepend=-1))].astype(np.int32)

    def _checked(self, numbers: Numbers, pattern: str, low: int, high: int) -> Numbers:
        if len(numbers) <= _MAX_ONE_BY_ONE:
            fits = pattern_expression(pattern).match
            kept = [number for number in numbers.tolist() if fits(self.word(number))]
            return np.array(kept, dtype=np.int32)
        start = int(self._starts[low])
        lines = re.finditer(_line_expression(pattern), self._text[start : self._starts[high]])
        return self._at(np.fromiter((start + match.start() for match in lines), dtype=np.int64))


def _line_expression(pattern: str) -> bytes:
    """The wildcard for a stretch of many words, to be searched for.

    What a star has passed is never gone over again (the first place for a chunk leaves the most room
    for the next), and a star at either end needs no letters to be looked at.
    """
    chunks = [_chunk(chunk) for chunk in pattern.split("*")]
    if len(chunks) == 1:
        return b"(?m)^" + chunks[0] + b"$"
    inner = _FEWEST_LETTERS.join(b"(?>" + chunk + b")" for chunk in chunks[1:-1] if chunk)
    first = b"^" + chunks[0] + _FEWEST_LETTERS if chunks[0] else b""
    last = _ANY_LETTERS + chunks[-1] + b"$" if chunks[-1] else b""
    return b"(?m)" + first + inner + last


def _chunk(text: str) -> bytes:
    return b"".join(_ONE_LETTER if char == "?" else re.escape(encoded(char)) for char in text)


def laid_out(words: Sequence[str]) -> Arrays:
    """The arrays of a lexicon for words that are in `in_order` already."""
    parts = [encoded(word) + END for word in words]
    n_letters = np.array([len(word) for word in words], dtype=np.int16)
    starts = np.zeros(len(parts) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in parts], out=starts[1:])
    text = np.frombuffer(b"".join(parts), dtype=np.uint8)
    plain = [number for number, word in enumerate(words) if BROKEN not in word]
    by_ending = sorted(plain, key=lambda number: words[number][::-1])
    return Arrays(text, starts, np.array(by_ending, dtype=np.int32), n_letters)


def in_order(word: str) -> tuple[bool, str]:
    """The order in which words are numbered. Letters in the order of their UTF-8 bytes."""
    return BROKEN in word, word
