"""What an author chooses from to say what an item is: visual category, reasoning, document, domain.

The first two lists are closed in the studies of the field; the others grow with what a project uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from annotation.construct.spread import NO_FOLDER, folder_of
from db.models import ItemMetadata

VISUAL = (
    "free text",
    "structured",
    "tabular",
    "artifact: chart",
    "artifact: checkbox",
    "artifact: handwriting",
    "artifact: photo",
    "artifact: signature",
    "artifact: stamp",
    "other spatial",
)
REASONING = ("lookup", "bridging", "comparison", "common properties", "other")
CATEGORIES = ("Form", "Letter", "Minutes", "Notice", "Presentation", "Report", "Other")
DOMAINS = (
    "Business",
    "Culture",
    "Education",
    "Environment",
    "Finance",
    "Government",
    "Health",
    "Law",
    "Science",
    "Technology",
    "Transport",
    "Other",
)


class Choices(NamedTuple):
    """The values of each field, in the order in which they are offered."""

    visual: tuple[str, ...]
    reasoning: tuple[str, ...]
    category: tuple[str, ...]
    domain: tuple[str, ...]


def choices(used: Iterable[ItemMetadata], documents: Iterable[str]) -> Choices:
    """What may be chosen: the lists above, what the project's items use, and the folders as categories."""
    stated = list(used)
    folders = {folder_of(document) for document in documents} - {NO_FOLDER}
    return Choices(
        visual=_with(VISUAL, {one.visual for one in stated}),
        reasoning=_with(REASONING, {one.reasoning for one in stated}),
        category=tuple(sorted(folders | {one.category for one in stated} - {""})) or CATEGORIES,
        domain=_with(DOMAINS, {one.domain for one in stated}),
    )


def _with(offered: tuple[str, ...], used: set[str]) -> tuple[str, ...]:
    return (*offered, *sorted(used - {"", *offered}))
