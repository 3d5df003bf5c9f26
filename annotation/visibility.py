"""Who may see which part of an item, and when: review is blind. Pure."""

from __future__ import annotations

from typing import NamedTuple

from annotation.item_state import ItemState, Review, Status
from db.authored import ItemDraft, MemberRole
from db.models import EvidenceMark


class Person(NamedTuple):
    """Who looks or acts: a member of the item's project."""

    account_id: str
    role: MemberRole


class Shown(NamedTuple):
    """What of an item may be sent to somebody; None where it is hidden from them."""

    question: str
    evidence: tuple[EvidenceMark, ...] | None
    draft: ItemDraft | None
    author: str | None


def shown_to(state: ItemState, person: Person, draft: ItemDraft) -> Shown:
    """What this person may see of the revision: for reviewers, the question, then the evidence, then all."""
    return Shown(
        question=draft.question,
        evidence=draft.evidence if may_see_evidence(state, person) else None,
        draft=draft if may_see_gold(state, person) else None,
        author=state.author if may_see_author(state, person) else None,
    )


def may_see_gold(state: ItemState, person: Person) -> bool:
    """Whether the author's answer may be shown.

    To its authors always; to a reviewer after both blind answers; to supervisors unless they are
    answering it blind themselves; to every member but candidates once the item is accepted or rejected.
    """
    own = own_open_review(state, person)
    if person.account_id in state.authors:
        return True
    if own is not None:
        return own.next_stage is None
    if person.role is MemberRole.SUPERVISOR or _has_reviewed(state, person):
        return True
    return _is_over(state) and person.role is not MemberRole.CANDIDATE


def may_see_evidence(state: ItemState, person: Person) -> bool:
    """Whether the author's evidence may be shown: from the second blind stage on."""
    own = own_open_review(state, person)
    return may_see_gold(state, person) or (own is not None and own.search is not None)


def may_see_author(state: ItemState, person: Person) -> bool:
    """Whether it may be shown who wrote and who reviewed the item.

    Hidden from whoever is to judge it until they have; from supervisors only while they review or the
    item waits for their decision.
    """
    if person.account_id in state.authors:
        return True
    if own_open_review(state, person) is not None or state.status is Status.ADJUDICATION:
        return False
    if person.role is MemberRole.SUPERVISOR or _has_decided(state, person):
        return True
    return _is_over(state) and person.role is not MemberRole.CANDIDATE


def own_open_review(state: ItemState, person: Person) -> Review | None:
    """The open review of the item, if it is this person's."""
    review = state.open_review
    return review if review is not None and review.reviewer == person.account_id else None


def _has_reviewed(state: ItemState, person: Person) -> bool:
    return any(r.reviewer == person.account_id and r.next_stage is None for r in state.reviews)


def _has_decided(state: ItemState, person: Person) -> bool:
    deciders = {r.reviewer for r in state.reviews if r.outcome is not None}
    return person.account_id in {*deciders, *state.adjudicators}


def _is_over(state: ItemState) -> bool:
    return state.status in {Status.ACCEPTED, Status.REJECTED}
