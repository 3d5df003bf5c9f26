"""Writing a tantivy index: our own words at our own positions, one document a page.

tantivy analyses nothing here: it takes the analyser's tokens as they are. So a word broken at the
end of a line has its halves and its joined spelling at one position, as in every other engine.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import tantivy

from index.search.tokens import Analyser

# Goes into the fingerprint: another layout, or another tantivy, is another build.
LAYOUT = f"1 of tantivy {version('tantivy')}"
TEXT = "text"
DOCUMENT = "document"
PAGE = "page"
PLACE = "place"
# More would only mean fewer segments; a build must stay small.
_MEMORY_BYTES = 128_000_000


def schema() -> Any:
    """The fields of a page. `place` is its number in the order in which equal scores are listed."""
    fields = tantivy.SchemaBuilder()
    fields.add_text_field(TEXT, tokenizer_name="raw", index_option="position")
    fields.add_text_field(DOCUMENT, stored=True, tokenizer_name="raw", index_option="basic")
    fields.add_unsigned_field(PAGE, stored=True)
    fields.add_unsigned_field(PLACE, fast=True)
    return fields.build()


class TantivyWriter:
    """Takes pages in the order in which equal scores are to be listed. Leaving makes them findable."""

    def __init__(self, folder: Path, analyser: Analyser) -> None:
        folder.mkdir(parents=True)
        self._analyser = analyser
        self._writer = tantivy.Index(schema(), path=str(folder)).writer(_MEMORY_BYTES, num_threads=1)
        self._n_pages = 0

    def add(self, document: str, page: int, text: str) -> None:
        """One page; pages without text count too, for NOT and for the number of pages."""
        tokens = [tantivy.Token(word, position, 0, 0) for word, position, _, _ in self._analyser.tokens(text)]
        entry = tantivy.Document()
        entry.add_pre_tokenized_text(TEXT, tantivy.PreTokenizedString("", tokens))
        entry.add_text(DOCUMENT, document)
        entry.add_unsigned(PAGE, page)
        entry.add_unsigned(PLACE, self._n_pages)
        self._writer.add_document(entry)
        self._n_pages += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._writer.commit()
        else:
            self._writer.rollback()
        self._writer.wait_merging_threads()
