"""What the author is shown of the review of their item, while they can act on it or wait for a second one."""

from __future__ import annotations

from typing import Any

from annotation.acting import Desk
from annotation.authoring import History
from annotation.item_state import ItemState
from annotation.workflow import Act, Status, allowed
from db.authored import Reviewed

_UNDER_DISCUSSION = {Status.RETURNED, Status.CORRECTED, Status.DISPUTED}


def review_json(desk: Desk, history: History, now_ms: int) -> dict[str, Any] | None:
    """The newest submission's review: comments, the correction, what the author may reply and has replied.

    None where there is nothing to discuss. `yours` is the text that was reviewed. Who reviewed is not said.
    """
    state = desk.state
    outcomes = [review.outcome for review in state.decided if review.outcome is not None]
    if state.status not in _UNDER_DISCUSSION or not outcomes or state.revision is None:
        return None
    first = outcomes[0]
    return {
        "decision": first.decision,
        "is_mine": desk.person.account_id == state.author,
        "comments": _comments(state, outcomes),
        "yours": history.at(state.revision).draft.model_dump(mode="json"),
        "correction": _correction(history, first.corrected_revision),
        "may_reply": Act.REPLY in allowed(state, desk.person, now_ms),
        "reason": state.reply.reason if state.reply is not None else None,
    }


def _comments(state: ItemState, outcomes: list[Reviewed]) -> list[dict[str, str]]:
    said = [
        {"field": comment.field, "comment": comment.comment}
        for outcome in outcomes
        for comment in outcome.comments
    ]
    if state.adjudication is not None:
        said.append({"field": "item", "comment": state.adjudication.reason})
    return said


def _correction(history: History, revision: int | None) -> dict[str, Any] | None:
    if revision is None:
        return None
    corrected = history.at(revision)
    return {"kind": corrected.kind.value, "draft": corrected.draft.model_dump(mode="json")}
