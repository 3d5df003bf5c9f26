"""What every use case of authoring does: find the item, decide, append, keep the state for lists.

Functions here run inside the caller's transaction.
"""

from __future__ import annotations

from typing import NamedTuple

from annotation.drafts import item_of
from annotation.workflow import Act, ItemState, Person, apply, decide, fold, refusal, revision_of_step
from db import authored_lists, authoring, projects
from db.authored import MemberRole, Revision, Step, StepContent
from db.connection import Database
from db.errors import InvalidInput, NotAllowed
from db.models import By


class Desk(NamedTuple):
    """One item with everything that a decision on it needs."""

    item: authoring.AuthoredItem
    state: ItemState
    person: Person
    newest: Revision
    steps: tuple[Step, ...]


def person_in(database: Database, project_id: str, account_id: str) -> Person:
    """Somebody as a member of a project.

    Raises:
        NotFound: there is no such project.
        NotAllowed: they are not a member of it.
    """
    member = projects.find_member(database, project_id, account_id)
    if member is None:
        projects.find_project(database, project_id)
        raise NotAllowed(f"You are not a member of project {project_id!r}; ask one of its supervisors.")
    return Person(account_id, member.role)


def supervisors_of(database: Database, project_id: str) -> list[str]:
    """In whose name commands act: whoever runs them on the server acts for the project.

    Raises:
        NotFound: there is no such project.
        InvalidInput: it has no supervisor any more.
    """
    projects.find_project(database, project_id)
    members = projects.members_of(database, project_id)
    found = [member.account_id for member in members if member.role is MemberRole.SUPERVISOR]
    if not found:
        raise InvalidInput(
            f"Project {project_id!r} has no supervisor any more, and nobody else may do this in it."
        )
    return found


def desk_of(database: Database, item_id: str, account_id: str) -> Desk:
    """The item as it stands for this person.

    Raises:
        NotFound: there is no such item.
        NotAllowed: the person is not a member of its project.
    """
    item = authoring.find_item(database, item_id)
    person = person_in(database, item.project_id, account_id)
    steps = tuple(authoring.steps_of(database, item_id))
    state = fold(authoring.authors_of(database, item_id), steps)
    newest = authoring.find_newest(database, item_id)
    if newest is None:
        raise RuntimeError(f"item {item_id!r} has no revision: items are stored with their first one")
    return Desk(item, state, person, newest, steps)


def refuse_unless(desk: Desk, act: Act, at_ms: int) -> None:
    """Raises what keeps the person from this act, if anything does."""
    refused = refusal(desk.state, act, desk.person, at_ms)
    if refused is not None:
        raise refused


def is_resend(desk: Desk, content: StepContent) -> bool:
    """Whether the item's last step is this very act of this very person: a double click, or a resend."""
    last = desk.steps[-1] if desk.steps else None
    return last is not None and (last.account_id, last.content) == (desk.person.account_id, content)


def take_step(database: Database, desk: Desk, content: StepContent, by: By) -> ItemState:
    """Decide and append one step; the same step again by the same person changes nothing.

    Raises:
        NotAllowed, Conflict, InvalidInput: as `annotation.workflow.decide`.
    """
    if is_resend(desk, content):
        return desk.state
    state, item_id = desk.state, desk.item.item_id
    under_review = (
        authoring.find_revision(database, item_id, state.revision) if state.revision is not None else None
    )
    decided = decide(state, content, desk.person, desk.newest, by.at_ms, under_review)
    step = authoring.append_step(
        database,
        Step(
            item_id=item_id,
            seq=state.last_seq + 1,
            revision=revision_of_step(state, decided, desk.newest.revision),
            account_id=by.account_id,
            at_ms=by.at_ms,
            content=decided,
        ),
    )
    after = apply(state, step)
    keep_state(database, item_id, after)
    if after.accepted_seq == step.seq and after.accepted_revision is not None:
        _accept(database, item_id, after.accepted_revision, step)
    return after


def keep_state(database: Database, item_id: str, state: ItemState) -> None:
    """Keep the state where lists find it."""
    authored_lists.store_state(database, item_id, state.model_dump_json())


def _accept(database: Database, item_id: str, revision: int, step: Step) -> None:
    """The accepted draft becomes an item that sets can select."""
    draft = authoring.find_revision(database, item_id, revision).draft
    authored_lists.add_acceptance(database, item_of(item_id, draft), revision, step.seq, step.at_ms)
