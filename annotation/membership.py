"""Projects and the people in them. Each use case is one transaction, whole or not at all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from annotation.acting import person_in
from db import accounts, projects
from db.authored import Admission, Member, MemberRole, Project
from db.connection import Database, joined
from db.errors import Conflict, InvalidInput, NotAllowed
from db.models import Account, By, Role
from db.plain_text import refuse_turning

_LONGEST_NAME, _LONGEST_REASON = 200, 2000


class Verdict(NamedTuple):
    """Whether a candidate is admitted, and why."""

    admitted: bool
    reason: str


class Invitation(NamedTuple):
    """Somebody's place and the secret part of their link, which is stored nowhere."""

    account_id: str
    role: MemberRole
    token: str


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
        Conflict: they are a candidate, on whom one decides, or the project's last supervisor.
    """
    with joined(database):
        refuse_all_but_supervisors(database, member.project_id, by)
        _refuse_role(database, member)
        return projects.put_member(database, member)


def unused_names(role: MemberRole, n_people: int, taken: Iterable[str]) -> list[str]:
    """Names for people who were given none: `author 4`, going on where the names that are taken end."""
    known = set(taken)
    numbered = (f"{role.value} {number}" for number in itertools.count(1))
    return list(itertools.islice((name for name in numbered if name not in known), n_people))


def invite(
    database: Database, project_id: str, role: MemberRole, names: Sequence[str], by: By
) -> list[Invitation]:
    """Make an account with a place in the project and a link for each of these names.

    Raises:
        NotAllowed: the person who invites is no supervisor of the project.
        InvalidInput: a name is blank or longer than 200 characters.
    """
    for name in names:
        if not 0 < len(name.strip()) <= _LONGEST_NAME:
            raise InvalidInput(
                f"The name {name[:50]!r} cannot be used: take 1 to {_LONGEST_NAME} characters."
            )
    with joined(database):
        refuse_all_but_supervisors(database, project_id, by)
        return [_invited(database, project_id, role, name.strip(), by) for name in names]


def new_link(database: Database, project_id: str, account_id: str, by: By) -> Invitation:
    """Another link for a member who lost theirs; the old links and sign-ins end.

    Raises:
        NotAllowed: the person who does it is no supervisor of the project.
        Conflict: the account is no member, or has a place that this project does not decide about.
    """
    with joined(database):
        refuse_all_but_supervisors(database, project_id, by)
        member = projects.find_member(database, project_id, account_id)
        if member is None or accounts.find_account(database, account_id).role is not Role.ANNOTATOR:
            raise Conflict(f"{account_id!r} is no member of project {project_id!r} who comes in by a link.")
        if account_id == by.account_id:
            raise Conflict("A new link of your own would sign you out here; ask another supervisor for it.")
        # Whoever supervises one project must not take over an account that works in others.
        if len(projects.projects_of(database, account_id)) > 1:
            raise Conflict(
                f"{account_id!r} is in other projects too; whoever runs the server makes the link."
            )
        accounts.revoke(database, account_id)
        token = accounts.issue_invitation(database, account_id, by.at_ms)
        return Invitation(account_id, member.role, token)


def admit(database: Database, project_id: str, candidate: str, verdict: Verdict, by: By) -> Admission:
    """Decide on a candidate after the qualification: an admitted one is an author from then on.

    Raises:
        NotAllowed: the person who decides is no supervisor of the project.
        Conflict: the account is no candidate of the project, or no longer.
        InvalidInput: no reason is given, or one that cannot be shown beside other text.
    """
    if not verdict.reason.strip():
        raise InvalidInput("Say why: a decision on a candidate is kept with its reason.")
    if len(verdict.reason) > _LONGEST_REASON:
        raise InvalidInput(
            f"The reason has {len(verdict.reason):,} characters; {_LONGEST_REASON:,} is the most."
        )
    refuse_turning(verdict.reason, "The reason")
    with joined(database):
        refuse_all_but_supervisors(database, project_id, by)
        member = projects.find_member(database, project_id, candidate)
        if member is None or member.role is not MemberRole.CANDIDATE:
            raise Conflict(f"{candidate!r} is no candidate in project {project_id!r}, or no longer one.")
        admission = Admission(
            project_id=project_id,
            account_id=candidate,
            admitted=verdict.admitted,
            by=by.account_id,
            at_ms=by.at_ms,
            reason=verdict.reason.strip(),
        )
        projects.add_admission(database, admission)
        if admission.admitted:
            projects.put_member(database, member.model_copy(update={"role": MemberRole.AUTHOR}))
        return admission


def refuse_all_but_supervisors(database: Database, project_id: str, by: By) -> None:
    """Raises NotAllowed for everybody but the project's supervisors, NotFound if there is no such project."""
    if person_in(database, project_id, by.account_id).role is not MemberRole.SUPERVISOR:
        raise NotAllowed("Only supervisors decide who does what in a project; ask one of them.")


def _refuse_role(database: Database, member: Member) -> None:
    before = projects.find_member(database, member.project_id, member.account_id)
    if before is None or before.role is member.role:
        return
    if before.role is MemberRole.CANDIDATE:
        raise Conflict(f"{member.account_id!r} is a candidate: admit them or not, with a reason.")
    others = {one.role for one in projects.members_of(database, member.project_id) if one != before}
    if before.role is MemberRole.SUPERVISOR and MemberRole.SUPERVISOR not in others:
        raise Conflict("A project needs a supervisor; make somebody else one first.")


def _invited(database: Database, project_id: str, role: MemberRole, name: str, by: By) -> Invitation:
    account = Account(account_id=accounts.new_account_id(), name=name, role=Role.ANNOTATOR)
    accounts.add_account(database, account, by.at_ms)
    place = Member(project_id=project_id, account_id=account.account_id, role=role)
    projects.put_member(database, place)
    return Invitation(
        account.account_id, role, accounts.issue_invitation(database, account.account_id, by.at_ms)
    )
