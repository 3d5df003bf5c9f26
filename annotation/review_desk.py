"""The gestures of who reviews or adjudicates: each is carried out once, however often its event id arrives.

The use cases are those of annotation/reviewing.py. A gesture and its event in the log of the review are one
transaction, so what was answered to a lost request can be answered again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from annotation import review_trail, reviewing
from annotation.acting import Desk, desk_of
from annotation.desk import USED, Gesture
from annotation.item_state import ItemState, Review
from annotation.review_trail import ReviewStream
from annotation.reviewing import Correction
from annotation.visibility import may_see_evidence, may_see_gold, own_open_review
from annotation.workflow import Act, fold, refusal
from db import authoring, event_log
from db.authored import Adjudicated, BlindAnswered, FieldComment, ItemDraft, Reviewed
from db.authoring_events import ItemReviewed, ReviewShown
from db.connection import Database, joined
from db.errors import Conflict, NotAllowed, NotFound
from db.events import NewEvent
from db.models import By, EvidenceMark, PageRef
from db.plain_text import without_turning
from db.projects import find_project

ReviewAct = Literal["answered", "decided", "adjudicated"]


class BlindAnswer(NamedTuple):
    """What a reviewer submits. `citations` is what their screen showed, compared with what is saved."""

    answer: Sequence[str]
    not_found: bool
    citations: Sequence[PageRef]


def under_review(database: Database, desk: Desk) -> ItemDraft:
    """The author's draft that is under review: fixed since it was handed in."""
    number = desk.state.revision or desk.newest.revision
    return authoring.find_revision(database, desk.item.item_id, number).draft


def open_review(database: Database, item_id: str, by: By) -> Review:
    """Take an item, or go on with it; the clock of its first stage starts when it is shown.

    Raises:
        NotFound, NotAllowed, Conflict: as `reviewing.open_review`.
    """
    return reviewing.open_review(database, item_id, by)


def open_first(database: Database, item_ids: Sequence[str], by: By) -> str | None:
    """Take the first of these items that nobody else took meanwhile; None if there is none left.

    Raises:
        NotFound: there is no such item.
    """
    with joined(database):
        for item_id in item_ids:
            desk = desk_of(database, item_id, by.account_id)
            # Asked before, for nobody may catch an error inside a transaction that others share.
            if refusal(desk.state, Act.OPEN_REVIEW, desk.person, by.at_ms) is None:
                open_review(database, item_id, by)
                return item_id
    return None


def stage_of(desk: Desk) -> ReviewStream | None:
    """The stage in which this person has work on the item: their open review, or its adjudication."""
    account_id, item_id = desk.person.account_id, desk.item.item_id
    review = own_open_review(desk.state, desk.person)
    if review is not None:
        return ReviewStream(review.next_stage or "compare", review.review_id, item_id)
    if refusal(desk.state, Act.ADJUDICATE, desk.person, 0) is None:
        return ReviewStream("adjudication", account_id, item_id)
    return None


def own_review(desk: Desk, review_id: str | None = None) -> Review | None:
    """This person's review of that id, or their last one; None if there is none."""
    own = [one for one in desk.state.reviews if one.reviewer == desk.person.account_id]
    return next((one for one in reversed(own) if review_id in {None, one.review_id}), None)


def sitting(database: Database, stream: ReviewStream) -> str:
    """The account whose work a stage is, if it has come to that stage.

    Raises:
        NotFound: there is no such review of the item.
        NotAllowed: the reviewer has not come that far, or the supervisor may not decide about the item.
    """
    if stream.stage == "adjudication":
        return _adjudicator(database, stream)
    steps = authoring.steps_of(database, stream.item_id)
    state = fold(authoring.authors_of(database, stream.item_id), steps)
    review = next((one for one in state.reviews if one.review_id == stream.work), None)
    if review is None:
        raise NotFound("There is no such review; choose the item in your list again.")
    desk_of(database, stream.item_id, review.reviewer)
    has_come = {"search": True, "evidence": review.search is not None, "compare": review.next_stage is None}
    if not has_come[stream.stage]:
        raise NotAllowed("Answer the question yourself first; the evidence and the comparison come after.")
    return review.reviewer


def _adjudicator(database: Database, stream: ReviewStream) -> str:
    desk = desk_of(database, stream.item_id, stream.work)
    refused = refusal(desk.state, Act.ADJUDICATE, desk.person, 0)
    if refused is not None and stream.work not in desk.state.adjudicators:
        raise refused
    return stream.work


def given_marks(database: Database, desk: Desk, stream: ReviewStream) -> tuple[EvidenceMark, ...]:
    """The marks with which a stage begins: the author's evidence, once it may be seen; else none."""
    if stream.stage != "evidence" or not may_see_evidence(desk.state, desk.person):
        return ()
    return under_review(database, desk).evidence


def show(database: Database, item_id: str, account_id: str, now_ms: int) -> None:
    """The stage in which this person is comes onto the screen: the clock of a blind one starts, once."""
    with joined(database):
        desk = desk_of(database, item_id, account_id)
        stream = stage_of(desk)
        if stream is None or (stream.stage != "search" and stream.stage != "evidence"):
            return
        project = find_project(database, desk.item.project_id)
        shown = ReviewShown(
            stage=stream.stage,
            item_id=item_id,
            index_fingerprint=project.index_fingerprint,
            profile=project.profile,
            k=project.k,
        )
        review_trail.show_stage(database, stream, shown, now_ms)


def answer(database: Database, stream: ReviewStream, given: BlindAnswer, gesture: Gesture) -> ItemState:
    """Store a blind answer with the pages that were saved for it and the time that it took.

    Raises:
        Conflict: the evidence saved here is not what the screen showed, or not this person's stage.
        AttemptClosed: the stage is over, rests, or was never shown.
        NotFound, NotAllowed, InvalidInput: as `reviewing.answer_blind`.
    """

    def act(desk: Desk) -> ItemState:
        state = review_trail.state_of(database, stream, given_marks(database, desk, stream))
        if stage_of(desk) == stream:
            review_trail.require_open(state)
        citations = tuple(mark.ref for mark in state.marks)
        if set(citations) != set(given.citations):
            raise Conflict(
                "Your evidence tray shows something that is not saved here yet. "
                "Check the tray (perhaps this review is open in another tab), then submit again."
            )
        content = BlindAnswered(
            review_id=stream.work,
            stage="search" if stream.stage == "search" else "evidence",
            answer=() if given.not_found else _parts(given.answer),
            not_found=given.not_found,
            citations=citations,
            working_ms=review_trail.working_ms(state, gesture.by.at_ms),
        )
        return reviewing.answer_blind(database, stream.item_id, content, gesture.by)

    return _once(database, stream, "answered", gesture, act)


def _parts(answer: Sequence[str]) -> tuple[str, ...]:
    """As a participant's answer is stored: what is copied from a page may bring unseen characters along."""
    return tuple(kept for part in answer if (kept := without_turning(part).strip()))


def decide(database: Database, item_id: str, decision: Reviewed, gesture: Gesture) -> ItemState:
    """Accept or return the item, or decide for the first reviewer's revision.

    Raises:
        NotFound, NotAllowed, Conflict, InvalidInput: as `reviewing.review`.
    """
    stream = ReviewStream("compare", decision.review_id, item_id)
    return _once(
        database,
        stream,
        "decided",
        gesture,
        lambda _: reviewing.review(database, item_id, decision, gesture.by),
    )


def correct(
    database: Database, item_id: str, review_id: str, corrected: Correction, gesture: Gesture
) -> ItemState:
    """Decide with a correction.

    Raises:
        NotFound, NotAllowed, Conflict, Unexplained, InvalidInput: as `reviewing.correct`.
    """
    stream = ReviewStream("compare", review_id, item_id)
    return _once(
        database,
        stream,
        "decided",
        gesture,
        lambda _: reviewing.correct(database, item_id, review_id, corrected, gesture.by),
    )


def agree(
    database: Database,
    item_id: str,
    review_id: str,
    comments: tuple[FieldComment, ...],
    gesture: Gesture,
) -> ItemState:
    """Decide, in a second review, for the correction of the first reviewer.

    Raises:
        NotFound, NotAllowed, Conflict, InvalidInput: as `reviewing.review`, or there is no such correction.
    """
    sides = desk_of(database, item_id, gesture.by.account_id).state.sides
    decision = Reviewed(
        review_id=review_id,
        decision="correct",
        comments=comments,
        corrected_revision=sides[1].revision if len(sides) > 1 else None,
    )
    return decide(database, item_id, decision, gesture)


def adjudicate(database: Database, item_id: str, decision: Adjudicated, gesture: Gesture) -> ItemState:
    """Decide between the sides of a disagreement.

    Raises:
        NotFound, NotAllowed, Conflict, InvalidInput: as `reviewing.adjudicate`.
    """
    stream = ReviewStream("adjudication", gesture.by.account_id, item_id)
    return _once(
        database,
        stream,
        "adjudicated",
        gesture,
        lambda _: reviewing.adjudicate(database, item_id, decision, gesture.by),
    )


def require_comparing(desk: Desk) -> None:
    """Only who compares, after both blind answers, works on a correction.

    Raises:
        NotAllowed: the author's answer is hidden from this person, or it is not theirs to review.
    """
    if own_open_review(desk.state, desk.person) is None:
        raise NotAllowed("You have no open review of this item; open one, or choose another item.")
    if not may_see_gold(desk.state, desk.person):
        raise NotAllowed("The author's answer is hidden from you; answer the question yourself first.")


def _once(
    database: Database,
    stream: ReviewStream,
    act: ReviewAct,
    gesture: Gesture,
    carry_out: Callable[[Desk], ItemState],
) -> ItemState:
    with joined(database):
        desk = desk_of(database, stream.item_id, gesture.by.account_id)
        if stream.stage != "adjudication" and own_review(desk, stream.work) is None:
            raise Conflict("You have no open review of this item; open one, or choose another item.")
        if _is_resend(database, stream, act, gesture):
            return desk.state
        state = carry_out(desk)
        done = ItemReviewed(
            act=act, item_id=stream.item_id, seq=state.last_seq, asked_sha256=gesture.asked_sha256
        )
        new = NewEvent(event_id=gesture.event_id, payload=done, source=gesture.source)
        event_log.append(database, stream.stream_id, [new], gesture.by.at_ms)
        return state


def _is_resend(database: Database, stream: ReviewStream, act: ReviewAct, gesture: Gesture) -> bool:
    """Whether this gesture was carried out before.

    Raises:
        Conflict: the event id was used for something else.
    """
    event = event_log.find(database, gesture.event_id)
    if event is None:
        return False
    done = event.payload
    is_same = isinstance(done, ItemReviewed) and done.act == act and gesture.is_again(done)
    if is_same and event.stream_id == stream.stream_id:
        return True
    raise Conflict(USED)
