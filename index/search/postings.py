"""The postings of an index, mapped into memory: which pages hold a word, how often and where.

One array a file (numpy's own format, never pickled), written once and never changed:

    words_text, words_starts, words_by_ending, words_n_letters   the words (lexicon.py)
    posting_starts  (n_words + 1,)     the postings of word w are posting_starts[w]:posting_starts[w+1]
    pages, frequencies  (n_postings,)  page, ascending within a word, and how often the word is there
    place_starts    (n_words + 1,)     the places of word w are place_starts[w]:place_starts[w+1]
    places          (n_places,)        positions, ascending within a page, pages behind each other
    page_lengths, page_documents, page_numbers  (n_pages,)

Mapping shares one copy in the page cache among all threads and processes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from db.errors import IndexMissing
from index.search.lexicon import Arrays, Lexicon
from index.search.scoring import Numbers

LAYOUT = 1
# Free places behind each page: a phrase that begins there ends before the next page.
_GAP = 64
DOCUMENTS = "documents.json"


def array_path(folder: Path, name: str) -> Path:
    """The file of one array."""
    return folder / f"{name}.npy"


class Postings:
    """The files of one index. Read only, so any number of threads may ask at once."""

    def __init__(self, folder: Path) -> None:
        """Map the files. Raises IndexMissing if one is not there or of another layout."""
        try:
            content = json.loads((folder / DOCUMENTS).read_text(encoding="utf-8"))
            if content["layout"] != LAYOUT:
                raise IndexMissing(
                    "The search files of this index were written by another version of Pagetrail; use that "
                    "version, or build the index again."
                )
            self._documents: list[str] = content["documents"]
            self.lexicon = Lexicon(Arrays(*(_mapped(folder, f"words_{name}") for name in Arrays._fields)))
            self._posting_starts = _mapped(folder, "posting_starts")
            self._pages = _mapped(folder, "pages")
            self._frequencies = _mapped(folder, "frequencies")
            self._place_starts = _mapped(folder, "place_starts")
            self._places = _mapped(folder, "places")
            self.page_lengths: Numbers = _mapped(folder, "page_lengths")
            self._page_documents = _mapped(folder, "page_documents")
            self._page_numbers = _mapped(folder, "page_numbers")
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise IndexMissing(
                "The search files of this index are missing or damaged; build the index again."
            ) from error
        # Where each page would begin if all lay behind each other. A page has no more positions than words.
        ends = np.cumsum(self.page_lengths + np.int64(_GAP))
        self.page_starts: npt.NDArray[np.int64] = np.concatenate([np.zeros(1, dtype=np.int64), ends])

    @property
    def n_pages(self) -> int:
        """Number of pages, with and without text."""
        return len(self.page_lengths)

    def page_name(self, page: int) -> tuple[str, int]:
        """Document and page number of a page of the index."""
        return self._documents[self._page_documents[page]], int(self._page_numbers[page])

    def n_pages_with(self, words: Numbers) -> npt.NDArray[np.int64]:
        """For each of these words on how many pages it is."""
        return np.asarray(self._posting_starts[words + 1] - self._posting_starts[words])

    def n_places_of(self, words: Numbers) -> npt.NDArray[np.int64]:
        """For each of these words in how many places it is."""
        return np.asarray(self._place_starts[words + 1] - self._place_starts[words])

    def of_word(self, word: int) -> tuple[Numbers, Numbers]:
        """The pages that hold a word, ascending, and how often each does."""
        start, end = self._posting_starts[word], self._posting_starts[word + 1]
        return np.asarray(self._pages[start:end]), np.asarray(self._frequencies[start:end])

    def of_words(self, words: Numbers) -> tuple[Numbers, Numbers]:
        """The same for many words (ascending, at least one), one behind the other."""
        first, last = int(words[0]), int(words[-1])
        if last - first + 1 == len(words):
            start, end = self._posting_starts[first], self._posting_starts[last + 1]
            return np.asarray(self._pages[start:end]), np.asarray(self._frequencies[start:end])
        rows = joined_ranges(self._posting_starts[words], self.n_pages_with(words))
        return self._pages[rows], self._frequencies[rows]

    def keys(self, word: int, pages: Numbers) -> npt.NDArray[np.int64]:
        """Where a word is on these pages (ascending; each must hold it): `page_starts` + position."""
        holding, frequencies = self.of_word(word)
        if len(pages) == len(holding):
            counts = frequencies
            places = self._places[self._place_starts[word] : self._place_starts[word + 1]]
        else:
            rows = np.searchsorted(holding, pages)
            ends = np.cumsum(frequencies, dtype=np.int64)
            counts = frequencies[rows]
            places = self._places[joined_ranges(self._place_starts[word] + ends[rows] - counts, counts)]
        return np.asarray(np.repeat(self.page_starts[pages], counts) + places)


def joined_ranges(
    starts: npt.NDArray[np.integer[Any]], counts: npt.NDArray[np.integer[Any]]
) -> npt.NDArray[np.int64]:
    """start, start + 1, ... for each start, as many as its count, one behind the other."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()), dtype=np.int64)


def _mapped(folder: Path, name: str) -> Any:
    path = array_path(folder, name)
    try:
        return np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:
        # An empty array cannot be mapped.
        return np.load(path, allow_pickle=False)
