"""Profile `exact`: what a careful person expects of a page and of a query, word for word.

Every word is kept, in one spelling (folding.py): compatibility forms, case, accents. A word is a run
of letters and digits with their marks, and besides:

    1,234.56   a number is one word, without the commas between its thousands; 1.234,56 is the same
    3.14 v2.1  so are decimals and the dotted numbers of sections, versions, addresses
    10-K AT&T  codes, dates and addresses are their parts in a row, so a query for one is a phrase
    C++ C#     one letter with its sign is a word, and so is the letter alone
    報告 ไทย    scripts without spaces give a word for each letter, and a query a phrase of them

A word broken at the end of a line is findable in both readings: its halves and the joined word share
one position, and a joined word with a BROKEN inside stands for "these two halves, adjacent".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from index.search.folding import SEARCHABLE, Folded, searchable
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


class ExactAnalyser:
    """The analyser of profile `exact`."""

    profile: Profile = "exact"
    version = "exact 2"
    language = 2

    def tokens(self, text: str, wanted: Wanted | None = None) -> list[Token]:
        """All tokens of the text, or those whose word is wanted.

        Where there are several at one position the fullest comes last.
        """
        folded = Folded(text, SEARCHABLE)
        breaks = {match.end(): match.start() for match in _LINE_BREAK.finditer(folded.text)}
        shown = folded.span
        found: list[Token] = []
        position, previous, previous_start, previous_end = -1, "", -1, -1
        for match in _WORD.finditer(folded.text):
            start, end = match.span()
            if end - start > MAX_WORD_CHARS:
                continue
            word = _spelled(match) if match.lastgroup else match[0]
            if start in breaks and breaks[start] == previous_end:
                both = shown(previous_start, end)
                found.append(new_token((previous + word, position, *both)))
                found.append(new_token((previous + BROKEN + word, position, *both)))
            else:
                position += 1
                if match.lastgroup == "sign":
                    found.append(new_token((word[0], position, *shown(start, end))))
            if wanted is None or wanted(word):
                found.append(new_token((word, position, *shown(start, end))))
            previous, previous_start, previous_end = word, start, end
        return found if wanted is None else [token for token in found if wanted(token.text)]

    def fold(self, text: str) -> str:
        """A piece of a word in the form in which it is indexed; nothing is dropped."""
        return searchable(text)

    def wildcard_pieces(self, text: str) -> list[str]:
        """The pieces of a query's word with * or ? in it, each a word or a wildcard.

        Raises:
            QueryProblem: a wildcard among letters that are words of their own.
        """
        pieces = _PIECE.findall(_IN_NUMBER.sub("", searchable(text)))
        return [_without_stars(piece) if _HAS_UNSPACED.search(piece) else piece for piece in pieces]

    def dropped(self, text: str) -> list[str]:
        """The words of the text that are not indexed: those that are too long."""
        words = (match.group() for match in _WORD.finditer(Folded(text, SEARCHABLE).text))
        return [word for word in words if len(word) > MAX_WORD_CHARS]


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
