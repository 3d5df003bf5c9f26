"""A stand-in for an open index over page texts: all words of a query must stand on a page."""

from __future__ import annotations

import re
from typing import NamedTuple

from db.events import LoggedHit
from index.search.interface import SearchResult

FINGERPRINT = "f" * 32


class Document(NamedTuple):
    document: str
    n_pages: int


class Words(NamedTuple):
    words: tuple[tuple[float, float, float, float, str], ...]


class SmallIndex:
    """What the simulation needs of `index.collection.OpenIndex`; ranks are those of the names."""

    fingerprint = FINGERPRINT

    def __init__(self, page_texts: dict[tuple[str, int], str]) -> None:
        self._texts = {page: text.casefold() for page, text in page_texts.items()}

    def search(self, text: str, k: int) -> SearchResult:
        alternatives = [self._found(part) for part in text.split(" OR ")]
        pages = sorted({page for found in alternatives for page in found})
        return SearchResult(
            query=text,
            parsed=text,
            profile="exact",
            total=len(pages),
            hits=tuple(
                LoggedHit(rank=rank, document=document, page=page, score=1.0)
                for rank, (document, page) in enumerate(pages[:k], start=1)
            ),
            took_ms=1.0,
            fingerprint=FINGERPRINT,
        )

    def _found(self, text: str) -> list[tuple[str, int]]:
        terms = [phrase or word for phrase, word in re.findall(r'"([^"]+)"|(\S+)', text.casefold())]
        return [page for page, words in self._texts.items() if all(term in words for term in terms)]

    def document(self, document: str) -> Document:
        return Document(document, max(page for name, page in self._texts if name == document))

    def documents(self) -> list[Document]:
        return [self.document(name) for name in dict.fromkeys(name for name, _ in self._texts)]

    def words(self, document: str, page: int) -> Words:
        words = self._texts[document, page].split()
        return Words(tuple((0.1, 0.1, 0.2, 0.12, word) for word in words))
