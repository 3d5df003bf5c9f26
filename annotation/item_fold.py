"""Where an item stands: a fold over its steps. Pure.

The fold takes any sequence of steps and never raises: a step that makes no sense where it stands
changes nothing but the count, so an old or a foreign file can always be opened and shown. Who may take
which step is annotation/workflow.py's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeGuard, TypeVar

from annotation.item_state import AcceptedBy, ItemState, Review, Status
from db.authored import (
    Adjudicated,
    BlindAnswered,
    Replied,
    Reviewed,
    ReviewOpened,
    Step,
    Submitted,
    Withdrawn,
)
from db.models import Frozen

Value = TypeVar("Value", bound=Frozen)


def fold(authors: Sequence[str], steps: Iterable[Step]) -> ItemState:
    """The state after the steps, in order. `authors`: the item's author, then others who wrote in it."""
    state = ItemState(authors=tuple(authors))
    for step in steps:
        state = apply(state, step)
    return state


def apply(state: ItemState, step: Step) -> ItemState:
    """The state after one more step."""
    return _changed(_after(state, step), last_seq=step.seq)


def side_taken(first: Reviewed, second: Reviewed) -> Literal["author", "reviewer"] | None:
    """With whom the second reviewer agrees; None: with neither, so a supervisor decides.

    With the author: the second reviewer accepts the author's revision. With the first reviewer: both
    send it back, or the second one decides for the very revision that the first one wrote.
    """
    if second.decision == "accept":
        return "author"
    same = (second.decision, second.corrected_revision) == (first.decision, first.corrected_revision)
    return "reviewer" if same else None


def _after(state: ItemState, step: Step) -> ItemState:  # one branch a kind of step
    match step.content:
        case Submitted():
            return _submitted(state, step, step.content)
        case Withdrawn():
            return _withdrawn(state)
        case ReviewOpened():
            return _opened(state, step, step.content)
        case BlindAnswered():
            return _answered(state, step, step.content)
        case Reviewed():
            return _reviewed(state, step, step.content)
        case Replied():
            return _replied(state, step, step.content)
        case Adjudicated():
            return _adjudicated(state, step, step.content)
        case _:
            return state  # what a model says is a flag for people and moves nothing


def _submitted(state: ItemState, step: Step, content: Submitted) -> ItemState:
    if state.status not in {Status.DRAFT, Status.RETURNED, Status.ACCEPTED}:
        return state
    return _changed(
        state,
        status=Status.SUBMITTED,
        submission=state.submission + 1,
        revision=step.revision,
        overridden=content.overridden,
        reply=None,
        adjudication=None,
    )


def _withdrawn(state: ItemState) -> ItemState:
    if state.status is not Status.SUBMITTED:
        return state
    return _changed(state, status=Status.ACCEPTED if state.accepted_revision else Status.DRAFT)


def _opened(state: ItemState, step: Step, content: ReviewOpened) -> ItemState:
    if state.status not in {Status.SUBMITTED, Status.DISPUTED, Status.IN_REVIEW} or state.revision is None:
        return state
    reviews = tuple(_changed(r, lapsed=True) if r.is_open else r for r in state.reviews)
    review = Review(
        review_id=content.review_id,
        submission=state.submission,
        round=2 if state.reply else 1,
        reviewer=step.account_id,
        revision=state.revision,
        opened_at_ms=step.at_ms,
        last_at_ms=step.at_ms,
        was_blind=not _has_seen_the_answer(state, step.account_id),
    )
    return _changed(state, status=Status.IN_REVIEW, reviews=(*reviews, review))


def _has_seen_the_answer(state: ItemState, account_id: str) -> bool:
    shown = {review.reviewer for review in state.reviews if review.next_stage is None}
    return state.accepted_revision is not None or account_id in {*shown, *state.adjudicators}


def _is_the_open_one(review: Review | None, step: Step, review_id: str) -> TypeGuard[Review]:
    return review is not None and (review.review_id, review.reviewer) == (review_id, step.account_id)


def _answered(state: ItemState, step: Step, content: BlindAnswered) -> ItemState:
    review = state.open_review
    if not _is_the_open_one(review, step, content.review_id) or review.next_stage != content.stage:
        return state
    return _with_review(state, _changed(review, **{content.stage: content}, last_at_ms=step.at_ms))


def _reviewed(state: ItemState, step: Step, content: Reviewed) -> ItemState:
    review = state.open_review
    if not _is_the_open_one(review, step, content.review_id) or review.next_stage is not None:
        return state
    state = _with_review(state, _changed(review, outcome=content, last_at_ms=step.at_ms))
    if review.round == 2:
        return _settled(state, step, content)
    if content.decision == "accept":
        return _accepted(state, step, review.revision, "review")
    return _changed(state, status=Status.RETURNED if content.decision == "return" else Status.CORRECTED)


def _settled(state: ItemState, step: Step, second: Reviewed) -> ItemState:
    first = state.decided[0].outcome
    side = side_taken(first, second) if first else None
    if side is None or first is None:
        return _changed(state, status=Status.ADJUDICATION)
    if side == "reviewer" and first.decision == "return":
        return _changed(state, status=Status.RETURNED)
    revision = state.revision if side == "author" else first.corrected_revision
    return _accepted(state, step, revision, "second_review")


def _replied(state: ItemState, step: Step, content: Replied) -> ItemState:
    if not state.may_be_disputed:
        return state
    if not content.agrees:
        return _changed(state, status=Status.DISPUTED, reply=content)
    outcome = state.decided[0].outcome
    if outcome is None or outcome.corrected_revision is None:
        return state  # who agrees that it goes back, changes it and submits it again
    return _accepted(_changed(state, reply=content), step, outcome.corrected_revision, "author")


def _adjudicated(state: ItemState, step: Step, content: Adjudicated) -> ItemState:
    if state.status is not Status.ADJUDICATION:
        return state
    state = _changed(state, adjudication=content, adjudicators=(*state.adjudicators, step.account_id))
    if content.decision == "accept":
        return _accepted(state, step, content.accepted_revision, "adjudication")
    if content.decision == "return":
        return _changed(state, status=Status.RETURNED)
    return _changed(
        state, status=Status.REJECTED, accepted_revision=None, accepted_by=None, accepted_seq=None
    )


def _accepted(state: ItemState, step: Step, revision: int | None, by: AcceptedBy) -> ItemState:
    if revision is None:
        return _changed(state, status=Status.ADJUDICATION)
    return _changed(
        state,
        status=Status.ACCEPTED,
        accepted_revision=revision,
        accepted_by=by,
        accepted_seq=step.seq,
    )


def _with_review(state: ItemState, review: Review) -> ItemState:
    return _changed(state, reviews=(*state.reviews[:-1], review))


def _changed(value: Value, **changes: object) -> Value:
    return value.model_copy(update=changes)
