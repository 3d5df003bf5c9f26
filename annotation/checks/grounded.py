"""Is the evidence minimal, and is it the only place? Pure.

Every page holds a word of the answer or is a named bridge; no page can be dropped; the same answer does
not stand elsewhere in the corpus beside the words of the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from annotation.checks.evidence import Evidence, EvidencePage
from annotation.checks.extractive import Part, parts_of, standing_of
from annotation.checks.findings import (
    DropPage,
    Finding,
    Fix,
    Level,
    MarkPage,
    NameBridge,
    capital,
    page_name,
    quoted,
)
from annotation.checks.text import query_pieces, without_stop_words, words_of
from db.authored import ItemDraft
from db.models import PageRef
from db.wording import counted, listed

_MOST_FINDINGS = 20
_MOST_TWINS = 10
# A page with this share of the question's words may answer it as well.
_TWIN_SHARE = 0.6


class Need(NamedTuple):
    """What a part of the answer takes: one page that holds it together, or all of these words."""

    together: frozenset[PageRef]
    words: frozenset[str]


def check_grounded(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """One finding for every page that may be too many, and one for the same answer elsewhere."""
    missing = [ref for ref in dict.fromkeys(draft.pages) if evidence.page(ref) is None]
    pages = evidence.marked(draft)
    findings = [_not_there(ref, evidence) for ref in missing[:_MOST_FINDINGS]]
    parts = parts_of(draft)
    if not draft.evidence:
        return (_finding("note", "No page is marked yet: mark the fewest pages that prove the answer."),)
    if parts:
        findings += _too_many(draft, parts, pages)[:_MOST_FINDINGS]
        findings += _elsewhere(draft, parts, pages, evidence)
    if findings:
        return tuple(findings)
    if not parts:
        return (_finding("note", "There is no answer yet to hold against the marked pages."),)
    n_pages = len(pages)
    sentence = "The marked page is needed" if n_pages == 1 else f"Each of the {n_pages} pages is needed"
    return (_finding("pass", f"{sentence}, and the answer was found nowhere else."),)


def _not_there(ref: PageRef, evidence: Evidence) -> Finding:
    n_pages = evidence.n_pages(ref.document)
    why = f"it has {counted(n_pages, 'pages')}" if n_pages else "there is no such document"
    return _finding("warn", f"{capital(page_name(ref))} does not exist, {why}: drop it.", DropPage(ref=ref))


def _too_many(draft: ItemDraft, parts: Sequence[Part], pages: Sequence[EvidencePage]) -> list[Finding]:
    """Pages without a word of the answer, then pages without which all of it is still there.

    Of two pages that hold the same the first stays: pages are taken away from the last one on.
    """
    words = {page.ref: _words_on(page, parts) for page in pages}
    bridges = set(draft.bridges)
    findings = [_without_words(page) for page in pages if page.ref not in bridges and not words[page.ref]]
    needs = _needs(parts, pages)
    left = [page.ref for page in pages]
    superfluous: list[PageRef] = []
    for page in reversed(pages):
        others = [ref for ref in left if ref != page.ref]
        if page.ref in bridges or not words[page.ref] or not needs or not others:
            continue
        if all(_is_met(need, others, words) for need in needs):
            left = others
            superfluous.append(page.ref)
    findings += [_droppable(ref, left, words) for ref in reversed(superfluous)]
    return findings


def _words_on(page: EvidencePage, parts: Sequence[Part]) -> frozenset[str]:
    """The content words of the answer that the page holds; an answer of signs counts as a word."""
    found = {word for part in parts for word in part.wanted.content if page.words.has(word)}
    found |= {
        part.wanted.letters for part in parts if not part.wanted.words and page.words.holds(part.wanted)
    }
    return frozenset(found)


def _needs(parts: Sequence[Part], pages: Sequence[EvidencePage]) -> list[Need]:
    """What the parts that are found at all take of the pages."""
    needs: list[Need] = []
    for part in parts:
        standing = standing_of(part, pages)
        if standing.tier == "together":
            needs.append(Need(frozenset(page.ref for page in standing.pages), frozenset()))
        elif found := frozenset(part.wanted.content).difference(standing.missing):
            needs.append(Need(frozenset(), found))
    return needs


def _is_met(need: Need, pages: Sequence[PageRef], words: Mapping[PageRef, frozenset[str]]) -> bool:
    if need.together:
        return not need.together.isdisjoint(pages)
    return need.words <= frozenset().union(*(words[ref] for ref in pages))


def _without_words(page: EvidencePage) -> Finding:
    fixes = DropPage(ref=page.ref), NameBridge(ref=page.ref)
    name = capital(page_name(page.ref))
    if page.source == "none":
        sentence = f"{name} has no text that could be compared: if the answer is in its picture, say so."
        return _finding("note", sentence, *fixes)
    sentence = f"{name} holds no word of the answer: drop it, or name it as a bridge to the answer."
    return _finding("warn", sentence, *fixes)


def _droppable(ref: PageRef, left: Sequence[PageRef], words: Mapping[PageRef, frozenset[str]]) -> Finding:
    others = [page_name(other) for other in left if words[other] & words[ref]]
    sentence = (
        f"Is {page_name(ref)} needed? What it holds of the answer is also on {listed(others)}: "
        "drop it, or name it as a bridge."
    )
    return _finding("warn", sentence, DropPage(ref=ref), NameBridge(ref=ref))


def _elsewhere(
    draft: ItemDraft, parts: Sequence[Part], pages: Sequence[EvidencePage], evidence: Evidence
) -> list[Finding]:
    """Pages of the corpus that hold the whole first answer, and how much of the question with it."""
    answer = [part for part in parts if part.variant == parts[0].variant]
    query = " ".join(f'"{" ".join(query_pieces(part.wanted.text))}"' for part in answer)
    marked = set(draft.pages)
    found = [ref for ref in evidence.search(query, _MOST_TWINS + len(marked)) if ref not in marked]
    others = [page for page in map(evidence.page, found[:_MOST_TWINS]) if page is not None]
    others = [page for page in others if all(page.words.holds(part.wanted) for part in answer)]
    if not others:
        return []
    asked = set(without_stop_words(words_of(draft.question)))
    twins = [page.ref for page in others if asked and _share(asked, page) >= _TWIN_SHARE]
    if not twins:
        names = [page_name(page.ref) for page in others]
        sentence = f"The same answer also stands on {listed(names)}: see that the question rules them out."
        return [_finding("note", sentence)]
    names = [page_name(ref) for ref in twins]
    sentence = (
        f"{quoted(answer[0].wanted.text)} and most words of the question also stand on {listed(names)}. "
        "If the pages are duplicates keep the first; otherwise say in the question which one is meant."
    )
    return [_finding("warn", sentence, *_keep_the_first(twins, pages))]


def _share(words: set[str], page: EvidencePage) -> float:
    return sum(page.words.has(word) for word in words) / len(words)


def _keep_the_first(twins: Sequence[PageRef], pages: Sequence[EvidencePage]) -> list[Fix]:
    """Mark the first of the twins if it comes before the only page that is marked."""
    first = min(twins, key=_order)
    if len(pages) != 1 or _order(first) > _order(pages[0].ref):
        return []
    return [MarkPage(ref=first), DropPage(ref=pages[0].ref)]


def _order(ref: PageRef) -> tuple[str, int]:
    return ref.document, ref.page


def _finding(level: Level, sentence: str, *fixes: Fix) -> Finding:
    return Finding(check="grounded", level=level, sentence=sentence, fixes=fixes)
