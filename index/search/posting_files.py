"""The arrays of all postings while they are being filled, block of pages by block of pages."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from index.search.postings import array_path, joined_ranges
from index.search.scoring import Numbers

Counts = npt.NDArray[np.int64]


class PostingFiles:
    """Room for every posting, in order of words; see postings.py for what lies where."""

    def __init__(self, folder: Path, n_postings: Counts, n_places: Counts) -> None:
        """Make room.

        Args:
            folder: where the arrays go.
            n_postings: for each word on how many pages it is.
            n_places: for each word in how many places it is.
        """
        self._folder = folder
        self._next_posting = _starts(n_postings)
        self._next_place = _starts(n_places)
        np.save(array_path(folder, "posting_starts"), self._next_posting)
        np.save(array_path(folder, "place_starts"), self._next_place)
        for name, starts in {
            "pages": self._next_posting,
            "frequencies": self._next_posting,
            "places": self._next_place,
        }.items():
            _make_room(array_path(folder, name), int(starts[-1]))

    def put(self, words: Numbers, pages: Numbers, places: Numbers) -> None:
        """The words of some pages: all of each page, and the pages after those put before."""
        if not len(words):
            return
        # Stable, so that pages and positions stay ascending within each word.
        order = np.argsort(words, kind="stable")
        words, pages, places = words[order], pages[order], places[order]
        is_first = np.ones(len(words), dtype=bool)
        is_first[1:] = (words[1:] != words[:-1]) | (pages[1:] != pages[:-1])
        first = np.flatnonzero(is_first)
        frequencies = np.diff(first, append=len(words)).astype(np.int32)
        self._write("places", _taken(self._next_place, words), places)
        rows = _taken(self._next_posting, words[first])
        self._write("pages", rows, pages[first])
        self._write("frequencies", rows, frequencies)

    def _write(self, name: str, rows: Counts, values: Numbers) -> None:
        # Mapped anew for each block: what is written leaves this process's memory again.
        array = np.load(array_path(self._folder, name), mmap_mode="r+", allow_pickle=False)
        array[rows] = values


def _taken(next_row: Counts, words: Numbers) -> Counts:
    """The next free row of each of these words (ascending); afterwards they are no longer free."""
    known, counts = np.unique(words, return_counts=True)
    rows = joined_ranges(next_row[known], counts)
    next_row[known] += counts
    return rows


def _starts(counts: Counts) -> Counts:
    return np.append(0, np.cumsum(counts)).astype(np.int64)


def _make_room(path: Path, n_values: int) -> None:
    """An array of zeros that takes no memory.

    Its room on disk is taken now: a disk that turns out to be full while a mapped file is being filled
    would end the process without a word.
    """
    with path.open("wb") as file:
        header = {"descr": "<i4", "fortran_order": False, "shape": (n_values,)}
        np.lib.format.write_array_header_1_0(file, header)
        n_bytes = file.tell() + n_values * np.dtype(np.int32).itemsize
        file.flush()
        os.posix_fallocate(file.fileno(), 0, n_bytes)
