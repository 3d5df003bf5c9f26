"""Searching a tantivy index: our own reading of the query, tantivy's postings and Lucene's BM25.

Score of a word on a page: idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * L / mean L)), with
idf = ln(1 + (N - df + 0.5) / (df + 0.5)) and L the number of words, rounded down to what one byte
holds. A phrase is scored as one term: its own frequency, the sum of its words' idf. AND and OR add
up; NOT adds 1; a wildcard adds the scores of all words that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import tantivy

from db.errors import IndexMissing
from index.search.answering import AnsweringEngine, Ranked, SearchedBuild
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term
from index.search.scaleout.tantivy_index import DOCUMENT, PAGE, PLACE, TEXT
from index.search.tokens import BROKEN
from index.search.vocabulary import Vocabulary

_MUST, _SHOULD, _MUST_NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot
_MORE = 8


class TantivyEngine(AnsweringEngine):
    """A published index. The searcher never changes, so all threads share it."""

    def __init__(self, folder: Path, build: SearchedBuild) -> None:
        """Map the files. Raises IndexMissing if they are not there or of another version."""
        super().__init__(build)
        try:
            index = tantivy.Index.open(str(folder))
            # A build never changes: nobody needs to watch the folder.
            index.config_reader("manual")
            self._searcher = index.searcher()
        except ValueError as error:
            raise IndexMissing("The search files of this index are missing; build it again.") from error
        self._schema = index.schema

    def ranked(self, node: Node, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the best `k`: by score, then in the order of the index."""
        query = self._query(node)
        n_wanted = max(1, k)
        limit = n_wanted + 1
        found: Any = self._searcher.search(query, limit)
        # tantivy lists equal scores segment by segment: all that tie with the last one are looked at.
        while len(found.hits) == limit and found.hits[-1][0] == found.hits[n_wanted - 1][0]:
            limit *= _MORE
            found = self._searcher.search(query, limit)
        places = self._searcher.fast_field_values(PLACE, [address for _, address in found.hits])
        entries = zip(found.hits, places, strict=True)
        best = sorted(entries, key=lambda entry: (-entry[0][0], entry[1]))[: max(0, k)]
        return int(found.count), [self._page(score, address) for (score, address), _ in best]

    def n_pages_with(self, word: str) -> int:
        """On how many pages a word (folded) is."""
        return int(self._searcher.doc_freq(TEXT, word))

    @property
    def n_pages(self) -> int:
        """Number of pages in the index, with and without text."""
        return int(self._searcher.num_docs)

    def close(self) -> None:
        """Nothing to do: the files go when the last search that uses them ends."""

    def _page(self, score: float, address: Any) -> Ranked:
        stored: Any = self._searcher.doc(address)
        return Ranked(str(stored.get_first(DOCUMENT)), int(stored.get_first(PAGE)), float(score))

    def _query(self, node: Node) -> Any:
        match node:
            case Term(word):
                return self._term(word)
            case Phrase():
                return self._phrase(node)
            case Pattern():
                return self._any(map(self._term, self._vocabulary.fitting(node)))
            case AllOf(parts):
                return tantivy.Query.boolean_query([(_MUST, self._query(part)) for part in parts])
            case AnyOf(parts):
                return self._any(map(self._query, parts))
            case Exclude(part):
                everything = tantivy.Query.all_query()
                return tantivy.Query.boolean_query([(_MUST, everything), (_MUST_NOT, self._query(part))])

    def _term(self, word: str) -> Any:
        return tantivy.Query.term_query(self._schema, TEXT, word)

    def _any(self, queries: Iterable[Any]) -> Any:
        return tantivy.Query.boolean_query([(_SHOULD, query) for query in queries])

    def _phrase(self, phrase: Phrase) -> Any:
        """The phrase, or one of its readings with a broken word that really is in the index."""
        first, *joined = phrase.readings()
        known = [words for words in joined if all(map(self.n_pages_with, words))]
        readings = [self._adjacent(words) for words in (first, *known)]
        return readings[0] if len(readings) == 1 else self._any(readings)

    def _adjacent(self, words: tuple[str, ...]) -> Any:
        if len(words) == 1:
            return self._term(words[0])
        return tantivy.Query.phrase_query(self._schema, TEXT, list(words))

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        words = self._searcher.terms_with_prefix(TEXT, "")
        return Vocabulary(word for word, _ in words if BROKEN not in word)
