"""The query language, for people and agents alike: what is outside it is refused in a sentence.

    words             all of them, in any order, on one page
    "annual report"   these words beside each other
    permit*  rev?nue  any letters (also none), one letter; at least two letters or digits given
    AND OR NOT        in capitals; NOT binds closest, then AND, then OR, then words side by side:
                      a b OR c = a AND (b OR c)
    ( )               as in arithmetic

There are no fields, ranges, weights or fuzzy words: their signs only separate words. In profile
`exact` a question mark that ends the query is punctuation; in `madqa` it stays a wildcard.

There are two editions. The second, of profile `exact` as it is now, also reads brackets inside a
code (4(a)(2)) and question marks in addresses as part of them, takes the corner brackets of Chinese
and Japanese for quotation marks, and refuses wildcards inside quotation marks, which the first ignores
in a sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from index.search.interface import QueryProblem
from index.search.nodes import AllOf, AnyOf, Exclude, Leaf, Node, Pattern, Phrase, Term
from index.search.tokens import BROKEN, Analyser

MAX_CHARS = 1000
MAX_WORDS = 64
MAX_DEPTH = 20
MAX_WILDCARDS = 8
_MIN_LITERALS = 2
_MAX_STARS = 4
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"') | dict.fromkeys("‘’‚‛", "'"))
_CORNER_QUOTES = str.maketrans(dict.fromkeys("「」『』｢｣", '"'))
_LEXEME = re.compile(r'"(?P<quoted>[^"]*)"|(?P<bracket>[()])|(?P<word>[^\s()"]+)')
# Before a code such as 10b-5(c)(2) is taken apart at its brackets.
_CODE = re.compile(r'(?<![^\s()"])[^\s()"*?]*[\d§](?:\(\w{1,4}\))+[^\w\s()"*?]*(?![^\s()"])')
_FINAL_QUESTION = re.compile(r"\?+(?=[\"')\s]*$)")
_WILD_IN_QUOTES = re.compile(r"\*|\?(?=\w)")
_OPERATORS = ("AND", "OR", "NOT")
_WEIGHT = re.compile(r"(?:\^\d*\.?\d*|~\d*)$")
# At the beginning of a word, a bracket or a quotation; && and | anywhere.
_SIGN_OPERATOR = re.compile(r"^[-+!](?=\w)|&&|\|")
_SIGNS_BEFORE = frozenset("-+!")
_NO_SIGN_OPERATORS = "The signs + - ! && || are no operators and were ignored: use AND, OR, NOT."
_LOST_SIGN = re.compile(r"(?<=\w)[+#]+$")

Kind = Literal["word", "quoted", "(", ")", "AND", "OR", "NOT", "end"]


class _Lexeme(NamedTuple):
    kind: Kind
    text: str = ""


_END = _Lexeme("end")


@dataclass(slots=True)
class ReadQuery:
    """A query as it was understood. `node` is None if no word of it can be searched for.

    `remarks` say, in sentences, what was read differently from how it was written; `dropped` are
    the words that this profile does not index; `small_operators` are and, or, not in small letters.
    """

    node: Node | None = None
    remarks: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    small_operators: list[str] = field(default_factory=list)

    def remark(self, sentence: str) -> None:
        """Say something once."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)


def read_query(text: str, analyser: Analyser) -> ReadQuery:
    """Read a query. Raises QueryProblem, and nothing else, for what the language does not take."""
    read = ReadQuery()
    plain = _cleaned(text, analyser, read)
    lexemes = _closed_brackets(_lexemes(plain, analyser, read), read)
    read.node = _Parser(lexemes, analyser, read).whole()
    return read


def _cleaned(text: str, analyser: Analyser, read: ReadQuery) -> str:
    if len(text) > MAX_CHARS:
        raise QueryProblem(f"The query has {len(text)} characters; at most {MAX_CHARS} are taken.")
    plain = text.translate(_QUOTES)
    if analyser.language > 1:
        plain = plain.translate(_CORNER_QUOTES)
    plain = analyser.typed(plain)
    plain = "".join(" " if unicodedata.category(char) in {"Cc", "Cs"} else char for char in plain)
    if len(plain) > MAX_CHARS:
        raise QueryProblem(f"The query is longer than {MAX_CHARS} characters when written out.")
    if analyser.profile == "exact":
        plain = _FINAL_QUESTION.sub("", plain)
    if plain.count('"') % 2:
        read.remark("The quotation mark that was not closed was closed at the end.")
        plain += '"'
    return plain


def _lexemes(text: str, analyser: Analyser, read: ReadQuery) -> list[_Lexeme]:
    found: list[_Lexeme] = []
    at = 0
    while match := _LEXEME.search(text, at):
        at = match.end()
        if code := analyser.language > 1 and _CODE.match(text, match.start()):
            found.append(_Lexeme("word", code.group()))
            at = code.end()
        elif match["quoted"] is not None:
            found.append(_Lexeme("quoted", match["quoted"]))
        elif match["bracket"] == "(":
            found.append(_Lexeme("("))
        elif match["bracket"] == ")":
            found.append(_Lexeme(")"))
        else:
            if match["word"] in _SIGNS_BEFORE and text[at : at + 1] in {"(", '"'}:
                read.remark(_NO_SIGN_OPERATORS)
            found.append(_word_or_operator(match["word"], read))
    return found


def _word_or_operator(word: str, read: ReadQuery) -> _Lexeme:
    if word == "AND":
        return _Lexeme("AND")
    if word == "OR":
        return _Lexeme("OR")
    if word == "NOT":
        return _Lexeme("NOT")
    if word.upper() in _OPERATORS:
        read.small_operators.append(word)
    return _Lexeme("word", word)


def _closed_brackets(lexemes: list[_Lexeme], read: ReadQuery) -> list[_Lexeme]:
    """Drop brackets without a partner; refuse nesting that nobody writes by hand."""
    partners: set[int] = set()
    open_at: list[int] = []
    depth: dict[int, int] = {}
    for index, lexeme in enumerate(lexemes):
        if lexeme.kind == "(":
            open_at.append(index)
        elif lexeme.kind == ")" and open_at:
            start = open_at.pop()
            partners |= {start, index}
            inner = max((depth[at] for at in depth if start < at < index), default=0)
            depth[start] = inner + 1
    if max(depth.values(), default=0) > MAX_DEPTH:
        raise QueryProblem(f"Brackets are nested more than {MAX_DEPTH} deep.")
    kept = [lexeme for i, lexeme in enumerate(lexemes) if lexeme.kind not in {"(", ")"} or i in partners]
    if len(kept) < len(lexemes):
        read.remark("A bracket without its partner was ignored.")
    return kept


class _Parser:
    """Recursive descent over the lexemes; every step that gives no word gives None."""

    def __init__(self, lexemes: list[_Lexeme], analyser: Analyser, read: ReadQuery) -> None:
        self._lexemes = lexemes
        self._at = 0
        self._analyser = analyser
        self._read = read
        self._n_words = 0
        self._n_wildcards = 0

    def whole(self) -> Node | None:
        return self._side_by_side()

    @property
    def _next(self) -> _Lexeme:
        return self._lexemes[self._at] if self._at < len(self._lexemes) else _END

    def _take(self) -> _Lexeme:
        lexeme = self._next
        self._at += 1
        return lexeme

    def _side_by_side(self) -> Node | None:
        parts: list[Node | None] = []
        while self._next.kind not in {")", "end"}:
            parts.append(self._either())
        return _joined(AllOf, parts)

    def _either(self) -> Node | None:
        parts = [self._both()]
        while self._next.kind == "OR":
            self._take()
            if self._starts_operand():
                parts.append(self._both())
            else:
                self._stray("OR")
        return _joined(AnyOf, parts)

    def _both(self) -> Node | None:
        parts = [self._single()]
        while self._next.kind == "AND":
            self._take()
            if self._starts_operand():
                parts.append(self._single())
            else:
                self._stray("AND")
        return _joined(AllOf, parts)

    def _single(self) -> Node | None:
        negated = False
        while self._next.kind in {"AND", "OR", "NOT"}:
            operator = self._take().kind
            if operator != "NOT":
                self._stray(operator)
            elif self._next.kind in {")", "end"}:
                self._stray(operator)
                return None
            else:
                negated = not negated
        node = self._operand()
        return Exclude(node) if negated and node is not None else node

    def _operand(self) -> Node | None:
        lexeme = self._take()
        if lexeme.kind == "(":
            node = self._side_by_side()
            self._take()
            return node
        if lexeme.kind == "quoted":
            return self._quoted(lexeme.text)
        if lexeme.kind == "word":
            return self._word(lexeme.text)
        self._at -= 1
        return None

    def _starts_operand(self) -> bool:
        """Whether something to search for follows, behind further operators if need be."""
        ahead = self._at
        while ahead < len(self._lexemes) and self._lexemes[ahead].kind in _OPERATORS:
            ahead += 1
        return ahead < len(self._lexemes) and self._lexemes[ahead].kind != ")"

    def _stray(self, operator: str) -> None:
        self._read.remark(
            f"{operator} needs a word on each side; one was ignored."
            if operator != "NOT"
            else "NOT needs a word after it; one was ignored."
        )

    def _quoted(self, text: str) -> Node | None:
        if _WILD_IN_QUOTES.search(text):
            if self._analyser.language > 1:
                raise QueryProblem(
                    "* and ? are no wildcards inside quotation marks: leave them out, or the quotation marks."
                )
            self._read.remark("* and ? are no wildcards inside quotation marks and were ignored there.")
        return self._counted(self._words(text))

    def _word(self, text: str) -> Node | None:
        text = self._without_signs(text)
        if self._analyser.language > 1 and "://" in text:
            text = text.replace("?", " ")
        if "*" not in text and "?" not in text:
            words = self._words(text)
            if self._analyser.profile == "exact":
                return self._counted(words)
            # The public agent takes the parts of a word such as 10-K as words of their own.
            return _joined(AllOf, [self._counted([word]) for word in words])
        return _joined(AllOf, [self._piece(piece) for piece in self._analyser.wildcard_pieces(text)])

    def _without_signs(self, text: str) -> str:
        """Say so where a sign means something elsewhere, but only separates words here."""
        if _SIGN_OPERATOR.search(text):
            self._read.remark(_NO_SIGN_OPERATORS)
        if (lost := _LOST_SIGN.search(text)) and not self._ends_with(text, lost.group()):
            self._read.remark("The signs + and # after a word were ignored: words are letters and digits.")
        if not _WEIGHT.search(text):
            return text
        self._read.remark("Words have no weights or fuzzy forms here: ^ and ~ were ignored.")
        return _WEIGHT.sub("", text)

    def _ends_with(self, text: str, sign: str) -> bool:
        """Whether the sign belongs to a word."""
        return any(token.text.endswith(sign) for token in self._analyser.tokens(text)[-1:])

    def _piece(self, piece: str) -> Node | None:
        if "*" not in piece and "?" not in piece:
            return self._counted(self._words(piece))
        self._count(1)
        self._n_wildcards += 1
        if self._n_wildcards > MAX_WILDCARDS:
            raise QueryProblem(f"The query has more than {MAX_WILDCARDS} wildcards; write some words out.")
        return checked_pattern(self._analyser.fold(piece))

    def _words(self, text: str) -> list[str]:
        """The indexed words of a piece of query, in order; the others are noted as dropped."""
        # Of several at one position the last is the word as it stands there; 10² is two words in a row.
        words = {token.position: token.text for token in self._analyser.tokens(text)}
        self._read.dropped += self._analyser.dropped(text)
        return [part for word in words.values() for part in word.split(BROKEN)]

    def _counted(self, words: list[str]) -> Leaf | None:
        self._count(len(words))
        if not words:
            return None
        return Term(words[0]) if len(words) == 1 else Phrase(tuple(words))

    def _count(self, n_words: int) -> None:
        self._n_words += n_words
        if self._n_words > MAX_WORDS:
            raise QueryProblem(f"The query has more than {MAX_WORDS} words; take the most telling ones.")


def checked_pattern(pattern: str) -> Pattern:
    """The wildcard, if it says enough to be answered. Raises QueryProblem."""
    pattern = re.sub(r"\*+", "*", pattern)
    if sum(char.isalnum() for char in pattern) < _MIN_LITERALS:
        raise QueryProblem(
            f"The wildcard {pattern[:20]!r} says too little: give at least {_MIN_LITERALS} letters or digits."
        )
    if pattern.count("*") > _MAX_STARS:
        raise QueryProblem(f"The wildcard {pattern[:20]!r} has more than {_MAX_STARS} stars.")
    return Pattern(pattern)


def _joined(kind: type[AllOf] | type[AnyOf], parts: Iterable[Node | None]) -> Node | None:
    """The parts that are left under one roof; parts of the same kind are taken in."""
    left: list[Node] = []
    for part in parts:
        if isinstance(part, kind):
            left.extend(part.parts)
        elif part is not None:
            left.append(part)
    left = list(dict.fromkeys(left))
    if not left:
        return None
    return left[0] if len(left) == 1 else kind(tuple(left))
