"""What judging keeps beside the verdicts: the double-rated share, models' replies, judges' calibrations."""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

from pydantic import Field
from sqlite_utils import Database

from db.models import By, Frozen, Share

ReplyOutcome = Literal["judged", "refused", "unreadable"]


class DoubleRating(NamedTuple):
    """The share of answers that a second person judges too, and the seed that chooses them."""

    share: float
    seed: int


NO_SECOND = DoubleRating(0.0, 0)


class ModelReply(Frozen):
    """What a model was asked about one answer and what it wrote, word for word. Tokens None: not counted."""

    set_name: str
    item_id: str
    answer_key: str
    attempts: tuple[str, ...]
    judge: str
    rubric: str
    prompt: str
    reply: str
    outcome: ReplyOutcome
    tokens_in: int | None
    tokens_out: int | None


class EnteredCalibration(Frozen):
    """How often a judge agrees with the truth, as somebody entered it by hand."""

    judge: str = Field(min_length=1, max_length=200)
    sensitivity: Share
    specificity: Share
    n_positive: int = Field(ge=1, le=10_000_000)
    n_negative: int = Field(ge=1, le=10_000_000)


class Spent(NamedTuple):
    """What a model's judging took: replies by outcome, and tokens where the server counted them."""

    n_judged: int
    n_refused: int
    n_unreadable: int
    tokens_in: int
    tokens_out: int
    n_uncounted: int


def set_double_rating(database: Database, set_name: str, chosen: DoubleRating, by: By) -> None:
    """From now on this share of a set's answers is judged twice; what was chosen before stays on record."""
    database.execute(
        'INSERT INTO double_ratings (set_name, share, seed, "by", at_ms) VALUES (?, ?, ?, ?, ?)',
        [set_name, chosen.share, chosen.seed, by.account_id, by.at_ms],
    )


def double_rating(database: Database, set_name: str) -> DoubleRating:
    """The share chosen last; none where nobody chose one."""
    row = database.execute(
        "SELECT share, seed FROM double_ratings WHERE set_name = ? ORDER BY setting_id DESC LIMIT 1",
        [set_name],
    ).fetchone()
    return NO_SECOND if row is None else DoubleRating(*row)


def add_reply(database: Database, reply: ModelReply, by: By) -> None:
    """Store what a model was asked and wrote."""
    row = {
        **reply.model_dump(),
        "attempts": json.dumps(reply.attempts),
        "by": by.account_id,
        "at_ms": by.at_ms,
    }
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" for _ in row)
    database.execute(
        f"INSERT INTO model_replies ({names}) VALUES ({marks})",  # noqa: S608 - names are ours
        list(row.values()),
    )


def replies(database: Database, set_name: str, answer_key: str) -> list[tuple[ModelReply, int]]:
    """Every reply about one answer of a set, with its time, oldest first."""
    names = ", ".join(ModelReply.model_fields)
    rows = database.execute(
        f"SELECT {names}, at_ms FROM model_replies "  # noqa: S608 - names are ours
        "WHERE set_name = ? AND answer_key = ? ORDER BY reply_id",
        [set_name, answer_key],
    )
    return [(_reply(row[:-1]), int(row[-1])) for row in rows]


def _reply(row: tuple[object, ...]) -> ModelReply:
    named = dict(zip(ModelReply.model_fields, row, strict=True))
    return ModelReply.model_validate({**named, "attempts": json.loads(str(named["attempts"]))})


def spent(database: Database, set_name: str) -> dict[str, Spent]:
    """What each model's judging of a set took so far, by its name."""
    rows = database.execute(
        "SELECT judge, sum(outcome = 'judged'), sum(outcome = 'refused'), sum(outcome = 'unreadable'), "
        "coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), "
        "sum(tokens_in IS NULL OR tokens_out IS NULL) "
        "FROM model_replies WHERE set_name = ? GROUP BY judge ORDER BY judge",
        [set_name],
    )
    return {row[0]: Spent(*row[1:]) for row in rows}


def enter_calibration(database: Database, set_name: str, entered: EnteredCalibration, by: By) -> None:
    """Keep a calibration that somebody enters by hand; earlier ones stay on record."""
    database.execute(
        "INSERT INTO calibrations (set_name, judge, sensitivity, specificity, n_positive, n_negative, "
        '"by", at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [set_name, *entered.model_dump().values(), by.account_id, by.at_ms],
    )


def entered_calibrations(database: Database, set_name: str) -> dict[str, EnteredCalibration]:
    """The newest calibration of each judge that was entered by hand, by the judge's name."""
    rows = database.execute(
        "SELECT judge, sensitivity, specificity, n_positive, n_negative FROM calibrations "
        "WHERE set_name = ? ORDER BY calibration_id",
        [set_name],
    )
    names = tuple(EnteredCalibration.model_fields)
    return {row[0]: EnteredCalibration.model_validate(dict(zip(names, row, strict=True))) for row in rows}
