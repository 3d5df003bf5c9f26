"""Every search engine over the same pages, however it is made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from index.search.analysis import analyser
from index.search.answering import AnsweringEngine, SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import EngineName, Profile
from index.search.scaleout.opensearch import OpenSearchEngine
from index.search.scaleout.opensearch_index import OpenSearchWriter, definition
from index.search.scoring import K1, B
from tests.simulated_opensearch import SimulatedOpenSearch

ENGINES: tuple[EngineName, ...] = ("postings", "whoosh", "tantivy", "opensearch")
FINGERPRINT = "f" * 32
PAGES_PER_DOCUMENT = 100


def name_of(number: int) -> tuple[str, int]:
    """Document and page of the text with this number."""
    return f"book {number // PAGES_PER_DOCUMENT}.pdf", number % PAGES_PER_DOCUMENT + 1


def engine_over(
    texts: Sequence[str],
    folder: Path,
    name: EngineName,
    profile: Profile = "exact",
    n_pages_without_text: int = 0,
) -> AnsweringEngine:
    """An engine whose pages are these texts, in documents of a hundred. OpenSearch is simulated."""
    by = analyser(profile)
    place = folder / name
    server = SimulatedOpenSearch()
    is_remote = name == "opensearch"
    remote = OpenSearchWriter(place, by, server, "pages", definition(B, K1, 1)) if is_remote else None
    with remote or new_index(name, place, by) as writer:
        for number, text in enumerate(texts):
            writer.add(*name_of(number), text)

    def page_text(document: str, page: int) -> str:
        return texts[int(document.removeprefix("book ").removesuffix(".pdf")) * PAGES_PER_DOCUMENT + page - 1]

    if is_remote:
        return OpenSearchEngine(
            place, SearchedBuild(by, FINGERPRINT, page_text, n_pages_without_text), server
        )
    return open_engine(name, place, SearchedBuild(by, FINGERPRINT, page_text, n_pages_without_text))
