"""Queries of every kind, drawn from the pages that they are asked of; for one seed always the same."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

KINDS = ("term", "or", "and", "phrase", "prefix", "infix", "suffix", "not", "nested")
_WORD = re.compile(r"[^\W_]+")


class QueryMaker:
    """Draws words that stand on one page together, and makes queries of them."""

    def __init__(self, texts: Sequence[str], seed: int) -> None:
        self._draw = random.Random(seed)
        self._pages = [words for words in (_WORD.findall(text) for text in texts) if len(words) >= 8]
        self._kinds: dict[str, Callable[[], str]] = {
            "term": self._word,
            "or": lambda: " OR ".join(self._words(self._draw.choice([2, 3, 3, 4, 7]))),
            "and": lambda: " AND ".join(self._words(self._draw.choice([2, 3, 3, 4]))),
            "phrase": self._phrase,
            "prefix": self._prefix,
            "infix": self._infix,
            "suffix": self._suffix,
            "not": self._not,
            "nested": self._nested,
        }

    def queries(self, kind: str, n: int) -> Iterator[str]:
        """Some queries of one kind, in the language that both profiles speak."""
        return (self._kinds[kind]() for _ in range(n))

    def _words(self, n: int) -> list[str]:
        return self._draw.sample(self._draw.choice(self._pages), n)

    def _word(self) -> str:
        return self._words(1)[0]

    def _long_word(self) -> str:
        """A word of which some letters can be left out."""
        for _ in range(50):
            word = self._word()
            if len(word) >= 5:
                return word
        return "letters"

    def _phrase(self) -> str:
        page = self._draw.choice(self._pages)
        start = self._draw.randrange(len(page) - 5)
        return f'"{" ".join(page[start : start + self._draw.choice([2, 2, 3, 3, 4, 5])])}"'

    def _prefix(self) -> str:
        return f"{self._long_word()[: self._draw.choice([2, 3, 3, 4])]}*"

    def _infix(self) -> str:
        word = self._long_word()
        gap = self._draw.choice(["*", "*", "?", "?*", "*"])
        return f"{word[: self._draw.choice([1, 2, 3])]}{gap}{word[-self._draw.choice([1, 2]) :]}"

    def _suffix(self) -> str:
        return (
            f"{self._draw.choice(['*', '*', '?', '*?'])}{self._long_word()[-self._draw.choice([2, 3, 4]) :]}"
        )

    def _not(self) -> str:
        one, two, three = self._words(3)
        return self._draw.choice(
            [f"{one} NOT {two}", f"{one} AND {two} AND NOT {three}", f"NOT {one}", f"{one} OR NOT {two}"]
        )

    def _nested(self) -> str:
        one, two, three, four = self._words(4)
        return self._draw.choice(
            [
                f"({one} OR {two}) AND ({self._phrase()} OR {self._prefix()}) AND NOT {three}",
                f"({self._phrase()} OR {one} OR {self._suffix()}) AND NOT ({two} AND {three})",
                f"{one} OR ({two} AND ({three} OR {self._phrase()})) OR ({four} AND NOT {one})",
                f"NOT ({one} OR {self._infix()}) AND ({two} OR {three} OR {four})",
                f"{one} AND {self._phrase()} AND NOT {self._phrase()}",
                f"{self._phrase()} AND ({self._phrase()} OR {one})",
                f"{one} AND NOT ({two} AND {self._phrase()}) AND ({three} OR NOT {self._phrase()})",
                f"{self._prefix()} AND {self._suffix()} AND {one}",
            ]
        )
