"""A file of answers becomes a run of a system: all of it or nothing, the same file twice adds nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import TypeAdapter

from baseline.analysis.json_lines import problem_list
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import AttemptRecord
from baseline.runs.inspect_log import read_inspect
from baseline.runs.madqa import read_leaderboard, read_madqa
from baseline.runs.reading import Reader, RunReading, RunRow, RunRules, read_run
from db import runs, verdicts
from db.connection import Database
from db.errors import InvalidInput
from db.items import load_item_set
from db.models import By, Verdict
from db.systems import NO_COST, Cost, Run, RunAttempt, RunFormat, System, SystemKind

READERS: dict[RunFormat, Reader] = {
    "madqa": read_madqa,
    "leaderboard": read_leaderboard,
    "inspect": read_inspect,
}
_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)
# What stands as the rubric of a verdict that came in a file: nobody here knows by which rules it was given.
FILE_RUBRIC = "as in the file"


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file and what somebody says of it. `condition` is the arm under which the system answered."""

    content: bytes
    name: str
    format: RunFormat
    set_name: str
    system: str
    version: str = ""
    kind: SystemKind = "agent"
    condition: str = ""
    notes: str = ""
    cost: Cost = NO_COST
    pages_start_at: PageBase = 1


class Imported(NamedTuple):
    """The run as it is stored. `is_new` is False where this very file was imported before."""

    run: Run
    system: System
    is_new: bool
    left_out: tuple[str, ...]


def format_of(name: str) -> RunFormat:
    """What a file of this name most likely is."""
    return "inspect" if name.lower().endswith((".eval", ".json")) else "madqa"


def read_file(database: Database, file: RunFile, catalogue: PageCatalogue | None) -> RunReading:
    """What a file holds for its item set; nothing is stored.

    Raises:
        NotFound: there is no such item set.
        InvalidInput: the file as a whole cannot be read.
    """
    gold = [gold_item(item) for item in load_item_set(database, file.set_name)]
    label = System(system_id="-", name=file.system, version=file.version).label
    rules = RunRules(gold, label, file.kind, file.pages_start_at, catalogue)
    return read_run(file.content, file.name, (file.format, READERS[file.format]), rules)


def import_run(
    database: Database, file: RunFile, catalogue: PageCatalogue | None, by: By, *, lenient: bool = False
) -> Imported:
    """Store a file as a run of its system, which is made if there is none of its name and version.

    Verdicts that the file holds become judgements of their own kind. With `lenient` a line that cannot be
    read is left out by name, and one that cites an unknown page is kept: it counts as wrong.

    Raises:
        NotFound: there is no such item set.
        InvalidInput: the file cannot be read, holds no answers to the set, or has problems and `lenient` was
            not asked for.
        Conflict: a system of this name and version is of another kind.
    """
    reading = read_file(database, file, catalogue)
    _refuse(reading, file, lenient=lenient)
    system = _system(database, file, by)
    sha256 = hashlib.sha256(file.content).hexdigest()
    run_id = f"r-{secrets.token_hex(6)}"
    run = Run(
        run_id=run_id,
        system_id=system.system_id,
        item_set=file.set_name,
        source=file.name[-200:],
        sha256=sha256,
        format=file.format,
        condition=file.condition,
        n_rows=len(reading.rows),
        n_unknown=reading.n_unknown,
        models=reading.models,
        notes=reading.notes,
        by=by.account_id,
        imported_at_ms=by.at_ms,
    )
    attempts = [_stored(run_id, number, row) for number, row in enumerate(reading.rows, 1)]
    stored = runs.put_run(database, run, attempts)
    is_new = stored.run_id == run_id
    if is_new:
        _keep_verdicts(database, run, attempts, reading.rows)
    left_out = tuple(str(problem) for problem in reading.problems)
    return Imported(stored, system, is_new=is_new, left_out=left_out)


def _refuse(reading: RunReading, file: RunFile, *, lenient: bool) -> None:
    if reading.problems and not lenient:
        advice = (
            "Nothing was imported; repair them, or be lenient (--lenient): lines that cannot be read are "
            "left out then, and citations of unknown pages count as wrong."
        )
        raise InvalidInput(problem_list(file.name, reading.problems, advice))
    if not reading.rows:
        answers = f"{file.name!r} holds no answer to an item of {file.set_name!r}."
        raise InvalidInput(f"Nothing was imported: {answers}")


def _system(database: Database, file: RunFile, by: By) -> System:
    """The system of this name and version; what is said of it anew replaces what was said."""
    asked = System(
        system_id=f"s-{secrets.token_hex(6)}",
        name=file.system,
        version=file.version,
        kind=file.kind,
        notes=file.notes,
        cost=file.cost,
    )
    known = [
        one
        for one in runs.all_systems(database).values()
        if (one.name, one.version) == (asked.name, asked.version)
    ]
    if not known:
        return runs.put_system(database, asked, by)
    if known[0].kind != asked.kind:
        raise InvalidInput(
            f"System {known[0].label!r} is known as {known[0].kind.replace('_', '-')}, not as "
            f"{asked.kind.replace('_', '-')}: give the same kind, or another version."
        )
    said = {"notes": asked.notes} if asked.notes else {}
    cost = {"cost": asked.cost} if asked.cost != NO_COST else {}
    changed = known[0].model_copy(update={**said, **cost})
    return known[0] if changed == known[0] else runs.put_system(database, changed, by)


def _stored(run_id: str, number: int, row: RunRow) -> RunAttempt:
    attempt_id = f"{run_id}:{number}"
    # A verdict is a judgement beside others, not a part of what was answered.
    record = replace(row.attempt, attempt_id=attempt_id, verdict=None)
    return RunAttempt(
        attempt_id=attempt_id,
        item_id=row.attempt.item_id,
        record=_RECORD.dump_json(record).decode(),
        trajectory=row.trajectory,
    )


def _keep_verdicts(
    database: Database, run: Run, attempts: Sequence[RunAttempt], rows: Sequence[RunRow]
) -> None:
    for attempt, row in zip(attempts, rows, strict=True):
        if row.attempt.verdict is not None:
            verdict = Verdict(
                attempt_id=attempt.attempt_id,
                score=row.attempt.verdict,
                judge=run.source,
                rubric=FILE_RUBRIC,
                at_ms=run.imported_at_ms,
                judge_kind="file",
            )
            verdicts.add_verdict(database, verdict)


def records_of_run(database: Database, run: Run, system: System) -> list[AttemptRecord]:
    """A run's attempts as analysis takes them, each with the judgement in force.

    The system is called what it is called now, with the condition of the run where it has one.
    """
    rows = runs.attempts_of_run(database, run.run_id)
    judged = verdicts.verdicts_of(database, [row.attempt_id for row in rows])
    name = f"{system.label} · {run.condition}" if run.condition else system.label
    records = []
    for row in rows:
        verdict = verdicts.in_force(judged.get(row.attempt_id, ()))
        score = None if verdict is None else verdict.score
        record = _RECORD.validate_json(row.record)
        records.append(replace(record, system=name, condition=run.condition, verdict=score))
    return records
