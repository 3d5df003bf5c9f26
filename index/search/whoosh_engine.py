"""Searching a Whoosh index: our own reading of the query, Whoosh's postings and BM25F (scoring.py).

AND, OR and phrases add the scores of their words; NOT adds 1.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from whoosh import collectors, query, scoring
from whoosh.filedb.filestore import FileStorage
from whoosh.index import EmptyIndexError
from whoosh.query.compound import PreloadedOr

from db.errors import IndexMissing
from index.search.answering import AnsweringEngine, Ranked, SearchedBuild
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term
from index.search.scoring import K1, B
from index.search.tokens import BROKEN, Analyser
from index.search.vocabulary import MAX_PAGES_UNSCORED, Vocabulary
from index.search.whoosh_index import DOCUMENT, PAGE, TEXT, schema

# More would only wait for Python's own lock.
_MAX_SEARCHERS = 4
# No word holds a bare joint: a part that matches no page, and that Whoosh does not optimise away.
_NOWHERE = query.Term(TEXT, BROKEN)


class WhooshEngine(AnsweringEngine):
    """A published index. A Whoosh searcher serves one thread at a time, so they are lent out."""

    def __init__(self, folder: Path, build: SearchedBuild) -> None:
        super().__init__(build)
        self._folder = folder
        self._may_borrow = threading.Condition()
        self._idle = [_searcher(folder, build.analyser)]
        self._n_searchers = 1

    def ranked(self, node: Node, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the best `k` of them."""
        # Before a searcher is borrowed: whoever waits for a second one could wait for ever.
        whoosh_query = self._whoosh_query(node)
        # With block quality or matcher replacement Whoosh ranks some nested queries wrongly.
        collector = collectors.TopCollector(limit=max(1, k), usequality=False, replace=0)
        with self._borrowed() as searcher:
            searcher.search_with_collector(whoosh_query, collector)
            best = [(hit.fields(), float(hit.score)) for hit in collector.results()]
        hits = [Ranked(page[DOCUMENT], int(page[PAGE]), score) for page, score in best[:k]]
        return int(collector.count()), hits

    def n_pages_with(self, word: str) -> int:
        """On how many pages a word is."""
        with self._borrowed() as searcher:
            return int(searcher.reader().doc_frequency(TEXT, word))

    @property
    def n_pages(self) -> int:
        """Number of pages in the index, with and without text."""
        with self._borrowed() as searcher:
            return int(searcher.doc_count_all())

    def close(self) -> None:
        """Give files back; searches that still run finish first."""
        with self._may_borrow:
            self._may_borrow.wait_for(lambda: len(self._idle) == self._n_searchers)
            for searcher in self._idle:
                searcher.close()
            self._idle, self._n_searchers = [], 0

    def _whoosh_query(self, node: Node) -> Any:
        match node:
            case Term(word):
                return query.Term(TEXT, word)
            case Phrase():
                return self._phrase(node)
            case Pattern():
                return self._wildcard(node)
            case AllOf(parts):
                return query.And([self._whoosh_query(part) for part in parts])
            case AnyOf(parts):
                return query.Or([self._whoosh_query(part) for part in parts])
            case Exclude(part):
                return query.Not(self._whoosh_query(part))

    def _wildcard(self, pattern: Pattern) -> Any:
        """Every fitting word adds its score.

        By a matcher that takes milliseconds where Whoosh's own takes seconds. Whoosh itself does
        the same above 5,000 pages; up to there it counts 1 for a page, and so does `madqa`, which
        must rank as the public agent does.
        """
        words = self._vocabulary.fitting(pattern)
        if not words:
            return _NOWHERE
        if self.analyser.profile == "madqa" and self.n_pages <= MAX_PAGES_UNSCORED:
            return query.Wildcard(TEXT, pattern.pattern)
        return PreloadedOr([query.Term(TEXT, word) for word in words])

    def _phrase(self, phrase: Phrase) -> Any:
        """The phrase, or one of its readings with a broken word that really is in the index."""
        first, *joined = phrase.readings()
        known = [words for words in joined if all(map(self.n_pages_with, words))]
        readings = [_adjacent(words) for words in (first, *known)]
        return readings[0] if len(readings) == 1 else query.Or(readings)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        with self._borrowed() as searcher:
            reader = searcher.reader()
            from_bytes = reader.schema[TEXT].from_bytes
            return Vocabulary(word for word in map(from_bytes, reader.lexicon(TEXT)) if BROKEN not in word)

    @contextmanager
    def _borrowed(self) -> Iterator[Any]:
        searcher = self._borrow()
        try:
            yield searcher
        finally:
            with self._may_borrow:
                self._idle.append(searcher)
                self._may_borrow.notify()

    def _borrow(self) -> Any:
        with self._may_borrow:
            if not self._idle and self._n_searchers < _MAX_SEARCHERS:
                try:
                    self._idle.append(_searcher(self._folder, self.analyser))
                    self._n_searchers += 1
                except IndexMissing:
                    # The build was pruned while it is open here: the searchers we have go on working.
                    self._may_borrow.wait_for(lambda: bool(self._idle))
            self._may_borrow.wait_for(lambda: bool(self._idle))
            return self._idle.pop()


def _searcher(folder: Path, analyser: Analyser) -> Any:
    try:
        index = FileStorage(str(folder)).open_index(schema=schema(analyser))
    except (OSError, EmptyIndexError) as error:
        raise IndexMissing("The search files of this index are missing; build it again.") from error
    return index.searcher(weighting=scoring.BM25F(B=B, K1=K1))


def _adjacent(words: tuple[str, ...]) -> Any:
    return query.Term(TEXT, words[0]) if len(words) == 1 else query.Phrase(TEXT, list(words))
