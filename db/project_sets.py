"""Which item sets belong to a project, who made and who froze them, and which studies use them."""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

from sqlite_utils import Database

SetAct = Literal["made", "frozen"]


class ActOnSet(NamedTuple):
    """Somebody made or froze a set."""

    account_id: str
    at_ms: int


class ProjectSet(NamedTuple):
    """A set as a list shows it. `made` and `frozen` are None where it is not known who did it.

    `frozen_at_ms` is None while the set may change; `studies` are the ids of those that use it.
    """

    name: str
    n_items: int
    created_at_ms: int
    frozen_at_ms: int | None
    made: ActOnSet | None
    frozen: ActOnSet | None
    studies: tuple[str, ...]


def note_act(database: Database, name: str, project_id: str, act: SetAct, by: ActOnSet) -> None:
    """Store who did it; the first one stays."""
    database.execute(
        "INSERT INTO item_set_acts (set_name, project_id, act, account_id, at_ms) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (set_name, act) DO NOTHING",
        [name, project_id, act, *by],
    )


def acts_on_set(database: Database, name: str) -> dict[SetAct, tuple[str, ActOnSet]]:
    """What is known of who made and who froze a set, each with the project in which they did."""
    rows = database.execute(
        "SELECT act, project_id, account_id, at_ms FROM item_set_acts WHERE set_name = ?", [name]
    )
    return {act: (project_id, ActOnSet(account_id, at_ms)) for act, project_id, account_id, at_ms in rows}


def sets_of_project(database: Database, project_id: str) -> list[ProjectSet]:
    """The sets made in a project, and those of unknown makers that hold only items written in it.

    Newest first.
    """
    rows = database.execute(
        "SELECT s.name, (SELECT count(*) FROM item_set_members m WHERE m.set_name = s.name), "
        "s.created_at_ms, s.frozen_at_ms, made.account_id, made.at_ms, frozen.account_id, frozen.at_ms, "
        # Studies of version 0.1.0 had their set beside the rest; later ones have it in their design.
        "(SELECT json_group_array(study_id) FROM studies "
        "WHERE s.name IN (content ->> '$.item_set', content ->> '$.design.item_set')) "
        "FROM item_sets s "
        "LEFT JOIN item_set_acts made ON made.set_name = s.name AND made.act = 'made' "
        "LEFT JOIN item_set_acts frozen ON frozen.set_name = s.name AND frozen.act = 'frozen' "
        "WHERE made.project_id = :project OR (made.project_id IS NULL "
        "AND EXISTS (SELECT 1 FROM item_set_members m WHERE m.set_name = s.name) "
        "AND NOT EXISTS (SELECT 1 FROM item_set_members m LEFT JOIN authored_items i "
        "ON i.item_id = m.item_id AND i.project_id = :project "
        "WHERE m.set_name = s.name AND i.item_id IS NULL)) ORDER BY s.created_at_ms DESC, s.name",
        {"project": project_id},
    ).fetchall()
    return [
        ProjectSet(
            *(name, n_items, created_at_ms, frozen_at_ms),
            made=None if maker is None else ActOnSet(maker, made_at_ms),
            frozen=None if freezer is None else ActOnSet(freezer, act_at_ms),
            studies=tuple(json.loads(studies)),
        )
        for name, n_items, created_at_ms, frozen_at_ms, maker, made_at_ms, freezer, act_at_ms, studies in rows
    ]
