"""Which collection holds the pages that a researcher looks at."""

from __future__ import annotations

from collections.abc import Sequence

from db.errors import AppError
from db.models import PageRef
from index.collection import OpenIndex
from pages.builds import builds_for
from pages.ui.page import Here

Build = tuple[str, str]
"""The name of an index, and the fingerprint of one build of it."""


def index_with(here: Here, builds: Sequence[Build], pages: Sequence[PageRef]) -> OpenIndex | None:
    """The first of these builds (of none: of all one may open) that is here and holds one of the pages."""
    asked = builds or [(one.index_name, one.fingerprint) for one in builds_for(here.account, here.services)]
    for name, fingerprint in asked:
        try:
            index = here.services.index(name, fingerprint)
        except AppError:
            continue
        if not pages or any(index.has_page(page.document, page.page) for page in pages):
            return index
    return None
