"""Makers of drafts, steps and projects, for the tests of authoring."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database

from annotation import authoring, membership, reviewing
from annotation.workflow import ItemState, Person
from db.accounts import add_account
from db.authored import (
    BlindAnswered,
    ItemDraft,
    Member,
    MemberRole,
    Project,
    Reviewed,
    Revision,
    RevisionKind,
    Step,
    StepContent,
)
from db.models import Account, By, EvidenceMark, ItemMetadata, Role
from tests.makers import NOON_MS

ROLES = {
    "sue": MemberRole.SUPERVISOR,
    "sam": MemberRole.SUPERVISOR,
    "ann": MemberRole.AUTHOR,
    "bob": MemberRole.AUTHOR,
    "rita": MemberRole.REVIEWER,
    "ray": MemberRole.REVIEWER,
    "carl": MemberRole.CANDIDATE,
}
PEOPLE = {name: Person(name, role) for name, role in ROLES.items()}
PROJECT = Project(
    project_id="pilot",
    title="A pilot",
    index_name="reports",
    index_fingerprint="f" * 16,
    profile="exact",
    created_at_ms=NOON_MS,
)


def make_draft(question: str = "What is the total of 2024?", answer: str = "100", page: int = 3) -> ItemDraft:
    """A draft that is a valid item."""
    return ItemDraft(
        question=question,
        answer_variants=((answer,),),
        evidence=(EvidenceMark(document="report.pdf", page=page),),
        metadata=ItemMetadata(domain="finance", visual="tabular"),
    )


def make_revision(
    number: int = 1,
    draft: ItemDraft | None = None,
    account_id: str = "ann",
    kind: RevisionKind = RevisionKind.EDIT,
) -> Revision:
    """Revision `number` of item `pilot-0001`."""
    return Revision(
        item_id="pilot-0001",
        revision=number,
        draft=draft or make_draft(),
        kind=kind,
        account_id=account_id,
        at_ms=NOON_MS,
    )


def make_steps(*taken: tuple[str, StepContent], revision: int = 1) -> list[Step]:
    """Steps of item `pilot-0001`, from (who, what), numbered from 1, a minute apart."""
    return [
        Step(
            item_id="pilot-0001",
            seq=seq,
            revision=revision,
            account_id=account_id,
            at_ms=NOON_MS + seq * 60_000,
            content=content,
        )
        for seq, (account_id, content) in enumerate(taken, start=1)
    ]


def blind(review_id: str, stage: str = "search", answer: str = "100") -> BlindAnswered:
    """A blind answer of one part."""
    return BlindAnswered.model_validate({"review_id": review_id, "stage": stage, "answer": (answer,)})


class Desk(NamedTuple):
    """A project with everybody in it, and short ways to do what they do, a second apart."""

    database: Database

    def by(self, name: str) -> By:
        """That person, now."""
        return By(name, NOON_MS + 1000)

    def submitted(self, author: str = "ann", draft: ItemDraft | None = None) -> str:
        """A new item that was handed in; returns its id."""
        revision = authoring.new_item(self.database, "pilot", self.by(author), draft or make_draft())
        authoring.submit(self.database, revision.item_id, 1, (), self.by(author))
        return revision.item_id

    def answered(self, item_id: str, reviewer: str) -> str:
        """A review in which both blind answers are given; returns its id."""
        review_id = reviewing.open_review(self.database, item_id, self.by(reviewer)).review_id
        for stage in ("search", "evidence"):
            reviewing.answer_blind(self.database, item_id, blind(review_id, stage), self.by(reviewer))
        return review_id

    def accepted(self, author: str = "ann", reviewer: str = "rita", draft: ItemDraft | None = None) -> str:
        """A new item that a reviewer accepted; returns its id."""
        item_id = self.submitted(author, draft)
        self.decide(item_id, reviewer, "accept")
        return item_id

    def decide(self, item_id: str, reviewer: str, decision: str, comment: str = "") -> ItemState:
        """A whole review with this decision."""
        comments = ({"field": "item", "comment": comment},) if comment else ()
        reviewed = Reviewed.model_validate(
            {"review_id": self.answered(item_id, reviewer), "decision": decision, "comments": comments}
        )
        return reviewing.review(self.database, item_id, reviewed, self.by(reviewer))

    def correct(self, item_id: str, reviewer: str, draft: ItemDraft) -> ItemState:
        """A whole review that ends with this correction."""
        review_id = self.answered(item_id, reviewer)
        corrected = reviewing.Correction(draft)
        return reviewing.correct(self.database, item_id, review_id, corrected, self.by(reviewer))


def make_project(database: Database, project: Project = PROJECT) -> Desk:
    """Project `pilot` with everybody of ROLES in it."""
    for name in ROLES:
        add_account(database, Account(account_id=name, name=name.title(), role=Role.ANNOTATOR), NOON_MS)
    sue = By("sue", NOON_MS)
    membership.create_project(database, project, sue)
    for name, role in ROLES.items():
        membership.give_place(database, Member(project_id="pilot", account_id=name, role=role), sue)
    return Desk(database)
