"""Items as revisions that are never overwritten, and item sets as named selections of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database

from db.errors import Conflict, NotFound
from db.models import Item, ItemSet, ParticipantItem


class PutResult(NamedTuple):
    """How many items a call added to the set, and how many were there already, word for word."""

    n_added: int
    n_unchanged: int


def put_item_set(database: Database, name: str, items: Sequence[Item], at_ms: int) -> PutResult:
    """Add items to a set, making it if need be. Those already in it, unchanged, are left alone.

    Raises:
        Conflict: an id stands in the set with other content, or the set is frozen and would grow.
    """
    database.execute(
        "INSERT INTO item_sets (name, created_at_ms) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
        [name, at_ms],
    )
    known = {item.item_id: item for item in load_item_set(database, name)}
    new: dict[str, Item] = {}
    for item in items:
        before = known.get(item.item_id) or new.get(item.item_id)
        if before is None:
            new[item.item_id] = item
        elif before != item:
            raise Conflict(f"Item {item.item_id!r} is already in set {name!r} with other content.")
    if new and is_frozen(database, name):
        raise Conflict(f"Item set {name!r} is frozen, because a study uses it; import under another name.")
    for position, item in enumerate(new.values(), start=len(known) + 1):
        revision = put_item_revision(database, item, at_ms)
        database.execute(
            "INSERT INTO item_set_members (set_name, position, item_id, revision) VALUES (?, ?, ?, ?)",
            [name, position, item.item_id, revision],
        )
    return PutResult(n_added=len(new), n_unchanged=len(items) - len(new))


def put_item_revision(database: Database, item: Item, at_ms: int) -> int:
    """Store an item's content and return its revision; the same content as before gets no new one."""
    content = item.model_dump_json()
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    same = database.execute(
        "SELECT revision FROM item_revisions WHERE item_id = ? AND sha256 = ?", [item.item_id, sha256]
    ).fetchone()
    if same is not None:
        return int(same[0])
    newest = database.execute(
        "SELECT coalesce(max(revision), 0) FROM item_revisions WHERE item_id = ?", [item.item_id]
    ).fetchone()
    revision = int(newest[0]) + 1
    database.execute(
        "INSERT INTO item_revisions (item_id, revision, content, sha256, created_at_ms) "
        "VALUES (?, ?, ?, ?, ?)",
        [item.item_id, revision, content, sha256, at_ms],
    )
    return revision


class MemberRow(NamedTuple):
    """An item of a set, and when its content was first stored."""

    item: Item
    stored_at_ms: int


def members_of_set(database: Database, name: str) -> list[MemberRow]:
    """The items of a set in their order, with the time of each.

    Raises:
        NotFound: there is no set of that name.
    """
    if database.execute("SELECT 1 FROM item_sets WHERE name = ?", [name]).fetchone() is None:
        raise NotFound(f"There is no item set {name!r}.")
    rows = database.execute(
        "SELECT r.content, r.created_at_ms FROM item_set_members m "
        "JOIN item_revisions r USING (item_id, revision) WHERE m.set_name = ? ORDER BY m.position",
        [name],
    )
    return [MemberRow(Item.model_validate_json(content), at_ms) for content, at_ms in rows]


def load_item_set(database: Database, name: str) -> list[Item]:
    """The items of a set in their order.

    Raises:
        NotFound: there is no set of that name.
    """
    return [row.item for row in members_of_set(database, name)]


def item_ids_of_set(database: Database, name: str) -> list[str]:
    """The ids of a set's items in their order; empty for an unknown set."""
    rows = database.execute(
        "SELECT item_id FROM item_set_members WHERE set_name = ? ORDER BY position", [name]
    )
    return [row[0] for row in rows]


def unknown_items(database: Database, item_ids: Sequence[str]) -> list[str]:
    """Those of the ids that name no item of any set or revision, in their order."""
    rows = database.execute(
        "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT item_id FROM item_revisions)",
        [json.dumps(list(item_ids))],
    )
    return [row[0] for row in rows]


def find_item(database: Database, set_name: str, item_id: str) -> Item:
    """One item of a set, with its gold: for researchers and annotators only.

    Raises:
        NotFound: the set does not hold it.
    """
    row = database.execute(
        "SELECT r.content FROM item_set_members m JOIN item_revisions r USING (item_id, revision) "
        "WHERE m.set_name = ? AND m.item_id = ?",
        [set_name, item_id],
    ).fetchone()
    if row is None:
        raise NotFound(f"Item {item_id!r} is not in item set {set_name!r}.")
    return Item.model_validate_json(row[0])


def question_of(database: Database, set_name: str, item_id: str) -> ParticipantItem:
    """One item of a set as participants may see it: its gold does not leave this function.

    Raises:
        NotFound: the set does not hold it.
    """
    return find_item(database, set_name, item_id).for_participant()


def describe_item_set(database: Database, name: str) -> ItemSet:
    """Size, age and content hash of a set (order counts).

    Raises:
        NotFound: there is no set of that name.
    """
    items = load_item_set(database, name)
    created = database.execute("SELECT created_at_ms FROM item_sets WHERE name = ?", [name]).fetchone()
    return ItemSet(name=name, sha256=content_sha256(items), n_items=len(items), created_at_ms=created[0])


def content_sha256(items: Sequence[Item]) -> str:
    """One hash over all items in order: equal hash, equal set."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(item.model_dump_json().encode() + b"\n")
    return digest.hexdigest()


def freeze_item_set(database: Database, name: str, at_ms: int) -> None:
    """From now on the set does not change: a study uses it."""
    database.execute(
        "UPDATE item_sets SET frozen_at_ms = coalesce(frozen_at_ms, ?) WHERE name = ?", [at_ms, name]
    )


def is_frozen(database: Database, name: str) -> bool:
    """Whether a study uses the set."""
    return frozen_at(database, name) is not None


def frozen_at(database: Database, name: str) -> int | None:
    """Since when the set does not change; None if it may."""
    row = database.execute("SELECT frozen_at_ms FROM item_sets WHERE name = ?", [name]).fetchone()
    return None if row is None else row[0]


def item_set_sizes(database: Database) -> dict[str, int]:
    """All sets by name, with how many items each holds."""
    rows = database.execute(
        "SELECT s.name, count(m.item_id) FROM item_sets s LEFT JOIN item_set_members m ON m.set_name = "
        "s.name GROUP BY s.name ORDER BY s.name"
    )
    return {row[0]: int(row[1]) for row in rows}


def item_set_names(database: Database) -> list[str]:
    """All sets by name."""
    return [row[0] for row in database.execute("SELECT name FROM item_sets ORDER BY name")]
