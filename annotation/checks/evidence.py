"""What a check may know beside the draft: the pages, the index, the project and the other items. Pure.

The shell (against_index.py) fills it; tests fill it from plain texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from annotation.checks.text import ReadText
from annotation.one_query import BestPages
from db.authored import HopType, ItemDraft, Targets
from db.models import PageRef
from index.page_text import MIN_USABLE_CHARS, n_chars_of
from index.search.analysis import Analyser, analyser
from index.search.interface import QueryProblem

Source = Literal["layer", "ocr", "both", "none"]
_MIN_CHARS = 50
_NO_TARGETS = Targets(hop_types=())
_EXACT = analyser("exact")


class OtherItem(NamedTuple):
    """Another item of the project; `hop` is None while it has no evidence."""

    item_id: str
    question: str
    hop: HopType | None


class EvidencePage:
    """A page with its text, read when a check needs its words."""

    __slots__ = ("ref", "source", "words")

    def __init__(self, ref: PageRef, text: str, source: Source) -> None:
        self.ref = ref
        self.source = source
        self.words = ReadText(text)

    @property
    def is_recognised(self) -> bool:
        """Whether (part of) the text was read from the picture and may be misread."""
        return self.source in {"ocr", "both"}

    @property
    def has_usable_text(self) -> bool:
        """Whether there is more than a stray mark: else nothing can be looked up on the page."""
        return n_chars_of(self.words.text) >= MIN_USABLE_CHARS

    @property
    def has_little_text_layer(self) -> bool:
        """Whether the page itself carries almost no text: it is a picture."""
        n_chars = len(self.words.text) - sum(map(str.isspace, self.words.text))
        return self.source in {"ocr", "none"} or n_chars < _MIN_CHARS


@dataclass(frozen=True, slots=True)
class Evidence:
    """The view that the checks have of the world.

    page: a page with its text, None if it does not exist.
    n_pages: number of pages of a document, 0 if it does not exist.
    best_pages: how many pages match a query, and the best of them; raises QueryProblem.
    k: how many hits a participant is shown.
    analyser: reads queries as the index does.
    """

    page: Callable[[PageRef], EvidencePage | None]
    n_pages: Callable[[str], int]
    best_pages: BestPages
    k: int = 5
    targets: Targets = _NO_TARGETS
    others: Sequence[OtherItem] = ()
    analyser: Analyser = _EXACT

    def marked(self, draft: ItemDraft) -> list[EvidencePage]:
        """The evidence pages that exist, each once, in the order in which they were marked."""
        pages = (self.page(ref) for ref in dict.fromkeys(draft.pages))
        return [page for page in pages if page is not None]

    def search(self, text: str, k: int) -> list[PageRef]:
        """The best k pages for a query, best first; none if the query is refused."""
        try:
            found = self.best_pages(text, k)[1]
        except QueryProblem:
            return []
        return [PageRef(document=page.document, page=page.page) for page in found]

    def n_pages_with(self, words: str) -> int:
        """On how many pages of the corpus these words stand beside each other."""
        try:
            return self.best_pages(f'"{words}"', 1)[0]
        except QueryProblem:
            return 0
