"""Writing a Whoosh index: one segment, one process, one document a page.

One process, because with two the order of pages with equal scores differs from build to build.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from whoosh import analysis as whoosh_analysis
from whoosh import fields
from whoosh.filedb.filestore import FileStorage

from index.search.tokens import Analyser

TEXT = "text"
DOCUMENT = "document"
PAGE = "page"
_MEMORY_MB = 128


class _WhooshAnalyser(whoosh_analysis.Analyzer):  # type: ignore[misc]  # Whoosh ships no types
    """Our analyser in the form that Whoosh calls."""

    def __init__(self, ours: Analyser) -> None:
        self._ours = ours

    def __call__(self, value: str, **_options: object) -> Iterator[Any]:
        token = whoosh_analysis.Token(positions=True, mode="index")
        for word, position, _, _ in self._ours.tokens(value):
            token.text, token.pos, token.boost, token.stopped = word, position, 1.0, False
            yield token


def schema(analyser: Analyser) -> Any:
    """The fields of a page. Given when opening too, so that nothing pickled is ever loaded."""
    return fields.Schema(
        **{
            TEXT: fields.TEXT(analyzer=_WhooshAnalyser(analyser), phrase=True),
            DOCUMENT: fields.STORED(),
            PAGE: fields.STORED(),
        }
    )


class WhooshWriter:
    """Takes pages in the order in which equal scores are to be listed. `close` makes them findable."""

    def __init__(self, folder: Path, analyser: Analyser) -> None:
        folder.mkdir(parents=True)
        index = FileStorage(str(folder)).create_index(schema(analyser))
        self._writer = index.writer(limitmb=_MEMORY_MB, procs=1)

    def add(self, document: str, page: int, text: str) -> None:
        """One page; pages without text count too, for NOT and for the number of pages."""
        self._writer.add_document(**{TEXT: text, DOCUMENT: document, PAGE: page})

    def __enter__(self) -> WhooshWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._writer.commit(optimize=True)
        else:
            self._writer.cancel()
