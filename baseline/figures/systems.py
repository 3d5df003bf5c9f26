"""Who answered an item set: people of every study on it, and the systems of every run that was imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from baseline.analysis.left_out import NOTHING, LeftOut
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.records import AttemptRecord, GoldItem
from baseline.analysis.run_rows import AttemptRow
from baseline.figures.counting import CountedStudy, counted_study
from baseline.figures.run_row_cache import refresh_rows, rows_of_run
from baseline.runs.importing import records_of_run
from db import runs
from db.connection import Database
from db.derived_rows import clear_rows
from db.items import load_item_set
from db.study_design import Study
from db.systems import Run, System, SystemKind


class Origin(NamedTuple):
    """Where a system's attempts come from: a study, or an imported run."""

    kind: Literal["study", "run"]
    id: str


@dataclass(frozen=True, slots=True)
class SystemOnSet:
    """One system with its attempts on a set. `group` is its name without a condition.

    `rows` are those of `records`, where they were made before: then records have no hits of their queries.
    `n_computed` of them are not kept yet.
    """

    name: str
    group: str
    kind: SystemKind
    condition: str
    origin: Origin
    records: tuple[AttemptRecord, ...]
    left_out: LeftOut = NOTHING
    system: System | None = None
    run: Run | None = None
    rows: tuple[AttemptRow, ...] = ()
    n_computed: int = 0


@dataclass(frozen=True, slots=True)
class SetSystems:
    """An item set and everybody who answered it, people first, each in the order of its source."""

    set_name: str
    gold: tuple[GoldItem, ...]
    systems: tuple[SystemOnSet, ...]

    def panel(self, left_out: LeftOut | None = None) -> Panel:
        """All of them side by side, without what is excluded by hand, or without `left_out` instead."""
        return make_panel(
            self.gold,
            [
                SystemAttempts(
                    one.name,
                    one.kind,
                    one.records,
                    one.left_out if left_out is None else left_out,
                    {row.attempt.attempt_id or "": row for row in one.rows},
                )
                for one in self.systems
            ],
        )


def systems_on_set(
    database: Database,
    set_name: str,
    studies: Sequence[Study],
    runs_as: Literal["records", "rows"] = "records",
) -> SetSystems:
    """The systems of an item set: `studies` are those of it that whoever asks may see.

    Systems of one name are told apart by their study's title, or by their run's file. With `runs_as` "rows"
    the attempts of runs come as rows that were kept: their panel is the same, in a tenth of the time.

    Raises:
        NotFound: there is no such item set.
    """
    gold = tuple(gold_item(item) for item in load_item_set(database, set_name))
    of_studies = [
        one
        for study in studies
        if study.item_set == set_name
        for one in _of_study(counted_study(database, study.study_id))
    ]
    known = runs.all_systems(database)
    of_runs = [
        _of_run(database, run, known[run.system_id])
        if runs_as == "records"
        else _of_kept_rows(database, run, known[run.system_id], gold)
        for run in runs.runs_of_set(database, set_name)
    ]
    titles = {study.study_id: study.title for study in studies}
    found = sorted([*of_studies, *of_runs], key=lambda one: one.kind != "people")
    return SetSystems(set_name, gold, tuple(_told_apart(found, titles)))


def system_of_run(database: Database, run: Run) -> SystemOnSet:
    """The system of one run with its kept rows: for a page that shows no other.

    Raises:
        NotFound: there is no such item set, or no such system.
    """
    gold = tuple(gold_item(item) for item in load_item_set(database, run.item_set))
    return _of_kept_rows(database, run, runs.find_system(database, run.system_id), gold)


def _of_study(counted: CountedStudy) -> list[SystemOnSet]:
    return [
        SystemOnSet(
            name=name,
            group=counted.groups[name],
            kind="people" if counted.sides[name] == "people" else "agent",
            condition=next((one.condition for one in counted.of(name)), ""),
            origin=Origin("study", counted.study.study_id),
            records=tuple(counted.of(name)),
            left_out=counted.left_out,
        )
        for name in counted.systems
    ]


def _of_run(database: Database, run: Run, system: System) -> SystemOnSet:
    records = tuple(records_of_run(database, run, system))
    return SystemOnSet(
        name=records[0].system if records else system.label,
        group=system.label,
        kind=system.kind,
        condition=run.condition,
        origin=Origin("run", run.run_id),
        records=records,
        system=system,
        run=run,
    )


def refresh_runs(database: Database, set_name: str) -> int:
    """Keep the rows of every run on a set; how many had to be computed.

    Raises:
        NotFound: there is no such item set.
    """
    gold = [gold_item(item) for item in load_item_set(database, set_name)]
    return sum(refresh_rows(database, run, gold) for run in runs.runs_of_set(database, set_name))


def rebuild_run_rows(database: Database) -> int:
    """Forget every kept row of a run and compute all of them again; returns how many."""
    clear_rows(database)
    return sum(refresh_runs(database, name) for name in runs.sets_with_runs(database))


def _of_kept_rows(database: Database, run: Run, system: System, gold: Sequence[GoldItem]) -> SystemOnSet:
    name = f"{system.label} · {run.condition}" if run.condition else system.label
    rows, n_computed = rows_of_run(database, run, gold, name)
    return SystemOnSet(
        name=name if rows else system.label,
        group=system.label,
        kind=system.kind,
        condition=run.condition,
        origin=Origin("run", run.run_id),
        records=tuple(row.attempt for row in rows),
        system=system,
        run=run,
        rows=rows,
        n_computed=n_computed,
    )


def _told_apart(found: Sequence[SystemOnSet], titles: dict[str, str]) -> list[SystemOnSet]:
    """Names that are used once; where several share one, each says where it comes from."""
    used: dict[str, int] = {}
    renamed = []
    names = [one.name for one in found]
    for one in found:
        name = one.name
        if names.count(name) > 1:
            source = one.run.source if one.run else titles.get(one.origin.id, one.origin.id)
            name = f"{name} ({source})"
        used[name] = used.get(name, 0) + 1
        renamed.append(_called(one, name if used[name] == 1 else f"{name} {used[name]}"))
    return renamed


def _called(one: SystemOnSet, name: str) -> SystemOnSet:
    if name == one.name:
        return one
    return replace(
        one,
        name=name,
        records=tuple(replace(record, system=name) for record in one.records),
        rows=tuple(replace(row, attempt=replace(row.attempt, system=name)) for row in one.rows),
    )
