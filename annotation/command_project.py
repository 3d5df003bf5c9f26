"""What commands on a project share: the database, the time, and in whose name they act."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from annotation.acting import By
from db import projects
from db.authored import MemberRole
from db.clock import SystemClock
from db.connection import Database, open_database
from db.errors import InvalidInput
from db.home import database_path


@contextmanager
def opened() -> Iterator[Database]:
    """The database, closed afterwards."""
    database = open_database(database_path())
    try:
        yield database
    finally:
        database.close()


def now_ms() -> int:
    """The time, for whatever a command stores."""
    return SystemClock().now_ms()


def in_the_name_of(database: Database, project_id: str) -> By:
    """The project's first supervisor, now: whoever runs commands on the server acts for the project.

    Raises:
        NotFound: there is no such project.
        InvalidInput: it has no supervisor any more.
    """
    projects.find_project(database, project_id)
    members = projects.members_of(database, project_id)
    for member in members:
        if member.role is MemberRole.SUPERVISOR:
            return By(member.account_id, now_ms())
    raise InvalidInput(f"Project {project_id!r} has no supervisor any more, so nobody can act for it.")
