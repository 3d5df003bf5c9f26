"""Does a named page exist in the collection, and if not, what was probably meant?

Names are compared letter for letter: "b/report.pdf" and "b/Report.pdf" are two documents. A name that
nearly fits is never taken for the one it resembles; the message says which it resembles. Names are
never opened as paths.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol

_NAMES_SHOWN = 3


class IndexedDocument(Protocol):
    """What an index says of a document."""

    @property
    def document(self) -> str:
        """Its name: the path relative to the collection's folder."""
        ...

    @property
    def n_pages(self) -> int:
        """How many pages it has."""
        ...


class PageCatalogue:
    """The documents of a collection with their numbers of pages."""

    def __init__(self, n_pages: Mapping[str, int]) -> None:
        self._n_pages = dict(n_pages)
        self._by_bare_name: dict[str, list[str]] = defaultdict(list)
        self._by_form: dict[str, list[str]] = defaultdict(list)
        for document in self._n_pages:
            self._by_bare_name[_folded(document.rpartition("/")[2])].append(document)
            self._by_form[_folded(document)].append(document)

    def n_pages(self, document: str) -> int | None:
        """How many pages this document has; None when it is unknown."""
        return self._n_pages.get(document)

    def problem_with(self, document: str, page: int | None) -> str | None:
        """Why this page cannot be used, as part of a sentence; None when it exists.

        Without a page only the document is looked up.
        """
        n_pages = self._n_pages.get(document)
        if n_pages is None:
            return self._problem_with_name(document)
        if page is not None and not 1 <= page <= n_pages:
            pages = "1 page" if n_pages == 1 else f"{n_pages} pages"
            return f"page {page} of {document!r} does not exist, it has {pages}"
        return None

    def _problem_with_name(self, document: str) -> str:
        same_form = self._by_form.get(_folded(document), [])
        if same_form:
            only_case = any(name.casefold() == document.casefold() for name in same_form)
            how = "case" if only_case else "Unicode form (accents as one character or as two)"
            return f"unknown document {document!r}; {_listed(same_form)} looks alike but differs in {how}"
        same_name = self._by_bare_name.get(_folded(document.rpartition("/")[2]), [])
        if len(same_name) > 1:
            return f"{document!r} is ambiguous, it could be {_listed(same_name)}: give the whole path"
        if same_name:
            return f"unknown document {document!r}; did you mean {same_name[0]!r}?"
        return f"unknown document {document!r}"


def catalogue_of(documents: Iterable[IndexedDocument]) -> PageCatalogue:
    """The documents of an index, for looking up names and pages."""
    return PageCatalogue({entry.document: entry.n_pages for entry in documents})


def _folded(name: str) -> str:
    """One form for names that look alike to people: composed, without case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _listed(names: list[str]) -> str:
    shown = [repr(name) for name in sorted(names)[:_NAMES_SHOWN]]
    more = [f"{len(names) - _NAMES_SHOWN} more"] if len(names) > _NAMES_SHOWN else []
    return " or ".join(shown + more)
