"""Reading a query string as Lucene's classic parser does, and refusing all that ours must not use.

Written from the description of that syntax, not from what our adapter writes: it knows every
operator, so that one which slipped through is named.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["every", "word", "phrase", "wildcard", "all", "any", "not"]


class Clause(NamedTuple):
    """`text` of a leaf as it is looked for in `field`; `parts` of the others."""

    kind: Kind
    text: str = ""
    field: str = "words"
    parts: tuple[Clause, ...] = ()


class ForbiddenSyntax(ValueError):
    """The query string uses what no query of ours may reach."""


_LEXEME = re.compile(
    r"""\s*(?:
        (?P<every>\*:\*)
      | (?P<field>\w+):
      | (?P<quoted>"(?:[^"\\]|\\.)*")(?!~|\^)
      | (?P<bracket>[()])
      | (?P<word>(?:\\.|[^\s+\-!(){}\[\]^"~:/\\&|=<>])+)(?![:~^\[{/"])
      | (?P<forbidden>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
_OPERATORS = ("AND", "OR", "NOT", "TO")


class _Reader:
    def __init__(self, text: str) -> None:
        self._lexemes = [(m.lastgroup or "", m.group(m.lastgroup or 0)) for m in _LEXEME.finditer(text)]
        if "".join(m.group() for m in _LEXEME.finditer(text)) != text.rstrip():
            raise ForbiddenSyntax(f"unreadable: {text!r}")
        self._at = 0

    def whole(self) -> Clause:
        clause = self._joined()
        if self._at != len(self._lexemes):
            raise ForbiddenSyntax(f"more than one query: {self._lexemes[self._at :]}")
        return clause

    def _peek(self) -> tuple[str, str]:
        return self._lexemes[self._at] if self._at < len(self._lexemes) else ("end", "")

    def _joined(self) -> Clause:
        """Clauses under one operator: where two kinds meet, Lucene does not do what one expects."""
        parts, kinds = [self._single()], set()
        while self._peek() in {("word", "AND"), ("word", "OR")}:
            kinds.add(self._take()[1])
            parts.append(self._single())
        if len(kinds) > 1:
            raise ForbiddenSyntax("AND and OR beside each other")
        if kinds == {"OR"} and any(part.kind == "not" for part in parts):
            raise ForbiddenSyntax("NOT beside OR excludes from the whole")
        if all(part.kind == "not" for part in parts):
            raise ForbiddenSyntax("nothing but NOT finds nothing")
        if not kinds:
            return parts[0]
        return Clause("all" if kinds == {"AND"} else "any", parts=tuple(parts))

    def _take(self) -> tuple[str, str]:
        lexeme = self._peek()
        self._at += 1
        return lexeme

    def _single(self) -> Clause:
        kind, text = self._take()
        if (kind, text) == ("word", "NOT"):
            return Clause("not", parts=(self._single(),))
        if (kind, text) == ("bracket", "("):
            clause = self._joined()
            if self._take() != ("bracket", ")"):
                raise ForbiddenSyntax("unbalanced brackets")
            return clause
        if kind == "field":
            if text != "broken_words" or self._peek()[0] != "quoted":
                raise ForbiddenSyntax(f"field {text}")
            return self._single()._replace(field=text)
        return self._leaf(kind, text)

    def _leaf(self, kind: str, text: str) -> Clause:
        if kind == "every":
            return Clause("every")
        if kind == "quoted":
            words = re.sub(r"\\(.)", r"\1", text[1:-1])
            return Clause("phrase" if " " in words else "word", words)
        if kind != "word" or text in _OPERATORS:
            raise ForbiddenSyntax(f"{kind} {text!r}")
        if not re.search(r"[*?]", re.sub(r"\\.", "", text)):
            raise ForbiddenSyntax(f"an unquoted word: {text!r}")
        return Clause("wildcard", re.sub(r"\\(.)", r"\1", text))


def read_query_string(text: str) -> Clause:
    """What Lucene would make of it. Raises ForbiddenSyntax."""
    return _Reader(text).whole()
