"""Systems that answered elsewhere, and the runs that were imported of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import TypeAdapter
from sqlite_utils import Database

from db.errors import Conflict, NotFound
from db.models import By
from db.systems import Run, RunAttempt, RunChange, RunStep, System

_STEPS: TypeAdapter[tuple[RunStep, ...]] = TypeAdapter(tuple[RunStep, ...])


class StoredAttempt(NamedTuple):
    """One row of a run, its record as JSON."""

    attempt_id: str
    item_id: str
    record: str


class Removed(NamedTuple):
    """A run that figures leave out, since when, by whom and why."""

    run: Run
    at_ms: int
    by: str
    why: str


def put_system(database: Database, system: System, by: By) -> System:
    """Store a system, or what is said of it now; the name and version of another one are refused.

    Raises:
        Conflict: another system has this name and version.
    """
    same = database.execute(
        "SELECT 1 FROM systems WHERE system_id <> ? "
        "AND content ->> '$.name' = ? AND content ->> '$.version' = ?",
        [system.system_id, system.name, system.version],
    ).fetchone()
    if same is not None:
        raise Conflict(f"There is already a system {system.label!r}: give another name or version.")
    database.execute(
        'INSERT INTO systems (system_id, content, "by", at_ms) VALUES (?, ?, ?, ?) '
        'ON CONFLICT (system_id) DO UPDATE SET content = excluded.content, "by" = excluded."by", '
        "at_ms = excluded.at_ms",
        [system.system_id, system.model_dump_json(), by.account_id, by.at_ms],
    )
    return system


def find_system(database: Database, system_id: str) -> System:
    """One system.

    Raises:
        NotFound: there is no such system.
    """
    row = database.execute("SELECT content FROM systems WHERE system_id = ?", [system_id]).fetchone()
    if row is None:
        raise NotFound(f"There is no system {system_id!r}.")
    return System.model_validate_json(row[0])


def all_systems(database: Database) -> dict[str, System]:
    """Every system by its id, in order of name and version."""
    found = [System.model_validate_json(row[0]) for row in database.execute("SELECT content FROM systems")]
    return {one.system_id: one for one in sorted(found, key=lambda one: (one.name, one.version))}


def put_run(database: Database, run: Run, attempts: Iterable[RunAttempt]) -> Run:
    """Store a run with its rows; the same file for the same system and set again changes nothing.

    Returns the run as it is stored, which is the earlier one if there is one.

    Raises:
        NotFound: there is no such system.
    """
    if database.execute("SELECT 1 FROM systems WHERE system_id = ?", [run.system_id]).fetchone() is None:
        raise NotFound(f"There is no system {run.system_id!r}.")
    before = database.execute(
        "SELECT content FROM runs WHERE system_id = ? AND set_name = ? AND sha256 = ? "
        "AND removed_at_ms IS NULL",
        [run.system_id, run.item_set, run.sha256],
    ).fetchone()
    if before is not None:
        return Run.model_validate_json(before[0])
    database.execute(
        'INSERT INTO runs (run_id, system_id, set_name, sha256, content, "by", imported_at_ms) '
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            run.run_id,
            run.system_id,
            run.item_set,
            run.sha256,
            run.model_dump_json(),
            run.by,
            run.imported_at_ms,
        ],
    )
    database.conn.executemany(
        "INSERT INTO run_attempts (attempt_id, run_id, position, item_id, record, trajectory) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            (one.attempt_id, run.run_id, position, one.item_id, one.record, _steps_as_json(one.trajectory))
            for position, one in enumerate(attempts, 1)
        ),
    )
    return run


def remove_run(database: Database, run_id: str, why: str, by: By) -> Run:
    """Leave a run out of everything from now on; its rows stay, and what was judged in it.

    Raises:
        NotFound: there is no such run, or it was removed already.
    """
    run = find_run(database, run_id)
    changed = _with_change(run, RunChange(kind="withdrawn", why=why, by=by.account_id, at_ms=by.at_ms))
    database.execute(
        "UPDATE runs SET content = ?, removed_at_ms = ?, removed_by = ?, removed_why = ? WHERE run_id = ?",
        [changed.model_dump_json(), by.at_ms, by.account_id, why, run_id],
    )
    return changed


def bring_back_run(database: Database, run_id: str, why: str, by: By) -> Run:
    """Let a run count again that was removed.

    Raises:
        NotFound: there is no such run.
        Conflict: it counts, or the same file was imported again for its system meanwhile.
    """
    run, removed = find_any_run(database, run_id)
    if removed is None:
        raise Conflict(f"Run {run_id!r} was not withdrawn: it counts.")
    twin = database.execute(
        "SELECT run_id FROM runs WHERE system_id = ? AND set_name = ? AND sha256 = ? "
        "AND removed_at_ms IS NULL",
        [run.system_id, run.item_set, run.sha256],
    ).fetchone()
    if twin is not None:
        raise Conflict(
            f"The file of run {run_id!r} was imported again as run {twin[0]!r}, which counts: withdraw that "
            "one first."
        )
    changed = _with_change(run, RunChange(kind="brought_back", why=why, by=by.account_id, at_ms=by.at_ms))
    database.execute(
        "UPDATE runs SET content = ?, removed_at_ms = NULL, removed_by = NULL, removed_why = NULL "
        "WHERE run_id = ?",
        [changed.model_dump_json(), run_id],
    )
    return changed


def _with_change(run: Run, change: RunChange) -> Run:
    return run.model_copy(update={"history": (*run.history, change)})


def find_run(database: Database, run_id: str) -> Run:
    """A run that counts.

    Raises:
        NotFound: there is no such run, or it was removed.
    """
    row = database.execute(
        "SELECT content FROM runs WHERE run_id = ? AND removed_at_ms IS NULL", [run_id]
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no run {run_id!r}: it was removed, or never imported.")
    return Run.model_validate_json(row[0])


def find_any_run(database: Database, run_id: str) -> tuple[Run, Removed | None]:
    """A run, whether it counts or was removed.

    Raises:
        NotFound: there is no such run.
    """
    row = database.execute(
        "SELECT content, removed_at_ms, removed_by, removed_why FROM runs WHERE run_id = ?", [run_id]
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no run {run_id!r}.")
    run = Run.model_validate_json(row[0])
    return run, None if row[1] is None else Removed(run, *row[1:])


def same_file(database: Database, set_name: str, sha256: str) -> list[tuple[Run, Removed | None]]:
    """The runs on a set that came of this very file, of whatever system, oldest first."""
    rows = database.execute(
        "SELECT run_id FROM runs WHERE set_name = ? AND sha256 = ? ORDER BY rowid", [set_name, sha256]
    ).fetchall()
    return [find_any_run(database, row[0]) for row in rows]


def runs_of_set(database: Database, set_name: str) -> list[Run]:
    """The runs on an item set that count, in the order in which they were imported."""
    rows = database.execute(
        "SELECT content FROM runs WHERE set_name = ? AND removed_at_ms IS NULL ORDER BY rowid", [set_name]
    )
    return [Run.model_validate_json(row[0]) for row in rows]


def all_runs_of_set(database: Database, set_name: str) -> list[tuple[Run, Removed | None]]:
    """Every run on an item set, removed or not, in the order in which they were imported."""
    rows = database.execute(
        "SELECT run_id FROM runs WHERE set_name = ? ORDER BY rowid", [set_name]
    ).fetchall()
    return [find_any_run(database, row[0]) for row in rows]


def removed_runs(database: Database, set_name: str) -> list[Removed]:
    """The runs on an item set that were taken out, the latest first."""
    rows = database.execute(
        "SELECT content, removed_at_ms, removed_by, removed_why FROM runs "
        "WHERE set_name = ? AND removed_at_ms IS NOT NULL ORDER BY removed_at_ms DESC, rowid DESC",
        [set_name],
    )
    return [Removed(Run.model_validate_json(content), *rest) for content, *rest in rows]


def attempts_of_run(database: Database, run_id: str) -> list[StoredAttempt]:
    """The rows of a run in the order of its file."""
    rows = database.execute(
        "SELECT attempt_id, item_id, record FROM run_attempts WHERE run_id = ? ORDER BY position", [run_id]
    )
    return [StoredAttempt(*row) for row in rows]


def find_attempt(database: Database, attempt_id: str) -> StoredAttempt:
    """One row of a run.

    Raises:
        NotFound: no run has such an attempt.
    """
    row = database.execute(
        "SELECT attempt_id, item_id, record FROM run_attempts WHERE attempt_id = ?", [attempt_id]
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no attempt {attempt_id[:100]!r}.")
    return StoredAttempt(*row)


def attempts_on_item(database: Database, set_name: str, item_id: str) -> list[tuple[str, Run]]:
    """The attempts on an item of a set in runs that count, each with its run, in the order of the imports."""
    rows = database.execute(
        "SELECT attempt_id, content FROM run_attempts JOIN runs USING (run_id) "
        "WHERE set_name = ? AND item_id = ? AND removed_at_ms IS NULL ORDER BY runs.rowid, position",
        [set_name, item_id],
    )
    return [(row[0], Run.model_validate_json(row[1])) for row in rows]


def run_of_attempt(database: Database, attempt_id: str) -> str | None:
    """The run that an attempt belongs to; None for one that is of no run."""
    row = database.execute("SELECT run_id FROM run_attempts WHERE attempt_id = ?", [attempt_id]).fetchone()
    return None if row is None else str(row[0])


def trajectory_of(database: Database, attempt_id: str) -> tuple[RunStep, ...] | None:
    """The steps of one imported attempt; None where its file held none.

    Raises:
        NotFound: no run has such an attempt.
    """
    row = database.execute(
        "SELECT trajectory FROM run_attempts WHERE attempt_id = ?", [attempt_id]
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no attempt {attempt_id[:100]!r}.")
    return None if row[0] is None else _STEPS.validate_json(row[0])


def sets_with_runs(database: Database) -> list[str]:
    """The item sets on which somebody imported a run that counts, by name."""
    rows = database.execute("SELECT DISTINCT set_name FROM runs WHERE removed_at_ms IS NULL ORDER BY 1")
    return [row[0] for row in rows]


def newest_of(database: Database, set_name: str) -> str:
    """A text that changes with what runs on a set say: they come, go, are judged, or a system is renamed."""
    judged = database.execute(
        "SELECT coalesce(max(verdict_id), 0) FROM verdicts WHERE attempt_id IN "
        "(SELECT attempt_id FROM run_attempts JOIN runs USING (run_id) WHERE set_name = ?)",
        [set_name],
    ).fetchone()
    told = database.execute(
        "SELECT count(*), coalesce(max(at_ms), 0), coalesce(sum(length(content)), 0) FROM systems"
    ).fetchone()
    return ":".join(str(n) for n in (newest_runs(database, set_name), *judged, *told))


def newest_runs(database: Database, set_name: str) -> str:
    """As `newest_of`, without what was judged.

    Every withdrawal and every return makes a run's history longer, so two that swap places are told too.
    """
    row = database.execute(
        "SELECT count(*), coalesce(max(rowid), 0), coalesce(sum(length(content)), 0) FROM runs "
        "WHERE set_name = ?",
        [set_name],
    ).fetchone()
    return ":".join(str(n) for n in row)


def known_attempts(database: Database, attempt_ids: Sequence[str]) -> set[str]:
    """Those of the ids that belong to a run."""
    rows = database.execute(
        "SELECT attempt_id FROM run_attempts WHERE attempt_id IN (SELECT value FROM json_each(?))",
        [json.dumps(list(attempt_ids))],
    )
    return {row[0] for row in rows}


def _steps_as_json(steps: tuple[RunStep, ...] | None) -> str | None:
    return None if steps is None else _STEPS.dump_json(steps, exclude_defaults=True).decode()
