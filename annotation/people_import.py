"""The people of a lossless file and their project, into the database. Inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from annotation.exchange.full_records import Decision, ProjectInFile
from db import projects
from db.accounts import add_account, find_account
from db.authored import Admission, Member, TargetChange
from db.connection import Database
from db.errors import Conflict, NotFound
from db.models import Account, Role


def refuse_another_project(database: Database, one: ProjectInFile) -> None:
    """Raises Conflict if the project is here with other settings; its targets may have changed since."""
    project_id = one.project.project_id
    try:
        here = projects.find_project(database, project_id)
    except NotFound:
        return
    if here.model_copy(update={"targets": one.project.targets}) != one.project:
        raise Conflict(
            f"Project {project_id!r} is here with another title, index or other settings: add --project and "
            "the id of the project that is to take the items, or a new one."
        )


def store_project(database: Database, one: ProjectInFile, at_ms: int, notes: list[str]) -> int:
    """Store what is not here of a project and its people; returns how many accounts were made.

    Nobody's role here is changed: where the file says another one, `notes` grows.
    """
    project_id = one.project.project_id
    if project_id not in {project.project_id for project in projects.all_projects(database)}:
        projects.add_project(database, one.project)
    elif projects.find_project(database, project_id).targets != one.project.targets:
        notes.append(f"project {project_id} keeps its targets here; those in the file are others")
    made = [place.account_id for place in one.members if _make_account(database, place.account_id, at_ms)]
    for place in one.members:
        here = projects.find_member(database, project_id, place.account_id)
        if here is None:
            projects.put_member(
                database,
                Member(
                    project_id=project_id,
                    account_id=place.account_id,
                    role=place.roles[0],
                    documents=place.documents,
                ),
            )
        elif here.role is not place.roles[0]:
            notes.append(f"{place.account_id} stays {here.role} here and is {place.roles[0]} in the file")
    known = projects.admissions_of(database, project_id)
    for decision in _new_decisions(project_id, one.admissions, known):
        projects.add_admission(database, decision)
    _store_target_changes(database, one)
    return len(made)


def _store_target_changes(database: Database, one: ProjectInFile) -> None:
    """How the targets came to be what they are; nothing, where they are others here."""
    project_id = one.project.project_id
    if projects.find_project(database, project_id).targets != one.project.targets:
        return
    left = projects.target_changes_of(database, project_id)
    for told in one.target_changes:
        change = TargetChange.model_validate(told.model_dump())
        if change in left:
            left.remove(change)
        else:
            projects.add_target_change(database, project_id, change)


def _new_decisions(
    project_id: str, told: Iterable[Decision], known: Sequence[Admission]
) -> Iterable[Admission]:
    left = list(known)
    for decision in told:
        admission = Admission(project_id=project_id, **decision.model_dump())
        if admission in left:
            left.remove(admission)
        else:
            yield admission


def _make_account(database: Database, account_id: str, at_ms: int) -> bool:
    """Nobody can sign in to such an account until somebody makes a link for it."""
    try:
        find_account(database, account_id)
    except NotFound:
        add_account(database, Account(account_id=account_id, name="", role=Role.ANNOTATOR), at_ms)
        return True
    return False
