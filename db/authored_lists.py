"""What lists show of items being written, and which of them were accepted as what."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sqlite_utils import Database

from db.authored import ItemDraft
from db.authoring import AuthoredItem
from db.items import put_item_revision
from db.models import Item
from db.version import VERSION

# A correction is the reviewer's word until it was accepted: up to then the author's text stands.
_STANDS = (
    "r.item_id = i.item_id AND r.revision = (SELECT max(revision) FROM authored_revisions AS own "
    "WHERE own.item_id = i.item_id AND (own.kind NOT IN ('replacement', 'extension') OR own.revision IN "
    "(SELECT authored_revision FROM item_acceptances WHERE item_id = i.item_id)))"
)


class ListedItem(NamedTuple):
    """An item in a list, by the revision that stands. `record` is its state as JSON, None if not computed."""

    item: AuthoredItem
    revision: int
    changed_at_ms: int
    question: str
    record: str | None


class AcceptedRow(NamedTuple):
    """An accepted item, with the authored revision it came from and the step that accepted it."""

    item: Item
    revision: int
    authored_revision: int
    seq: int


def list_items(database: Database, project_id: str, account_id: str | None = None) -> list[ListedItem]:
    """The items of a project, or those that one account wrote, oldest first, by the revision that stands.

    That is the newest one, but for corrections that nobody has accepted.
    """
    rows = database.execute(
        "SELECT i.item_id, i.project_id, i.account_id, i.created_at_ms, r.revision, r.at_ms, "  # noqa: S608 - the condition is ours
        "json_extract(r.draft, '$.question'), d.record FROM authored_items i "
        f"JOIN authored_revisions r ON {_STANDS} "
        "LEFT JOIN derived_item_states d ON d.item_id = i.item_id AND d.made_by = :version "
        "WHERE i.project_id = :project AND (:account IS NULL OR i.account_id = :account) ORDER BY i.rowid",
        {"version": VERSION, "project": project_id, "account": account_id},
    )
    return [ListedItem(AuthoredItem(*row[:4]), *row[4:]) for row in rows]


class Newest(NamedTuple):
    """How far the revisions and the steps of all projects have come; both only grow."""

    revisions: int
    steps: int


class ChangedItem(NamedTuple):
    """An item with the draft that stands, and when it last moved from one state to another, if ever."""

    listed: ListedItem
    draft: ItemDraft
    moved_at_ms: int | None


def newest(database: Database) -> Newest:
    """How far everything has come now."""
    row = database.execute(
        "SELECT (SELECT max(rowid) FROM authored_revisions), (SELECT max(rowid) FROM item_steps)"
    ).fetchone()
    return Newest(row[0] or 0, row[1] or 0)


def items_changed_since(database: Database, project_id: str, since: Newest) -> list[ChangedItem]:
    """The items of a project that have a revision or a step after `since`, oldest first, as `list_items`."""
    rows = database.execute(
        "SELECT i.item_id, i.project_id, i.account_id, i.created_at_ms, r.revision, r.at_ms, d.record, "  # noqa: S608 - the condition is ours
        "(SELECT at_ms FROM item_steps WHERE item_id = i.item_id AND kind <> 'model_checked' "
        "ORDER BY seq DESC LIMIT 1), r.draft "
        f"FROM authored_items i JOIN authored_revisions r ON {_STANDS} "
        "LEFT JOIN derived_item_states d ON d.item_id = i.item_id AND d.made_by = :version "
        "WHERE i.project_id = :project AND i.item_id IN ("
        "SELECT item_id FROM authored_revisions WHERE rowid > :revisions "
        "UNION SELECT item_id FROM item_steps WHERE rowid > :steps) ORDER BY i.rowid",
        {"version": VERSION, "project": project_id, **since._asdict()},
    )
    changed = []
    for *item, revision, at_ms, record, moved_at_ms, text in rows:
        draft = ItemDraft.model_validate_json(text)
        listed = ListedItem(AuthoredItem(*item), revision, at_ms, draft.question, record)
        changed.append(ChangedItem(listed, draft, moved_at_ms))
    return changed


def add_acceptance(database: Database, item: Item, authored_revision: int, seq: int, at_ms: int) -> None:
    """Store the accepted item, and that it came from this revision by that step."""
    revision = put_item_revision(database, item, at_ms)
    database.execute(
        "INSERT INTO item_acceptances (item_id, seq, revision, authored_revision) VALUES (?, ?, ?, ?)",
        [item.item_id, seq, revision, authored_revision],
    )


def acceptances_of_project(database: Database, project_id: str) -> list[AcceptedRow]:
    """Every acceptance in a project, in the order of the items and then of the steps."""
    rows = database.execute(
        "SELECT r.content, a.revision, a.authored_revision, a.seq FROM authored_items i "
        "JOIN item_acceptances a USING (item_id) "
        "JOIN item_revisions r ON r.item_id = a.item_id AND r.revision = a.revision "
        "WHERE i.project_id = ? ORDER BY i.rowid, a.seq",
        [project_id],
    )
    return [AcceptedRow(_accepted_item(content), *numbers) for content, *numbers in rows]


@lru_cache(maxsize=4096)
def _accepted_item(content: str) -> Item:
    """Read once, by what is stored: a page of accepted items asks for all of them."""
    return Item.model_validate_json(content)


def store_state(database: Database, item_id: str, record: str) -> None:
    """Keep an item's state as JSON, for lists; it is computed from its steps and may be dropped."""
    database.execute(
        "INSERT INTO derived_item_states (item_id, made_by, record) VALUES (?, ?, ?) "
        "ON CONFLICT (item_id) DO UPDATE SET made_by = excluded.made_by, record = excluded.record",
        [item_id, VERSION, record],
    )


def forget_states(database: Database) -> list[str]:
    """Drop every kept state; returns the ids of all items."""
    database.execute("DELETE FROM derived_item_states")
    return [row[0] for row in database.execute("SELECT item_id FROM authored_items ORDER BY rowid")]
