"""The queue of who reviews, as JSON: questions, rounds and times, and nothing that must stay hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from annotation.board import BoardItem
from annotation.item_state import ItemState, Status
from annotation.review_queue import ReviewQueue
from db import authoring
from db.connection import Database
from db.models import Account
from pages.annotate.check_data import Room
from pages.annotate.places import places, ways_out

_MOST_LISTED = 300


class Looking(NamedTuple):
    """Who looks, with what they look at: read in one go. `has_others`: they review in other projects too."""

    database: Database
    room: Room
    account: Account
    queue: ReviewQueue
    now_ms: int
    has_others: bool


def frame_data(looking: Looking) -> dict[str, Any]:
    """What every screen of a review shows around its item."""
    room, queue = looking.room, looking.queue
    project, index = room.project, room.index
    return {
        "project": {"project_id": project.project_id, "title": project.title},
        "index": {"name": index.name, "fingerprint": index.fingerprint, "profile": index.profile},
        "k": project.k,
        "simulated": looking.account.simulated,
        "places": places(room.member, "/review"),
        "ways_out": ways_out("/review" if looking.has_others else None),
        "n_next": len(queue.next_up),
    }


def queue_data(looking: Looking, notice: str) -> dict[str, Any]:
    """The queue: questions, rounds and times; nothing of answers, evidence or authors."""
    queue = looking.queue
    return {
        **frame_data(looking),
        "screen": "queue",
        "notice": notice,
        "now_ms": looking.now_ms,
        "open": _rows(queue.open, looking, _waits),
        "adjudications": _rows(queue.adjudications, looking, _waits),
        "waiting": _rows(queue.waiting, looking, _waits),
        "decided": _rows(queue.decided, looking, _stands),
        "totals": {name: len(getattr(queue, name)) for name in queue._fields},
    }


def _rows(
    items: Sequence[BoardItem], looking: Looking, more: Callable[[BoardItem], dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        {
            "item": item.item_id,
            "question": _question(looking.database, item),
            "round": round_of(item.state),
            "submission": item.state.submission,
            **more(item),
        }
        for item in items[:_MOST_LISTED]
    ]


def _question(database: Database, item: BoardItem) -> str:
    """The question as it was submitted, whatever was accepted or written since."""
    number = item.state.revision
    if number is None or number == item.revision:
        return item.draft.question
    return authoring.find_revision(database, item.item_id, number).draft.question


def _waits(item: BoardItem) -> dict[str, Any]:
    return {"since_ms": item.moved_at_ms}


def _stands(item: BoardItem) -> dict[str, Any]:
    return {"since_ms": item.moved_at_ms, "status": item.status.value}


def round_of(state: ItemState) -> int:
    """1, or 2 for the second review of a disagreement."""
    if state.status is Status.DISPUTED:
        return 2
    return state.reviews[-1].round if state.open_review is not None else 1
