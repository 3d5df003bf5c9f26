"""Item sets and projects, out of the database into one lossless file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from annotation.authoring import History, history
from annotation.exchange.full import full_file, read_full_file
from annotation.exchange.full_checks import broken_lines
from annotation.exchange.full_records import (
    Accepted,
    ActInFile,
    Decision,
    ItemRecord,
    Place,
    ProjectInFile,
    SetInFile,
    TargetsChanged,
)
from annotation.replay import HistoryBroken, replay
from db import authored_lists, authoring, items, projects
from db.authored import Member, MemberRole
from db.connection import Database
from db.errors import InvalidInput
from db.items import MemberRow
from db.project_sets import acts_on_set

# Where somebody's role of today does not allow what they did, the first of these that does is stated.
_EARLIER = (MemberRole.AUTHOR, MemberRole.REVIEWER, MemberRole.SUPERVISOR, MemberRole.CANDIDATE)


class FullExport(NamedTuple):
    """The file, how many items it holds, and what its reader should know."""

    content: bytes
    n_items: int
    warnings: tuple[str, ...]


def export_project(database: Database, project_id: str) -> FullExport:
    """Every item of a project, in the order in which they were started.

    Raises:
        NotFound: there is no such project.
    """
    projects.find_project(database, project_id)
    accepted = _accepted_items(database, project_id)
    listed = authored_lists.list_items(database, project_id)
    records = [_record(None, history(database, row.item.item_id), accepted) for row in listed]
    return _written(None, [_project(database, project_id, records)], records)


def export_set(database: Database, name: str) -> FullExport:
    """Every item of a set in its order, those written in a project with their history.

    Raises:
        NotFound: there is no such set.
    """
    described = items.describe_item_set(database, name)
    acts = {
        act: ActInFile(project=one, **by._asdict()) for act, (one, by) in acts_on_set(database, name).items()
    }
    item_set = SetInFile(
        name=name,
        sha256=described.sha256,
        created_at_ms=described.created_at_ms,
        frozen_at_ms=items.frozen_at(database, name),
        made=acts.get("made"),
        frozen=acts.get("frozen"),
    )
    rows = items.members_of_set(database, name)
    histories = {
        row.item.item_id: history(database, row.item.item_id)
        for row in rows
        if authoring.is_authored(database, row.item.item_id)
    }
    project_ids = dict.fromkeys(
        [*(one.item.project_id for one in histories.values()), *(act.project for act in acts.values())]
    )
    accepted = {
        item_id: of_item
        for project_id in project_ids
        for item_id, of_item in _accepted_items(database, project_id).items()
    }
    records = [_record(row, histories.get(row.item.item_id), accepted) for row in rows]
    return _written(item_set, [_project(database, one, records) for one in project_ids], records)


def _accepted_items(database: Database, project_id: str) -> defaultdict[str, tuple[Accepted, ...]]:
    found: defaultdict[str, tuple[Accepted, ...]] = defaultdict(tuple)
    for row in authored_lists.acceptances_of_project(database, project_id):
        accepted = Accepted(seq=row.seq, revision=row.authored_revision, item=row.item)
        found[row.item.item_id] += (accepted,)
    return found


def _record(
    row: MemberRow | None, stored: History | None, accepted: Mapping[str, tuple[Accepted, ...]]
) -> ItemRecord:
    """An item of a set, with its history or without; or a history alone."""
    written = stored.item if stored else None
    item_id = written.item_id if written else row.item.item_id if row else ""
    of_item = accepted.get(item_id, ()) if stored else ()
    standing = next((one.item for one in of_item if stored and one.seq == stored.state.accepted_seq), None)
    try:
        return ItemRecord(
            item_id=item_id,
            project=written.project_id if written else None,
            author=written.account_id if written else None,
            created_at_ms=written.created_at_ms if written else None,
            revisions=stored.revisions if stored else (),
            steps=stored.steps if stored else (),
            acceptances=of_item,
            item=row.item if row else standing,
            stored_at_ms=row.stored_at_ms if row else None,
        )
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"Item {item_id!r} cannot be exported: {reason}.") from error


def _project(database: Database, project_id: str, records: Iterable[ItemRecord]) -> ProjectInFile:
    members = projects.members_of(database, project_id)
    acted_as = _acted_as({one.account_id: one.role for one in members}, project_id, records)
    return ProjectInFile(
        project=projects.find_project(database, project_id),
        members=tuple(
            Place(
                account_id=one.account_id,
                roles=(one.role, *_earlier_roles(one, acted_as)),
                documents=one.documents,
            )
            for one in members
        ),
        admissions=tuple(
            Decision.model_validate(one.model_dump(exclude={"project_id"}))
            for one in projects.admissions_of(database, project_id)
        ),
        target_changes=tuple(
            TargetsChanged.model_validate(one.model_dump())
            for one in projects.target_changes_of(database, project_id)
        ),
    )


def _earlier_roles(member: Member, acted_as: set[tuple[str, MemberRole]]) -> tuple[MemberRole, ...]:
    return tuple(r for r in _EARLIER if r is not member.role and (member.account_id, r) in acted_as)


def _acted_as(
    roles: dict[str, MemberRole], project_id: str, records: Iterable[ItemRecord]
) -> set[tuple[str, MemberRole]]:
    """In which roles people acted: the one that they have, wherever it allows what they did."""
    possible = {account_id: tuple(dict.fromkeys((role, *_EARLIER))) for account_id, role in roles.items()}
    found: set[tuple[str, MemberRole]] = set()
    for record in records:
        if record.project == project_id and record.author is not None:
            try:
                found |= replay(record.author, record.revisions, record.steps, possible).acted_as
            except HistoryBroken:
                continue  # the file is checked as a whole, and says so
    return found


def _written(
    item_set: SetInFile | None, in_file: Sequence[ProjectInFile], records: Sequence[ItemRecord]
) -> FullExport:
    content = full_file(item_set, in_file, records)
    reading = read_full_file(content, "the export")
    read = {numbered.record.item_id: numbered.record for numbered in reading.records}
    changed = [one.item_id for one in records if read.get(one.item_id) not in (None, one)]
    if changed:
        raise InvalidInput(f"Item {changed[0]!r} would not read back the same: correct it and export again.")
    # Nothing that is stored is left out: an old rule may have allowed what the rules of today do not.
    problems = sorted([*reading.problems, *broken_lines(reading)])
    warnings = tuple(f"an import would refuse {problem}" for problem in problems)
    return FullExport(content, len(records), warnings)
