"""A file of answers becomes a run of a system: all of it or nothing, the same file twice adds nothing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from baseline.analysis.json_lines import problem_list
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import AttemptRecord
from baseline.runs.formats import READERS
from baseline.runs.reading import RunReading, RunRow, RunRules, read_run, without_effort
from db import items, runs, verdicts
from db.connection import Database
from db.errors import Conflict, InvalidInput
from db.models import By, Verdict
from db.plain_text import plain_name
from db.runs import StoredAttempt
from db.systems import (
    NO_COST,
    Cost,
    Run,
    RunAttempt,
    RunFormat,
    System,
    SystemChange,
    SystemFacts,
    SystemKind,
)

KIND_WORDS: dict[SystemKind, str] = {"people": "people", "agent": "agent", "non_agentic": "not agentic"}
# What stands as the rubric of a verdict that came in a file: nobody here knows by which rules it was given.
FILE_RUBRIC = "as in the file"
_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)
_LEFT_OUT_KEPT = 50


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file and what somebody says of it. `condition` is the arm under which the system answered.

    `looked_up_in` is the fingerprint of the build that its citations are looked up in; `model` takes those
    rows only that say they are of this model.
    """

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
    looked_up_in: str = ""
    model: str = ""

    @property
    def sha256(self) -> str:
        """Of the file; rows of one of its models are a file of their own."""
        digest = hashlib.sha256(self.content)
        if self.model:
            digest.update(b"\x00model=" + self.model.encode())
        return digest.hexdigest()


class Imported(NamedTuple):
    """The run as it is stored. `is_new` is False where this very file was imported before."""

    run: Run
    system: System
    is_new: bool
    left_out: tuple[str, ...]


def read_file(database: Database, file: RunFile, catalogue: PageCatalogue | None) -> RunReading:
    """What a file holds for its item set; nothing is stored.

    Raises:
        NotFound: there is no such item set.
        InvalidInput: the file as a whole cannot be read.
    """
    gold = [gold_item(item) for item in items.load_item_set(database, file.set_name)]
    label = f"{file.system} {file.version}".strip()
    rules = RunRules(gold, label, file.kind, file.pages_start_at, catalogue, file.model)
    return read_run(file.content, file.name, (file.format, READERS[file.format]), rules)


def import_run(
    database: Database, file: RunFile, catalogue: PageCatalogue | None, by: By, *, lenient: bool = False
) -> Imported:
    """Store a file as a run of its system, which is made if there is none of its name and version.

    The item set is frozen by its first run. Verdicts that the file holds become judgements of their own
    kind. With `lenient` a line that cannot be read is left out by name, and one that cites an unknown page is
    kept: it counts as wrong.

    Raises:
        NotFound: there is no such item set.
        InvalidInput: the file cannot be read, holds no answers to the set, or has problems and `lenient` was
            not asked for; or a system of this name and version is of another kind.
        Conflict: this very file was imported already, but read in another way.
    """
    return store_run(database, file, read_file(database, file, catalogue), by, lenient=lenient)


def store_run(database: Database, file: RunFile, reading: RunReading, by: By, *, lenient: bool) -> Imported:
    """Store what `read_file` made of a file. Reading takes long and storing does not: see `import_run`."""
    refuse(reading, file, lenient=lenient)
    if reading.n_items != len(items.item_ids_of_set(database, file.set_name)):
        raise Conflict(f"Item set {file.set_name!r} has grown since the file was read: read it again.")
    system = _system(database, file, reading.cost, by)
    items.freeze_item_set(database, file.set_name, by.at_ms)
    run = _run(file, reading, system, by)
    attempts = attempts_to_store(run.run_id, reading.rows)
    stored = runs.put_run(database, run, attempts)
    is_new = stored.run_id == run.run_id
    if not is_new:
        _refuse_otherwise(stored, run)
    if is_new:
        _keep_verdicts(database, run, attempts, reading.rows)
    left_out = tuple(problem.told(reading.counted_in) for problem in reading.problems)
    return Imported(stored, system, is_new=is_new, left_out=left_out)


def refuse(reading: RunReading, file: RunFile, *, lenient: bool) -> None:
    """Raise InvalidInput if a file that was read must not be stored."""
    if reading.problems and not lenient:
        advice = (
            "Nothing was imported; repair them, or be lenient (--lenient): lines that cannot be read are "
            "left out then, and citations of unknown pages count as wrong."
        )
        raise InvalidInput(problem_list(file.name, reading.problems, advice, reading.counted_in))
    if not reading.rows:
        whose = f" of model {file.model!r}" if file.model else ""
        answers = f"{file.name!r} holds no answer{whose} to an item of {file.set_name!r}."
        raise InvalidInput(f"Nothing was imported: {answers}")


def _refuse_otherwise(stored: Run, wanted: Run) -> None:
    """Raise Conflict where the same file is there already, but was read in another way."""
    fields = ("condition", "pages_start_at", "format")
    if any(getattr(stored, field) != getattr(wanted, field) for field in fields):
        under = f", condition {stored.condition!r}" if stored.condition else ""
        raise Conflict(
            f"This very file is run {stored.run_id!r} already, read as {stored.format} with pages from "
            f"{stored.pages_start_at}{under}: withdraw that run to import it in another way."
        )


def system_facts(file: RunFile) -> SystemFacts:
    """What is said of the system of a file.

    Raises:
        InvalidInput: it has no name, or one that cannot stand in a table, or something is too long.
    """
    if not file.system.strip():
        raise InvalidInput("Nothing was imported: give the system a name.")
    require_plain_names(file.system, file.version)
    plain_name(file.condition, "The name of the condition")
    try:
        return SystemFacts(
            name=file.system, version=file.version, kind=file.kind, notes=file.notes, cost=file.cost
        )
    except ValidationError as error:
        raise InvalidInput(f"The system: {told(error)}.") from error


def require_plain_names(name: str, version: str) -> None:
    """Raises InvalidInput for a name or version of a system that cannot stand in tables and charts."""
    plain_name(name, "The name of the system")
    plain_name(version, "The version of the system")


def told(error: ValidationError) -> str:
    """The first mistake in a form, with its field."""
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def system_named(database: Database, name: str, version: str) -> System | None:
    """The system of this name and version, if it is known."""
    wanted = (name.strip(), version.strip())
    known = runs.all_systems(database).values()
    return next((one for one in known if (one.name, one.version) == wanted), None)


def _system(database: Database, file: RunFile, cost_in_file: Cost, by: By) -> System:
    """The system of this name and version; what is said of it anew replaces what was said."""
    asked = system_facts(file)
    known = system_named(database, file.system, file.version)
    if known is None:
        counts = asked.cost if asked.cost != NO_COST else cost_in_file
        facts = asked.model_copy(update={"cost": counts})
        made = System(system_id=f"s-{secrets.token_hex(6)}", **dict(facts))
        return runs.put_system(database, made, by)
    if known.kind != asked.kind:
        raise InvalidInput(
            f"System {known.label!r} is known as {KIND_WORDS[known.kind]}, not as {KIND_WORDS[asked.kind]}: "
            "give the same kind, or another version."
        )
    said = {"notes": asked.notes} if asked.notes else {}
    cost = {"cost": asked.cost} if asked.cost != NO_COST else {}
    changed = known.model_copy(update={**said, **cost})
    if changed == known:
        return known
    change = SystemChange(
        was=known.facts, why=f"Said with the import of {file.name[-200:]}.", by=by.account_id, at_ms=by.at_ms
    )
    return runs.put_system(database, changed.model_copy(update={"history": (*known.history, change)}), by)


def _run(file: RunFile, reading: RunReading, system: System, by: By) -> Run:
    problems = [problem.told(reading.counted_in) for problem in reading.problems[:_LEFT_OUT_KEPT]]
    return Run(
        run_id=f"r-{secrets.token_hex(6)}",
        system_id=system.system_id,
        item_set=file.set_name,
        source=file.name[-200:],
        sha256=file.sha256,
        format=file.format,
        condition=file.condition.strip(),
        pages_start_at=file.pages_start_at,
        n_rows=len(reading.rows),
        n_items=reading.n_items,
        n_answered=reading.n_answered,
        n_trajectories=reading.n_trajectories,
        n_verdicts=reading.n_verdicts,
        n_coerced=reading.n_coerced,
        n_unknown=reading.n_unknown,
        n_left_out=reading.n_left_out,
        left_out=tuple(problems),
        looked_up_in=file.looked_up_in,
        models=reading.models,
        notes=reading.notes,
        by=by.account_id,
        imported_at_ms=by.at_ms,
    )


def attempts_to_store(run_id: str, rows: Sequence[RunRow]) -> list[RunAttempt]:
    """The rows of a run as they are stored."""
    return [_stored(run_id, number, row) for number, row in enumerate(rows, 1)]


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

    The system is called what it is called now, with the condition of the run where it has one. Effort is
    there as the file has it, unless the system is known as one that never decided to search.
    """
    return _records(database, run, system, runs.attempts_of_run(database, run.run_id))


def record_of_attempt(database: Database, run: Run, system: System, attempt: StoredAttempt) -> AttemptRecord:
    """As `records_of_run`, of one attempt."""
    return _records(database, run, system, [attempt])[0]


def _records(
    database: Database, run: Run, system: System, rows: Sequence[StoredAttempt]
) -> list[AttemptRecord]:
    judged = verdicts.verdicts_of(database, [row.attempt_id for row in rows])
    name = f"{system.label} · {run.condition}" if run.condition else system.label
    records = []
    for row in rows:
        verdict = verdicts.in_force(judged.get(row.attempt_id, ()))
        score = None if verdict is None else verdict.score
        record = _RECORD.validate_json(row.record)
        counted = without_effort(record) if system.kind == "non_agentic" else record
        records.append(replace(counted, system=name, condition=run.condition, verdict=score))
    return records
