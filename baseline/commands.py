"""The bodies of `python -m baseline …`: parse, open, call, close."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from baseline.export import export_madqa
from baseline.studies import StudyPlan, create_study, invite
from db.clock import Clock, SystemClock
from db.connection import Database, open_database, writing
from db.errors import InvalidInput
from db.home import database_path, index_folder
from db.models import Role
from index.collection import open_index

DEFAULT_ADDRESS = "http://127.0.0.1:8501"


@contextmanager
def _database() -> Iterator[Database]:
    database = open_database(database_path())
    try:
        yield database
    finally:
        database.close()


def study_create(arguments: argparse.Namespace) -> dict[str, Any]:
    """Freeze an item set and open a study on an index whose OCR is finished."""
    index = open_index(arguments.index)
    if index.manifest.ocr == "pending":
        raise InvalidInput(
            f"Index {arguments.index!r} still waits for OCR; run `python -m index build` to its end first."
        )
    plan = StudyPlan(
        study_id=arguments.id or arguments.set,
        title=arguments.title or arguments.id or arguments.set,
        item_set=arguments.set,
        index_name=_lasting_name(arguments.index),
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        k=arguments.k,
        batch_size=arguments.batch_size,
        seed=arguments.seed,
    )
    with _database() as database, writing(database):
        study = create_study(database, plan, _clock().now_ms())
    return study.model_dump(mode="json")


def _lasting_name(name_or_path: str) -> str:
    """A bare name as it is; a path in full, so that the app finds it from any folder."""
    folder = index_folder(name_or_path)
    return name_or_path if folder == index_folder(folder.name) else str(folder)


def send_invitations(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make accounts and print their links, which are stored nowhere."""
    if not 1 <= arguments.n <= 1000:
        raise InvalidInput(f"-n {arguments.n}: invite 1 to 1,000 people at a time.")
    role = Role(arguments.role)
    links = []
    with _database() as database, writing(database):
        for number in range(1, arguments.n + 1):
            name = arguments.name or f"{role.value} {number}"
            invitation = invite(database, arguments.study, role, name, _clock().now_ms())
            links.append(
                {
                    "account": invitation.account.account_id,
                    "role": role.value,
                    "link": f"{arguments.address.rstrip('/')}/enter/{invitation.token}",
                }
            )
    return {"study": arguments.study, "invitations": links}


def export(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a study's files."""
    with _database() as database:
        files = export_madqa(database, arguments.study, Path(arguments.out))
    return {"study": arguments.study, "files": files}


def links_as_lines(outcome: dict[str, Any]) -> str:
    """One link a line, for copying."""
    return "\n".join(one["link"] for one in outcome["invitations"])


def files_as_lines(outcome: dict[str, Any]) -> str:
    """One file a line."""
    return "\n".join(f"{one['file']}: {one['rows']} rows ({one['system']})" for one in outcome["files"])


def _clock() -> Clock:
    return SystemClock()
