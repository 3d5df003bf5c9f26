"""Our own engines behind the same two calls as the rivals, with parsing and everything."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import EngineName
from index.search.nodes import Node, written
from tests.bench.search.rivals import Pages

_FOLDER = "search"


def _no_text(document: str, page: int) -> str:
    """Snippets are not part of the comparison: the others make none."""
    return ""


class _Ours:
    """An engine of ours, asked in the written language."""

    NAME: ClassVar[EngineName]

    def __init__(self, folder: Path) -> None:
        self._engine = open_engine(
            self.NAME, folder / _FOLDER, SearchedBuild(analyser("exact"), "bench", _no_text, 0)
        )

    @classmethod
    def build(cls, folder: Path, pages: Pages) -> None:
        with new_index(cls.NAME, folder / _FOLDER, analyser("exact")) as writer:
            for number, page in enumerate(pages):
                writer.add(str(number), page.page, " ".join(page.words))

    def best(self, node: Node, k: int) -> list[int]:
        return [int(hit.document) for hit in self._engine.search(written(node), k).hits]


class Postings(_Ours):
    """The default."""

    NAME = "postings"


class Whoosh(_Ours):
    """Whoosh 2.7.4, as it stays selectable."""

    NAME = "whoosh"
