"""Studies, and how they were amended."""

from __future__ import annotations

from sqlite_utils import Database

from db import event_log
from db.errors import Conflict, NotFound
from db.models import Account, Role
from db.study_design import Study
from db.study_events import StudyAmended, StudyLaunched


def add_study(database: Database, study: Study) -> Study:
    """Store a study. It does not change afterwards.

    Raises:
        Conflict: another study has this id.
    """
    if database.execute("SELECT 1 FROM studies WHERE study_id = ?", [study.study_id]).fetchone():
        raise Conflict(f"There is already a study {study.study_id!r}; choose another id.")
    database.execute(
        "INSERT INTO studies (study_id, content, created_at_ms) VALUES (?, ?, ?)",
        [study.study_id, study.model_dump_json(), study.created_at_ms],
    )
    return study


def stream_of_study(study_id: str) -> str:
    """The event stream of a study."""
    return f"study:{study_id}"


def launched_study(database: Database, study_id: str) -> Study:
    """The study as it was launched.

    Raises:
        NotFound: there is none.
    """
    row = database.execute("SELECT content FROM studies WHERE study_id = ?", [study_id]).fetchone()
    if row is None:
        raise NotFound(f"There is no study {study_id!r}.")
    return Study.model_validate_json(row[0])


def find_study(database: Database, study_id: str) -> Study:
    """The study as it holds now, with its amendments.

    Raises:
        NotFound: there is none.
    """
    return _as_amended(database, launched_study(database, study_id))


def all_studies(database: Database) -> list[Study]:
    """Every study as it holds now, newest first."""
    rows = database.execute("SELECT content FROM studies ORDER BY created_at_ms DESC, study_id").fetchall()
    return [_as_amended(database, Study.model_validate_json(row[0])) for row in rows]


def _as_amended(database: Database, study: Study) -> Study:
    newest = event_log.newest_of_kind(database, stream_of_study(study.study_id), "study_amended")
    if newest is None or not isinstance(newest.payload, StudyAmended):
        return study
    return study.model_copy(update={"design": newest.payload.design})


def studies_of(database: Database, account: Account) -> list[Study]:
    """The studies that an account may see: its own, and those it launched; all of them for an administrator.

    Newest first.
    """
    studies = all_studies(database)
    if account.role is Role.ADMIN:
        return studies
    visible = {account.study_id}
    if account.role is Role.RESEARCHER:
        visible |= {
            study.study_id for study in studies if _launched_by(database, study) == account.account_id
        }
    return [study for study in studies if study.study_id in visible]


def _launched_by(database: Database, study: Study) -> str | None:
    event = event_log.newest_of_kind(database, stream_of_study(study.study_id), "study_launched")
    return event.payload.by if event is not None and isinstance(event.payload, StudyLaunched) else None


def launched_from(database: Database, draft_id: str) -> tuple[Study, str] | None:
    """The study that a draft became, and who launched it; None if it became none."""
    for study in all_studies(database):
        event = event_log.newest_of_kind(database, stream_of_study(study.study_id), "study_launched")
        launched = None if event is None else event.payload
        if isinstance(launched, StudyLaunched) and launched.draft_id == draft_id:
            return study, launched.by
    return None
