"""What must be in a step, once its person may take it. Pure."""

from __future__ import annotations

from typing import assert_never

from annotation.drafts import item_of
from annotation.item_state import ItemState, Status
from db.authored import (
    Adjudicated,
    BlindAnswered,
    ModelChecked,
    Replied,
    Reviewed,
    ReviewOpened,
    Revision,
    StepContent,
    Submitted,
    Withdrawn,
)
from db.errors import Conflict, InvalidInput
from db.plain_text import refuse_turning


def check_content(
    state: ItemState,
    content: StepContent,
    newest: Revision,
    under_review: Revision | None,
) -> None:
    """Is everything there that such a step needs?

    Raises:
        InvalidInput: something is missing, or turns the direction of the text beside it; the sentence says
            what.
        Conflict: the step belongs to a review that is over.
    """
    _refuse_turning_words(content)
    match content:
        case Submitted():
            _check_submission(state, content, newest, under_review)
        case BlindAnswered():
            _check_blind_answer(state, content)
        case Reviewed():
            _check_review(state, content, newest)
        case Replied():
            _check_reply(state, content)
        case Adjudicated():
            _check_adjudication(state, content)
        case ReviewOpened():
            _check_new_review(state, content)
        case Withdrawn() | ModelChecked():
            pass
        case _:
            assert_never(content)


def _refuse_turning_words(content: StepContent) -> None:
    for what, text in _free_texts(content):
        refuse_turning(text, what)


def _free_texts(content: StepContent) -> list[tuple[str, str]]:
    """What somebody wrote for others to read, each with its name at the start of a sentence."""
    match content:
        case Submitted():
            return [("The reason for keeping a warning", one.reason) for one in content.overridden]
        case Reviewed():
            return [("The comment", one.comment) for one in content.comments]
        case Replied() | Adjudicated():
            return [("The reason", content.reason)]
        case BlindAnswered() | ReviewOpened() | Withdrawn() | ModelChecked():
            return []
        case _:
            assert_never(content)


def _check_submission(
    state: ItemState, content: Submitted, newest: Revision, under_review: Revision | None
) -> None:
    item_of(newest.item_id, newest.draft)
    if not set(content.overridden) <= set(newest.draft.overrides):
        raise InvalidInput("The reasons for keeping warnings have changed since; look at the checks again.")
    is_as_judged = under_review is not None and newest.draft == under_review.draft
    if (state.decided and is_as_judged) or newest.revision == state.accepted_revision:
        raise InvalidInput("Nothing has changed since the review; change the item first, or disagree.")


def _check_new_review(state: ItemState, content: ReviewOpened) -> None:
    if content.review_id in {review.review_id for review in state.reviews}:
        raise Conflict("This review was opened before; open the item again to see where it stands.")


def _check_blind_answer(state: ItemState, content: BlindAnswered) -> None:
    _check_review_id(state, content.review_id)
    if not content.not_found and not any(part.strip() for part in content.answer):
        raise InvalidInput("The answer is empty; write one, or say that you could not find it.")


def _check_review(state: ItemState, content: Reviewed, newest: Revision) -> None:
    _check_review_id(state, content.review_id)
    if content.decision == "return" and not content.comments:
        raise InvalidInput("Say what is wrong with the item before you return it.")
    if content.decision != "correct":
        if content.corrected_revision is not None:
            raise InvalidInput("Only a correction comes with a corrected revision; decide for one of them.")
        return
    first = state.sides[1].revision if len(state.sides) > 1 else None
    is_new = content.corrected_revision == newest.revision > (state.revision or 0)
    if not is_new and (first is None or content.corrected_revision != first):
        raise InvalidInput("A correction needs the corrected item; change it, or accept or return it.")


def _check_review_id(state: ItemState, review_id: str) -> None:
    review = state.open_review
    if review is None or review.review_id != review_id:
        raise Conflict("This review is over; open the item again to see where it stands.")


def _check_reply(state: ItemState, content: Replied) -> None:
    if content.agrees and state.status is Status.RETURNED:
        raise InvalidInput("To agree, change what the reviewer asked for and submit the item again.")
    if not content.agrees and not content.reason.strip():
        raise InvalidInput("Say why you disagree; the second reviewer and a supervisor may read it.")


def _check_adjudication(state: ItemState, content: Adjudicated) -> None:
    if content.decision != "accept":
        if content.accepted_revision is not None:
            raise InvalidInput("Only an accepted item has an accepted revision; accept one, or name none.")
        return
    if content.accepted_revision not in {side.revision for side in state.sides if side.revision}:
        raise InvalidInput("Choose the revision of one of the sides, or return or reject the item.")
