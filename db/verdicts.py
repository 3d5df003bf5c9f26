"""Judgements of answers: every one is kept, and one of them is in force."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from db.models import Verdict

_COLUMNS = "attempt_id, score, reason, judge, rubric, at_ms, judge_kind, purpose, reason_code"


def add_verdict(database: Database, verdict: Verdict) -> None:
    """Store a judgement beside all earlier ones."""
    row = verdict.model_dump()
    database.execute(
        f"INSERT INTO verdicts ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - names are ours
        [row[column] for column in _COLUMNS.split(", ")],
    )


def verdicts_of(database: Database, attempt_ids: Sequence[str]) -> dict[str, tuple[Verdict, ...]]:
    """Attempt id -> all its judgements, oldest first, for those that have any."""
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM verdicts "  # noqa: S608 - names are ours
        "WHERE attempt_id IN (SELECT value FROM json_each(?)) ORDER BY verdict_id",
        [json.dumps(list(attempt_ids))],
    )
    return _by_attempt(rows)


def verdicts_of_study(database: Database, study_id: str) -> dict[str, tuple[Verdict, ...]]:
    """As `verdicts_of`, for all attempts of a study."""
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM verdicts "  # noqa: S608 - names are ours
        "WHERE attempt_id IN (SELECT attempt_id FROM assignments WHERE study_id = ?) ORDER BY verdict_id",
        [study_id],
    )
    return _by_attempt(rows)


TAKEN_BACK = "taken_back"
"""The reason code of a row by which a judge takes back what they said last, for the same purpose."""


def standing(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """The judgements that nobody took back, without the rows that say so; oldest first."""
    kept: list[Verdict] = []
    for verdict in verdicts:
        if verdict.reason_code == TAKEN_BACK:
            said = (verdict.judge, verdict.judge_kind, verdict.purpose)
            kept = [one for one in kept if (one.judge, one.judge_kind, one.purpose) != said]
        else:
            kept.append(verdict)
    return tuple(kept)


def in_force(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The judgement that figures take: what settled a disagreement, else a person's, a file's, a rule's.

    The newest of its kind, of those that nobody took back. A second rating never decides, and neither does a
    model: its judgements are kept beside those of people, to be compared with them.
    """
    ranked = [(_rank(verdict), number, verdict) for number, verdict in enumerate(standing(verdicts))]
    deciding = [one for one in ranked if one[0] > 0]
    return max(deciding)[2] if deciding else None


def as_judged_by(verdicts: Iterable[Verdict], model: str) -> Verdict | None:
    """The newest judgement of one model: for a view that asks what it would be if the model decided."""
    of_model = [one for one in verdicts if one.judge_kind == "model" and one.judge == model]
    return of_model[-1] if of_model else None


def _rank(verdict: Verdict) -> int:
    if verdict.purpose == "second" or verdict.judge_kind == "model":
        return 0
    if verdict.purpose == "settled":
        return 4
    return {"person": 3, "file": 2, "rule": 1}[verdict.judge_kind]


def latest_verdicts(database: Database, study_id: str) -> dict[str, Verdict]:
    """Attempt id -> the judgement in force, for the attempts of a study that have one."""
    return {
        attempt_id: deciding
        for attempt_id, verdicts in verdicts_of_study(database, study_id).items()
        if (deciding := in_force(verdicts)) is not None
    }


def _by_attempt(rows: Iterable[Sequence[object]]) -> dict[str, tuple[Verdict, ...]]:
    names = _COLUMNS.split(", ")
    found: dict[str, list[Verdict]] = {}
    for row in rows:
        verdict = Verdict.model_validate(dict(zip(names, row, strict=True)))
        found.setdefault(verdict.attempt_id, []).append(verdict)
    return {attempt_id: tuple(verdicts) for attempt_id, verdicts in found.items()}
