"""A query as it was understood: a small tree, independent of any engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from index.search.tokens import BROKEN

# Each way of reading a phrase is looked up on its own, and a search server has to be sent all of them.
_MAX_WORDS_BROKEN_TWICE = 16


@dataclass(frozen=True, slots=True)
class Term:
    """Pages with this word (folded)."""

    word: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Pages with these words (folded, at least two) beside each other in this order."""

    words: tuple[str, ...]

    def readings(self) -> tuple[tuple[str, ...], ...]:
        """The phrase, and the phrase with each pair of neighbours read as one broken word.

        In phrases of up to 16 words three neighbours too. The joined spellings exist only in indexes of
        profile `exact`, where a page really breaks the words at the end of a line or raises one.
        """
        words = self.words
        sizes = (2, 3) if len(words) <= _MAX_WORDS_BROKEN_TWICE else (2,)
        joined = (
            (*words[:i], BROKEN.join(words[i : i + size]), *words[i + size :])
            for size in sizes
            for i in range(len(words) - size + 1)
        )
        return (words, *joined)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Pages with a word of this form: * is any letters, also none; ? is one letter."""

    pattern: str


@dataclass(frozen=True, slots=True)
class AllOf:
    """Pages that match every part."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Pages that match at least one part."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Exclude:
    """Pages that do not match the part."""

    part: Node


Leaf = Term | Phrase | Pattern
Node = Leaf | AllOf | AnyOf | Exclude


def leaves(node: Node) -> Iterator[Leaf]:
    """Every word, phrase and wildcard of the query, excluded ones too, from left to right."""
    match node:
        case Term() | Phrase() | Pattern():
            yield node
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from leaves(part)
        case Exclude(part):
            yield from leaves(part)
        case _:
            assert_never(node)


def wanted_leaves(node: Node) -> Iterator[Leaf]:
    """The words, phrases and wildcards that a matching page may show: those not excluded."""
    match node:
        case Term() | Phrase() | Pattern():
            yield node
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from wanted_leaves(part)
        case Exclude(Exclude(part)):
            yield from wanted_leaves(part)
        case Exclude():
            return
        case _:
            assert_never(node)


def written(node: Node | None) -> str:
    """The query in its own language, with every operator and bracket in place."""
    match node:
        case None:
            return ""
        case Term(word):
            return word
        case Phrase(words):
            return f'"{" ".join(words)}"'
        case Pattern(pattern):
            return pattern
        case AllOf(parts):
            return " AND ".join(_inside(part, AnyOf) for part in parts)
        case AnyOf(parts):
            return " OR ".join(_inside(part, AllOf) for part in parts)
        case Exclude(part):
            return f"NOT {_inside(part, AllOf, AnyOf)}"
        case _:
            assert_never(node)


def _inside(node: Node, *bracketed: type) -> str:
    text = written(node)
    return f"({text})" if isinstance(node, bracketed) else text
