"""Studies, and who answers which item in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from db.errors import Conflict, NotFound
from db.models import Account, Assignment, Role, Study, Verdict

_ASSIGNMENTS = (
    "SELECT attempt_id, study_id, account_id, item_id, batch, position, condition FROM assignments "
)


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


def find_study(database: Database, study_id: str) -> Study:
    """The study of that id.

    Raises:
        NotFound: there is none.
    """
    row = database.execute("SELECT content FROM studies WHERE study_id = ?", [study_id]).fetchone()
    if row is None:
        raise NotFound(f"There is no study {study_id!r}.")
    return Study.model_validate_json(row[0])


def all_studies(database: Database) -> list[Study]:
    """Every study, newest first."""
    rows = database.execute("SELECT content FROM studies ORDER BY created_at_ms DESC, study_id")
    return [Study.model_validate_json(row[0]) for row in rows]


def studies_of(database: Database, account: Account) -> list[Study]:
    """The studies that an account may see: its own; all of them for an administrator. Newest first."""
    studies = all_studies(database)
    if account.role is Role.ADMIN:
        return studies
    return [study for study in studies if study.study_id == account.study_id]


def add_assignments(database: Database, assignments: Iterable[Assignment]) -> int:
    """Store assignments; those already there are left alone. Returns how many were new."""
    added = 0
    for one in assignments:
        cursor = database.execute(
            "INSERT INTO assignments (attempt_id, study_id, account_id, item_id, batch, position, condition) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (attempt_id) DO NOTHING",
            [
                one.attempt_id,
                one.study_id,
                one.account_id,
                one.item_id,
                one.batch,
                one.position,
                one.condition,
            ],
        )
        added += cursor.rowcount
    return added


def find_assignment(database: Database, attempt_id: str) -> Assignment:
    """The assignment behind an attempt.

    Raises:
        NotFound: there is none.
    """
    for row in database.execute(_ASSIGNMENTS + "WHERE attempt_id = ?", [attempt_id]):
        return _assignment(row)
    raise NotFound(f"There is no attempt {attempt_id[:100]!r}.")


def assignments_of(database: Database, study_id: str, account_id: str) -> list[Assignment]:
    """One person's items in the order in which they are answered."""
    rows = database.execute(
        _ASSIGNMENTS + "WHERE study_id = ? AND account_id = ? ORDER BY position", [study_id, account_id]
    )
    return [_assignment(row) for row in rows]


def assignments_of_study(database: Database, study_id: str) -> list[Assignment]:
    """Everybody's items, person by person."""
    rows = database.execute(_ASSIGNMENTS + "WHERE study_id = ? ORDER BY account_id, position", [study_id])
    return [_assignment(row) for row in rows]


def add_verdict(database: Database, verdict: Verdict) -> None:
    """Store a judgement beside all earlier ones."""
    database.execute(
        "INSERT INTO verdicts (attempt_id, score, reason, judge, rubric, at_ms) VALUES (?, ?, ?, ?, ?, ?)",
        [
            verdict.attempt_id,
            verdict.score,
            verdict.reason,
            verdict.judge,
            verdict.rubric,
            verdict.at_ms,
        ],
    )


def latest_verdicts(database: Database, study_id: str) -> dict[str, Verdict]:
    """Attempt id -> its newest judgement, for the attempts of a study that have one."""
    rows = database.execute(
        "SELECT v.attempt_id, v.score, v.reason, v.judge, v.rubric, v.at_ms FROM verdicts v "
        "JOIN assignments a USING (attempt_id) WHERE a.study_id = ? ORDER BY v.verdict_id",
        [study_id],
    )
    verdicts = {}
    for attempt_id, score, reason, judge, rubric, at_ms in rows:
        verdicts[attempt_id] = Verdict(
            attempt_id=attempt_id, score=score, reason=reason, judge=judge, rubric=rubric, at_ms=at_ms
        )
    return verdicts


def _assignment(row: Sequence[object]) -> Assignment:
    names = ("attempt_id", "study_id", "account_id", "item_id", "batch", "position", "condition")
    return Assignment.model_validate(dict(zip(names, row, strict=True)))
