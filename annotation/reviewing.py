"""The use cases of reviewers and supervisors. Each is one transaction, whole or not at all."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from annotation.acting import Desk, desk_of, refuse_unless, take_step
from annotation.drafts import item_of, overrides_for, with_reasons_of
from annotation.revisions import correction_kind, says_the_same
from annotation.visibility import own_open_review
from annotation.workflow import Act, ItemState, Review, Shown, revision_at_hand, shown_to
from db import authoring
from db.authored import (
    Adjudicated,
    BlindAnswered,
    FieldComment,
    ItemDraft,
    ModelChecked,
    Reviewed,
    ReviewOpened,
    Revision,
)
from db.connection import Database, joined
from db.errors import Conflict, InvalidInput
from db.models import By


class Correction(NamedTuple):
    """What the reviewer would have the item say, and why; `warned` are the checks that complain about it."""

    draft: ItemDraft
    why: str = ""
    comments: tuple[FieldComment, ...] = ()
    warned: tuple[str, ...] = ()


def new_review_id() -> str:
    """An id that tells nothing about the reviewer."""
    return "r-" + secrets.token_hex(8)


def open_review(database: Database, item_id: str, by: By) -> Review:
    """Take an item to review it, or go on with the review that one has open: nobody else gets it.

    Raises:
        NotFound: there is no such item.
        NotAllowed: one's own item, one's own first review, or a candidate.
        Conflict: somebody else has it, or it needs no review.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        review = own_open_review(desk.state, desk.person)
        if review is not None:
            return review
        return take_step(database, desk, ReviewOpened(review_id=new_review_id()), by).reviews[-1]


def answer_blind(database: Database, item_id: str, answer: BlindAnswered, by: By) -> ItemState:
    """Store the reviewer's own answer: by searching, then from the evidence. It does not change any more.

    Raises:
        Conflict: not this person's open review, or not this stage.
        InvalidInput: the answer is empty.
    """
    with joined(database):
        return take_step(database, desk_of(database, item_id, by.account_id), answer, by)


def review(database: Database, item_id: str, decision: Reviewed, by: By) -> ItemState:
    """Accept or return the item, or, in a second review, decide for the first reviewer's revision.

    Raises:
        Conflict: not this person's open review, or a blind answer is missing.
        InvalidInput: a returned item needs a comment.
    """
    with joined(database):
        return take_step(database, desk_of(database, item_id, by.account_id), decision, by)


def correct(database: Database, item_id: str, review_id: str, corrected: Correction, by: By) -> ItemState:
    """Decide with a correction: a revision of the reviewer's, as a replacement or an extension.

    In a second review, a correction that says the same as the first one is agreement with it. A reason of
    the author's stays, unless the reviewer gives another one for that check.

    Raises:
        Conflict: not this person's open review, or a blind answer is missing.
        Unexplained: a check complains, and neither the author nor the reviewer has said why it may.
        InvalidInput: the correction is no valid item, or says the same as the author's revision.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        if _was_just_corrected(desk, review_id):
            return desk.state
        refuse_unless(desk, Act.REVIEW, by.at_ms)
        revision = _stored_correction(database, desk, corrected, by)
        decision = Reviewed(
            review_id=review_id,
            decision="correct",
            comments=corrected.comments,
            corrected_revision=revision.revision,
        )
        return take_step(database, desk_of(database, item_id, by.account_id), decision, by)


def adjudicate(database: Database, item_id: str, decision: Adjudicated, by: By) -> ItemState:
    """Decide between the sides of a disagreement.

    Raises:
        NotAllowed: not a supervisor, or an author or reviewer of the item.
        Conflict: the item does not wait for a decision.
        InvalidInput: the accepted revision is no side's.
    """
    with joined(database):
        return take_step(database, desk_of(database, item_id, by.account_id), decision, by)


def add_model_check(
    database: Database, item_id: str, check: ModelChecked, by: By, on_revision: int | None = None
) -> ItemState:
    """Store what a model answered: a flag for people, which moves nothing.

    `on_revision` is the revision that the model was asked about; None: the one at which the item stands.

    Raises:
        NotAllowed: the person may not see the item's answer yet.
        Conflict: the item stands at another revision by now.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        if on_revision not in {None, revision_at_hand(desk.state, desk.newest.revision)}:
            raise Conflict(f"Item {item_id!r} was changed while the model was asked; ask again.")
        return take_step(database, desk, check, by)


def view(database: Database, item_id: str, account_id: str) -> Shown:
    """What this person may see of the revision under review (before that, of the newest one) now.

    Raises:
        NotFound: there is no such item.
        NotAllowed: the person is not a member of its project.
    """
    desk = desk_of(database, item_id, account_id)
    number = desk.state.revision or desk.newest.revision
    return shown_to(desk.state, desk.person, authoring.find_revision(database, item_id, number).draft)


def _was_just_corrected(desk: Desk, review_id: str) -> bool:
    last = desk.steps[-1] if desk.steps else None
    if last is None or last.account_id != desk.person.account_id or not isinstance(last.content, Reviewed):
        return False
    return (last.content.review_id, last.content.decision) == (review_id, "correct")


def _stored_correction(database: Database, desk: Desk, corrected: Correction, by: By) -> Revision:
    item_id, draft = desk.item.item_id, corrected.draft
    item_of(item_id, draft)
    author, *others = _sides(database, desk)
    if says_the_same(draft, author.draft):
        raise InvalidInput("The correction says the same as the author's item; accept the item instead.")
    agreed = next((other for other in others if says_the_same(draft, other.draft)), None)
    if agreed is not None:
        return agreed
    draft = with_reasons_of(author.draft, draft)
    overrides_for(draft, corrected.warned)
    return authoring.add_revision(
        database,
        Revision(
            item_id=item_id,
            revision=desk.newest.revision + 1,
            draft=draft,
            kind=correction_kind(author.draft, draft),
            account_id=by.account_id,
            at_ms=by.at_ms,
            why=corrected.why,
        ),
        desk.newest.revision,
    )


def _sides(database: Database, desk: Desk) -> list[Revision]:
    """The author's revision under review, then the first reviewer's in a disagreement about a correction."""
    numbers = [desk.state.revision, *(side.revision for side in desk.state.sides[1:])]
    return [authoring.find_revision(database, desk.item.item_id, n) for n in numbers if n is not None]
