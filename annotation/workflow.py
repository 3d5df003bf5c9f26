"""Who may do what with an item, when, and why not. Pure: one function holds each rule.

    draft -> submitted -> in review -> accepted | returned | corrected
    returned: the author changes it and submits again, or disagrees
    corrected: the author agrees (accepted), or disagrees
    disagreed: a second review by somebody else settles it, or a supervisor adjudicates

The state is a fold over the steps (annotation/item_fold.py).
"""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from annotation.item_fold import apply, fold, side_taken
from annotation.item_state import ItemState, Review, Side, Stage, Status
from annotation.step_rules import check_content
from annotation.visibility import (
    Person,
    Shown,
    may_see_author,
    may_see_evidence,
    may_see_gold,
    own_open_review,
    shown_to,
)
from db.authored import BlindAnswered, MemberRole, Replied, Revision, StepContent, Submitted
from db.errors import AppError, Conflict, NotAllowed

__all__ = [
    "EDITABLE",
    "REVIEW_LAPSES_MS",
    "Act",
    "ItemState",
    "Person",
    "Review",
    "Shown",
    "Side",
    "Stage",
    "Status",
    "act_of",
    "allowed",
    "apply",
    "decide",
    "fold",
    "may_see_author",
    "may_see_evidence",
    "may_see_gold",
    "refusal",
    "revision_at_hand",
    "revision_of_step",
    "shown_to",
    "side_taken",
]

REVIEW_LAPSES_MS = 24 * 3600 * 1000
"""An open review in which nothing happened for this long may be taken over by another reviewer."""

EDITABLE = {Status.DRAFT, Status.RETURNED, Status.ACCEPTED}
_WHERE_IT_IS = {
    Status.DRAFT: "a draft",
    Status.SUBMITTED: "waiting for a review",
    Status.IN_REVIEW: "being reviewed",
    Status.RETURNED: "back with its author",
    Status.CORRECTED: "waiting for its author's reply to a correction",
    Status.DISPUTED: "waiting for a second review",
    Status.ADJUDICATION: "waiting for a supervisor's decision",
    Status.ACCEPTED: "accepted",
    Status.REJECTED: "rejected",
}


_STILL_BLIND = "The author's answer is hidden from you; answer the question yourself first."


class Act(StrEnum):
    """What somebody can do with an item."""

    EDIT = "edit"
    SUBMIT = "submit"
    WITHDRAW = "withdraw"
    OPEN_REVIEW = "open_review"
    ANSWER_SEARCH = "answer_search"
    ANSWER_EVIDENCE = "answer_evidence"
    REVIEW = "review"
    REPLY = "reply"
    ADJUDICATE = "adjudicate"
    CHECK_BY_MODEL = "check_by_model"


def allowed(state: ItemState, person: Person, at_ms: int) -> tuple[Act, ...]:
    """Everything this person may do with the item now."""
    return tuple(act for act in Act if refusal(state, act, person, at_ms) is None)


def refusal(state: ItemState, act: Act, person: Person, at_ms: int) -> AppError | None:
    """Why this person may not do it now, as one sentence that says what to do; None if they may."""
    match act:
        case Act.EDIT:
            return _no_edit(state, person)
        case Act.SUBMIT | Act.WITHDRAW | Act.REPLY:
            return _no_step_of_the_author(state, act, person)
        case Act.OPEN_REVIEW:
            return _no_review(state, person) or _not_free(state, person, at_ms)
        case Act.ANSWER_SEARCH | Act.ANSWER_EVIDENCE | Act.REVIEW:
            return _not_at_this_stage(state, act, person)
        case Act.ADJUDICATE:
            return _no_adjudication(state, person)
        case Act.CHECK_BY_MODEL:
            return None if may_see_gold(state, person) else NotAllowed(_STILL_BLIND)
    assert_never(act)


def decide(
    state: ItemState,
    content: StepContent,
    person: Person,
    newest: Revision,
    at_ms: int,
    under_review: Revision | None = None,
) -> StepContent:
    """The step as it may be stored.

    Args:
        state: where the item stands.
        content: what the person wants to do.
        person: who.
        newest: the newest revision of the item.
        at_ms: when.
        under_review: the revision that was handed in last, if any: who submits it again changes it first.

    Raises:
        NotAllowed: this person may not do it, whenever.
        Conflict: the item is not, or no longer, where this can be done.
        InvalidInput: something is missing in it.
    """
    refused = refusal(state, act_of(content), person, at_ms)
    if refused is not None:
        raise refused
    check_content(state, content, newest, under_review)
    return content


def act_of(content: StepContent) -> Act:
    """Which act a step is."""
    if isinstance(content, BlindAnswered):
        return Act.ANSWER_SEARCH if content.stage == "search" else Act.ANSWER_EVIDENCE
    acts = {
        "submitted": Act.SUBMIT,
        "withdrawn": Act.WITHDRAW,
        "review_opened": Act.OPEN_REVIEW,
        "reviewed": Act.REVIEW,
        "replied": Act.REPLY,
        "adjudicated": Act.ADJUDICATE,
        "model_checked": Act.CHECK_BY_MODEL,
    }
    return acts[content.kind]


def revision_of_step(state: ItemState, content: StepContent, newest: int) -> int:
    """Which revision a step is about: the newest while the author works, then the one handed in."""
    if isinstance(content, Submitted):
        return newest
    # A reply comes to a returned item, and is about what was returned.
    if isinstance(content, Replied) and state.revision is not None:
        return state.revision
    return revision_at_hand(state, newest)


def revision_at_hand(state: ItemState, newest: int) -> int:
    """The revision that people work on now: the newest while the author does, then the one handed in."""
    return newest if state.revision is None or state.status in EDITABLE else state.revision


def _no_edit(state: ItemState, person: Person) -> AppError | None:
    if person.account_id not in state.authors and person.role is not MemberRole.SUPERVISOR:
        return NotAllowed("Only its author and supervisors change this item; duplicate it to write your own.")
    if person.account_id in {*state.reviewers, *state.adjudicators}:
        return NotAllowed("You have judged this item, so its author changes it; return it with a comment.")
    if state.status in EDITABLE:
        return None
    if state.status is Status.SUBMITTED:
        return Conflict("The item is submitted; withdraw it before you change it.")
    return Conflict(f"The item is {_where(state)} and cannot be changed now; duplicate it as a new one.")


def _no_step_of_the_author(state: ItemState, act: Act, person: Person) -> AppError | None:
    if person.account_id != state.author:
        return NotAllowed(f"Only the author of the item may {act}; you can comment on it in a review.")
    if act is Act.SUBMIT and state.status not in EDITABLE:
        return Conflict(f"The item is {_where(state)}; only a draft or a returned item can be submitted.")
    if act is Act.WITHDRAW and state.status is not Status.SUBMITTED:
        return Conflict(f"The item is {_where(state)}; it can be withdrawn only until a review is open.")
    if act is Act.REPLY and not state.may_be_disputed:
        return Conflict(f"The item is {_where(state)}; there is no review to reply to.")
    return None


def _no_review(state: ItemState, person: Person) -> AppError | None:
    if person.account_id in state.authors:
        return NotAllowed("You wrote in this item, so somebody else reviews it; choose another one.")
    if person.role is MemberRole.CANDIDATE:
        return NotAllowed("Candidates do not review; you can once a supervisor has admitted you.")
    if person.account_id in {review.reviewer for review in state.decided}:
        return NotAllowed("You gave the first review, so somebody else gives the second; choose another.")
    return None


def _not_free(state: ItemState, person: Person, at_ms: int) -> AppError | None:
    if state.status in {Status.SUBMITTED, Status.DISPUTED}:
        return None
    review = state.open_review
    if review is None:
        # Where somebody's item stands is told to those whom it concerns.
        return Conflict("This item is not yours to review; choose another one.")
    if review.reviewer == person.account_id:
        return Conflict("You are reviewing this item already; go on with it.")
    if at_ms - review.last_at_ms < REVIEW_LAPSES_MS:
        return Conflict("Somebody else is reviewing this item already; choose another one.")
    return None


def _not_at_this_stage(state: ItemState, act: Act, person: Person) -> AppError | None:
    review = own_open_review(state, person)
    if review is None:
        return Conflict("You have no open review of this item; open one, or choose another item.")
    if act is Act.REVIEW:
        return None if review.next_stage is None else Conflict(_STAGE_FIRST[review.next_stage])
    stage: Stage = "search" if act is Act.ANSWER_SEARCH else "evidence"
    if review.next_stage == stage:
        return None
    if review.next_stage == "search":
        return Conflict(_STAGE_FIRST["search"])
    return Conflict("Your blind answer is stored and no longer changes; go on to the next step.")


_STAGE_FIRST: dict[Stage, str] = {
    "search": "Answer the question by searching first; the evidence and the author's answer come after.",
    "evidence": "Answer the question from the evidence first; the author's answer comes after.",
}


def _no_adjudication(state: ItemState, person: Person) -> AppError | None:
    if person.role is not MemberRole.SUPERVISOR:
        return NotAllowed("Only supervisors decide between two sides; tell yours that the item waits.")
    if person.account_id in {*state.authors, *state.reviewers}:
        return NotAllowed("You wrote or reviewed this item, so another supervisor decides.")
    if state.status is not Status.ADJUDICATION:
        return Conflict(f"The item is {_where(state)}; there is nothing to decide between.")
    return None


def _where(state: ItemState) -> str:
    return _WHERE_IT_IS[state.status]
