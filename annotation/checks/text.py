"""Texts as the checks compare them: the words of profile `exact`, and numbers in one form. Pure.

The analysis is that of the index (index/search/exact_analysis.py): compatibility forms, case, accents,
words broken at the end of a line in both readings, raised figures apart. On top come forms of numbers: `007`
is `7`, `5.00` is `5`, `1.234` is also `1234`, `12,5` is also `12.5`. Currency and percent signs are no words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from index.search.exact_analysis import ExactAnalyser
from index.search.folding import SEARCHABLE_APART, Folded
from index.search.madqa_analysis import STOP_WORDS
from index.search.tokens import BROKEN

_ANALYSER = ExactAnalyser()
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
# A point before exactly three digits parts thousands in some languages.
_DOTTED_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(?=(?:\d{1,2}|\d{4,})(?![\d.,]))")
_NO_LETTERS = re.compile("[^a-z0-9]+")
# Signs beside ASCII of which folding makes no letter: quotation marks, dashes, bullets, spaces.
_PLAIN = re.compile("[\x00-\x7f\u2018\u2019\u201c\u201d\u2013\u2014\u2022\u2026\u00a0\u00ae\u00a9\u00a7]*+")
_QUERY_SIGNS = re.compile(r'[*?"“”„‟«»＂「」『』｢｣()]')
_LAST_DIGIT = "9"
_SIZES = (1, 2, 3)
_MIN_FUZZY_LETTERS = 5
_MIN_RATIO = 0.8
# An answer is a few words; comparing hundreds letter by letter would only take time.
_MOST_FUZZY_WORDS = 40


class Run(NamedTuple):
    """Words that are to stand beside each other: where they begin and end among the words of a page."""

    first: int
    last: int


def number_forms(word: str) -> tuple[str, ...]:
    """The forms under which a word is found: itself, but for numbers."""
    if word[0] > _LAST_DIGIT:
        return (word,)
    forms = [word]
    if _NUMBER.fullmatch(word):
        whole, _, fraction = word.partition(".")
        whole = whole.lstrip("0") or "0"
        forms = [f"{whole}.{fraction}" if fraction.strip("0") else whole]
    if _DOTTED_THOUSANDS.fullmatch(word):
        forms.append(word.replace(".", ""))
    return tuple(forms)


def words_of(text: str) -> tuple[str, ...]:
    """The words of an answer or a question, in order; line breaks in it are spaces."""
    return tuple(word for word, _ in _written(text))


def without_stop_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words without stop words; all of them if there are no others."""
    kept = tuple(words)
    return tuple(word for word in kept if word not in STOP_WORDS) or kept


def query_pieces(text: str) -> list[str]:
    """The words of a text as somebody would type them, without signs that mean something in a query."""
    pieces = _QUERY_SIGNS.sub(" ", text).split()
    lowered = (piece.lower() if piece in {"AND", "OR", "NOT"} else piece for piece in pieces)
    return [piece for piece in lowered if any(map(str.isalnum, piece))]


class ReadText:
    """A page's text, read word by word. Reading is put off until a word is asked for."""

    __slots__ = ("_letters", "_places", "_squashed", "_with_points", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._places: dict[str, list[int]] | None = None
        self._with_points: ReadText | None = None
        self._squashed: str | None = None
        self._letters: str | None = None

    @property
    def places(self) -> dict[str, list[int]]:
        """Where each word stands, ascending; a number under each of its forms."""
        if self._places is None:
            places: dict[str, list[int]] = defaultdict(list)
            for token in _ANALYSER.tokens(self.text):
                for form in number_forms(token.text):
                    places[form].append(token.position)
            with_points = _DECIMAL_COMMA.sub(r"\1.", self.text)
            if with_points != self.text:
                self._with_points = ReadText(with_points)
            self._places = dict(places)
        return self._places

    @property
    def readings(self) -> tuple[ReadText, ...]:
        """The text, and the text with points for decimal commas if it has any."""
        places_are_read = self.places is not None
        return (self, self._with_points) if places_are_read and self._with_points else (self,)

    def has(self, word: str) -> bool:
        """Whether the word stands here, in any of its forms."""
        return any(form in reading.places for reading in self.readings for form in number_forms(word))

    def holds(self, wanted: Wanted) -> bool:
        """Whether the words stand here beside each other; words without letters, letter by letter."""
        if not wanted.readings:
            return bool(wanted.letters) and wanted.letters in self.letters
        return self._may_hold(wanted) and self.first_run(wanted) is not None

    @property
    def letters(self) -> str:
        """The text folded and without white space."""
        if self._letters is None:
            self._letters = _letters(self.text)
        return self._letters

    def exact_words(self, wanted: Wanted) -> str:
        """The stretch of this text that `holds` found, as it is written here; "" without one."""
        run = self.first_run(wanted) if wanted.readings else None
        return "" if run is None else self.stretch(run)

    def stretch(self, run: Run) -> str:
        """The text from the first to the last word of a run, on one line, with its signs of value."""
        tokens = [t for t in _ANALYSER.tokens(self.text) if run.first <= t.position <= run.last]
        start, end = min(t.start for t in tokens), max(t.end for t in tokens)
        before = re.search(r"[-−–(]?\s?(?:US)?[$€£¥]\s?$|[-−(]$", self.text[max(0, start - 6) : start])
        after = re.match(r"\s?%|\)", self.text[end : end + 2])
        start -= len(before.group().lstrip()) if before else 0
        end += len(after.group()) if after else 0
        piece = self.text[start:end]
        return " ".join((piece if piece.count("(") == piece.count(")") else piece.strip("()")).split())

    def first_run(self, wanted: Wanted) -> Run | None:
        """The first place at which all words stand beside each other, in any reading of either side."""
        for reading in self.readings:
            for words in wanted.readings:
                if (run := _first_run(reading.places, words)) is not None:
                    return run
        return None

    def _may_hold(self, wanted: Wanted) -> bool:
        """A quick no for a plain page that lacks the letters of a word; else "perhaps"."""
        if self._places is not None:
            return True
        if self._squashed is None:
            is_plain = _PLAIN.fullmatch(self.text) is not None
            self._squashed = _NO_LETTERS.sub("", self.text.lower()) if is_plain else ""
        return not self._squashed or all(needle in self._squashed for needle in wanted.needles)


class Wanted:
    """Words that are looked for on many pages."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Each word, and how it is written here.
        self.written = _written(text)
        self.words = tuple(word for word, _ in self.written)
        with_points = _DECIMAL_COMMA.sub(r"\1.", text)
        readings = (self.words, () if with_points == text else words_of(with_points))
        self.readings = tuple(dict.fromkeys(words for words in readings if words))
        self.letters = "" if self.words else _letters(text)
        # The shortest form of each word, if it is plain letters and digits: part of all others.
        shortest = (min(number_forms(word), key=len).replace(".", "") for word in self.words)
        self.needles = [word for word in shortest if len(self.readings) == 1 and not _NO_LETTERS.search(word)]
        self.content = without_stop_words(self.words)


def close_words(words: Sequence[str], known: Iterable[str]) -> dict[str, str]:
    """For each word of five or more letters the known word most like it, where one is like enough.

    Like enough: twice the letters in matching blocks, over the letters of both, is at least 0.8. Words
    with digits are like no other.
    """
    known_by_length: dict[int, list[str]] = defaultdict(list)
    for word in known:
        if word.isalpha():
            known_by_length[len(word)].append(word)
    found: dict[str, str] = {}
    for word in list(dict.fromkeys(words))[:_MOST_FUZZY_WORDS]:
        if len(word) < _MIN_FUZZY_LETTERS or not word.isalpha():
            continue
        # 2 min / (a + b) >= 0.8 only for lengths within a half of each other.
        lengths = range(-(-len(word) * 2 // 3), len(word) * 3 // 2 + 1)
        candidates = [other for length in lengths for other in known_by_length[length]]
        found.update((word, match) for match in get_close_matches(word, candidates, 1, _MIN_RATIO))
    return found


def _first_run(places: dict[str, list[int]], words: Sequence[str]) -> Run | None:
    """Where the words stand one after the other; two or three may be one broken word.

    Sets of places are the bits of a number, bit 1 for place 0: all places go one on at once.
    """
    n_words = len(words)
    known: dict[tuple[str, ...], int] = {}

    def mask(first: int, n: int) -> int:
        """Where one word stands, or two or three as one that line ends break; read once each."""
        piece = tuple(words[first : first + n])
        if piece not in known:
            known[piece] = _mask(places, number_forms(BROKEN.join(piece)))
        return known[piece]

    # By number of words so far: where the last of them may stand; before the first one anywhere.
    reached = [-1, *[0] * n_words]
    for at in range(n_words):
        if beside := reached[at] << 1:
            for n in _SIZES[: n_words - at]:
                reached[at + n] |= beside & mask(at, n)
    if not reached[n_words]:
        return None
    last = (reached[n_words] & -reached[n_words]).bit_length() - 1
    at, place = n_words, last
    while at:
        at -= next(
            n
            for n in _SIZES
            if n <= at and mask(at - n, n) >> place & 1 and reached[at - n] >> (place - 1) & 1
        )
        place -= 1
    return Run(place, last - 1)


def _mask(places: dict[str, list[int]], forms: Iterable[str]) -> int:
    """The places of a word, one bit each."""
    mask = 0
    for form in forms:
        for place in places.get(form, ()):
            mask |= 2 << place
    return mask


def _written(text: str) -> list[tuple[str, str]]:
    """The words of a text, each with the stretch of the text that it is."""
    line = " ".join(text.split())
    # Of several at one position the last is the word as it stands there; 10² is two words in a row.
    last = {token.position: token for token in _ANALYSER.tokens(line)}
    return [
        (word, line[token.start : token.end]) for token in last.values() for word in token.text.split(BROKEN)
    ]


def _letters(text: str) -> str:
    return "".join(Folded(text, SEARCHABLE_APART).text.split())
