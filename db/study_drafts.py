"""Designs that are not launched yet: the newest state of each, with a version that a save must name."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database

from db.errors import Conflict, NotFound
from db.study_design import StudyDesign


class StudyDraft(NamedTuple):
    """A draft as it stands: who saved it last, and when."""

    draft_id: str
    version: int
    design: StudyDesign
    account_id: str
    at_ms: int


_COLUMNS = "draft_id, version, content, account_id, at_ms"


def add_draft(
    database: Database, draft_id: str, design: StudyDesign, account_id: str, at_ms: int
) -> StudyDraft:
    """Store a new draft as version 1.

    Raises:
        Conflict: there is a draft of this id.
    """
    if database.execute("SELECT 1 FROM study_drafts WHERE draft_id = ?", [draft_id]).fetchone():
        raise Conflict(f"There is already a draft {draft_id!r}.")
    database.execute(
        f"INSERT INTO study_drafts ({_COLUMNS}) VALUES (?, 1, ?, ?, ?)",  # noqa: S608 - names are ours
        [draft_id, design.model_dump_json(), account_id, at_ms],
    )
    return StudyDraft(draft_id, 1, design, account_id, at_ms)


def find_draft(database: Database, draft_id: str) -> StudyDraft:
    """The draft as it stands now.

    Raises:
        NotFound: there is none: it was launched or thrown away.
    """
    row = database.execute(
        f"SELECT {_COLUMNS} FROM study_drafts WHERE draft_id = ?",  # noqa: S608 - names are ours
        [draft_id],
    ).fetchone()
    if row is None:
        raise NotFound(
            f"There is no draft {draft_id[:40]!r} here: it was launched or thrown away, or the address is "
            "wrong."
        )
    return _draft(row)


def all_drafts(database: Database) -> list[StudyDraft]:
    """Every draft, the one that was saved last first."""
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM study_drafts ORDER BY at_ms DESC, draft_id"  # noqa: S608 - names are ours
    ).fetchall()
    return [_draft(row) for row in rows]


def replace_draft(
    database: Database, base: StudyDraft, design: StudyDesign, account_id: str, at_ms: int
) -> StudyDraft | None:
    """Store the next version on top of `base`; None, with nothing stored, if that is not the newest."""
    cursor = database.execute(
        "UPDATE study_drafts SET version = version + 1, content = ?, account_id = ?, at_ms = ? "
        "WHERE draft_id = ? AND version = ?",
        [design.model_dump_json(), account_id, at_ms, base.draft_id, base.version],
    )
    if cursor.rowcount == 0:
        return None
    return StudyDraft(base.draft_id, base.version + 1, design, account_id, at_ms)


def delete_draft(database: Database, draft_id: str) -> None:
    """Forget a draft; one that is not there is no error."""
    database.execute("DELETE FROM study_drafts WHERE draft_id = ?", [draft_id])


def _draft(row: tuple[str, int, str, str, int]) -> StudyDraft:
    draft_id, version, content, account_id, at_ms = row
    return StudyDraft(draft_id, version, StudyDesign.model_validate_json(content), account_id, at_ms)
