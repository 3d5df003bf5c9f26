"""Where a wrong answer went wrong, from its citations alone; and how many pages an item needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from baseline.analysis.attribution import (
    cited_documents,
    cited_pages,
    gold_documents,
    gold_pages,
)
from baseline.analysis.records import AttemptRecord
from db.models import PageRef

CascadeLabel = Literal["correct", "correct_verbose", "refusal", "retrieval", "navigation", "comprehension"]
HopType = Literal["single", "cross_page", "cross_doc"]

CASCADE_LABELS: tuple[CascadeLabel, ...] = (
    "correct",
    "correct_verbose",
    "refusal",
    "retrieval",
    "navigation",
    "comprehension",
)
HOP_TYPES: tuple[HopType, ...] = ("single", "cross_page", "cross_doc")


def is_refusal(attempt: AttemptRecord) -> bool:
    """Whether there is no answer: said so, skipped, run out of time, or left blank."""
    no_answer = attempt.status in {"not_found", "skipped", "expired", "open", "missing"}
    return no_answer or not any(part.strip() for part in attempt.answer)


def cascade_label(attempt: AttemptRecord, score: float, evidence: Iterable[PageRef]) -> CascadeLabel:
    """The first of these that holds, in this order.

    correct (score 1), correct_verbose (score 0.5), refusal (no answer), retrieval (no cited document
    is gold), navigation (no cited page is gold), else comprehension. Source: MADQA, figure 8.
    """
    pages = tuple(evidence)
    if score >= 1.0:
        return "correct"
    if score >= 0.5:
        return "correct_verbose"
    if is_refusal(attempt):
        return "refusal"
    if not cited_documents(attempt.citations) & gold_documents(pages):
        return "retrieval"
    if not cited_pages(attempt.citations) & gold_pages(pages):
        return "navigation"
    return "comprehension"


def hop_type(evidence: Iterable[PageRef]) -> HopType:
    """More than one gold document: cross_doc; else more than one page: cross_page; else single.

    No evidence at all is `single`, as in the public harness. Source: MADQA eval/evaluate.py.
    """
    pages = gold_pages(evidence)
    if len({document for document, _ in pages}) > 1:
        return "cross_doc"
    return "cross_page" if len(pages) > 1 else "single"
