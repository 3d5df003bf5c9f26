"""What stands in the lines of the lossless format.

The first line is the header. Each further line is an item: every revision, every step, what was
accepted, and the item itself. People are account ids, in the file as in the database; no name is here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from db.authored import MemberRole, Project, Revision, RevisionNumber, Sentence, Step, Targets
from db.models import DocumentName, Frozen, Item, ItemId

FORMAT: Literal["pagetrail-full"] = "pagetrail-full"
VERSION: Literal[2] = 2
"""Version 1 knew of no changes of targets, and not who made or froze a set."""

_LAST_MS = 253_402_300_799_999  # the end of the year 9999: what calendars and SQLite still take
Name = Annotated[ItemId, StringConstraints(pattern=r"\S")]
AtMs = Annotated[int, Field(ge=0, le=_LAST_MS)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Place(Frozen):
    """Somebody in a project. `roles` begins with the role they have; more follow that their acts show."""

    account_id: Name
    roles: Annotated[tuple[MemberRole, ...], Field(min_length=1)]
    documents: tuple[DocumentName, ...] = ()


class Decision(Frozen):
    """A decision on a candidate, as `db.authored.Admission` has it."""

    account_id: Name
    admitted: bool
    by: Name
    at_ms: AtMs
    reason: Sentence = ""


class TargetsChanged(Frozen):
    """A change of a project's targets, as `db.authored.TargetChange` has it."""

    targets: Targets
    account_id: Name
    at_ms: AtMs


class ProjectInFile(Frozen):
    """A project with everybody in it, in the order in which they came."""

    project: Project
    members: tuple[Place, ...]
    admissions: tuple[Decision, ...] = ()
    target_changes: tuple[TargetsChanged, ...] = ()

    @property
    def roles(self) -> dict[str, tuple[MemberRole, ...]]:
        """The roles of every account."""
        return {place.account_id: place.roles for place in self.members}

    @model_validator(mode="after")
    def _names_its_people_once(self) -> ProjectInFile:
        if len(self.roles) < len(self.members):
            raise ValueError("somebody is a member twice")
        if not {name for a in self.admissions for name in (a.account_id, a.by)} <= set(self.roles):
            raise ValueError("an admission names somebody who is no member")
        if not {one.account_id for one in self.target_changes} <= set(self.roles):
            raise ValueError("a change of targets names somebody who is no member")
        return self


class ActInFile(Frozen):
    """Somebody made or froze the set, in which project and when."""

    project: str
    account_id: Name
    at_ms: AtMs


class SetInFile(Frozen):
    """An item set: its hash is that of `db.models.ItemSet`, over its items in order.

    `made` and `frozen` are null where nobody knows who did it, or a study froze it.
    """

    name: str
    sha256: Sha256
    created_at_ms: AtMs
    frozen_at_ms: AtMs | None
    made: ActInFile | None = None
    frozen: ActInFile | None = None

    @model_validator(mode="after")
    def _was_frozen_if_somebody_did(self) -> SetInFile:
        if self.frozen is not None and self.frozen_at_ms is None:
            raise ValueError("somebody froze the set, and it is not frozen")
        return self


class Header(Frozen):
    """The first line. `sha256` is that of all further lines as this program writes them."""

    format: Literal["pagetrail-full"] = FORMAT
    version: Literal[1, 2] = VERSION
    set: SetInFile | None
    projects: tuple[ProjectInFile, ...]
    n_items: Annotated[int, Field(ge=0)]
    sha256: Sha256

    @model_validator(mode="after")
    def _names_its_projects_once(self) -> Header:
        if len({one.project.project_id for one in self.projects}) < len(self.projects):
            raise ValueError("a project stands here twice")
        return self

    @model_validator(mode="after")
    def _knows_who_acted_on_the_set(self) -> Header:
        people = {(one.project.project_id, name) for one in self.projects for name in one.roles}
        acts = (self.set.made, self.set.frozen) if self.set else ()
        if not {(act.project, act.account_id) for act in acts if act is not None} <= people:
            raise ValueError("the set was made or frozen by somebody who is no member of its project")
        return self


class Accepted(Frozen):
    """What a step made of a revision: the item that sets can select."""

    seq: RevisionNumber
    revision: RevisionNumber
    item: Item


class ItemRecord(Frozen):
    """One item with its history. An item that was not written in a project has none: `project` is null.

    `item` is the item as the set holds it; in a file without a set, as it stands accepted, null if it
    does not. `stored_at_ms` is when a set's item was stored; null in a file without a set.
    """

    item_id: Name
    project: str | None
    author: Name | None
    created_at_ms: AtMs | None
    revisions: tuple[Revision, ...]
    steps: tuple[Step, ...]
    acceptances: tuple[Accepted, ...]
    item: Item | None
    stored_at_ms: AtMs | None

    @model_validator(mode="after")
    def _has_a_history_or_is_an_item(self) -> ItemRecord:
        if self.project is not None and (self.author is None or self.created_at_ms is None):
            raise ValueError("an item of a project has an author and a time")
        told = self.author is not None or self.revisions or self.steps or self.acceptances
        if self.project is None and told:
            raise ValueError("an item with a history belongs to a project")
        items = [*(a.item for a in self.acceptances), *([self.item] if self.item else [])]
        acts = [(one.item_id, one.at_ms) for one in self.revisions]
        acts += [(one.item_id, one.at_ms) for one in self.steps]
        if {*(one.item_id for one in items), *(item_id for item_id, _ in acts)} - {self.item_id}:
            raise ValueError("every item, revision and step in a line has the line's item_id")
        for _, at_ms in acts:
            if not 0 <= at_ms <= _LAST_MS:
                raise ValueError(f"{at_ms} is no time in milliseconds since 1970")
        return self
