"""Projects and the people in them. Each use case is one transaction, whole or not at all."""

from __future__ import annotations

from typing import NamedTuple

from annotation.acting import By, person_in
from db import projects
from db.authored import Admission, Member, MemberRole, Project
from db.connection import Database, joined
from db.errors import Conflict, NotAllowed


class Verdict(NamedTuple):
    """Whether a candidate is admitted, and why."""

    admitted: bool
    reason: str = ""


def create_project(database: Database, project: Project, by: By) -> Project:
    """Store a project; who makes it is its first supervisor.

    Raises:
        Conflict: another project has this id.
        NotFound: there is no such account.
    """
    with joined(database):
        stored = projects.add_project(database, project)
        projects.put_member(
            database,
            Member(project_id=project.project_id, account_id=by.account_id, role=MemberRole.SUPERVISOR),
        )
        return stored


def give_place(database: Database, member: Member, by: By) -> Member:
    """Give somebody a role and documents in a project, or other ones.

    Raises:
        NotAllowed: the person who does it is no supervisor of the project.
        NotFound: there is no such project or account.
    """
    with joined(database):
        _refuse_all_but_supervisors(database, member.project_id, by)
        return projects.put_member(database, member)


def admit(database: Database, project_id: str, candidate: str, verdict: Verdict, by: By) -> Admission:
    """Decide on a candidate after the qualification: an admitted one is an author from then on.

    Raises:
        NotAllowed: the person who decides is no supervisor of the project.
        Conflict: the account is no candidate of the project, or no longer.
    """
    with joined(database):
        _refuse_all_but_supervisors(database, project_id, by)
        member = projects.find_member(database, project_id, candidate)
        if member is None or member.role is not MemberRole.CANDIDATE:
            raise Conflict(f"{candidate!r} is no candidate in project {project_id!r}, or no longer one.")
        admission = Admission(
            project_id=project_id,
            account_id=candidate,
            admitted=verdict.admitted,
            by=by.account_id,
            at_ms=by.at_ms,
            reason=verdict.reason,
        )
        projects.add_admission(database, admission)
        if admission.admitted:
            projects.put_member(database, member.model_copy(update={"role": MemberRole.AUTHOR}))
        return admission


def _refuse_all_but_supervisors(database: Database, project_id: str, by: By) -> None:
    if person_in(database, project_id, by.account_id).role is not MemberRole.SUPERVISOR:
        raise NotAllowed("Only supervisors decide who does what in a project; ask one of them.")
