"""All items of a project at a glance, kept in memory and brought up to date by what changed.

The live checks ask with every pause in typing what else is in the project; nothing is read twice for that.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from annotation.authoring import listed_state
from annotation.checks.evidence import OtherItem
from annotation.coverage import LEFT_OUT, Coverage, DraftWithStatus, coverage
from annotation.item_state import ItemState, Status
from db import authored_lists
from db.authored import ItemDraft, Targets
from db.authored_lists import Newest
from db.connection import Database


class BoardItem(NamedTuple):
    """An item by the draft that stands, the revision of that number, and where it stands since when."""

    item_id: str
    author: str
    draft: ItemDraft
    revision: int
    state: ItemState
    changed_at_ms: int
    moved_at_ms: int
    as_other: OtherItem

    @property
    def status(self) -> Status:
        """Where it stands, in a word."""
        return self.state.status


class Board(NamedTuple):
    """Every item of a project at one moment, oldest first; `number` grows with every change."""

    items: Mapping[str, BoardItem]
    number: int

    def others(self, item_id: str, author: str | None = None) -> list[OtherItem]:
        """What the checks may know of the rest of the project, or of one author's items in it."""
        return [
            item.as_other
            for item in self.items.values()
            if item.item_id != item_id and item.status not in LEFT_OUT and author in {None, item.author}
        ]

    def by(self, author: str | None) -> list[BoardItem]:
        """The items of one author; of everybody for None."""
        return [item for item in self.items.values() if author in {None, item.author}]


class ProjectBoard:
    """The board of one project, for all sessions. Safe to share by threads."""

    def __init__(self, project_id: str) -> None:
        self._project_id = project_id
        self._lock = threading.Lock()
        self._since = Newest(0, 0)
        self._board = Board(MappingProxyType({}), 0)
        self._coverage: tuple[tuple[int, Targets], Coverage] | None = None

    def read(self, database: Database) -> Board:
        """The board as it is now. Only items that changed since the last call are read."""
        with self._lock:
            # Read before the items: what comes in between is read again next time, and never missed.
            reached = authored_lists.newest(database)
            if reached != self._since:
                changed = authored_lists.items_changed_since(database, self._project_id, self._since)
                if changed:
                    fresh = {one.listed.item.item_id: _item(database, one) for one in changed}
                    items = MappingProxyType({**self._board.items, **fresh})
                    self._board = Board(items, self._board.number + 1)
                self._since = reached
            return self._board

    def coverage(self, board: Board, documents: Sequence[str], targets: Targets) -> Coverage:
        """What the whole project still lacks. `documents` are always the project's own."""
        counted_for = board.number, targets
        with self._lock:
            if self._coverage is not None and self._coverage[0] == counted_for:
                return self._coverage[1]
        found = coverage(drafts_of(board.by(None)), documents, targets)
        with self._lock:
            self._coverage = counted_for, found
        return found


def drafts_of(items: Sequence[BoardItem]) -> list[DraftWithStatus]:
    """The drafts as the coverage counts them."""
    return [DraftWithStatus(item.draft, item.status.value) for item in items]


def _item(database: Database, changed: authored_lists.ChangedItem) -> BoardItem:
    listed, draft, moved_at_ms = changed
    item_id = listed.item.item_id
    return BoardItem(
        item_id=item_id,
        author=listed.item.account_id,
        draft=draft,
        revision=listed.revision,
        state=listed_state(database, listed),
        changed_at_ms=listed.changed_at_ms,
        moved_at_ms=listed.changed_at_ms if moved_at_ms is None else moved_at_ms,
        as_other=OtherItem(item_id, draft.question, draft.hop),
    )
