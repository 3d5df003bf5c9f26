"""In whose name a command on a project acts, and when."""

from __future__ import annotations

from annotation.acting import supervisors_of
from db.clock import SystemClock
from db.connection import Database
from db.models import By


def in_the_name_of(database: Database, project_id: str) -> By:
    """The project's first supervisor, now: whoever runs commands on the server acts for the project.

    Raises:
        NotFound, InvalidInput: as `supervisors_of`.
    """
    return By(supervisors_of(database, project_id)[0], SystemClock().now_ms())
