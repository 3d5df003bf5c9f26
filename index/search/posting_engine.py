"""Searching our own postings: Whoosh's hits, order and scores, many times faster (evaluation.py).

Everything it knows lies in files that are mapped and never change, so one engine serves all threads,
and the processes of one machine share one copy. The layout of the files is in postings.py.
"""

from __future__ import annotations

from pathlib import Path

from index.search.answering import AnsweringEngine, Ranked, SearchedBuild
from index.search.evaluation import Evaluator, best
from index.search.nodes import Node
from index.search.postings import Postings


class PostingEngine(AnsweringEngine):
    """A published index."""

    def __init__(self, folder: Path, build: SearchedBuild) -> None:
        """Map the files. Raises IndexMissing if they are not there or of another layout."""
        super().__init__(build)
        self._postings = Postings(folder)
        self._evaluator = Evaluator(self._postings, build.analyser.profile)

    def ranked(self, node: Node, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the best `k`: by score, then in the order of the index."""
        found = self._evaluator.found(node)
        pages = [Ranked(*self._postings.page_name(page), score) for page, score in best(found, k)]
        return len(found.pages), pages

    def n_pages_with(self, word: str) -> int:
        """On how many pages a word (folded) is."""
        number = self._postings.lexicon.number(word)
        return 0 if number is None else len(self._postings.of_word(number)[0])

    @property
    def n_pages(self) -> int:
        """Number of pages in the index, with and without text."""
        return self._postings.n_pages

    def close(self) -> None:
        """Nothing to do: the maps go when the last search that uses them ends."""
