"""What happened in each review of an item, folded from its steps. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from db.authored import BlindAnswered, ItemDraft, Replied, Reviewed, ReviewOpened, Revision, Step, Submitted

Decision = Literal["accept", "return", "correct"]
Correction = Literal["replacement", "extension"]


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """One review: who reviewed whose draft, as it was then, and what came of it.

    `submission` counts how often the item had been submitted; `order` is 1 for the first review of that
    submission. `decision` is None while the review is open; `author_agrees` is None while the author
    has not replied. `corrected` is what a correction says. `at_ms` is the time of the decision, or of the
    opening while there is none.
    """

    item_id: str
    review_id: str
    author: str
    reviewer: str
    submission: int
    order: int
    at_ms: int
    draft: ItemDraft
    search: BlindAnswered | None = None
    evidence: BlindAnswered | None = None
    decision: Decision | None = None
    correction: Correction | None = None
    corrected: ItemDraft | None = None
    author_agrees: bool | None = None


def review_records(steps: Iterable[Step], revisions: Iterable[Revision]) -> list[ReviewRecord]:
    """All reviews, item by item, in the order in which they were opened.

    Raises:
        ValueError: steps name a revision or a review that is not among those given.
    """
    known = {(revision.item_id, revision.revision): revision for revision in revisions}
    by_item: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        by_item[step.item_id].append(step)
    return [
        record
        for _, of_item in sorted(by_item.items())
        for record in _of_item(sorted(of_item, key=lambda step: step.seq), known)
    ]


def _of_item(steps: Sequence[Step], known: Mapping[tuple[str, int], Revision]) -> list[ReviewRecord]:
    records: dict[str, ReviewRecord] = {}
    author, submission, last_decided = "", 0, ""
    for step in steps:
        match step.content:
            case Submitted():
                author, submission = author or step.account_id, submission + 1
            case ReviewOpened(review_id=review_id):
                order = 1 + sum(record.submission == submission for record in records.values())
                records[review_id] = ReviewRecord(
                    item_id=step.item_id,
                    review_id=review_id,
                    author=author,
                    reviewer=step.account_id,
                    submission=submission,
                    order=order,
                    at_ms=step.at_ms,
                    draft=_revision(known, step.item_id, step.revision).draft,
                )
            case BlindAnswered() as answer:
                opened = _opened(records, answer.review_id)
                records[answer.review_id] = (
                    replace(opened, search=answer)
                    if answer.stage == "search"
                    else replace(opened, evidence=answer)
                )
            case Reviewed() as review:
                last_decided = review.review_id
                records[last_decided] = _decided(_opened(records, last_decided), review, step.at_ms, known)
            case Replied(agrees=agrees):
                records[last_decided] = replace(_opened(records, last_decided), author_agrees=agrees)
            case _:
                pass
    return list(records.values())


def _decided(
    record: ReviewRecord, review: Reviewed, at_ms: int, known: Mapping[tuple[str, int], Revision]
) -> ReviewRecord:
    correction: Correction | None = None
    corrected: ItemDraft | None = None
    if review.decision == "correct" and review.corrected_revision is not None:
        revision = _revision(known, record.item_id, review.corrected_revision)
        correction = "extension" if revision.kind.value == "extension" else "replacement"
        corrected = revision.draft
    return replace(record, decision=review.decision, correction=correction, corrected=corrected, at_ms=at_ms)


def _opened(records: Mapping[str, ReviewRecord], review_id: str) -> ReviewRecord:
    if review_id not in records:
        raise ValueError(f"a step belongs to review {review_id!r}, which was never opened")
    return records[review_id]


def _revision(known: Mapping[tuple[str, int], Revision], item_id: str, number: int) -> Revision:
    if (item_id, number) not in known:
        raise ValueError(f"revision {number} of item {item_id!r} is not among those given")
    return known[item_id, number]
