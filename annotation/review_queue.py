"""What waits for somebody who reviews, in the order in which they get it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from annotation.board import BoardItem
from annotation.item_state import Status
from annotation.visibility import own_open_review
from annotation.workflow import Act, Person, refusal

_REVIEWABLE = {Status.SUBMITTED, Status.IN_REVIEW, Status.DISPUTED}


class ReviewQueue(NamedTuple):
    """Items by what this person can do with them.

    Own open reviews first, then what waits for a decision between sides, then what waits for a review, each
    the longest waiting first; what they decided themselves stands newest first.
    """

    open: tuple[BoardItem, ...]
    adjudications: tuple[BoardItem, ...]
    waiting: tuple[BoardItem, ...]
    decided: tuple[BoardItem, ...]

    @property
    def next_up(self) -> tuple[BoardItem, ...]:
        """What they go on with, in order."""
        return (*self.open, *self.adjudications, *self.waiting)


def review_queue(items: Iterable[BoardItem], person: Person, at_ms: int) -> ReviewQueue:
    """The queue of this person."""
    queues: dict[str, list[BoardItem]] = {"open": [], "adjudications": [], "waiting": [], "decided": []}
    for item in items:
        kind = _kind(item, person, at_ms)
        if kind is not None:
            queues[kind].append(item)
    return ReviewQueue(
        open=_by_waiting(queues["open"]),
        adjudications=_by_waiting(queues["adjudications"]),
        waiting=_by_waiting(queues["waiting"]),
        decided=tuple(reversed(_by_waiting(queues["decided"]))),
    )


def _kind(item: BoardItem, person: Person, at_ms: int) -> str | None:
    state = item.state
    if own_open_review(state, person) is not None:
        return "open"
    # Most items of a project are elsewhere: no rule need be asked, and no sentence made, for those.
    if state.status is Status.ADJUDICATION and refusal(state, Act.ADJUDICATE, person, at_ms) is None:
        return "adjudications"
    if state.status in _REVIEWABLE and refusal(state, Act.OPEN_REVIEW, person, at_ms) is None:
        return "waiting"
    has_decided = any(r.reviewer == person.account_id and r.outcome is not None for r in state.reviews)
    return "decided" if has_decided or person.account_id in state.adjudicators else None


def _by_waiting(items: list[BoardItem]) -> tuple[BoardItem, ...]:
    return tuple(sorted(items, key=lambda item: (item.moved_at_ms, item.item_id)))
