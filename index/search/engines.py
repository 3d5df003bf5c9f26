"""Which engines there are: what writes an index, and what opens it."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from index.search.answering import AnsweringEngine, SearchedBuild
from index.search.interface import EngineName
from index.search.posting_engine import PostingEngine
from index.search.posting_writer import PostingWriter
from index.search.postings import LAYOUT
from index.search.scaleout import registry as scaleout
from index.search.tokens import Analyser
from index.search.whoosh_engine import WhooshEngine
from index.search.whoosh_index import WhooshWriter


class IndexWriter(Protocol):
    """Takes pages in the order in which equal scores are to be listed. Leaving makes them findable."""

    def add(self, document: str, page: int, text: str) -> None:
        """One page; pages without text count too, for NOT and for the number of pages."""
        ...

    def __enter__(self) -> Self:
        """Start."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish, unless something went wrong."""
        ...


def layout(engine: EngineName) -> str:
    """The version of an engine's files, as far as it is ours; Whoosh's is that of its package."""
    match engine:
        case "postings":
            return str(LAYOUT)
        case "whoosh":
            return ""
        case _:
            return scaleout.layout(engine)


def new_index(engine: EngineName, folder: Path, analyser: Analyser) -> IndexWriter:
    """A writer of the search files of an index, into a folder that it makes."""
    match engine:
        case "postings":
            return PostingWriter(folder, analyser)
        case "whoosh":
            return WhooshWriter(folder, analyser)
        case _:
            return scaleout.new_index(engine, folder, analyser)


def has_pages(engine: EngineName, folder: Path) -> bool:
    """Whether whole search files are all that is needed; of a search server it is asked. Raises AppError."""
    match engine:
        case "postings" | "whoosh":
            return True
        case _:
            return scaleout.has_pages(engine, folder)


def open_engine(
    engine: EngineName,
    folder: Path,
    build: SearchedBuild,
) -> AnsweringEngine:
    """The engine over its files. Raises IndexMissing if they are not there or of another version."""
    opener: scaleout.Opener
    match engine:
        case "postings":
            opener = PostingEngine
        case "whoosh":
            opener = WhooshEngine
        case _:
            opener = scaleout.opener(engine)
    return opener(folder, build)
