"""Searching a Whoosh index: our own reading of the query, Whoosh's postings and BM25F.

Score of a word on a page: idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * L / mean L)), with
idf = ln(N / (df + 1)) + 1 and L the number of words, rounded up to one of 256 steps. AND, OR and
phrases add the scores of their words; NOT adds 1.
"""

from __future__ import annotations

import threading
import time
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
from db.events import LoggedHit
from index.search.analysis import BROKEN, analyser
from index.search.interface import PageTexts, Profile, SearchResult
from index.search.language import ReadQuery, read_query
from index.search.matching import matches
from index.search.messages import message
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term, written
from index.search.snippets import snippet
from index.search.vocabulary import Vocabulary
from index.search.whoosh_index import DOCUMENT, PAGE, TEXT, schema

B = 0.75
K1 = 1.2
# More would only wait for Python's own lock.
_MAX_SEARCHERS = 4
# Up to here Whoosh gives wildcards a constant score (query/compound.py, Or._matcher).
_MAX_PAGES_UNSCORED = 5000
# No word holds a bare joint: a part that matches no page, and that Whoosh does not optimise away.
_NOWHERE = query.Term(TEXT, BROKEN)


class WhooshEngine:
    """A published index. A Whoosh searcher serves one thread at a time, so they are lent out."""

    def __init__(
        self,
        folder: Path,
        profile: Profile,
        fingerprint: str,
        page_texts: PageTexts,
        n_pages_without_text: int,
    ) -> None:
        self._folder = folder
        self._profile: Profile = profile
        self._fingerprint = fingerprint
        self._page_texts = page_texts
        self._n_pages_without_text = n_pages_without_text
        self._analyser = analyser(profile)
        self._may_borrow = threading.Condition()
        self._idle = [_searcher(folder, profile)]
        self._n_searchers = 1

    def search(self, text: str, k: int) -> SearchResult:
        """The best `k` pages. Raises QueryProblem for what the language does not take."""
        started = time.perf_counter()
        read = read_query(text, self._analyser)
        # Before a searcher is borrowed: whoever waits for a second one could wait for ever.
        whoosh_query = None if read.node is None else self._whoosh_query(read.node)
        with self._borrowed() as searcher:
            total, found = _found(searcher, whoosh_query, k)
            remarks = message(
                text,
                read,
                self._analyser,
                total,
                lambda word: int(searcher.reader().doc_frequency(TEXT, word)),
                self._n_pages_without_text,
            )
        hits = tuple(self._hit(rank, *entry, read) for rank, entry in enumerate(found, 1))
        return SearchResult(
            query=text,
            parsed=written(read.node),
            profile=self._profile,
            total=total,
            hits=hits,
            took_ms=(time.perf_counter() - started) * 1000,
            fingerprint=self._fingerprint,
            message=remarks,
        )

    def match_spans(self, text: str, page_text: str) -> list[tuple[int, int]]:
        """Where the query's words stand in a page's text. Raises QueryProblem."""
        node = read_query(text, self._analyser).node
        return [(match.start, match.end) for match in matches(node, self._analyser.tokens(page_text))]

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

    def _hit(self, rank: int, document: str, page: int, score: float, read: ReadQuery) -> LoggedHit:
        text = self._page_texts(document, page)
        shown = snippet(text, matches(read.node, self._analyser.tokens(text)))
        return LoggedHit(
            rank=rank, document=document, page=page, score=score, snippet=shown.text, matches=shown.matches
        )

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
        if self._profile == "madqa" and self.n_pages <= _MAX_PAGES_UNSCORED:
            return query.Wildcard(TEXT, pattern.pattern)
        return PreloadedOr([query.Term(TEXT, word) for word in words])

    def _phrase(self, phrase: Phrase) -> Any:
        """The phrase, or one of its readings with a broken word that really is in the index."""
        first, *joined = phrase.readings()
        known = [words for words in joined if all(map(self._is_known, words))]
        readings = [_adjacent(words) for words in (first, *known)]
        return readings[0] if len(readings) == 1 else query.Or(readings)

    def _is_known(self, word: str) -> bool:
        with self._borrowed() as searcher:
            return bool(searcher.reader().doc_frequency(TEXT, word))

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
                    self._idle.append(_searcher(self._folder, self._profile))
                    self._n_searchers += 1
                except IndexMissing:
                    # The build was pruned while it is open here: the searchers we have go on working.
                    self._may_borrow.wait_for(lambda: bool(self._idle))
            self._may_borrow.wait_for(lambda: bool(self._idle))
            return self._idle.pop()


def _found(searcher: Any, whoosh_query: Any, k: int) -> tuple[int, list[tuple[str, int, float]]]:
    """How many pages match, and document, page and score of the best `k`."""
    if whoosh_query is None:
        return 0, []
    # With block quality or matcher replacement Whoosh ranks some nested queries wrongly.
    collector = collectors.TopCollector(limit=max(1, k), usequality=False, replace=0)
    searcher.search_with_collector(whoosh_query, collector)
    best = [(hit.fields(), float(hit.score)) for hit in collector.results()]
    return int(collector.count()), [(page[DOCUMENT], int(page[PAGE]), score) for page, score in best[:k]]


def _searcher(folder: Path, profile: Profile) -> Any:
    try:
        index = FileStorage(str(folder)).open_index(schema=schema(profile))
    except (OSError, EmptyIndexError) as error:
        raise IndexMissing("The search files of this index are missing; build it again.") from error
    return index.searcher(weighting=scoring.BM25F(B=B, K1=K1))


def _adjacent(words: tuple[str, ...]) -> Any:
    return query.Term(TEXT, words[0]) if len(words) == 1 else query.Phrase(TEXT, list(words))
