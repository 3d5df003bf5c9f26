"""What supervisors read of a project: who may, and every review in it as a record."""

from __future__ import annotations

from annotation.acting import person_in
from annotation.review_records import ReviewRecord, review_records
from annotation.workflow import Person
from db import authoring
from db.authored import MemberRole
from db.connection import Database
from db.errors import NotAllowed


def supervisor_in(database: Database, project_id: str, account_id: str) -> Person:
    """Somebody as a supervisor of a project.

    Raises:
        NotFound: there is no such project.
        NotAllowed: they are no member of it, or have another role.
    """
    person = person_in(database, project_id, account_id)
    if person.role is not MemberRole.SUPERVISOR:
        raise NotAllowed("Only supervisors see how a project stands; ask one of them.")
    return person


def records_of(database: Database, project_id: str, since: int = 0) -> list[ReviewRecord]:
    """Every review of every item of a project that has a step after `since`."""
    return review_records(
        authoring.steps_of_project(database, project_id, since),
        authoring.reviewed_revisions(database, project_id, since),
    )
