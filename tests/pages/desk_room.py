"""A project over the documents of the small study, with everybody in it, and short ways to write in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from annotation import authoring, membership, reviewing
from annotation.authoring import History
from annotation.checks.run import TITLES
from db.accounts import add_account, issue_invitation
from db.authored import BlindAnswered, ItemDraft, Member, MemberRole, Project, Reviewed
from db.models import Account, By, Role
from index.collection import open_index
from pages.services import Services
from tests.pages.conftest import Browser
from tests.small_study import SmallStudy

ROLES = {
    "sue": MemberRole.SUPERVISOR,
    "ann": MemberRole.AUTHOR,
    "bob": MemberRole.AUTHOR,
    "rita": MemberRole.REVIEWER,
    "carl": MemberRole.CANDIDATE,
}
OUTSIDER = "olga"
QUESTION = "How much did the dredging of the harbour basin cost in 2021?"
_numbers = count(1)


class DeskRoom(NamedTuple):
    """The project `pilot`, and a signed-in browser for each name."""

    services: Services
    browsers: dict[str, Browser]

    def post(self, who: str, path: str, body: dict[str, Any]) -> Any:
        """A POST of that person."""
        return self.browsers[who].post(f"/api/desk/{path}", body)

    def new(self, who: str = "ann", **fields: Any) -> str:
        """A new item; returns its id."""
        reply = self.post(who, "new", {"project": "pilot", "event_id": gesture(), **fields})
        assert reply.status_code == 200, reply.text
        return str(reply.json()["item"])

    def save(self, who: str, item: str, based_on: int, draft: dict[str, Any], **fields: Any) -> Any:
        """One save; returns the reply."""
        body = {"item": item, "event_id": gesture(), "based_on": based_on, "draft": draft, "kind": "edit"}
        return self.post(who, "save", {**body, **fields})

    def submitted(self, who: str = "ann", draft: dict[str, Any] | None = None) -> str:
        """An item that was handed in; returns its id."""
        item = self.new(who)
        saved = self.save(who, item, 1, draft or explained(whole_draft()))
        assert saved.status_code == 200, saved.text
        reply = self.on(who, "submit", item, saved.json()["revision"])
        assert reply.status_code == 200, reply.text
        return item

    def on(self, who: str, act: str, item: str, based_on: int, event_id: str = "") -> Any:
        """Undo or submit on a revision; returns the reply."""
        body = {"item": item, "event_id": event_id or gesture(), "based_on": based_on}
        return self.post(who, act, body)

    def history(self, item: str) -> History:
        """What is stored of an item."""
        with self.services.reading() as database:
            return authoring.history(database, item)

    def opened_review(self, item: str, who: str = "rita") -> str:
        """Somebody took the item to review it; returns the review's id."""
        by = By(who, self.services.clock.now_ms())
        return self.services.write(lambda database: reviewing.open_review(database, item, by)).review_id

    def answered_review(self, item: str, who: str = "rita") -> str:
        """Somebody took the item and gave both blind answers; returns the review's id."""
        review_id = self.opened_review(item, who)
        by = By(who, self.services.clock.now_ms())

        def job(database: Any) -> None:
            for stage in ("search", "evidence"):
                answered = {"review_id": review_id, "stage": stage, "answer": ("x",)}
                reviewing.answer_blind(database, item, BlindAnswered.model_validate(answered), by)

        self.services.write(job)
        return review_id

    def returned(self, item: str, comment: str, who: str = "rita") -> None:
        """A whole review that sends the item back with a comment on its question."""
        comments = ({"field": "question", "comment": comment},)
        decided = {"review_id": self.answered_review(item, who), "decision": "return", "comments": comments}
        review = Reviewed.model_validate(decided)
        by = By(who, self.services.clock.now_ms())
        self.services.write(lambda database: reviewing.review(database, item, review, by))

    def corrected(self, item: str, draft: dict[str, Any], who: str = "rita") -> None:
        """A whole review that ends with this text."""
        review_id = self.answered_review(item, who)
        correction = reviewing.Correction(ItemDraft.model_validate(draft))
        by = By(who, self.services.clock.now_ms())
        self.services.write(lambda database: reviewing.correct(database, item, review_id, correction, by))


def gesture() -> str:
    """An id that no other gesture of this test run has."""
    return f"desk-gesture-{next(_numbers):06d}"


def whole_draft(question: str = QUESTION, answer: str = "4,217 crowns") -> dict[str, Any]:
    """A draft that is a valid item, as the browser sends it."""
    return {
        "question": question,
        "answer_variants": [[answer]],
        "evidence": [{"document": "accounts/harbour-2021.pdf", "page": 2, "regions": []}],
        "bridges": [],
        "metadata": {"domain": "Finance", "category": "Report", "visual": "free text", "reasoning": "lookup"},
        "overrides": [],
    }


def explained(draft: dict[str, Any]) -> dict[str, Any]:
    """The draft with a reason for whatever a check may say of it."""
    return {**draft, "overrides": [{"check": check, "reason": "It is meant so."} for check in TITLES]}


def make_desk_room(
    services: Services, small_study: SmallStudy, enter: Callable[[str], Browser], k: int = 5
) -> DeskRoom:
    """Make the project and sign everybody in."""
    index = open_index("small")
    now_ms = services.clock.now_ms()
    project = Project(
        project_id="pilot",
        title="A pilot of questions",
        index_name="small",
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        k=k,
        created_at_ms=now_ms,
    )

    def job(database: Any) -> dict[str, str]:
        names = [*ROLES, OUTSIDER]
        for name in names:
            account = Account(account_id=name, name=name.title(), role=Role.ANNOTATOR)
            add_account(database, account, now_ms)
        sue = By("sue", now_ms)
        membership.create_project(database, project, sue)
        for name, role in ROLES.items():
            place = Member(project_id="pilot", account_id=name, role=role)
            membership.give_place(database, place, sue)
        return {name: issue_invitation(database, name, now_ms) for name in names}

    tokens = services.write(job)
    return DeskRoom(services, {name: enter(token) for name, token in tokens.items()})
