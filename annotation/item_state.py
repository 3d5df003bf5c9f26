"""An item as it stands, with its reviews and the sides of a disagreement: values only. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from db.authored import Adjudicated, BlindAnswered, Override, Replied, Reviewed, RevisionNumber
from db.models import Frozen

AcceptedBy = Literal["review", "author", "second_review", "adjudication"]
Stage = Literal["search", "evidence"]


class Status(StrEnum):
    """What an item waits for, or how it ended."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    IN_REVIEW = "in_review"
    RETURNED = "returned"
    CORRECTED = "corrected"
    DISPUTED = "disputed"
    ADJUDICATION = "adjudication"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Review(Frozen):
    """One reviewer's look at one submission. Round 2 is the second review of a disagreement.

    `was_blind`: nothing on record had shown this reviewer the item's answer before.
    `lapsed`: another reviewer took over before there was a decision; the answers stay.
    """

    review_id: str
    submission: int
    round: Literal[1, 2]
    reviewer: str
    revision: RevisionNumber
    opened_at_ms: int
    last_at_ms: int
    was_blind: bool
    lapsed: bool = False
    search: BlindAnswered | None = None
    evidence: BlindAnswered | None = None
    outcome: Reviewed | None = None

    @property
    def is_open(self) -> bool:
        """Whether a decision is still awaited from this reviewer."""
        return self.outcome is None and not self.lapsed

    @property
    def next_stage(self) -> Stage | None:
        """Which blind answer comes next; None when both are given."""
        if self.search is None:
            return "search"
        return "evidence" if self.evidence is None else None


class Side(Frozen):
    """One side of a disagreement: who holds it, which revision it wants (None: sent back), and why."""

    holder: str
    revision: RevisionNumber | None
    why: str


class ItemState(Frozen):
    """An item after its steps.

    `authors[0]` is the item's author; the rest wrote revisions of it too, and count as authors.
    `revision` is the one under review, fixed since the submission. `accepted_revision` stays while a
    later revision goes through review, and changes when that one is accepted.
    """

    authors: tuple[str, ...]
    status: Status = Status.DRAFT
    last_seq: int = 0
    submission: int = 0
    revision: RevisionNumber | None = None
    overridden: tuple[Override, ...] = ()
    reviews: tuple[Review, ...] = ()
    reply: Replied | None = None
    adjudication: Adjudicated | None = None
    adjudicators: tuple[str, ...] = ()
    accepted_revision: RevisionNumber | None = None
    accepted_by: AcceptedBy | None = None
    accepted_seq: int | None = None

    @property
    def author(self) -> str:
        """Whose item it is."""
        return self.authors[0]

    @property
    def open_review(self) -> Review | None:
        """The review in which a decision is awaited; there is never more than one."""
        last = self.reviews[-1] if self.reviews else None
        return last if last is not None and last.is_open and self.status is Status.IN_REVIEW else None

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Everybody who ever opened a review of this item, in order."""
        return tuple(dict.fromkeys(review.reviewer for review in self.reviews))

    @property
    def decided(self) -> tuple[Review, ...]:
        """The decided reviews of the newest submission: at most one a round."""
        return tuple(r for r in self.reviews if r.submission == self.submission and r.outcome is not None)

    @property
    def may_be_disputed(self) -> bool:
        """Whether the author may still disagree: one review decided, no reply, nobody else asked."""
        waits = self.status in {Status.RETURNED, Status.CORRECTED}
        return waits and len(self.decided) == 1 and self.reply is None and self.adjudication is None

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the newest submission's disagreement: author, reviewer, second reviewer if any.

        Empty when the author has not disagreed.
        """
        if self.reply is None or self.reply.agrees:
            return ()
        reviews = [_side_of(review) for review in self.decided]
        return (Side(holder=self.author, revision=self.revision, why=self.reply.reason), *reviews)


def _side_of(review: Review) -> Side:
    outcome = review.outcome
    comments = outcome.comments if outcome else ()
    wanted = outcome.corrected_revision if outcome else None
    if outcome and outcome.decision == "accept":
        wanted = review.revision
    return Side(holder=review.reviewer, revision=wanted, why=" ".join(c.comment for c in comments))
