"""Does a file count pages from 0 where 1 is meant, or from 1 where it was said to count from 0?

Shifted by one, most evidence still exists, so nothing else would notice. Two things tell the bases
apart: only a file that counts from 0 names a page 0, and only one that counts from 1 names the last
page of a document by its number of pages.
"""

from __future__ import annotations

from collections.abc import Iterable

from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_fields import ZERO_PAGE, PageBase
from baseline.analysis.madqa_items import ItemReading
from baseline.analysis.page_names import PageCatalogue
from db.models import PageRef
from db.wording import counted


def doubt_about_base(
    reading: ItemReading, declared: PageBase | None, catalogue: PageCatalogue | None
) -> str | None:
    """What to do about a file whose pages seem to count differently; None when nothing seems wrong.

    `declared` is what the caller said of the file; who said 1 is believed. `reading` was made with
    it, or with 1.
    """
    pages = [ref for _, item in reading.items for ref in item.evidence]
    match declared:
        case None:
            return _seems_to_start_at_0(reading.problems, pages, catalogue)
        case 0:
            return _seems_to_start_at_1(pages, catalogue)
        case 1:
            return None


def _seems_to_start_at_0(
    problems: Iterable[LineProblem], pages: Iterable[PageRef], catalogue: PageCatalogue | None
) -> str | None:
    zero = [problem for problem in problems if problem.reason == ZERO_PAGE]
    if not zero or any(_n_pages(catalogue, ref) == ref.page for ref in pages):
        return None
    return (
        f"It seems to count pages from 0, page 0 stands in {counted(len(zero), 'places')}: add "
        "--pages-start-at 0 to shift every page by one, or --pages-start-at 1 if those places are mistakes."
    )


def _seems_to_start_at_1(pages: list[PageRef], catalogue: PageCatalogue | None) -> str | None:
    """`pages` are shifted already: page 0 of the file is 1 here, its last page is one too many."""
    beyond = [ref for ref in pages if ref.page - 1 == _n_pages(catalogue, ref)]
    if not beyond or any(ref.page == 1 for ref in pages):
        return None
    return (
        f"It seems to count pages from 1: page {beyond[0].page - 1} of {beyond[0].document!r} is its last "
        "one, and page 0 stands nowhere. Leave out --pages-start-at 0."
    )


def _n_pages(catalogue: PageCatalogue | None, ref: PageRef) -> int | None:
    return None if catalogue is None else catalogue.n_pages(ref.document)
