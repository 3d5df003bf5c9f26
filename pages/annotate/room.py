"""A project opened for one of its members: the same for the page and for the routes."""

from __future__ import annotations

from db.connection import Database
from db.errors import NotAllowed
from db.projects import find_member, find_project
from pages.annotate.check_data import Room
from pages.services import Services


def room_of(services: Services, database: Database, project_id: str, account_id: str) -> Room:
    """The project with its index and all its items, as this member may know them.

    Raises:
        NotFound: there is no such project.
        NotAllowed: the account is no member of it.
        IndexMissing: its index is not here any more.
    """
    project = find_project(database, project_id)
    member = find_member(database, project_id, account_id)
    if member is None:
        raise NotAllowed(f"You are not a member of project {project_id!r}; ask one of its supervisors.")
    project_board = services.projects.of(project_id).board
    return Room(
        project=project,
        member=member,
        index=services.index(project.index_name, project.index_fingerprint),
        project_board=project_board,
        board=project_board.read(database),
    )
