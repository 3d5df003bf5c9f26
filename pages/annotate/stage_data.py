"""What the screens of a review need, as JSON. Each stage is given what may be seen in it, and no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from annotation import review_desk, review_trail
from annotation.acting import Desk
from annotation.drafts import CORRECTIONS
from annotation.item_state import ItemState, Review, Status
from annotation.model_checks import flags_of
from annotation.review_trail import ReviewStream, StageState
from annotation.rounds import Said, rounds
from annotation.visibility import may_see_author, may_see_gold, shown_to
from db import authoring
from db.accounts import find_account
from db.authored import Adjudicated, ItemDraft, RevisionKind
from db.connection import Database
from pages.annotate.compare_data import (
    author_column,
    blind_column,
    correction_column,
    correction_json,
    known_label,
)
from pages.annotate.desk_data import choices_json
from pages.annotate.queue_data import Looking, frame_data, round_of
from pages.search_result import trail_json

_LETTERS = "ABC"


def stage_data(looking: Looking, desk: Desk, stream: ReviewStream) -> dict[str, Any]:
    """The screen of the stage in which this person's work on the item is."""
    given = review_desk.given_marks(looking.database, desk, stream)
    state = review_trail.state_of(looking.database, stream, given)
    shared = {**frame_data(looking), **_item_data(desk), "attempt": stream.stream_id, "screen": stream.stage}
    if stream.stage in review_trail.BLIND:
        return {**shared, **_blind_data(looking, desk, stream, state)}
    return {**shared, **_compared(looking, desk), **_decision_data(looking, desk, state)}


def decided_data(looking: Looking, desk: Desk) -> dict[str, Any]:
    """What this person decided, with who wrote the item; none of it changes any more."""
    review = review_desk.own_review(desk)
    is_judge = desk.person.account_id in desk.state.adjudicators
    stream = (
        ReviewStream("adjudication", desk.person.account_id, desk.item.item_id)
        if is_judge or review is None
        else ReviewStream("compare", review.review_id, desk.item.item_id)
    )
    state = review_trail.state_of(looking.database, stream)
    return {
        **frame_data(looking),
        **_item_data(desk),
        "attempt": stream.stream_id,
        "screen": "decided",
        **_compared(looking, desk),
        "outcome": _outcome(desk, review, is_judge=is_judge),
        "status": desk.state.status.value,
        "author": _name(looking.database, desk.state.author)
        if may_see_author(desk.state, desk.person)
        else None,
        "state": trail_json(state.trail, looking.room.index),
    }


def _item_data(desk: Desk) -> dict[str, Any]:
    return {"item": desk.item.item_id, "submission": desk.state.submission, "round": round_of(desk.state)}


def _blind_data(looking: Looking, desk: Desk, stream: ReviewStream, state: StageState) -> dict[str, Any]:
    draft = review_desk.under_review(looking.database, desk)
    shown = shown_to(desk.state, desk.person, draft)
    index = looking.room.index
    review = review_desk.own_review(desk)
    first = review.search if review is not None else None
    marks = [{**mark.model_dump(mode="json"), "label": known_label(index, mark.ref)} for mark in state.marks]
    # Every page, also one that the index has lost: it is part of what the author says.
    pages = [
        {**mark.ref.model_dump(mode="json"), "label": known_label(index, mark.ref)}
        for mark in shown.evidence or ()
    ]
    return {
        "question": shown.question,
        "pages": pages if stream.stage == "evidence" else [],
        "first": None if first is None else {"answer": list(first.answer), "not_found": first.not_found},
        "state": {
            **trail_json(state.trail, index),
            "marks": marks,
            "draft": state.draft.model_dump(mode="json"),
            "saved_at_ms": state.saved_at_ms,
            "paused": state.pause_reason,
            "working_ms": review_trail.working_ms(state, looking.now_ms),
        },
    }


class _Ground(NamedTuple):
    """What a comparison is about: the author's revision, blind attempts at it, and decided reviews."""

    number: int
    author: ItemDraft
    attempts: list[Review]
    decided: list[Review]


def _ground(looking: Looking, desk: Desk) -> _Ground:
    """Of one's own review, however the item went on since; else of the newest submission."""
    state, own = desk.state, review_desk.own_review(desk)
    number = own.revision if own is not None else state.revision or desk.newest.revision
    submission = own.submission if own is not None else state.submission
    decided = [one for one in state.reviews if one.submission == submission and one.outcome is not None]
    return _Ground(
        number=number,
        author=authoring.find_revision(looking.database, desk.item.item_id, number).draft,
        attempts=decided if own is None else [own],
        decided=decided,
    )


def _compared(looking: Looking, desk: Desk) -> dict[str, Any]:
    if not may_see_gold(desk.state, desk.person):
        raise RuntimeError("a comparison was asked for before the blind answers")
    ground, room = _ground(looking, desk), looking.room
    is_judge = review_desk.own_review(desk) is None
    columns = [
        author_column(ground.author, ground.attempts, room),
        *_correction_columns(looking, desk, ground),
    ]
    if is_judge:
        columns = [
            {**column, "title": f"{letter}: {column['title']}"}
            for letter, column in zip(_LETTERS, columns, strict=False)
        ]
    title = "Blind answers" if is_judge else "Your blind attempt"
    return {
        "is_judge": is_judge,
        "is_disputed": bool(desk.state.sides),
        "columns": [blind_column(ground.attempts, ground.author, room, title), *columns],
        # A flag is for people and decides nothing.
        "flags": [
            {"level": flag.level, "sentence": flag.sentence} for flag in flags_of(desk.steps, ground.number)
        ],
        "rounds": [_said(looking.database, one, desk) for one in rounds(desk.steps)],
    }


def _correction_columns(looking: Looking, desk: Desk, ground: _Ground) -> list[dict[str, Any]]:
    columns = []
    for number, review in _corrections(ground.decided):
        revision = authoring.find_revision(looking.database, desk.item.item_id, number)
        title = "First review's correction" if review.round == 1 else "Second review's correction"
        if review.reviewer == desk.person.account_id:
            title = "Your correction"
        kind = revision.kind if revision.kind in CORRECTIONS else RevisionKind.REPLACEMENT
        columns.append(
            correction_column(f"revision-{number}", title, kind, ground.author, revision.draft, looking.room)
        )
    return columns


def _corrections(reviews: Iterable[Review]) -> list[tuple[int, Review]]:
    """The corrected revisions, each once, with the review that made it."""
    wanted: dict[int, Review] = {}
    for review in reviews:
        number = review.outcome.corrected_revision if review.outcome is not None else None
        if number is not None:
            wanted.setdefault(number, review)
    return list(wanted.items())


def _decision_data(looking: Looking, desk: Desk, state: StageState) -> dict[str, Any]:
    author = review_desk.under_review(looking.database, desk)
    first = desk.state.decided[0].outcome if desk.state.decided else None
    draft = state.decision
    start = author if draft.correction is None else draft.correction
    item_id = desk.item.item_id
    return {
        "author_draft": author.model_dump(mode="json"),
        "decision": draft.model_dump(mode="json"),
        "can_agree": first is not None and first.corrected_revision is not None,
        "sides": _sides(desk.state),
        "choices": choices_json(looking.room),
        "check": correction_json(author, start, item_id, looking.room),
        "state": {
            **trail_json(state.trail, looking.room.index),
            "saved_at_ms": state.saved_at_ms,
        },
    }


def _sides(state: ItemState) -> list[dict[str, Any]]:
    """The revisions between which a supervisor chooses, with a letter each; for others nothing."""
    if state.status is not Status.ADJUDICATION:
        return []
    revisions = [state.revision, *(number for number, _ in _corrections(state.decided))]
    names = ["the author's item", "the first correction", "the second correction"]
    return [
        {"letter": letter, "name": name, "revision": revision}
        for letter, name, revision in zip(_LETTERS, names, revisions, strict=False)
    ]


def _said(database: Database, said: Said, desk: Desk) -> dict[str, Any]:
    is_known = may_see_author(desk.state, desk.person)
    own = said.account_id == desk.person.account_id
    return {
        "who": said.who,
        "name": "you" if own else _name(database, said.account_id) if is_known else None,
        "act": said.act,
        "submission": said.submission,
        "at_ms": said.at_ms,
        "comments": [comment.model_dump(mode="json") for comment in said.comments],
    }


def _outcome(desk: Desk, review: Review | None, *, is_judge: bool) -> str:
    if is_judge:
        decisions = [
            step.content
            for step in desk.steps
            if isinstance(step.content, Adjudicated) and step.account_id == desk.person.account_id
        ]
        return decisions[-1].decision
    return review.outcome.decision if review is not None and review.outcome is not None else ""


def _name(database: Database, account_id: str) -> str:
    return find_account(database, account_id).name
