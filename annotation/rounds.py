"""What was said about an item so far: reviews, replies, decisions of all rounds, oldest first. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from db.authored import Adjudicated, FieldComment, Replied, Reviewed, ReviewOpened, Step, Submitted

Who = Literal["author", "reviewer", "second reviewer", "supervisor"]


class Said(NamedTuple):
    """One thing that was said: by whom, when, on which submission (from 1), and what came of it.

    `act` is what the step was: accept, return, correct, agrees, disagrees or reject.
    """

    account_id: str
    who: Who
    act: str
    submission: int
    at_ms: int
    comments: tuple[FieldComment, ...] = ()


def rounds(steps: Iterable[Step]) -> tuple[Said, ...]:
    """Everything that was said, in order."""
    said: list[Said] = []
    submission, second, rounds_of = 0, False, dict[str, Who]()
    for step in steps:
        match step.content:
            case Submitted():
                submission, second = submission + 1, False
            case ReviewOpened(review_id=review_id):
                rounds_of[review_id] = "second reviewer" if second else "reviewer"
            case Reviewed() as review:
                who = rounds_of.get(review.review_id, "reviewer")
                said.append(_said(step, who, review.decision, submission, review.comments))
            case Replied() as reply:
                second = not reply.agrees
                act = "agrees" if reply.agrees else "disagrees"
                said.append(_said(step, "author", act, submission, _as_comment(reply.reason)))
            case Adjudicated() as decision:
                comments = _as_comment(decision.reason)
                said.append(_said(step, "supervisor", decision.decision, submission, comments))
            case _:
                pass
    return tuple(said)


def _said(step: Step, who: Who, act: str, submission: int, comments: tuple[FieldComment, ...]) -> Said:
    return Said(step.account_id, who, act, submission, step.at_ms, comments)


def _as_comment(reason: str) -> tuple[FieldComment, ...]:
    return (FieldComment(field="item", comment=reason),) if reason.strip() else ()
