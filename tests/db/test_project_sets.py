"""The item sets of a project: whose they are, who made and froze them, and files of them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from annotation import item_sets, membership
from annotation.board import ProjectBoard
from annotation.set_files import SET_FORMATS, file_name, set_file
from baseline.studies.studies import create_study
from db import items
from db.errors import NotAllowed, NotFound
from db.project_sets import ActOnSet, sets_of_project
from tests.authoring import PROJECT, Desk, make_draft
from tests.makers import NOON_MS, make_items, make_plan


def made(desk: Desk, name: str = "v1") -> list[str]:
    """A set of two accepted items."""
    ids = [desk.accepted(), desk.accepted("bob", draft=make_draft("Another?"))]
    item_sets.make_item_set(desk.database, "pilot", name, ids, desk.by("sue"))
    return ids


def test_set_knows_who_made_and_who_froze_it(desk: Desk) -> None:
    made(desk)
    (one,) = sets_of_project(desk.database, "pilot")
    assert (one.name, one.n_items, one.made) == ("v1", 2, ActOnSet("sue", NOON_MS + 1000))
    assert (one.frozen_at_ms, one.frozen, one.studies) == (None, None, ())

    item_sets.freeze_item_set(desk.database, "pilot", "v1", desk.by("sam"))
    item_sets.freeze_item_set(desk.database, "pilot", "v1", desk.by("sue"))
    (one,) = sets_of_project(desk.database, "pilot")
    assert (one.frozen_at_ms, one.frozen) == (NOON_MS + 1000, ActOnSet("sam", NOON_MS + 1000))


def test_set_that_a_study_froze_names_the_study_and_nobody(desk: Desk) -> None:
    made(desk)
    create_study(desk.database, make_plan(item_set="v1", study_id="spring"), NOON_MS)
    (one,) = sets_of_project(desk.database, "pilot")
    assert (one.frozen_at_ms, one.frozen, one.studies) == (NOON_MS, None, ("spring",))


def test_sets_of_others_are_no_business_of_a_project(desk: Desk) -> None:
    made(desk)
    items.put_item_set(desk.database, "imported", make_items(2), NOON_MS)
    membership.create_project(
        desk.database, PROJECT.model_copy(update={"project_id": "second"}), desk.by("ann")
    )
    assert sets_of_project(desk.database, "second") == []
    assert [one.name for one in sets_of_project(desk.database, "pilot")] == ["v1"]
    for name in ("v1", "imported"):
        with pytest.raises(NotFound, match="'second' has no item set"):
            item_sets.freeze_item_set(desk.database, "second", name, desk.by("ann"))
        assert not items.is_frozen(desk.database, name)


def test_set_of_unknown_maker_belongs_to_the_project_in_which_all_its_items_were_written(desk: Desk) -> None:
    accepted = made(desk)
    written = items.load_item_set(desk.database, "v1")
    items.put_item_set(desk.database, "ours", written, NOON_MS)
    items.put_item_set(desk.database, "mixed", [*written, *make_items(1)], NOON_MS)
    assert {one.name: one.made is None for one in sets_of_project(desk.database, "pilot")} == {
        "v1": False,
        "ours": True,
    }
    assert len(accepted) == 2


@pytest.mark.parametrize("who", ["ann", "rita", "carl"])
def test_set_is_for_supervisors(desk: Desk, who: str) -> None:
    made(desk)
    with pytest.raises(NotAllowed, match="Only supervisors"):
        item_sets.find_set(desk.database, "pilot", "v1", desk.by(who))
    with pytest.raises(NotAllowed, match="Only supervisors"):
        item_sets.freeze_item_set(desk.database, "pilot", "v1", desk.by(who))


def test_accepted_items_are_the_same_with_and_without_the_board(desk: Desk) -> None:
    made(desk)
    desk.submitted()
    board = ProjectBoard("pilot").read(desk.database)
    with_board = item_sets.accepted_of(desk.database, "pilot", board)
    assert with_board == [row.item for row in item_sets.accepted_items(desk.database, "pilot")]
    assert len(with_board) == 2


@pytest.mark.parametrize("file_format", SET_FORMATS)
def test_set_becomes_a_file_in_every_format_the_same_each_time(desk: Desk, file_format) -> None:
    made(desk)
    first = set_file(desk.database, "v1", file_format)
    assert first == set_file(desk.database, "v1", file_format)
    assert first.name == file_name("v1", file_format)
    assert first.content


def test_card_comes_as_a_folder_with_the_agreement_of_its_reviews(desk: Desk) -> None:
    made(desk)
    archive = zipfile.ZipFile(io.BytesIO(set_file(desk.database, "v1", "card").content))
    assert set(archive.namelist()) == {"v1/README.md", "v1/items.jsonl", "v1/items.parquet"}
    card = archive.read("v1/README.md").decode()
    assert "Blind answer agrees, search" in card
    assert "2 reviews" in card
    rows = archive.read("v1/items.jsonl").decode().splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["pilot-0001", "pilot-0002"]
