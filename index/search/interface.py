"""What a search gives and what a search engine must do. Nothing here knows which engine it is."""

from __future__ import annotations

from typing import Literal, Protocol

from db.errors import AppError
from db.events import LoggedHit
from db.models import Frozen

Profile = Literal["exact", "madqa"]
# The first two give the same hits, order and scores: our own postings, and Whoosh itself to hold against
# them. The others find the same pages and rank them by Lucene's formula (docs/search-engines.md).
EngineName = Literal["postings", "whoosh", "tantivy", "opensearch"]


class QueryProblem(AppError):
    """The query is outside the language; the message says in one sentence what to change."""


class SearchUnavailable(AppError):
    """The search server does not answer, or not as it should; asking again later may help."""


class SearchResult(Frozen):
    """The best `k` pages for a query, and how it was read.

    `total` counts all pages that match. `message` is empty or says, in sentences, what was
    understood differently from how it may have been meant, and why nothing was found.
    """

    query: str
    parsed: str
    profile: Profile
    total: int
    hits: tuple[LoggedHit, ...]
    took_ms: float
    fingerprint: str
    message: str = ""


class SearchEngine(Protocol):
    """A published index that answers queries, from any number of threads at once."""

    def search(self, text: str, k: int) -> SearchResult:
        """The best `k` pages. Raises QueryProblem for what the language does not take."""
        ...

    def match_spans(self, text: str, page_text: str) -> list[tuple[int, int]]:
        """Where the query's words stand in a page's text. Raises QueryProblem."""
        ...

    def close(self) -> None:
        """Give files back."""
        ...


class PageTexts(Protocol):
    """Where an engine gets the text of a hit from, for its snippet."""

    def __call__(self, document: str, page: int) -> str:
        """The page's text, lines separated by line breaks."""
        ...
