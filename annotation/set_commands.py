"""`python -m annotation set create|freeze|list`: item sets out of a project's accepted items."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from annotation import item_sets
from annotation.command_project import in_the_name_of
from annotation.construct.mix import visual_category
from baseline.analysis.cascade import HOP_TYPES, hop_type
from db import items, project_sets, projects
from db.clock import utc_text
from db.command_line import add_command
from db.connection import Database, opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.project_sets import ProjectSet
from db.wording import counted


def add_set_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `set create`, `set freeze` and `set list`."""
    sets = subparsers.add_parser("set", help="make, freeze and list the item sets of a project")
    actions = sets.add_subparsers(required=True, metavar="ACTION")
    create = add_command(
        actions, "create", create_set, "make a set of accepted items, all of them or some", prints=_made_lines
    )
    create.add_argument("--project", required=True, metavar="ID")
    create.add_argument("--name", required=True, metavar="NAME")
    create.add_argument("--item", action="append", metavar="ITEM", help="only this one; may be repeated")
    create.add_argument("--hop", choices=HOP_TYPES, help="only items of this hop type")
    create.add_argument("--visual", metavar="CATEGORY", help="only items of this visual category")
    freeze = add_command(
        actions, "freeze", freeze_set, "from now on the set does not change", prints=_frozen_lines
    )
    freeze.add_argument("--project", required=True, metavar="ID")
    freeze.add_argument("--name", required=True, metavar="NAME")
    listing = add_command(actions, "list", list_sets, "the item sets of a project", prints=_list_lines)
    listing.add_argument("--project", required=True, metavar="ID")


def create_set(arguments: argparse.Namespace) -> dict[str, Any]:
    """Make a set in the order of the items, or of `--item`.

    Raises:
        NotFound: there is no such project.
        Conflict: there is a set of this name.
        InvalidInput: the name is not usable, an item is not accepted, or no item fits.
    """
    if arguments.item and (arguments.hop or arguments.visual):
        raise InvalidInput("Name items with --item, or choose them with --hop and --visual, not both.")
    with opened_database(database_path()) as database, writing(database):
        by = in_the_name_of(database, arguments.project)
        selection = arguments.item or _fitting(database, arguments)
        if not selection:
            raise InvalidInput("No accepted item fits, so no set was made; choose others.")
        made = item_sets.make_item_set(database, arguments.project, arguments.name, selection, by)
    return made.model_dump(mode="json")


def freeze_set(arguments: argparse.Namespace) -> dict[str, Any]:
    """Freeze a set; one that is frozen already stays as it is.

    Raises:
        NotFound: there is no such project, or it has no such set.
    """
    with opened_database(database_path()) as database, writing(database):
        by = in_the_name_of(database, arguments.project)
        frozen = item_sets.freeze_item_set(database, arguments.project, arguments.name, by)
        return {**frozen.model_dump(mode="json"), "frozen_at_ms": items.frozen_at(database, arguments.name)}


def list_sets(arguments: argparse.Namespace) -> dict[str, Any]:
    """The sets of a project, newest first.

    Raises:
        NotFound: there is no such project.
    """
    with opened_database(database_path()) as database:
        projects.find_project(database, arguments.project)
        found = project_sets.sets_of_project(database, arguments.project)
        sets = [_set_as_json(database, one) for one in found]
    return {"project": arguments.project, "sets": sets}


def _fitting(database: Database, arguments: argparse.Namespace) -> list[str]:
    accepted = [row.item for row in item_sets.accepted_items(database, arguments.project)]
    wanted = None if arguments.visual is None else visual_category(arguments.visual)
    return [
        item.item_id
        for item in accepted
        if arguments.hop in {None, hop_type(item.evidence)}
        and wanted in {None, visual_category(item.metadata.visual)}
    ]


def _set_as_json(database: Database, one: ProjectSet) -> dict[str, Any]:
    return {
        "name": one.name,
        "n_items": one.n_items,
        "sha256": items.describe_item_set(database, one.name).sha256,
        "created_at_ms": one.created_at_ms,
        "made_by": one.made.account_id if one.made else None,
        "frozen_at_ms": one.frozen_at_ms,
        "frozen_by": one.frozen.account_id if one.frozen else None,
        "studies": list(one.studies),
    }


def _made_lines(outcome: Mapping[str, Any]) -> str:
    return f"{_named(outcome)}. It may change until it is frozen."


def _frozen_lines(outcome: Mapping[str, Any]) -> str:
    return f"{_named(outcome)}, frozen since {utc_text(outcome['frozen_at_ms'])}."


def _named(outcome: Mapping[str, Any]) -> str:
    return f"Set {outcome['name']}: {counted(outcome['n_items'], 'items')}, sha256 {outcome['sha256']}"


def _list_lines(outcome: Mapping[str, Any]) -> str:
    if not outcome["sets"]:
        return f"Project {outcome['project']} has no item set yet."
    return "\n".join(
        f"{_named(one)}, "
        + ("not frozen" if one["frozen_at_ms"] is None else f"frozen since {utc_text(one['frozen_at_ms'])}")
        + (f", used by {', '.join(one['studies'])}" if one["studies"] else "")
        for one in outcome["sets"]
    )
