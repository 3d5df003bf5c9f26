"""A project on the small study's documents, with items that wait for a review and one for a supervisor."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from annotation import authoring, membership, reviewing
from annotation.reviewing import Correction
from db.accounts import add_account, issue_invitation
from db.authored import (
    BlindAnswered,
    FieldComment,
    ItemDraft,
    Member,
    MemberRole,
    Project,
    Replied,
    Reviewed,
)
from db.clock import SystemClock
from db.connection import Database, open_database, writing
from db.models import Account, By, EvidenceMark, ItemMetadata, Role
from index.collection import open_index

ROLES = {
    "ann": MemberRole.AUTHOR,
    "bob": MemberRole.AUTHOR,
    "rita": MemberRole.REVIEWER,
    "ray": MemberRole.REVIEWER,
}
HARBOUR = "How much did the harbour dredging cost in 2021?"
LAMPS = "How many lamps were replaced at the lighthouse?"
FERRY = "Who was captain of the ferry?"
BUILT = "Which year was the ferry built?"


class ReviewRoom(NamedTuple):
    """The secret parts of the invitation links by name, and the items by question."""

    tokens: dict[str, str]
    items: dict[str, str]


def draft(question: str, answer: str, document: str, page: int) -> ItemDraft:
    """A draft that is a valid item."""
    return ItemDraft(
        question=question,
        answer_variants=((answer,),),
        evidence=(EvidenceMark(document=document, page=page),),
        metadata=ItemMetadata(domain="Finance", visual="tabular"),
    )


def make_review_room(home: Path) -> ReviewRoom:
    """Make the project in the database of this home."""
    index = open_index(str(home / "indexes" / "small"))
    now_ms = SystemClock().now_ms()
    project = Project(
        project_id="pilot",
        title="A pilot of questions",
        index_name="small",
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        created_at_ms=now_ms,
    )
    database = open_database(home / "pagetrail.db")
    with writing(database):
        for name in ("sue", *ROLES):
            add_account(
                database, Account(account_id=name, name=f"{name.title()} Real", role=Role.ANNOTATOR), now_ms
            )
        membership.create_project(database, project, By("sue", now_ms))
        for name, role in ROLES.items():
            place = Member(project_id="pilot", account_id=name, role=role)
            membership.give_place(database, place, By("sue", now_ms))
        items = {
            HARBOUR: _submitted(
                database, draft(HARBOUR, "4,217 crowns", "accounts/harbour-2021.pdf", 2), now_ms
            ),
            LAMPS: _submitted(database, draft(LAMPS, "12", "lighthouse.pdf", 12), now_ms + 1),
            BUILT: _submitted(database, draft(BUILT, "1987", "accounts/harbour-2021.pdf", 3), now_ms + 2),
            FERRY: _between_sides(database, draft(FERRY, "Ingrid Sollie", "ferry log.pdf", 1), now_ms + 2),
        }
        tokens = {name: issue_invitation(database, name, now_ms) for name in ("sue", *ROLES)}
    database.close()
    return ReviewRoom(tokens, items)


def _submitted(database: Database, written: ItemDraft, at_ms: int) -> str:
    revision = authoring.new_item(database, "pilot", By("ann", at_ms), written)
    authoring.submit(database, revision.item_id, 1, (), By("ann", at_ms))
    return revision.item_id


def _between_sides(database: Database, written: ItemDraft, at_ms: int) -> str:
    """An item that one corrects, its author defends, and another sends back."""
    item = _submitted(database, written, at_ms)
    corrected = written.model_copy(update={"answer_variants": (("Captain Ingrid Sollie",),)})
    review_id = _blind(database, item, "bob", at_ms)
    reviewing.correct(database, item, review_id, Correction(corrected), By("bob", at_ms))
    authoring.reply(database, item, Replied(agrees=False, reason="Her name will do."), By("ann", at_ms))
    decision = Reviewed(
        review_id=_blind(database, item, "ray", at_ms),
        decision="return",
        comments=(FieldComment(field="question", comment="Ask for the year as well."),),
    )
    reviewing.review(database, item, decision, By("ray", at_ms))
    return item


def _blind(database: Database, item: str, who: str, at_ms: int) -> str:
    review_id = reviewing.open_review(database, item, By(who, at_ms)).review_id
    for stage in ("search", "evidence"):
        answered = {"review_id": review_id, "stage": stage, "answer": ("Ingrid Sollie",)}
        reviewing.answer_blind(database, item, BlindAnswered.model_validate(answered), By(who, at_ms))
    return review_id
