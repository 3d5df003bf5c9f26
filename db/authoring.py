"""Items being written: revisions and steps that are only ever appended.

All writing functions take a database inside the caller's transaction (`db.connection.writing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import TypeAdapter
from sqlite_utils import Database

from db.authored import ItemDraft, Revision, Step, StepContent
from db.errors import Conflict, InvalidInput, NotFound

_CONTENT: TypeAdapter[StepContent] = TypeAdapter(StepContent)
_REVISIONS = "SELECT item_id, revision, draft, kind, account_id, at_ms, why FROM authored_revisions "
_STEPS = "SELECT item_id, seq, revision, account_id, at_ms, content FROM item_steps "


class AuthoredItem(NamedTuple):
    """An item being written: whose it is, where, since when."""

    item_id: str
    project_id: str
    account_id: str
    created_at_ms: int


class RevisionConflict(Conflict):
    """Somebody saved another revision in the meantime: both texts are here, and neither is lost."""

    def __init__(self, newest: Revision, yours: ItemDraft, based_on: int) -> None:
        super().__init__(
            f"Item {newest.item_id!r} was changed since you opened it: you have revision {based_on}, "
            f"the newest is {newest.revision}; take it, keep yours, or merge both."
        )
        self.newest = newest
        self.yours = yours
        self.based_on = based_on


def add_item(database: Database, project_id: str, account_id: str, at_ms: int) -> AuthoredItem:
    """A new item of a project, numbered from 1 (`pilot-0001`), without a revision yet."""
    number = database.execute(
        "SELECT count(*) + 1 FROM authored_items WHERE project_id = ?", [project_id]
    ).fetchone()[0]
    # An import may have brought an item of this name.
    while is_taken(database, f"{project_id}-{number:04d}"):
        number += 1
    return add_named_item(database, AuthoredItem(f"{project_id}-{number:04d}", project_id, account_id, at_ms))


def add_named_item(database: Database, item: AuthoredItem) -> AuthoredItem:
    """A new item with an id of its own, as imports bring it.

    Raises:
        Conflict: there is an item of that id already.
    """
    if is_taken(database, item.item_id):
        raise Conflict(f"There is already an item {item.item_id!r}; nothing was changed.")
    database.execute(
        "INSERT INTO authored_items (item_id, project_id, account_id, created_at_ms) VALUES (?, ?, ?, ?)",
        item,
    )
    return item


def is_taken(database: Database, item_id: str) -> bool:
    """Whether there is an item of that id, written here or imported."""
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM authored_items WHERE item_id = :id) "
        "OR EXISTS (SELECT 1 FROM item_revisions WHERE item_id = :id)",
        {"id": item_id},
    ).fetchone()
    return bool(row[0])


def is_authored(database: Database, item_id: str) -> bool:
    """Whether the item of that id was written in a project."""
    row = database.execute("SELECT 1 FROM authored_items WHERE item_id = ?", [item_id]).fetchone()
    return row is not None


def find_item(database: Database, item_id: str) -> AuthoredItem:
    """The item of that id.

    Raises:
        NotFound: there is none.
    """
    rows = database.execute(
        "SELECT item_id, project_id, account_id, created_at_ms FROM authored_items WHERE item_id = ?",
        [item_id],
    )
    for row in rows:
        return AuthoredItem(*row)
    raise NotFound(f"There is no item {item_id[:100]!r} in the authoring.")


def add_revision(database: Database, new: Revision, based_on: int) -> Revision:
    """Store a revision on top of `based_on` (0: the first one); equal content makes none.

    Returns the newest revision: the stored one, with its number (`new.revision` is not looked at), or
    the one that holds the same draft already.

    Raises:
        RevisionConflict: the newest revision is another one, with another draft.
        InvalidInput: the draft holds text that cannot be stored.
    """
    newest = find_newest(database, new.item_id)
    if newest is not None and newest.draft == new.draft:
        return newest
    number = newest.revision if newest is not None else 0
    if newest is not None and number != based_on:
        raise RevisionConflict(newest, new.draft, based_on)
    stored = new.model_copy(update={"revision": number + 1})
    database.execute(
        "INSERT INTO authored_revisions (item_id, revision, draft, kind, account_id, at_ms, why) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            stored.item_id,
            stored.revision,
            _stored_form(stored.draft),
            stored.kind,
            stored.account_id,
            stored.at_ms,
            stored.why,
        ],
    )
    return stored


def _stored_form(draft: ItemDraft) -> str:
    try:
        text = draft.model_dump_json()
        same = ItemDraft.model_validate_json(text) == draft
    except ValueError as error:  # half a surrogate pair is no text
        raise InvalidInput("The item holds text that cannot be stored; remove what looks odd.") from error
    if not same:
        raise InvalidInput("The item holds a number or text that cannot be stored; remove what looks odd.")
    return text


def find_newest(database: Database, item_id: str) -> Revision | None:
    """The newest revision of an item; None before the first one."""
    rows = database.execute(_REVISIONS + "WHERE item_id = ? ORDER BY revision DESC LIMIT 1", [item_id])
    return next((_revision(row) for row in rows), None)


def find_revision(database: Database, item_id: str, revision: int) -> Revision:
    """One revision of an item.

    Raises:
        NotFound: the item has no such revision.
    """
    rows = database.execute(_REVISIONS + "WHERE item_id = ? AND revision = ?", [item_id, revision])
    for row in rows:
        return _revision(row)
    raise NotFound(f"Item {item_id[:100]!r} has no revision {revision}.")


def revisions_of(database: Database, item_id: str) -> list[Revision]:
    """Every revision of an item, oldest first."""
    rows = database.execute(_REVISIONS + "WHERE item_id = ? ORDER BY revision", [item_id])
    return [_revision(row) for row in rows]


def newest_revisions(database: Database, project_id: str) -> list[Revision]:
    """The newest revision of every item of a project, in the order of the items."""
    rows = database.execute(
        "SELECT r.item_id, r.revision, r.draft, r.kind, r.account_id, r.at_ms, r.why "
        "FROM authored_items i JOIN authored_revisions r ON r.item_id = i.item_id AND r.revision = "
        "(SELECT max(revision) FROM authored_revisions WHERE item_id = i.item_id) "
        "WHERE i.project_id = ? ORDER BY i.rowid",
        [project_id],
    )
    return [_revision(row) for row in rows]


def authors_of(database: Database, item_id: str) -> tuple[str, ...]:
    """The author of an item, then everybody else who wrote a revision that is no reviewer's correction."""
    rows = database.execute(
        "SELECT account_id FROM (SELECT account_id, 0 AS place FROM authored_items WHERE item_id = :id "
        "UNION ALL SELECT account_id, revision FROM authored_revisions "
        "WHERE item_id = :id AND kind NOT IN ('replacement', 'extension')) ORDER BY place",
        {"id": item_id},
    )
    return tuple(dict.fromkeys(row[0] for row in rows))


def append_step(database: Database, new: Step) -> Step:
    """Add a step with the next number (`new.seq` is not looked at); return it as stored."""
    seq = database.execute(
        "SELECT coalesce(max(seq), 0) + 1 FROM item_steps WHERE item_id = ?", [new.item_id]
    ).fetchone()[0]
    try:
        content = _CONTENT.dump_json(new.content).decode()
    except ValueError as error:  # half a surrogate pair is no text
        raise InvalidInput("The text cannot be stored; remove what looks odd.") from error
    database.execute(
        "INSERT INTO item_steps (item_id, seq, revision, account_id, at_ms, kind, content) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [new.item_id, seq, new.revision, new.account_id, new.at_ms, new.content.kind, content],
    )
    return new.model_copy(update={"seq": seq})


def steps_of(database: Database, item_id: str) -> list[Step]:
    """Every step of an item, in order."""
    return [_step(row) for row in database.execute(_STEPS + "WHERE item_id = ? ORDER BY seq", [item_id])]


def steps_of_project(database: Database, project_id: str, since: int = 0) -> list[Step]:
    """Every step of every item of a project that has one after `since`, item by item in order.

    `since` is how far the steps of all projects had come (`db.authored_lists.newest`).
    """
    rows = database.execute(
        "SELECT item_id, seq, revision, s.account_id, at_ms, content FROM item_steps s "
        "JOIN authored_items i USING (item_id) WHERE i.project_id = ? "
        "AND item_id IN (SELECT item_id FROM item_steps WHERE rowid > ?) ORDER BY item_id, seq",
        [project_id, since],
    )
    return [_step(row) for row in rows]


def reviewed_revisions(database: Database, project_id: str, since: int = 0) -> list[Revision]:
    """Of the same items, the revisions that were reviewed, and those that reviewers wrote."""
    rows = database.execute(
        "SELECT item_id, revision, draft, kind, r.account_id, at_ms, why FROM authored_revisions r "
        "JOIN authored_items i USING (item_id) WHERE i.project_id = ? "
        "AND item_id IN (SELECT item_id FROM item_steps WHERE rowid > ?) "
        "AND (kind IN ('replacement', 'extension') OR EXISTS (SELECT 1 FROM item_steps s "
        "WHERE s.item_id = r.item_id AND s.revision = r.revision AND s.kind = 'review_opened')) "
        "ORDER BY item_id, revision",
        [project_id, since],
    )
    return [_revision(row) for row in rows]


def _revision(row: Sequence[object]) -> Revision:
    item_id, number, draft, kind, account_id, at_ms, why = row
    return Revision.model_validate(
        {
            "item_id": item_id,
            "revision": number,
            "draft": ItemDraft.model_validate_json(str(draft)),
            "kind": kind,
            "account_id": account_id,
            "at_ms": at_ms,
            "why": why,
        }
    )


def _step(row: Sequence[object]) -> Step:
    item_id, seq, revision, account_id, at_ms, content = row
    return Step.model_validate(
        {
            "item_id": item_id,
            "seq": seq,
            "revision": revision,
            "account_id": account_id,
            "at_ms": at_ms,
            "content": _CONTENT.validate_json(str(content)),
        }
    )
