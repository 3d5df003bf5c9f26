"""The texts of pages that are long to unpack, kept for the next question about them."""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from db.page_store import StoredWord
from index.page_text import text_of, word_starts

# Shorter pages are unpacked in a few milliseconds.
_LONG_WORDS = 5_000
_MOST_CHARS = 8_000_000

PageKey = tuple[str, int]


class PlacedText(NamedTuple):
    """A page's text, and where each of its words begins in it."""

    text: str
    starts: Sequence[int]


class LongPages:
    """The last few long pages, up to eight million characters. Any number of threads may ask at once.

    What a build says of a page never changes, so nothing here grows old.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[PageKey, PlacedText] = OrderedDict()
        self._n_chars = 0

    def placed(self, key: PageKey, words: Callable[[], Sequence[StoredWord]]) -> PlacedText:
        """The text of a page, from its words unless it is known."""
        with self._lock:
            known = self._pages.get(key)
            if known is not None:
                self._pages.move_to_end(key)
                return known
        stored = words()
        page = PlacedText(text_of(stored), array("q", word_starts(stored)))
        if len(stored) >= _LONG_WORDS:
            self._keep(key, page)
        return page

    def _keep(self, key: PageKey, page: PlacedText) -> None:
        with self._lock:
            if key in self._pages:
                return
            self._pages[key] = page
            self._n_chars += len(page.text)
            while self._n_chars > _MOST_CHARS and self._pages:
                _, oldest = self._pages.popitem(last=False)
                self._n_chars -= len(oldest.text)
