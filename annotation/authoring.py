"""The author's use cases: write, save, undo, submit, reply. Each is one transaction, whole or not at all.

Reviewers' and supervisors' use cases stand in annotation/reviewing.py, item sets in annotation/item_sets.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from annotation.acting import Desk, desk_of, keep_state, person_in, refuse_unless, take_step
from annotation.drafts import CORRECTIONS, item_of, overrides_for
from annotation.undoing import reason_of_undoing
from annotation.workflow import Act, ItemState, Status, fold, may_see_gold
from db import authored_lists, authoring
from db.authored import ItemDraft, MemberRole, Replied, Revision, RevisionKind, Step, Submitted, Withdrawn
from db.authoring import AuthoredItem, RevisionConflict
from db.connection import Database, joined
from db.errors import NotAllowed
from db.models import By

SaveKind = Literal[RevisionKind.AUTOSAVE, RevisionKind.EDIT, RevisionKind.IMPORT]


class History(NamedTuple):
    """Everything that is stored about an item."""

    item: AuthoredItem
    revisions: tuple[Revision, ...]
    steps: tuple[Step, ...]
    state: ItemState

    @property
    def newest(self) -> Revision:
        """The newest revision: what `based_on` must name."""
        return self.revisions[-1]

    def at(self, revision: int) -> Revision:
        """The revision of that number, which the item must have."""
        return self.revisions[revision - 1]

    @property
    def standing(self) -> Revision:
        """What lists show: the newest revision, but for corrections that nobody has accepted."""
        accepted = self.state.accepted_revision
        stand = [r for r in self.revisions if r.kind not in CORRECTIONS or r.revision == accepted]
        return stand[-1] if stand else self.newest

    @property
    def fitting(self) -> tuple[Revision, ...]:
        """The revisions that the author's form has shown: a correction that did not stand is passed over."""
        is_undecided = self.state.status in {Status.CORRECTED, Status.DISPUTED, Status.IN_REVIEW}
        stands = {self.state.accepted_revision, *([self.newest.revision] if is_undecided else [])}
        return tuple(r for r in self.revisions if r.kind not in CORRECTIONS or r.revision in stands)

    @property
    def working(self) -> Revision:
        """What the author's form starts from."""
        return self.fitting[-1] if self.fitting else self.newest


class Save(NamedTuple):
    """A draft to be stored on top of the revision from which it was written."""

    draft: ItemDraft
    based_on: int
    kind: SaveKind = RevisionKind.EDIT
    why: str = ""


class ItemInList(NamedTuple):
    """An item in a list: by the revision that stands, and where it is."""

    item: AuthoredItem
    revision: int
    changed_at_ms: int
    question: str
    state: ItemState


def new_item(
    database: Database, project_id: str, by: By, draft: ItemDraft | None = None, why: str = ""
) -> Revision:
    """Start an item; returns its first revision.

    Raises:
        NotFound: there is no such project.
        NotAllowed: the person is no member of it, or a reviewer.
    """
    with joined(database):
        return _start(database, project_id, by, draft or ItemDraft(), why)


def save(database: Database, item_id: str, saved: Save, by: By) -> Revision:
    """Store a draft as the next revision. Equal content makes none, so a resend is harmless.

    Raises:
        RevisionConflict: somebody saved in the meantime; it carries both drafts, nothing was changed.
        NotAllowed: the item is somebody else's.
        Conflict: the item is handed in, under review or rejected.
        InvalidInput: the draft holds text that cannot be stored.
    """
    with joined(database):
        return _save(database, desk_of(database, item_id, by.account_id), saved, by)


def duplicate(database: Database, item_id: str, by: By) -> Revision:
    """Start a new item of one's own from what stands in another; reasons for warnings are not taken along.

    Raises:
        NotAllowed: the person may not see the other item's answer, or writes no items.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        if not may_see_gold(desk.state, desk.person):
            raise NotAllowed("The author's answer is hidden from you, so you cannot duplicate this item yet.")
        draft = desk.newest.draft.model_copy(update={"overrides": ()})
        why = f"as {item_id}, revision {desk.newest.revision}"
        return _start(database, desk.item.project_id, by, draft, why)


def undo(database: Database, item_id: str, to_revision: int, based_on: int, by: By) -> Revision:
    """Make an older revision's content the newest again, as a revision of its own.

    Raises:
        NotFound: the item has no such revision.
        RevisionConflict, NotAllowed, Conflict: as `save`.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        old = authoring.find_revision(database, item_id, to_revision)
        saved = Save(old.draft, based_on, why=reason_of_undoing(to_revision))
        return _save(database, desk, saved, by)


def submit(database: Database, item_id: str, based_on: int, warned: Sequence[str], by: By) -> ItemState:
    """Hand in the newest revision. `warned` names the checks that still complain about it.

    Raises:
        RevisionConflict: the newest revision is not the one that was checked.
        Unexplained: a warning has no reason yet.
        InvalidInput: the draft is no item yet, or nothing changed since a review.
        NotAllowed, Conflict: not the author's item, or not a draft.
    """
    with joined(database):
        desk = desk_of(database, item_id, by.account_id)
        if _was_just_submitted(desk, based_on):
            return desk.state
        refuse_unless(desk, Act.SUBMIT, by.at_ms)
        if desk.newest.revision != based_on:
            yours = authoring.find_revision(database, item_id, based_on)
            raise RevisionConflict(desk.newest, yours.draft, based_on)
        item_of(item_id, desk.newest.draft)
        overridden = overrides_for(desk.newest.draft, warned)
        return take_step(database, desk, Submitted(overridden=overridden), by)


def withdraw(database: Database, item_id: str, by: By) -> ItemState:
    """Take a submitted item back to work on it.

    Raises:
        NotAllowed, Conflict: not the author's item, or a review is open already.
    """
    with joined(database):
        return take_step(database, desk_of(database, item_id, by.account_id), Withdrawn(), by)


def reply(database: Database, item_id: str, content: Replied, by: By) -> ItemState:
    """Agree with a correction, or disagree with a review and have somebody else look.

    Raises:
        NotAllowed, Conflict, InvalidInput: not the author's item, no review to reply to, or no reason.
    """
    with joined(database):
        return take_step(database, desk_of(database, item_id, by.account_id), content, by)


def history(database: Database, item_id: str) -> History:
    """Every revision and every step of an item, and where it stands now: for its authors and for exports.

    What others may see of it says `annotation.workflow.shown_to`.

    Raises:
        NotFound: there is no such item.
    """
    item = authoring.find_item(database, item_id)
    steps = tuple(authoring.steps_of(database, item_id))
    state = fold(authoring.authors_of(database, item_id), steps)
    return History(item, tuple(authoring.revisions_of(database, item_id)), steps, state)


def items_in(database: Database, project_id: str, account_id: str | None = None) -> list[ItemInList]:
    """The items of a project, or those that one account wrote, oldest first."""
    rows = authored_lists.list_items(database, project_id, account_id)
    return [
        ItemInList(row.item, row.revision, row.changed_at_ms, row.question, listed_state(database, row))
        for row in rows
    ]


def rebuild_states(database: Database) -> int:
    """Compute every kept state again from the steps; returns how many there are."""
    item_ids = authored_lists.forget_states(database)
    for item_id in item_ids:
        keep_state(database, item_id, _fold_stored(database, item_id))
    return len(item_ids)


def listed_state(database: Database, row: authored_lists.ListedItem) -> ItemState:
    """Where an item of a list stands, as kept or, if need be, from its steps."""
    if row.record is None:  # another version of the app kept it: it may have counted differently
        return _fold_stored(database, row.item.item_id)
    return ItemState.model_validate_json(row.record)


def _fold_stored(database: Database, item_id: str) -> ItemState:
    return fold(authoring.authors_of(database, item_id), authoring.steps_of(database, item_id))


def _start(database: Database, project_id: str, by: By, draft: ItemDraft, why: str) -> Revision:
    if person_in(database, project_id, by.account_id).role is MemberRole.REVIEWER:
        raise NotAllowed("Reviewers write no items; ask a supervisor to make you an author.")
    item = authoring.add_item(database, project_id, by.account_id, by.at_ms)
    kind = RevisionKind.EDIT if why else RevisionKind.AUTOSAVE
    revision = Revision(
        item_id=item.item_id,
        revision=1,
        draft=draft,
        kind=kind,
        account_id=by.account_id,
        at_ms=by.at_ms,
        why=why,
    )
    stored = authoring.add_revision(database, revision, 0)
    keep_state(database, item.item_id, fold((by.account_id,), ()))
    return stored


def _was_just_submitted(desk: Desk, revision: int) -> bool:
    state = desk.state
    by_author = desk.person.account_id == state.author
    return by_author and (state.status, state.revision) == (Status.SUBMITTED, revision)


def _save(database: Database, desk: Desk, saved: Save, by: By) -> Revision:
    if saved.draft == desk.newest.draft:
        return desk.newest  # a resend, perhaps after the item was handed in
    refuse_unless(desk, Act.EDIT, by.at_ms)
    stored = authoring.add_revision(
        database,
        Revision(
            item_id=desk.item.item_id,
            revision=desk.newest.revision + 1,
            draft=saved.draft,
            kind=saved.kind,
            account_id=by.account_id,
            at_ms=by.at_ms,
            why=saved.why,
        ),
        saved.based_on,
    )
    if by.account_id not in desk.state.authors:
        keep_state(database, desk.item.item_id, _fold_stored(database, desk.item.item_id))
    return stored
