"""Does the evidence of items exist in a collection? Line by line, before anything is stored."""

from __future__ import annotations

from collections.abc import Iterable

from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_items import NumberedItem
from baseline.analysis.page_names import PageCatalogue


def check_evidence(items: Iterable[NumberedItem], catalogue: PageCatalogue) -> list[LineProblem]:
    """Every evidence page that does not exist, with the line of its item and what was probably meant."""
    return [
        LineProblem(line, f"evidence[{number}]", problem)
        for line, item in items
        for number, ref in enumerate(item.evidence, 1)
        if (problem := catalogue.problem_with(ref.document, ref.page)) is not None
    ]
