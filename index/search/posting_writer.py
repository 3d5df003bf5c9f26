"""Writing postings: every word goes to disk as it comes, and block by block to its place at the end.

What stays in memory is the vocabulary and one block of words, however many pages there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import numpy as np

from index.search.lexicon import in_order, laid_out
from index.search.posting_files import Counts, PostingFiles
from index.search.postings import DOCUMENTS, LAYOUT, array_path
from index.search.scoring import Numbers
from index.search.tokens import Analyser

# Words held in memory before they are written: some 150 MB at the peak.
WORDS_PER_BLOCK = 2_000_000


class PostingWriter:
    """Takes pages in the order in which equal scores are to be listed. Leaving makes them findable."""

    def __init__(self, folder: Path, analyser: Analyser, words_per_block: int = WORDS_PER_BLOCK) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self._analyser = analyser
        self._words_per_block = words_per_block
        self._numbers: dict[str, int] = {}
        self._arrivals = _Arrivals(folder)
        self._lengths: list[int] = []
        self._documents: list[str] = []
        self._page_documents: list[int] = []
        self._page_numbers: list[int] = []

    def add(self, document: str, page: int, text: str) -> None:
        """One page; pages without text count too, for NOT and for the number of pages."""
        if not self._documents or self._documents[-1] != document:
            self._documents.append(document)
        self._page_documents.append(len(self._documents) - 1)
        self._page_numbers.append(page)
        numbers = self._numbers
        tokens = self._analyser.tokens(text)
        self._lengths.append(len(tokens))
        self._arrivals.add(
            np.array([numbers.setdefault(token.text, len(numbers)) for token in tokens], dtype=np.int32),
            np.array([token.position for token in tokens], dtype=np.int32),
        )
        if self._arrivals.n_held >= self._words_per_block:
            self._arrivals.put_by()

    def __enter__(self) -> PostingWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._write_pages()
                self._write_words()
        finally:
            self._arrivals.remove()

    def _write_pages(self) -> None:
        for name, values in {
            "page_lengths": self._lengths,
            "page_documents": self._page_documents,
            "page_numbers": self._page_numbers,
        }.items():
            np.save(array_path(self._folder, name), np.array(values, dtype=np.int32))
        content = {"layout": LAYOUT, "documents": self._documents}
        (self._folder / DOCUMENTS).write_text(json.dumps(content), encoding="utf-8")

    def _write_words(self) -> None:
        words = sorted(self._numbers, key=in_order)
        for name, array in laid_out(words)._asdict().items():
            np.save(array_path(self._folder, f"words_{name}"), array)
        order = np.array([self._numbers[word] for word in words], dtype=np.int32)
        final = np.empty(len(words), dtype=np.int32)
        final[order] = np.arange(len(words), dtype=np.int32)
        self._arrivals.put_by()
        n_postings, n_places = self._arrivals.counted(len(words))
        files = PostingFiles(self._folder, n_postings[order], n_places[order])
        page = 0
        for block_words, block_places, n_pages in self._arrivals.blocks():
            lengths = self._lengths[page : page + n_pages]
            pages = np.repeat(np.arange(page, page + n_pages, dtype=np.int32), lengths)
            files.put(final[block_words], pages, block_places)
            page += n_pages


class _Arrivals:
    """The words of all pages in the order in which they came, numbered as they were first met."""

    def __init__(self, folder: Path) -> None:
        self.n_held = 0
        self._words_path = folder / "words.unfinished"
        self._places_path = folder / "places.unfinished"
        self._words: list[Numbers] = []
        self._places: list[Numbers] = []
        self._blocks: list[tuple[int, int]] = []
        self._n_postings: Counts = np.zeros(0, dtype=np.int64)
        self._n_places: Counts = np.zeros(0, dtype=np.int64)

    def add(self, words: Numbers, places: Numbers) -> None:
        """The words of one page, and their positions."""
        self._words.append(words)
        self._places.append(places)
        self.n_held += len(words)

    def put_by(self) -> None:
        """Make room in memory. A block is of whole pages, so no posting is cut in two."""
        if not self._words:
            return
        words = np.concatenate(self._words)
        distinct = np.concatenate([np.unique(page) for page in self._words])
        self._n_places = _sum(self._n_places, np.bincount(words))
        self._n_postings = _sum(self._n_postings, np.bincount(distinct))
        _append(words, self._words_path)
        _append(np.concatenate(self._places), self._places_path)
        self._blocks.append((len(words), len(self._words)))
        self._words, self._places, self.n_held = [], [], 0

    def counted(self, n_words: int) -> tuple[Counts, Counts]:
        """For each word on how many pages it is, and in how many places."""
        nothing = np.zeros(n_words, dtype=np.int64)
        return _sum(self._n_postings, nothing), _sum(self._n_places, nothing)

    def blocks(self) -> Iterator[tuple[Numbers, Numbers, int]]:
        """Words, positions and number of pages of each block that was put by."""
        start = 0
        for n_words, n_pages in self._blocks:
            offset = start * np.dtype(np.int32).itemsize
            words = np.fromfile(self._words_path, dtype=np.int32, count=n_words, offset=offset)
            places = np.fromfile(self._places_path, dtype=np.int32, count=n_words, offset=offset)
            yield words, places, n_pages
            start += n_words

    def remove(self) -> None:
        """Leave nothing behind."""
        self._words_path.unlink(missing_ok=True)
        self._places_path.unlink(missing_ok=True)


def _append(values: Numbers, path: Path) -> None:
    with path.open("ab") as file:
        values.tofile(file)


def _sum(one: Counts, other: Counts) -> Counts:
    """The sum of two counts of which one may not know the last words yet."""
    total = np.zeros(max(len(one), len(other)), dtype=np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total
