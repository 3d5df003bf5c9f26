"""Candidates after the qualification, side by side, and what the rule recommends. Pure.

The rule (MADQA, C.1): candidates write on the same documents, and those without any error after review are
admitted. It is a recommendation: a supervisor decides, with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from annotation.item_state import Status
from db.authored import Adjudicated, Member, Reviewed, Step, Submitted
from db.wording import counted

Advice = Literal["admit", "wait", "do not admit"]
_DECIDED = {Status.ACCEPTED, Status.RETURNED, Status.REJECTED}


class CandidateItem(NamedTuple):
    """An item of a candidate: where it stands, what it is about, and what reviews found."""

    item_id: str
    question: str
    status: Status
    documents: tuple[str, ...]
    n_overridden: int
    n_reviews: int
    n_errors: int

    @property
    def is_handed_in(self) -> bool:
        """Whether it was submitted, and not taken back since."""
        return self.status is not Status.DRAFT

    @property
    def is_open(self) -> bool:
        """Whether it was handed in and no decision stands yet."""
        return self.is_handed_in and self.status not in _DECIDED


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate with their items, oldest first."""

    account_id: str
    documents: tuple[str, ...]
    items: tuple[CandidateItem, ...]

    @property
    def n_errors(self) -> int:
        """Errors after review, over all items."""
        return sum(item.n_errors for item in self.items)

    @property
    def n_open(self) -> int:
        """Items handed in on which nothing is decided yet."""
        return sum(item.is_open for item in self.items)

    @property
    def n_decided(self) -> int:
        """Items on which a review or a supervisor has decided."""
        return sum(item.status in _DECIDED for item in self.items)

    @property
    def advice(self) -> tuple[Advice, str]:
        """What the rule recommends, and why in one sentence."""
        if self.n_errors:
            return "do not admit", f"{counted(self.n_errors, 'errors')} after review; the rule allows none."
        if self.n_open:
            return "wait", f"{counted(self.n_open, 'items')} without a decision yet, and no error so far."
        if not self.n_decided:
            return "wait", "Nothing was reviewed yet."
        return "admit", f"{counted(self.n_decided, 'items')} reviewed, and no error."


def errors_of(steps: Iterable[Step]) -> int:
    """Submissions of an item that were wrong: 0 when each was accepted as its author wrote it.

    A submission is wrong when its review returns or corrects it, unless the disagreement about it ends on
    the author's side: a second reviewer accepts it, or a supervisor accepts the author's revision. A
    supervisor who decides otherwise makes it wrong.
    """
    n_errors, is_wrong, revision = 0, False, 0
    for step in sorted(steps, key=lambda step: step.seq):
        match step.content:
            case Submitted():
                n_errors, is_wrong, revision = n_errors + is_wrong, False, step.revision
            case Reviewed(decision=decision):
                is_wrong = decision != "accept"
            case Adjudicated(accepted_revision=accepted):
                is_wrong = accepted != revision
            case _:
                pass
    return n_errors + is_wrong


def candidates_of(members: Sequence[Member], items: Mapping[str, Sequence[CandidateItem]]) -> list[Candidate]:
    """These members with their items, by account, in the order in which they came."""
    return [Candidate(one.account_id, one.documents, tuple(items.get(one.account_id, ()))) for one in members]


def have_the_same_documents(candidates: Iterable[Candidate]) -> bool:
    """Whether they write over the same documents, so that their results may be compared."""
    return len({frozenset(one.documents) for one in candidates}) <= 1
