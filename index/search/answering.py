"""From a query to a result, whatever engine ranks the pages: reading, hits, snippets, sentences."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import NamedTuple

from db.events import LoggedHit
from index.search.interface import PageTexts, SearchResult
from index.search.language import ReadQuery, read_query
from index.search.matching import matches_in, matches_to_show
from index.search.messages import message
from index.search.nodes import Node, written
from index.search.snippets import snippet
from index.search.tokens import Analyser


class Ranked(NamedTuple):
    """A page that matches, and how well."""

    document: str
    page: int
    score: float


class SearchedBuild(NamedTuple):
    """What an engine knows of the build whose pages it ranks."""

    analyser: Analyser
    fingerprint: str
    page_texts: PageTexts
    n_pages_without_text: int


class AnsweringEngine(ABC):
    """A search engine but for the ranking. It keeps nothing of a query, so threads may share it."""

    def __init__(self, build: SearchedBuild) -> None:
        self.analyser = build.analyser
        self._build = build

    @abstractmethod
    def ranked(self, node: Node, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the best `k`: by score, then in the order of the index.

        Raises QueryProblem if a wildcard fits too many words.
        """

    @abstractmethod
    def n_pages_with(self, word: str) -> int:
        """On how many pages a word (folded) is."""

    @property
    @abstractmethod
    def n_pages(self) -> int:
        """Number of pages in the index, with and without text."""

    @abstractmethod
    def close(self) -> None:
        """Give files back."""

    def search(self, text: str, k: int) -> SearchResult:
        """The best `k` pages. Raises QueryProblem for what the language does not take."""
        started = time.perf_counter()
        read = read_query(text, self.analyser)
        total, pages = (0, []) if read.node is None else self.ranked(read.node, k)
        remarks = message(
            text, read, self.analyser, total, self.n_pages_with, self._build.n_pages_without_text
        )
        hits = tuple(self._hit(rank, page, read) for rank, page in enumerate(pages, 1))
        return SearchResult(
            query=text,
            parsed=written(read.node),
            profile=self.analyser.profile,
            total=total,
            hits=hits,
            took_ms=(time.perf_counter() - started) * 1000,
            fingerprint=self._build.fingerprint,
            message=remarks,
        )

    def best_pages(self, text: str, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match and the best `k`, as `search` lists them: for who needs no snippets.

        Raises QueryProblem for what the language does not take.
        """
        read = read_query(text, self.analyser)
        return (0, []) if read.node is None else self.ranked(read.node, k)

    def match_spans(self, text: str, page_text: str) -> list[tuple[int, int]]:
        """Where the query's words stand in a page's text. Raises QueryProblem."""
        node = read_query(text, self.analyser).node
        return [(match.start, match.end) for match in matches_in(page_text, node, self.analyser)]

    def _hit(self, rank: int, page: Ranked, read: ReadQuery) -> LoggedHit:
        text = self._build.page_texts(page.document, page.page)
        shown = snippet(text, matches_to_show(text, read.node, self.analyser))
        return LoggedHit(
            rank=rank,
            document=page.document,
            page=page.page,
            score=page.score,
            snippet=shown.text,
            matches=shown.matches,
        )
