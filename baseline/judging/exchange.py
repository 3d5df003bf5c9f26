"""Verdicts as a table: every row that was ever given, out to a file, and what others judged back in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from baseline.judging import rubric
from baseline.judging.answers import Answer, answer_key
from baseline.judging.queue import Verdicts
from db.connection import Database
from db.errors import InvalidInput
from db.formula_guard import guarded, unguarded
from db.models import By, JudgeKind, Verdict, VerdictPurpose
from db.verdicts import add_verdict, in_force, verdicts_of

COLUMNS: Mapping[str, str] = {
    "item": "the item",
    "answer": "the answer as JSON, a list of texts; as one of those that gave it wrote it",
    "answer_key": "names item and answer: the same answer of anybody has the same key",
    "attempt": "whose answer: one line for each attempt and each time it was judged",
    "score": "0, 0.5 or 1",
    "reason_code": "a code of the rubric; `taken_back` takes back what the same judge said last",
    "reason": "words of the judge's own",
    "judge_kind": "person, model, rule or file",
    "judge": "account, model, rule or file",
    "purpose": "main, second (a second rating, which decides nothing) or settled (ends a disagreement)",
    "rubric": "by which words it was judged",
    "at_ms": "when, in milliseconds since 1970, UTC",
    "in_force": "1 for the one that figures take, else 0",
}
Choice = TypeVar("Choice")
_MOST_PROBLEMS = 10
_KINDS: Mapping[str, JudgeKind] = {"person": "person", "model": "model", "rule": "rule", "file": "file"}
_PURPOSES: Mapping[str, VerdictPurpose] = {"main": "main", "second": "second", "settled": "settled"}


class Taken(NamedTuple):
    """What came of an import: rows added, and rows that were there already."""

    n_new: int
    n_known: int


def verdict_rows(answers: Sequence[Answer], verdicts: Verdicts) -> list[dict[str, str]]:
    """Every verdict of these answers, item by item, oldest first."""
    rows = []
    for answer in answers:
        for attempt in answer.attempts:
            given = verdicts.get(attempt, ())
            deciding = in_force(given)
            rows += [_row(answer, verdict, is_in_force=verdict is deciding) for verdict in given]
    return rows


def _row(answer: Answer, verdict: Verdict, *, is_in_force: bool) -> dict[str, str]:
    return {
        "item": answer.gold.item_id,
        "answer": json.dumps(list(answer.parts), ensure_ascii=False),
        "answer_key": answer.key,
        "attempt": verdict.attempt_id,
        "score": f"{verdict.score:g}",
        "reason_code": verdict.reason_code,
        "reason": verdict.reason,
        "judge_kind": verdict.judge_kind,
        "judge": verdict.judge,
        "purpose": verdict.purpose,
        "rubric": verdict.rubric,
        "at_ms": str(verdict.at_ms),
        "in_force": str(int(is_in_force)),
    }


def as_csv(rows: Sequence[Mapping[str, str]], columns: Sequence[str] = tuple(COLUMNS)) -> str:
    """A table that no spreadsheet runs as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guarded(row[column]) for column in columns] for row in rows)
    return out.getvalue()


def take_in(database: Database, answers: Sequence[Answer], text: str, source: str, by: By) -> Taken:
    """Add the verdicts of a table to the answers of a set; a row that is there already adds nothing.

    A row names its attempt, or an `answer_key` (or `item` and `answer`), and then stands for all that gave
    that answer. Without a `judge` it is by whoever imports it. All rows are taken, or none.

    Raises:
        InvalidInput: the table cannot be read, or rows of it cannot be used; they are named by line.
    """
    rows = read_table(text, source, "score", "verdicts export")
    by_key = {one.key: one for one in answers}
    known_attempts = {attempt for one in answers for attempt in one.attempts}
    problems: list[str] = []
    found: list[Verdict] = []
    for line, row in rows:
        try:
            attempts = _attempts(row, by_key, known_attempts)
            found += [_verdict(row, attempt, by) for attempt in attempts]
        except ValueError as problem:
            problems.append(f"line {line}: {problem}")
    refuse_for(problems, source)
    stored = verdicts_of(database, sorted({one.attempt_id for one in found}))
    known = {one for of in stored.values() for one in of}
    known_anew = {_without_time(one) for one in known}
    fresh = [
        one
        for one in dict.fromkeys(found)
        if one not in known and not (one.at_ms == by.at_ms and _without_time(one) in known_anew)
    ]
    for verdict in sorted(fresh, key=lambda one: one.at_ms):
        add_verdict(database, verdict)
    return Taken(len(fresh), len(found) - len(fresh))


def refuse_for(problems: Sequence[str], source: str) -> None:
    """Say what is wrong with a table, the first lines of it.

    Raises:
        InvalidInput: there is a problem.
    """
    if problems:
        more = len(problems) - _MOST_PROBLEMS
        shown = "; ".join(problems[:_MOST_PROBLEMS]) + (f"; and {more} more" if more > 0 else "")
        raise InvalidInput(f"{source!r} was not imported, repair it first. {shown}.")


def _without_time(verdict: Verdict) -> Verdict:
    return verdict.model_copy(update={"at_ms": 0})


def read_table(text: str, source: str, needed: str, shown_by: str) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table with the line where each ends, as they were before they were guarded.

    Raises:
        InvalidInput: it is no table, or has not the column that is `needed`.
    """
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        names = reader.fieldnames or []
        if needed not in names:
            raise InvalidInput(f"{source!r} has no column `{needed}`; `{shown_by}` shows the columns.")
        return [
            (
                reader.line_num,
                {name: unguarded(cell or "") for name, cell in row.items() if isinstance(name, str)},
            )
            for row in reader
        ]
    except csv.Error as problem:
        raise InvalidInput(f"{source!r} is no table of comma-separated values: {problem}.") from problem


def _attempts(
    row: Mapping[str, str], by_key: Mapping[str, Answer], known_attempts: set[str]
) -> tuple[str, ...]:
    attempt, key = row.get("attempt", ""), row.get("answer_key", "")
    if attempt:
        if attempt not in known_attempts:
            raise ValueError(f"no answer of this set is of attempt {attempt[:80]!r}")
        return (attempt,)
    if not key and row.get("item") and row.get("answer"):
        key = _key_of(row["item"], row["answer"])
    if not key:
        raise ValueError("it names no attempt and no answer")
    if key not in by_key:
        raise ValueError("nobody gave this answer to this item")
    return by_key[key].attempts


def _key_of(item: str, answer: str) -> str:
    try:
        parts = json.loads(answer)
    except ValueError:
        parts = [answer]
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        parts = [answer]
    return answer_key(item, parts)


def _verdict(row: Mapping[str, str], attempt: str, by: By) -> Verdict:
    score = {"0": 0.0, "0.0": 0.0, "0.5": 0.5, "1": 1.0, "1.0": 1.0}.get(row["score"].strip())
    if score is None:
        raise ValueError(f"the score is 0, 0.5 or 1, not {row['score'][:20]!r}")
    code = row.get("reason_code", "").strip()
    if code in rubric.BY_CODE and rubric.BY_CODE[code].score != score:
        raise ValueError(f"reason {code!r} means {rubric.BY_CODE[code].score:g}, and the score is {score:g}")
    at = row.get("at_ms", "").strip()
    if at and not (at.isascii() and at.isdecimal() and len(at) < 16):
        raise ValueError(f"at_ms is a number of milliseconds, not {at[:30]!r}")
    judge = row.get("judge", "").strip()
    return Verdict(
        attempt_id=attempt,
        score=score,
        reason=row.get("reason", "")[:2000],
        judge=judge[:200] or by.account_id,
        rubric=row.get("rubric", "").strip()[:200] or "not stated",
        at_ms=int(at) if at else by.at_ms,
        judge_kind=one_of(_KINDS, row.get("judge_kind", "").strip() or "person", "judge_kind"),
        purpose=one_of(_PURPOSES, row.get("purpose", "").strip() or "main", "purpose"),
        reason_code=code[:60],
    )


def one_of(known: Mapping[str, Choice], said: str, column: str) -> Choice:
    """What a cell says, where it says one of these.

    Raises:
        ValueError: it says something else.
    """
    if said not in known:
        raise ValueError(f"{column} is one of {', '.join(known)}, not {said[:30]!r}")
    return known[said]
