"""A text in another spelling, and the way back from each letter to its place in the original."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

SOFT_HYPHEN = "\u00ad"
# Stands around what is written raised or lowered: beside a word, and yet no letter of it. An invisible
# sign that may also stand in a text, and means the same there.
JOINER = "\u2060"
_LINE_END = re.compile(r"[ \t]*\n")
# ASCII stays where it is, but for the letter on which a mark may sit.
_STRETCH = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
# Accents and points that may be left out in writing: Latin, Greek, Cyrillic; Hebrew; Arabic, and the
# stroke that lengthens its words. Marks that make another letter (Thai, Hindi, Japanese) are not here.
_OPTIONAL = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]"
)
_RAISED = frozenset({"<super>", "<sub>"})
_ASCII_DIGITS = frozenset("0123456789")
_PLAIN_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "ð": "d", "þ": "th"}
_LAST_DIGIT = 0x1FBF9
_DIGITS = re.findall(r"\d", "".join(map(chr, range(0x80, _LAST_DIGIT + 1))))
_PLAIN = str.maketrans(_PLAIN_LETTERS | {digit: str(unicodedata.decimal(digit)) for digit in _DIGITS})


class Spelling(NamedTuple):
    """How a text is spelled anew.

    `ascii` spells a stretch of ASCII, letter by letter; `cluster` a character with the marks that
    combine with it; `continues` says whether a character goes with the one before it.
    """

    ascii: Callable[[str], str]
    cluster: Callable[[str], str]
    continues: Callable[[str, str], bool]


class Folded:
    """A text in a new spelling."""

    def __init__(self, text: str, spelling: Spelling) -> None:
        self._starts: Sequence[int] | None = None
        self._ends: Sequence[int] | None = None
        if text.isascii():
            self.text = spelling.ascii(text)
        else:
            self._spell(text, spelling)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the new text stands in the original (`end` is exclusive)."""
        if self._starts is None or self._ends is None:
            return start, end
        return self._starts[start], self._ends[end - 1]

    def _spell(self, text: str, spelling: Spelling) -> None:
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for stretch in _STRETCH.finditer(text):
            pieces.append(spelling.ascii(text[at : stretch.start()]))
            starts.extend(range(at, stretch.start()))
            ends.extend(range(at + 1, stretch.start() + 1))
            for start, end in _clusters(text, stretch.start(), stretch.end(), spelling.continues):
                piece = spelling.cluster(_without_soft_hyphen(text, start, end))
                pieces.append(piece)
                starts.extend([start] * len(piece))
                ends.extend([end] * len(piece))
            at = stretch.end()
        pieces.append(spelling.ascii(text[at:]))
        starts.extend(range(at, len(text)))
        ends.extend(range(at + 1, len(text) + 1))
        self.text = "".join(pieces)
        self._starts, self._ends = starts, ends


def _clusters(
    text: str, start: int, end: int, continues: Callable[[str, str], bool]
) -> Iterator[tuple[int, int]]:
    """Stretches that are spelled on their own: a character with the marks that combine with it."""
    for index in range(start + 1, end):
        if not continues(text[index - 1], text[index]):
            yield start, index
            start = index
    yield start, end


def _without_soft_hyphen(text: str, start: int, end: int) -> str:
    """At the end of a line a soft hyphen breaks a word and stays; elsewhere it is nothing."""
    if text[start] != SOFT_HYPHEN or _LINE_END.match(text, end):
        return text[start:end]
    return text[start + 1 : end]


@lru_cache(maxsize=4096)
def _compatible(cluster: str) -> str:
    return unicodedata.normalize("NFKC", cluster)


def _combines(_: str, char: str) -> bool:
    # Hangul vowels and finals join the syllable before them although they are no marks.
    return char > "\u02ff" and (unicodedata.combining(char) != 0 or "\u1160" <= char <= "\u11ff")


def plain(text: str) -> str:
    """Compatibility forms, case, accents and digits of other scripts folded."""
    once = unicodedata.normalize("NFKD", text).casefold()
    bare = _OPTIONAL.sub("", unicodedata.normalize("NFKD", once)).translate(_PLAIN)
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=4096)
def searchable(text: str) -> str:
    """The same, remembered: for letters and words, not for whole pages."""
    return plain(text)


@lru_cache(maxsize=4096)
def searchable_apart(text: str) -> str:
    """The same, and nothing that is written small runs into what stands beside it.

    Raised and lowered signs (10², CO₂, revenue¹, brand™) stand between joiners. Other signs that are
    spelled with a digit (8½, 2019①) have a space on that side.
    """
    return "".join(_set_apart(kind, "".join(run)) for kind, run in groupby(text, key=_script))


def _set_apart(kind: str, text: str) -> str:
    if not kind:
        return searchable(text)
    if kind in _RAISED:
        return f"{JOINER}{searchable(text)}{JOINER}"
    return "".join(map(_with_spaces, text))


def _with_spaces(char: str) -> str:
    spelled = searchable(char)
    is_number = unicodedata.category(char) == "No"
    before = " " if is_number or spelled[0] in _ASCII_DIGITS else ""
    return before + spelled + (" " if is_number or spelled[-1] in _ASCII_DIGITS else "")


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    """How a sign is to be set apart; empty if it is not."""
    if char <= "\x7f":
        return ""
    kind = unicodedata.decomposition(char).partition(" ")[0]
    if kind in _RAISED:
        return kind
    if unicodedata.category(char) == "No":
        return "number"
    is_compatible = kind.startswith("<") and unicodedata.category(char) != "Nd"
    return "digits" if is_compatible and not _ASCII_DIGITS.isdisjoint(searchable(char)) else ""


def _is_mark(_: str, char: str) -> bool:
    # As above, and the sound marks of half-width Japanese.
    return char > "\u02ff" and (
        unicodedata.category(char) in {"Mn", "Mc"}
        or "\u1160" <= char <= "\u11ff"
        or "\uff9e" <= char <= "\uff9f"
    )


def _goes_on(before: str, char: str) -> bool:
    # As above, and raised digits are one number.
    return _is_mark(before, char) or (_script(char) in _RAISED and _script(char) == _script(before))


# Compatibility forms only: ligatures, full width. Letters stay large or small.
COMPATIBLE = Spelling(ascii=str, cluster=_compatible, continues=_combines)
# Everything in which two spellings of one word may differ: the second edition of profile `exact`.
SEARCHABLE = Spelling(ascii=str.lower, cluster=searchable, continues=_is_mark)
# The third.
SEARCHABLE_APART = Spelling(ascii=str.lower, cluster=searchable_apart, continues=_goes_on)
