"""An evidence view over plain texts: pages by (document, page), a search by words in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from annotation.checks.evidence import Evidence, EvidencePage, OtherItem, Source
from annotation.checks.findings import Finding
from annotation.checks.text import words_of
from db.authored import ItemDraft, Target, Targets
from db.models import EvidenceMark, ItemMetadata, PageRef
from index.search.answering import Ranked

Place = tuple[str, int]


def ref(document: str, page: int) -> PageRef:
    return PageRef(document=document, page=page)


def draft(
    question: str = "",
    answers: Iterable[Sequence[str]] = (("",),),
    pages: Iterable[Place] = (),
    bridges: Iterable[Place] = (),
    visual: str = "free text",
) -> ItemDraft:
    return ItemDraft(
        question=question,
        answer_variants=tuple(map(tuple, answers)),
        evidence=tuple(EvidenceMark(document=document, page=page) for document, page in pages),
        bridges=tuple(ref(*place) for place in bridges),
        metadata=ItemMetadata(visual=visual),
    )


def view(
    texts: dict[Place, str],
    sources: dict[Place, Source] | None = None,
    others: Sequence[OtherItem] = (),
    k: int = 5,
    hop_shares: dict[str, float] | None = None,
) -> Evidence:
    """Pages that are not named in `sources` have a text layer."""
    known = sources or {}
    pages = {
        ref(*place): EvidencePage(ref(*place), text, known.get(place, "layer"))
        for place, text in texts.items()
    }

    lines = {at: f" {' '.join(words_of(page.words.text))} " for at, page in pages.items()}

    def best_pages(text: str, k: int) -> tuple[int, list[Ranked]]:
        """OR of words: most words first; else all words and quoted phrases. Equal ones in order."""
        wanted = [words_of(part) for part in text.split(" OR ")]
        if len(wanted) == 1:
            wanted = [words_of(phrase or word) for phrase, word in re.findall(r'"([^"]*)"|(\S+)', text)]
        points = {at: sum(holds(at, words) for words in wanted) for at in pages}
        least = 1 if " OR " in text else len(wanted)
        found = [at for at, n in points.items() if n >= max(least, 1)]
        best = sorted(found, key=lambda at: -points[at])[:k]
        return len(found), [Ranked(at.document, at.page, 1.0) for at in best]

    def holds(at: PageRef, words: Sequence[str]) -> bool:
        return f" {' '.join(words)} " in lines[at]

    return Evidence(
        page=pages.get,
        n_pages=lambda document: max((at.page for at in pages if at.document == document), default=0),
        best_pages=best_pages,
        k=k,
        targets=Targets(
            hop_types=tuple(Target(of=of, share=share) for of, share in (hop_shares or {}).items())
        ),
        others=others,
    )


def levels(findings: Iterable[Finding]) -> list[str]:
    return [finding.level for finding in findings]
