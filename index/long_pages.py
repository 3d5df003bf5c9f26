"""What was made of pages that are long to unpack, kept for the next question about them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

# Shorter pages are unpacked in a few milliseconds.
LONG_WORDS = 5_000

PageKey = tuple[str, int]
Made = TypeVar("Made")


class PlacedText(NamedTuple):
    """A page's text, and where each of its words begins in it."""

    text: str
    starts: Sequence[int]


class LongPages(Generic[Made]):
    """What was made of the last few long pages. Any number of threads may ask at once.

    What a build says of a page never changes, so nothing here grows old.
    """

    def __init__(self, size: Callable[[Made], int], most: int) -> None:
        """Keep as many as have no more than this size together."""
        self._lock = threading.Lock()
        self._pages: OrderedDict[PageKey, Made] = OrderedDict()
        self._size = size
        self._most = most
        self._total = 0

    def made(self, key: PageKey, n_words: int | None, make: Callable[[], Made]) -> Made:
        """What `make` gives, unless it is known. Kept if the page is long; a number not known is long."""
        with self._lock:
            known = self._pages.get(key)
            if known is not None:
                self._pages.move_to_end(key)
                return known
        fresh = make()
        if n_words is None or n_words >= LONG_WORDS:
            self._keep(key, fresh)
        return fresh

    def _keep(self, key: PageKey, fresh: Made) -> None:
        with self._lock:
            if key in self._pages:
                return
            self._pages[key] = fresh
            self._total += self._size(fresh)
            while self._total > self._most and self._pages:
                _, oldest = self._pages.popitem(last=False)
                self._total -= self._size(oldest)
