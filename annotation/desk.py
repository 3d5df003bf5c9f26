"""An author's gestures at the desk: each is carried out once, however often its event id arrives.

The use cases are those of annotation/authoring.py. A gesture and its event in the log of the desk are one
transaction, so what was answered to a lost request can be answered again.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from annotation import authoring
from annotation.acting import Desk as ItemForPerson
from annotation.acting import desk_of, refuse_unless
from annotation.authoring import History, Save
from annotation.trail import stream_of
from annotation.undoing import undo_target
from annotation.workflow import Act, ItemState, may_see_gold
from db import authoring as stored
from db import event_log
from db.authored import MemberRole, Replied, Revision
from db.authoring import AuthoredItem
from db.authoring_events import ItemReviewed, ItemWritten
from db.connection import Database, joined
from db.errors import Conflict, NotAllowed
from db.events import NewEvent, Source
from db.models import By

USED = "This was already used for something else; nothing was changed. Please do it again."
DeskAct = Literal["started", "saved", "undone", "submitted", "withdrawn", "replied"]


class Gesture(NamedTuple):
    """One press of a key or button: the same `event_id` again is the same gesture, sent again.

    `asked_sha256` is of everything that it asks for: with another one, the id was used for something else.
    """

    event_id: str
    by: By
    source: Source = "server"
    asked_sha256: str | None = None

    def is_again(self, done: ItemWritten | ItemReviewed) -> bool:
        """Whether it asks for what was done under its event id; older logs do not say what was asked."""
        return done.asked_sha256 is None or done.asked_sha256 == self.asked_sha256


def place_at(database: Database, item_id: str, account_id: str) -> ItemForPerson:
    """The item as it stands, for somebody who may have it on their desk: an author of it, or a supervisor.

    Raises:
        NotFound: there is no such item.
        NotAllowed: somebody else's item, or its answer is hidden from this supervisor for now.
    """
    desk = desk_of(database, item_id, account_id)
    is_theirs = account_id in desk.state.authors or desk.person.role is MemberRole.SUPERVISOR
    if not is_theirs:
        raise NotAllowed("This item is somebody else's; open one of your own.")
    if not may_see_gold(desk.state, desk.person):
        raise NotAllowed("The author's answer is hidden from you while you review this item.")
    return desk


def start(database: Database, project_id: str, copy_of: str | None, gesture: Gesture) -> Revision:
    """Start an item, empty or from what stands in another one; returns its first revision.

    Raises:
        NotFound, NotAllowed: as `authoring.new_item` and `authoring.duplicate`.
    """
    with joined(database):
        earlier = _earlier(database, gesture, "started")
        if earlier is not None:
            return stored.find_revision(database, earlier.item_id, earlier.revision)
        if copy_of is None:
            revision = authoring.new_item(database, project_id, gesture.by)
        else:
            if stored.find_item(database, copy_of).project_id != project_id:
                raise NotAllowed("An item can be duplicated in its own project only.")
            revision = authoring.duplicate(database, copy_of, gesture.by)
        _log(database, gesture, "started", revision)
        return revision


def save(database: Database, item_id: str, saved: Save, gesture: Gesture) -> Revision:
    """Store what stands in the form; returns the revision that holds it.

    Raises:
        RevisionConflict: another revision is the newest; it carries both texts, nothing was changed.
        NotFound, NotAllowed, Conflict, InvalidInput: as `authoring.save`.
    """
    with joined(database):
        place_at(database, item_id, gesture.by.account_id)
        earlier = _earlier(database, gesture, "saved", item_id)
        if earlier is not None:
            revision = stored.find_revision(database, item_id, earlier.revision)
            if revision.draft != saved.draft:
                raise Conflict(USED)
            return revision
        revision = authoring.save(database, item_id, saved, gesture.by)
        _log(database, gesture, "saved", revision)
        return revision


def undo(database: Database, item_id: str, based_on: int, gesture: Gesture) -> Revision:
    """Bring back the text before the last change, as a revision of its own.

    Raises:
        RevisionConflict: another revision is the newest.
        Conflict: there is nothing to undo, or the item cannot be changed now.
        NotFound, NotAllowed: as `place_at`.
    """
    with joined(database):
        desk = place_at(database, item_id, gesture.by.account_id)
        earlier = _earlier(database, gesture, "undone", item_id)
        if earlier is not None:
            return stored.find_revision(database, item_id, earlier.revision)
        refuse_unless(desk, Act.EDIT, gesture.by.at_ms)
        target = undo_target(authoring.history(database, item_id).fitting)
        if target is None:
            raise Conflict("There is nothing to undo: this is the first text of the item.")
        revision = authoring.undo(database, item_id, target.revision, based_on, gesture.by)
        _log(database, gesture, "undone", revision)
        return revision


def submit(
    database: Database, item_id: str, based_on: int, warned: tuple[str, ...], gesture: Gesture
) -> ItemState:
    """Hand in the text that the author's form shows. `warned` names the checks that complain about it.

    Raises:
        RevisionConflict: another revision is the newest.
        Unexplained: a warning has no reason yet.
        InvalidInput, NotFound, NotAllowed, Conflict: as `authoring.submit`.
    """
    with joined(database):
        place_at(database, item_id, gesture.by.account_id)
        if _earlier(database, gesture, "submitted", item_id) is not None:
            return authoring.history(database, item_id).state
        based_on = _shown_is_newest(database, authoring.history(database, item_id), based_on, gesture.by)
        state = authoring.submit(database, item_id, based_on, warned, gesture.by)
        _log(database, gesture, "submitted", stored.find_revision(database, item_id, based_on))
        return state


def withdraw(database: Database, item_id: str, gesture: Gesture) -> ItemState:
    """Take a submitted item back to work on it.

    Raises:
        NotFound, NotAllowed, Conflict: as `authoring.withdraw`.
    """
    with joined(database):
        desk = place_at(database, item_id, gesture.by.account_id)
        if _earlier(database, gesture, "withdrawn", item_id) is not None:
            return desk.state
        state = authoring.withdraw(database, item_id, gesture.by)
        _log(database, gesture, "withdrawn", desk.newest)
        return state


def reply(database: Database, item_id: str, content: Replied, gesture: Gesture) -> ItemState:
    """Agree with a correction, or disagree with a review and have somebody else look.

    Raises:
        NotFound, NotAllowed, Conflict, InvalidInput: as `authoring.reply`.
    """
    with joined(database):
        desk = place_at(database, item_id, gesture.by.account_id)
        if _earlier(database, gesture, "replied", item_id) is not None:
            return desk.state
        state = authoring.reply(database, item_id, content, gesture.by)
        _log(database, gesture, "replied", desk.newest)
        return state


def _shown_is_newest(database: Database, history: History, based_on: int, by: By) -> int:
    """The revision to hand in: a correction that did not stand is newest, but not what is shown."""
    if history.newest.revision != based_on or history.working is history.newest:
        return based_on
    why = f"instead of the correction in revision {based_on}"
    return authoring.save(
        database, history.item.item_id, Save(history.working.draft, based_on, why=why), by
    ).revision


def _earlier(
    database: Database, gesture: Gesture, act: DeskAct, item_id: str | None = None
) -> ItemWritten | None:
    """What this gesture wrote before (a resend), or None.

    Raises:
        Conflict: the event id was used for something else.
    """
    event = event_log.find(database, gesture.event_id)
    if event is None:
        return None
    written = event.payload
    if (
        isinstance(written, ItemWritten)
        and (written.act == act and item_id in {None, written.item_id})
        and gesture.is_again(written)
    ):
        item = stored.find_item(database, written.item_id)
        if event.stream_id == stream_of(item, gesture.by.account_id):
            return written
    raise Conflict(USED)


def _log(database: Database, gesture: Gesture, act: DeskAct, revision: Revision) -> None:
    item: AuthoredItem = stored.find_item(database, revision.item_id)
    written = ItemWritten(
        act=act, item_id=item.item_id, revision=revision.revision, asked_sha256=gesture.asked_sha256
    )
    new = NewEvent(event_id=gesture.event_id, payload=written, source=gesture.source)
    event_log.append(database, stream_of(item, gesture.by.account_id), [new], gesture.by.at_ms)
