"""What the desk needs to show an item exactly as it was left, as JSON: from what is stored alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from annotation.acting import Desk
from annotation.authoring import History
from annotation.board import BoardItem
from annotation.metadata_choices import choices
from annotation.trail import Trail, stream_of
from annotation.workflow import Act, Status, allowed
from db.models import Account
from pages.annotate.check_data import Room
from pages.annotate.places import WayOut, places
from pages.annotate.review_data import review_json
from pages.search_result import trail_json


class ItemOnDesk(NamedTuple):
    """An item with everything stored about it and what the log says of this person's work on it."""

    desk: Desk
    history: History
    trail: Trail


def desk_data(
    on_desk: ItemOnDesk,
    room: Room,
    account: Account,
    check: dict[str, Any],
    now_ms: int,
    ways_out: Sequence[WayOut] = (),
) -> dict[str, Any]:
    """Everything that the desk shows. `check` is what the checks say of the draft that it starts from."""
    desk, history, trail = on_desk
    item, working = desk.item, history.working
    index, project = room.index, room.project
    return {
        "item": item.item_id,
        "attempt": stream_of(item, account.account_id),
        "project": {"project_id": project.project_id, "title": project.title},
        "index": {"name": index.name, "fingerprint": index.fingerprint, "profile": index.profile},
        "k": project.k,
        "simulated": account.simulated,
        "places": places(room.member, "/write"),
        "ways_out": list(ways_out),
        # A correction that did not stand is newest, and saving goes on top of it.
        "revision": history.newest.revision,
        "draft": working.draft.model_dump(mode="json"),
        "status": desk.state.status.value,
        "may_edit": Act.EDIT in allowed(desk.state, desk.person, now_ms),
        "saved_at_ms": working.at_ms,
        "review": review_json(desk, history, now_ms),
        "state": trail_json(trail, index),
        "check": check,
        "mine": [_mine(one) for one in room.board.by(account.account_id)],
        "documents": _documents(room),
        "choices": choices_json(room),
    }


def _mine(item: BoardItem) -> dict[str, Any]:
    return {
        "item": item.item_id,
        "question": item.draft.question,
        "status": item.status.value,
        "hop": item.as_other.hop,
        "n_pages": len({(mark.document, mark.page) for mark in item.draft.evidence}),
        "changed_at_ms": item.changed_at_ms,
    }


def _documents(room: Room) -> list[dict[str, Any]]:
    n_items: Counter[str] = Counter()
    for item in room.board.by(room.known_author):
        if item.status is not Status.REJECTED:
            n_items.update({mark.document for mark in item.draft.evidence})
    assigned = set(room.member.documents)
    return [
        {
            "document": entry.document,
            "n_pages": entry.n_pages,
            "n_items": n_items[entry.document],
            "assigned": entry.document in assigned,
        }
        for entry in room.index.documents()
    ]


def choices_json(room: Room) -> dict[str, list[str]]:
    """What the selects of the details offer."""
    used = (item.draft.metadata for item in room.board.by(room.known_author))
    offered = choices(used, room.documents)
    return {name: list(values) for name, values in offered._asdict().items()}
