"""Does the evidence of items exist in a collection? Line by line, before anything is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_items import NumberedItem
from baseline.analysis.page_names import PageCatalogue


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


def catalogue_of(documents: Iterable[IndexedDocument]) -> PageCatalogue:
    """The documents of an index, for looking up names and pages."""
    return PageCatalogue({entry.document: entry.n_pages for entry in documents})


def check_evidence(items: Iterable[NumberedItem], catalogue: PageCatalogue) -> list[LineProblem]:
    """Every evidence page that does not exist, with the line of its item and what was probably meant."""
    return [
        LineProblem(line, f"evidence[{number}]", problem)
        for line, item in items
        for number, ref in enumerate(item.evidence, 1)
        if (problem := catalogue.problem_with(ref.document, ref.page)) is not None
    ]
