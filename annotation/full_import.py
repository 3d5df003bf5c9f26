"""Lossless files, into the database: histories as they were. Runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from annotation.acting import keep_state
from annotation.authoring import history
from annotation.exchange.full import FullReading, NumberedRecord
from annotation.exchange.full_records import ActInFile, Header, ItemRecord
from annotation.people_import import refuse_another_project, store_project
from annotation.workflow import fold
from baseline.analysis.json_lines import LineProblem
from db import authored_lists, authoring, items
from db.authoring import AuthoredItem
from db.connection import Database
from db.errors import InvalidInput
from db.models import Item
from db.project_sets import ActOnSet, SetAct, note_act
from db.wording import counted


class Target(NamedTuple):
    """Where a file goes, if not where its header says."""

    project_id: str | None = None
    set_name: str | None = None


class Part(NamedTuple):
    """How much of an item's history is here already: of a new one nothing."""

    n_revisions: int = 0
    n_steps: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be stored, and every line that clashes with what is here."""

    header: Header
    parts: tuple[tuple[ItemRecord, Part], ...]
    problems: tuple[LineProblem, ...]


class FullImported(NamedTuple):
    """How many items were added, continued, or here already; how many accounts were made; and notes."""

    n_added: int
    n_continued: int
    n_unchanged: int
    n_accounts: int
    warnings: tuple[str, ...]


def redirected(reading: FullReading, target: Target) -> FullReading:
    """The same file as if its header named this project, or this set.

    Raises:
        InvalidInput: it holds no set, or not exactly one project, or the id is not usable.
    """
    header, records = reading.header, reading.records
    if target.set_name is not None:
        if header.set is None:
            raise InvalidInput("The file holds a project and no item set: leave out --set.")
        header = _changed_header(header, set={**header.set.model_dump(), "name": target.set_name})
    if target.project_id is not None:
        if len(header.projects) != 1:
            n_projects = counted(len(header.projects), "projects")
            raise InvalidInput(f"The file holds {n_projects}: --project works for one only, leave it out.")
        one = header.projects[0].model_dump()
        one["project"]["project_id"] = target.project_id
        header = _changed_header(header, projects=[one], set=_set_in(header, target.project_id))
        records = tuple(
            NumberedRecord(line, record.model_copy(update={"project": record.project and target.project_id}))
            for line, record in records
        )
    return FullReading(header, records, reading.problems, reading.doubt)


def _set_in(header: Header, project_id: str) -> dict[str, Any] | None:
    """The set of the header as if it had been made and frozen in this project."""
    if header.set is None:
        return None
    told = header.set.model_dump()
    acts = {name: {**told[name], "project": project_id} for name in ("made", "frozen") if told[name]}
    return {**told, **acts}


def _changed_header(header: Header, **changes: object) -> Header:
    try:
        return Header.model_validate({**header.model_dump(), **changes})
    except ValidationError as error:
        raise InvalidInput(
            "A project's id is made of small letters, digits and dashes, at most 64: choose another for "
            "--project."
        ) from error


def plan(database: Database, reading: FullReading, bad_lines: Collection[int], target: Target) -> Plan:
    """Compare the lines that are not bad with what is here; nothing is stored yet.

    Raises:
        Conflict: the project is here with other settings, or the set is frozen and would grow.
    """
    header = reading.header
    if target.project_id is None:
        for one in header.projects:
            refuse_another_project(database, one)
    good = [numbered for numbered in reading.records if numbered.line not in bad_lines]
    in_set = {item.item_id: item for item in _items_here(database, header)}
    found: list[tuple[ItemRecord, Part]] = []
    problems: list[LineProblem] = []
    for line, record in good:
        part = _part_here(database, record)
        if isinstance(part, str):
            problems.append(LineProblem(line, "item_id", part))
        elif header.set is not None and in_set.get(record.item_id, record.item) != record.item:
            reason = f"{record.item_id!r} is already in set {header.set.name!r} with other content"
            problems.append(LineProblem(line, "item", reason))
        else:
            found.append((record, part))
    return Plan(header, tuple(found), tuple(problems))


def store(database: Database, planned: Plan, at_ms: int) -> FullImported:
    """Store what is not here yet.

    Raises:
        Conflict: the set is frozen and would grow.
    """
    notes: list[str] = []
    n_accounts = 0
    for one in planned.header.projects:
        n_accounts += store_project(database, one, at_ms, notes)
    before = {item.item_id for item in _items_here(database, planned.header)}
    n_added = n_continued = 0
    for record, part in planned.parts:
        is_new = part == Part() if record.project else record.item_id not in before
        has_more = (len(record.revisions), len(record.steps)) != part
        if record.project is not None and has_more:
            _store_history(database, record, part)
        joins_set = planned.header.set is not None and record.item_id not in before
        n_added += is_new
        n_continued += not is_new and (joins_set or (record.project is not None and has_more))
    _store_set(database, planned, notes)
    n_unchanged = len(planned.parts) - n_added - n_continued
    return FullImported(n_added, n_continued, n_unchanged, n_accounts, tuple(notes))


def _items_here(database: Database, header: Header) -> list[Item]:
    if header.set is None or header.set.name not in items.item_set_names(database):
        return []
    return items.load_item_set(database, header.set.name)


def _part_here(database: Database, record: ItemRecord) -> Part | str:
    """How much of the item is here; or why it cannot be stored."""
    if record.project is None:
        return Part()
    if not authoring.is_authored(database, record.item_id):
        if authoring.is_taken(database, record.item_id):
            return f"there is an item {record.item_id!r} here that was not written in a project"
        return Part()
    here = history(database, record.item_id)
    if here.item != _authored_item(record):
        return f"{record.item_id!r} is here already, of another author, project or time"
    part = Part(len(here.revisions), len(here.steps))
    n_same = Part(min(part.n_revisions, len(record.revisions)), min(part.n_steps, len(record.steps)))
    told = (record.revisions[: n_same.n_revisions], record.steps[: n_same.n_steps])
    stored = (here.revisions[: n_same.n_revisions], here.steps[: n_same.n_steps])
    # Either the file is the beginning of what is here, or what is here is the beginning of the file.
    if told != stored or n_same not in (part, (len(record.revisions), len(record.steps))):
        return f"{record.item_id!r} is here already and went on differently"
    return part if n_same == part else Part(len(record.revisions), len(record.steps))


def _authored_item(record: ItemRecord) -> AuthoredItem:
    if record.project is None or record.author is None or record.created_at_ms is None:
        raise RuntimeError(f"item {record.item_id!r} has no history: records with a project have an author")
    return AuthoredItem(record.item_id, record.project, record.author, record.created_at_ms)


def _store_history(database: Database, record: ItemRecord, part: Part) -> None:
    if part == Part():
        authoring.add_named_item(database, _authored_item(record))
    for revision in record.revisions[part.n_revisions :]:
        authoring.add_revision(database, revision, revision.revision - 1)
    for step in record.steps[part.n_steps :]:
        authoring.append_step(database, step)
    for one in record.acceptances:
        if one.seq > part.n_steps:
            at_ms = record.steps[one.seq - 1].at_ms
            authored_lists.add_acceptance(database, one.item, one.revision, one.seq, at_ms)
    authors = authoring.authors_of(database, record.item_id)
    keep_state(database, record.item_id, fold(authors, record.steps))


def _store_set(database: Database, planned: Plan, notes: list[str]) -> None:
    item_set = planned.header.set
    in_set = [(record.item, record.stored_at_ms) for record, _ in planned.parts if record.item is not None]
    if item_set is None or not in_set:
        return
    for item, stored_at_ms in in_set:
        items.put_item_revision(database, item, stored_at_ms or item_set.created_at_ms)
    items.put_item_set(database, item_set.name, [item for item, _ in in_set], item_set.created_at_ms)
    here = items.describe_item_set(database, item_set.name)
    if here.sha256 != item_set.sha256:
        notes.append(f"set {item_set.name} is not the set of the file: other items, or in another order")
        return
    if item_set.frozen_at_ms is not None:
        items.freeze_item_set(database, item_set.name, item_set.frozen_at_ms)
    # Only of the same making and freezing: the same set may have been made here before, by somebody else.
    if here.created_at_ms == item_set.created_at_ms:
        _note_act(database, item_set.name, "made", item_set.made)
    if items.frozen_at(database, item_set.name) == item_set.frozen_at_ms:
        _note_act(database, item_set.name, "frozen", item_set.frozen)


def _note_act(database: Database, name: str, act: SetAct, by: ActInFile | None) -> None:
    if by is not None:
        note_act(database, name, by.project, act, ActOnSet(by.account_id, by.at_ms))
