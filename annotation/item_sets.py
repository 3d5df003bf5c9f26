"""Accepted items, and item sets made of them. Each writing use case is one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.acting import person_in
from annotation.authoring import items_in
from annotation.board import Board
from db import authored_lists, items, project_sets
from db.authored import MemberRole
from db.authored_lists import AcceptedRow
from db.connection import Database, joined
from db.errors import Conflict, InvalidInput, NotAllowed, NotFound
from db.home import checked_name
from db.models import By, Item, ItemSet
from db.project_sets import ActOnSet, ProjectSet

_NAMES_SHOWN = 10


def accepted_items(database: Database, project_id: str) -> list[AcceptedRow]:
    """Every item of a project that stands accepted, as it was accepted last, in the order of the items.

    An item of which a later revision is still under review stands as it was accepted before.
    """
    seqs = {
        listed.item.item_id: listed.state.accepted_seq
        for listed in items_in(database, project_id)
        if listed.state.accepted_revision is not None
    }
    rows = authored_lists.acceptances_of_project(database, project_id)
    return [row for row in rows if seqs.get(row.item.item_id) == row.seq]


def accepted_of(database: Database, project_id: str, board: Board) -> list[Item]:
    """The same items, for whoever has the project's board at hand: no item is folded again."""
    rows = authored_lists.acceptances_of_project(database, project_id)
    return [row.item for row in rows if _accepted_seq(board, row.item.item_id) == row.seq]


def _accepted_seq(board: Board, item_id: str) -> int | None:
    item = board.items.get(item_id)
    return None if item is None or item.state.accepted_revision is None else item.state.accepted_seq


def make_item_set(
    database: Database, project_id: str, name: str, selection: Sequence[str], by: By
) -> ItemSet:
    """Make a set of accepted items, in the given order.

    Raises:
        NotAllowed: the person is no supervisor of the project.
        Conflict: there is a set of this name.
        InvalidInput: the name is not usable, nothing is selected, or an item is not accepted.
    """
    checked_name(name, "item set name")
    with joined(database):
        _refuse_all_but_supervisors(database, project_id, by)
        if name in items.item_set_names(database):
            raise Conflict(f"There is already an item set {name!r}; choose another name.")
        accepted = {row.item.item_id: row.item for row in accepted_items(database, project_id)}
        missing = [item_id for item_id in dict.fromkeys(selection) if item_id not in accepted]
        if missing:
            more = f" and {len(missing) - _NAMES_SHOWN} more" if len(missing) > _NAMES_SHOWN else ""
            names = ", ".join(map(repr, missing[:_NAMES_SHOWN]))
            raise InvalidInput(f"Not accepted, so in no item set yet: {names}{more}; leave them out.")
        if not selection:
            raise InvalidInput("No item is selected; choose at least one for the set.")
        items.put_item_set(database, name, [accepted[item_id] for item_id in selection], by.at_ms)
        project_sets.note_act(database, name, project_id, "made", ActOnSet(*by))
        return items.describe_item_set(database, name)


def freeze_item_set(database: Database, project_id: str, name: str, by: By) -> ItemSet:
    """From now on the set does not change; its hash says whether two sets hold the same.

    Raises:
        NotAllowed: the person is no supervisor of the project.
        NotFound: the project has no such set.
    """
    with joined(database):
        if find_set(database, project_id, name, by).frozen_at_ms is None:
            items.freeze_item_set(database, name, by.at_ms)
            project_sets.note_act(database, name, project_id, "frozen", ActOnSet(*by))
        return items.describe_item_set(database, name)


def find_set(database: Database, project_id: str, name: str, by: By) -> ProjectSet:
    """A set of a project, for its supervisors.

    Raises:
        NotAllowed: the person is no supervisor of the project.
        NotFound: the project has no such set.
    """
    _refuse_all_but_supervisors(database, project_id, by)
    for one in project_sets.sets_of_project(database, project_id):
        if one.name == name:
            return one
    raise NotFound(f"Project {project_id!r} has no item set {name[:100]!r}.")


def _refuse_all_but_supervisors(database: Database, project_id: str, by: By) -> None:
    if person_in(database, project_id, by.account_id).role is not MemberRole.SUPERVISOR:
        raise NotAllowed("Only supervisors make and freeze item sets; ask one of the project's.")
