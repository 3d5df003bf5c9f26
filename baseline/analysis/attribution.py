"""Attribution: do the cited pages and documents agree with the gold evidence? On sets, per attempt."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from typing import Literal, NamedTuple

from baseline.analysis.records import AttemptRecord, RawCitation
from db.models import Citation, PageRef

Level = Literal["page", "document"]
Page = tuple[str, int]


class SetScores(NamedTuple):
    """Precision, recall and their harmonic mean, each 0..1."""

    precision: float
    recall: float
    f1: float


NOTHING_RIGHT = SetScores(0.0, 0.0, 0.0)


def set_scores(cited: Set[Hashable], gold: Set[Hashable]) -> SetScores:
    """Agreement of two sets.

    P = |R & G| / |R|,  R = |R & G| / |G|,  F1 = 2 |R & G| / (|R| + |G|)

    Unit: share. Nothing cited gives 0. Raises ValueError when `gold` is empty: an item without gold
    has no score, and its name belongs in the report. Source: MADQA, section 3.2.
    """
    if not gold:
        raise ValueError("an item without gold evidence has no attribution score")
    common = len(cited & gold)
    if common == 0:
        return NOTHING_RIGHT
    return SetScores(common / len(cited), common / len(gold), 2 * common / (len(cited) + len(gold)))


def cited_pages(citations: Iterable[Citation]) -> frozenset[Page]:
    """The cited pages; a citation without a page is none."""
    return frozenset((c.document, c.page) for c in citations if c.page is not None)


def cited_documents(citations: Iterable[Citation]) -> frozenset[str]:
    """The cited documents, with or without a page."""
    return frozenset(c.document for c in citations)


def gold_pages(evidence: Iterable[PageRef]) -> frozenset[Page]:
    """The gold pages."""
    return frozenset((ref.document, ref.page) for ref in evidence)


def gold_documents(evidence: Iterable[PageRef]) -> frozenset[str]:
    """The gold documents."""
    return frozenset(ref.document for ref in evidence)


def page_scores(citations: Iterable[Citation], evidence: Iterable[PageRef]) -> SetScores:
    """Attribution on (document, page). Raises ValueError without gold. Source: MADQA, section 3.2."""
    return set_scores(cited_pages(citations), gold_pages(evidence))


def document_scores(citations: Iterable[Citation], evidence: Iterable[PageRef]) -> SetScores:
    """Attribution on documents. Raises ValueError without gold. Source: MADQA, section 3.2."""
    return set_scores(cited_documents(citations), gold_documents(evidence))


def official_scores(attempt: AttemptRecord, evidence: Iterable[PageRef], level: Level) -> SetScores:
    """Attribution as the public harness computes it.

    Differences from `page_scores`: pages are compared as the file gave them ("1" is not 1), and an
    item without gold scores 0 and stays in the mean. Source: MADQA eval/metrics.py.
    """
    gold: frozenset[Hashable] = gold_pages(evidence) if level == "page" else gold_documents(evidence)
    if not gold:
        return NOTHING_RIGHT
    raw = raw_citations(attempt)
    if level == "page":
        return set_scores(frozenset((c.document, c.page) for c in raw if None not in c), gold)
    return set_scores(frozenset(c.document for c in raw if c.document), gold)


def raw_citations(attempt: AttemptRecord) -> tuple[RawCitation, ...]:
    """The citations as the file gave them, or as stored where there was no file."""
    if attempt.raw_citations is not None:
        return attempt.raw_citations
    return tuple(RawCitation(c.document, c.page) for c in attempt.citations)
