"""The checks of a draft over an open index. The shell: pages are read here and kept for the next draft."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from annotation.checks.evidence import Evidence, EvidencePage, OtherItem
from annotation.checks.findings import Finding
from annotation.checks.run import run_checks
from db.authored import ItemDraft, Project
from db.errors import NotFound
from db.models import PageRef
from index.collection import OpenIndex
from index.search.analysis import analyser_of_version

# Two of the longest documents, read word by word: about 60 KiB a page.
_MOST_PAGES = 1000


def findings_of(
    draft: ItemDraft, index: OpenIndex, project: Project, other_questions: Sequence[OtherItem]
) -> tuple[Finding, ...]:
    """What all checks say of a draft.

    Args:
        draft: as it stands in the form; it may be empty or wrong.
        index: the build that the project names.
        project: its targets, and how many hits a participant is shown.
        other_questions: the other items of the project, without this one.
    """
    return run_checks(draft, evidence_view(index, project, other_questions))


def evidence_view(index: OpenIndex, project: Project, others: Sequence[OtherItem]) -> Evidence:
    """What the checks may know, read from the index when they ask for it."""
    pages = _pages_of(index)

    def page(ref: PageRef) -> EvidencePage | None:
        return pages.page(index, ref)

    def n_pages(document: str) -> int:
        try:
            return index.document(document).n_pages
        except NotFound:
            return 0

    reader = analyser_of_version(index.manifest.profile, index.manifest.versions.analyser)
    return Evidence(page, n_pages, index.best_pages, project.k, project.targets, others, reader)


class _KeptPages:
    """The pages that were asked for last, of one index. Safe to share by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[PageRef, EvidencePage] = OrderedDict()

    def page(self, index: OpenIndex, ref: PageRef) -> EvidencePage | None:
        with self._lock:
            if (kept := self._pages.get(ref)) is not None:
                self._pages.move_to_end(ref)
                return kept
        if not index.has_page(ref.document, ref.page):
            return None
        source = index.document(ref.document).pages[ref.page - 1].source
        read = EvidencePage(ref, index.page_text(ref.document, ref.page), source)
        with self._lock:
            self._pages[ref] = read
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        return read


# Only what a published build holds, which never changes: nothing of a user. Goes with the index.
_KEPT: WeakKeyDictionary[OpenIndex, _KeptPages] = WeakKeyDictionary()
_KEEPING = threading.Lock()


def _pages_of(index: OpenIndex) -> _KeptPages:
    with _KEEPING:
        return _KEPT.setdefault(index, _KeptPages())
