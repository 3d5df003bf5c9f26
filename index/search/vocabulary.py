"""The words of an index, in memory: wildcards are answered from here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from index.search.interface import QueryProblem
from index.search.matching import pattern_expression
from index.search.nodes import Pattern

# Whoosh stops scoring at 1,024 and then returns the first pages of the index; each word costs time.
MAX_WORDS_PER_PATTERN = 1000
# Up to here Whoosh gives wildcards a constant score (query/compound.py, Or._matcher).
MAX_PAGES_UNSCORED = 5000
_LAST_CHAR = "\U0010ffff"


class Vocabulary:
    """All words that a wildcard may stand for."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(words)

    def fitting(self, pattern: Pattern) -> list[str]:
        """The words of this form. Raises QueryProblem if there are too many to be of use."""
        prefix = pattern.pattern[: _literal_length(pattern.pattern)]
        start = bisect_left(self._words, prefix)
        end = bisect_left(self._words, prefix + _LAST_CHAR) if prefix else len(self._words)
        expression = pattern_expression(pattern.pattern)
        found = [word for word in self._words[start:end] if expression.match(word)]
        checked_number_of_words(pattern, len(found))
        return found


def checked_number_of_words(pattern: Pattern, n_words: int) -> None:
    """Raises QueryProblem if a wildcard fits too many words to be of use."""
    if n_words > MAX_WORDS_PER_PATTERN:
        raise QueryProblem(
            f"The wildcard {pattern.pattern!r} fits {n_words:,} different words, more than "
            f"{MAX_WORDS_PER_PATTERN:,}; give more letters."
        )


def _literal_length(pattern: str) -> int:
    return min(at for at in (pattern.find("*"), pattern.find("?"), len(pattern)) if at >= 0)
