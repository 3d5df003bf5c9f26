"""Profile `exact`: what a careful person expects of a page and of a query, word for word.

Every word is kept, in one spelling (folding.py): compatibility forms, case, accents. A word is a run
of letters and digits with their marks, and besides:

    1,234.56   a number is one word, without the commas between its thousands; 1.234,56 is the same
    3.14 v2.1  so are decimals and the dotted numbers of sections, versions, addresses
    10-K AT&T  codes, dates and addresses are their parts in a row, so a query for one is a phrase
    C++ C#     one letter with its sign is a word, and so is the letter alone
    報告 ไทย    scripts without spaces give a word for each letter, and a query a phrase of them

    10² CO₂ a™ what is written raised or lowered is a part: CO₂ is found by CO, CO2 and CO₂, and 10² by
               10 and 10², not by 102; 8½ is 8 and 1 and 2 in a row

A word broken at the end of a line is findable in both readings, and so is one with raised parts: its
parts and the joined word share one position, and a joined word with a BROKEN inside stands for "these
parts, adjacent". The second edition knew neither raised parts nor words broken more than once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise, product

from index.search.folding import JOINER, SEARCHABLE, SEARCHABLE_APART, Folded, searchable, searchable_apart
from index.search.interface import Profile, QueryProblem
from index.search.tokens import BROKEN, MAX_WORD_CHARS, Token, Wanted, new_token

# Thai, Lao, Burmese, Khmer, Japanese, Chinese: scripts that do not part words.
_UNSPACED = (
    "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007"
    "\u3021-\u3029\u3031-\u3035\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U000323af"
)
# Marks end well below; only variation selectors, which no word needs, come later.
_LAST_MARK = 0x1E95F


def _ranges(codes: Iterable[int]) -> Iterator[str]:
    """Code points, ascending, as the inside of a set in an expression."""
    for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]):
        numbers = [code for _, code in run]
        yield f"{chr(numbers[0])}-{chr(numbers[-1])}"


def _marks() -> str:
    kinds = map(unicodedata.category, map(chr, range(_LAST_MARK)))
    return "".join(_ranges(code for code, kind in enumerate(kinds) if kind in {"Mn", "Mc"}))


_MARKS = _marks()
_LETTER = rf"[^\W_{_UNSPACED}]"
_ALONE = rf"(?<!{_LETTER})"
_WORD = re.compile(
    # Nearly all words, and nothing that could be one of the others.
    r"[a-z]++(?![\d+\#\x80-\U0010ffff])"
    rf"|(?P<number>{_ALONE}(?<!\d[.,])"
    rf"(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d{{1,3}}(?:\.\d{{3}})+,\d+)(?!\d|[.,]\d))"
    rf"|(?P<dotted>{_ALONE}v?\d+(?:\.\d+)+)"
    rf"|(?P<sign>{_ALONE}[a-z](?:\+\+|\#)(?!{_LETTER}|[+\#]))"
    rf"|[{_UNSPACED}][{_MARKS}]*"
    rf"|{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*"
)
_LINE_BREAK = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad][ \t]*\n\s*(?=[^\W\d_])")
_PIECE = re.compile(rf"(?:[^\W_]|[{_MARKS}*?]|(?<=\d)\.(?=[\d*?]))+")
_IN_NUMBER = re.compile(r"(?<=\d),(?=[\d*?])")
_BESIDE_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}{_MARKS}])\*|\*(?=[{_UNSPACED}])")
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")


# In a wildcard: a joiner without a digit on each side is nothing.
_LOOSE_JOINER = re.compile(f"(?<![0-9]){JOINER}+|{JOINER}+(?![0-9])")
# More parts than this are no word; of more than three only the whole is spelled in one.
_MAX_PARTS = 8
_MAX_MIXED = 3
# Full-width ASCII: the operators, brackets and wildcards of Chinese and Japanese keyboards.
_TYPED_SIGNS = {0xFF01 + number: chr(0x21 + number) for number in range(94)}

# A word or a part of one, and where it begins and ends in the folded text.
_Part = tuple[str, int, int]
_Shown = Callable[[int, int], tuple[int, int]]


class ExactAnalyser:
    """The analyser of profile `exact`."""

    profile: Profile = "exact"
    version = "exact 3"
    language = 2
    _spelling = SEARCHABLE_APART
    _knows_joiners = True

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted.

        Where there are several at one position the fullest comes last.
        """
        folded = Folded(text, self._spelling)
        whole = folded.text
        breaks = {match.end(): match.start() for match in _LINE_BREAK.finditer(whole)}
        has_joiners = self._knows_joiners and JOINER in whole
        shown = folded.span
        found: list[Token] = []
        position = previous_end = -1
        parts: list[_Part] = []
        for match in _WORD.finditer(whole):
            start, end = match.span()
            if end - start > MAX_WORD_CHARS:
                continue
            word = _spelled(match) if match.lastgroup else match[0]
            is_beside = (start in breaks and breaks[start] == previous_end) or (
                has_joiners and start > previous_end >= 0 and not whole[previous_end:start].strip(JOINER)
            )
            if is_beside and self._takes(parts):
                parts.append((word, start, end))
            else:
                if len(parts) > 1:
                    found += self._joined(parts, position, shown)
                position += 1
                parts = [(word, start, end)]
                if match.lastgroup == "sign":
                    found.append(new_token((word[0], position, *shown(start, end))))
            if wanted is None or wanted(word):
                found.append(new_token((word, position, *shown(start, end))))
            previous_end = end
        if len(parts) > 1:
            found += self._joined(parts, position, shown)
        return found if wanted is None else [token for token in found if wanted(token.text)]

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return _LOOSE_JOINER.sub("", searchable_apart(text))

    def typed(self, query: str) -> str:
        """A query with the signs of the language as such; its words are folded like those of pages."""
        return query.translate(_TYPED_SIGNS)

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard.

        Raises:
            QueryProblem: a wildcard among letters that are words of their own.
        """
        pieces = _PIECE.findall(_IN_NUMBER.sub("", self.fold(text)))
        return [_without_stars(piece) if _HAS_UNSPACED.search(piece) else piece for piece in pieces]

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed: those that are too long."""
        words = (match.group() for match in _WORD.finditer(Folded(text, self._spelling).text))
        return [word for word in words if len(word) > MAX_WORD_CHARS]

    def _takes(self, parts: Sequence[_Part]) -> bool:
        """Whether another part may be added to a word in parts."""
        return len(parts) < _MAX_PARTS

    def _joined(self, parts: Sequence[_Part], position: int, shown: _Shown) -> Iterator[Token]:
        """A word in parts in every reading, the fullest one last."""
        for run in pairwise(parts):
            yield from _spellings(run, position, shown)
        if len(parts) > 2:
            yield from _spellings(parts, position, shown)


class SecondExactAnalyser(ExactAnalyser):
    """The second edition, for the builds that were made with it."""

    version = "exact 2"
    _spelling = SEARCHABLE
    _knows_joiners = False

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return searchable(text)

    def typed(self, query: str) -> str:
        """A query in its compatibility form."""
        return unicodedata.normalize("NFKC", query)

    def _takes(self, parts: Sequence[_Part]) -> bool:
        return True

    def _joined(self, parts: Sequence[_Part], position: int, shown: _Shown) -> Iterator[Token]:
        for run in pairwise(parts):
            yield from _spellings(run, position, shown)


def _spellings(parts: Sequence[_Part], position: int, shown: _Shown) -> Iterator[Token]:
    """Parts as one word, from "all apart" to "all joined". Digits never run into digits."""
    words = [word for word, _, _ in parts]
    place = shown(parts[0][1], parts[-1][2])
    joints = [
        (BROKEN,) if left[-1].isdigit() and right[0].isdigit() else (BROKEN, "")
        for left, right in pairwise(words)
    ]
    readings = list(product(*joints)) if len(words) <= _MAX_MIXED else []
    for reading in readings or dict.fromkeys(tuple(joint[end] for joint in joints) for end in (0, -1)):
        text = words[0] + "".join(joint + word for joint, word in zip(reading, words[1:], strict=True))
        yield new_token((text, position, *place))


def _spelled(match: re.Match[str]) -> str:
    """The word in the one form in which it is indexed."""
    word = match.group()
    if match.lastgroup != "number":
        return word
    if word.rfind(",") > word.rfind("."):
        # A comma at the end is the decimal one only where dots part the thousands.
        return word.replace(".", "").replace(",", ".") if "." in word else word.replace(",", "")
    return word.replace(",", "")


def _without_stars(piece: str) -> str:
    """Before and after such letters a star says nothing: they are found inside of a text anyway."""
    plain = _BESIDE_UNSPACED.sub("", piece) if piece.strip("*").count("*") == 0 else piece
    if "*" in plain or "?" in plain:
        raise QueryProblem(
            f"The wildcard {piece[:20]!r} is in a text written without spaces: leave * and ? out."
        )
    return plain
