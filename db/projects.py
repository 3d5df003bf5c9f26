"""Projects, who does what in them, and the decisions on candidates."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlite_utils import Database

from db.authored import Admission, Member, Project, TargetChange, Targets
from db.errors import Conflict, NotFound
from db.models import By

_MEMBERS = "SELECT project_id, account_id, role, documents FROM members "


def add_project(database: Database, project: Project) -> Project:
    """Store a project.

    Raises:
        Conflict: another project has this id.
    """
    if database.execute("SELECT 1 FROM projects WHERE project_id = ?", [project.project_id]).fetchone():
        raise Conflict(f"There is already a project {project.project_id!r}; choose another id.")
    database.execute(
        "INSERT INTO projects (project_id, content, created_at_ms) VALUES (?, ?, ?)",
        [project.project_id, project.model_dump_json(), project.created_at_ms],
    )
    return project


def find_project(database: Database, project_id: str) -> Project:
    """The project of that id.

    Raises:
        NotFound: there is none.
    """
    row = database.execute("SELECT content FROM projects WHERE project_id = ?", [project_id]).fetchone()
    if row is None:
        raise NotFound(f"There is no project {project_id!r}.")
    return Project.model_validate_json(row[0])


def all_projects(database: Database) -> list[Project]:
    """Every project, newest first."""
    rows = database.execute("SELECT content FROM projects ORDER BY created_at_ms DESC, project_id")
    return [Project.model_validate_json(row[0]) for row in rows]


def projects_of(database: Database, account_id: str) -> list[Project]:
    """The projects that somebody is a member of, newest first."""
    rows = database.execute(
        "SELECT p.content FROM projects p JOIN members m USING (project_id) WHERE m.account_id = ? "
        "ORDER BY p.created_at_ms DESC, p.project_id",
        [account_id],
    )
    return [Project.model_validate_json(row[0]) for row in rows]


def set_targets(database: Database, project_id: str, targets: Targets, by: By) -> Project:
    """Have a project want something else; nothing but its targets changes. Equal targets are no change.

    Raises:
        NotFound: there is no such project.
    """
    before = find_project(database, project_id)
    if targets == before.targets:
        return before
    add_target_change(
        database, project_id, TargetChange(targets=targets, account_id=by.account_id, at_ms=by.at_ms)
    )
    project = before.model_copy(update={"targets": targets})
    database.execute(
        "UPDATE projects SET content = ? WHERE project_id = ?", [project.model_dump_json(), project_id]
    )
    return project


def add_target_change(database: Database, project_id: str, change: TargetChange) -> None:
    """Store that somebody changed the targets, behind all earlier changes."""
    database.execute(
        "INSERT INTO target_changes (project_id, targets, account_id, at_ms) VALUES (?, ?, ?, ?)",
        [project_id, change.targets.model_dump_json(), change.account_id, change.at_ms],
    )


def target_changes_of(database: Database, project_id: str) -> list[TargetChange]:
    """Every change of a project's targets that is known, oldest first."""
    rows = database.execute(
        "SELECT targets, account_id, at_ms FROM target_changes WHERE project_id = ? ORDER BY change_id",
        [project_id],
    )
    return [
        TargetChange(targets=Targets.model_validate_json(targets), account_id=account_id, at_ms=at_ms)
        for targets, account_id, at_ms in rows
    ]


def put_member(database: Database, member: Member) -> Member:
    """Give somebody a place in a project, or change the one they have.

    Raises:
        NotFound: there is no such project or account.
    """
    find_project(database, member.project_id)
    known = database.execute("SELECT 1 FROM accounts WHERE account_id = ?", [member.account_id]).fetchone()
    if known is None:
        raise NotFound(f"There is no account {member.account_id!r}.")
    database.execute(
        "INSERT INTO members (project_id, account_id, role, documents) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (project_id, account_id) "
        "DO UPDATE SET role = excluded.role, documents = excluded.documents",
        [
            member.project_id,
            member.account_id,
            member.role,
            json.dumps(member.documents, ensure_ascii=False),
        ],
    )
    return member


def find_member(database: Database, project_id: str, account_id: str) -> Member | None:
    """Somebody's place in a project; None if they have none."""
    rows = database.execute(_MEMBERS + "WHERE project_id = ? AND account_id = ?", [project_id, account_id])
    return next((_member(row) for row in rows), None)


def members_of(database: Database, project_id: str) -> list[Member]:
    """Everybody in a project, in the order in which they came."""
    return [
        _member(row)
        for row in database.execute(_MEMBERS + "WHERE project_id = ? ORDER BY rowid", [project_id])
    ]


def add_admission(database: Database, admission: Admission) -> None:
    """Store a decision on a candidate beside all earlier ones."""
    database.execute(
        'INSERT INTO admissions (project_id, account_id, admitted, "by", at_ms, reason) '
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            admission.project_id,
            admission.account_id,
            admission.admitted,
            admission.by,
            admission.at_ms,
            admission.reason,
        ],
    )


def admissions_of(database: Database, project_id: str) -> list[Admission]:
    """Every decision on a candidate of a project, oldest first."""
    rows = database.execute(
        'SELECT project_id, account_id, admitted, "by", at_ms, reason FROM admissions '
        "WHERE project_id = ? ORDER BY admission_id",
        [project_id],
    )
    return [
        Admission(
            project_id=project, account_id=account, admitted=bool(admitted), by=by, at_ms=at, reason=why
        )
        for project, account, admitted, by, at, why in rows
    ]


def _member(row: Sequence[str]) -> Member:
    project_id, account_id, role, documents = row
    return Member.model_validate(
        {
            "project_id": project_id,
            "account_id": account_id,
            "role": role,
            "documents": tuple(json.loads(documents)),
        }
    )
