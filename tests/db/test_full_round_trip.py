"""The lossless format: out, into an empty database, and out again is the same, byte by byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import Phase, find, given, settings
from sqlite_utils import Database

from annotation import authoring, full_import, item_sets, planning
from annotation.exchange.full import read_full_file
from annotation.exchange.full_checks import broken_lines, doubt_about_set
from annotation.exchange.full_records import ActInFile
from annotation.full_export import export_project, export_set
from annotation.full_import import Target
from annotation.workflow import Act, Status
from db import items
from db.authored import Targets
from db.connection import memory_database, writing
from db.models import By
from db.project_sets import acts_on_set
from db.projects import target_changes_of
from tests.authoring import Desk
from tests.depth import examples
from tests.makers import NOON_MS
from tests.random_authoring import RandomWork, outside_items, works

LATER_MS = NOON_MS + 10**9


def imported(database: Database, content: bytes):
    reading = read_full_file(content, "f")
    assert (reading.problems, broken_lines(reading), reading.doubt) == ((), (), None)
    assert doubt_about_set(reading) is None
    with writing(database):
        planned = full_import.plan(database, reading, (), Target())
        assert planned.problems == ()
        return full_import.store(database, planned, LATER_MS)


def lists_of(database: Database):
    listed = authoring.items_in(database, "pilot")
    return (
        listed,
        [authoring.history(database, one.item.item_id) for one in listed],
        item_sets.accepted_items(database, "pilot"),
    )


def n_rows(database: Database) -> dict[str, int]:
    return {table: database[table].count for table in database.table_names()}


@examples(25)
@given(taken=works())
def test_a_project_comes_back_byte_by_byte_whatever_people_did(taken):
    here, there = memory_database(), memory_database()
    try:
        RandomWork(here, taken)
        out = export_project(here, "pilot")
        assert out.warnings == ()
        first = imported(there, out.content)
        assert (first.n_added, first.warnings) == (out.n_items, ())
        assert export_project(there, "pilot").content == out.content
        assert lists_of(there) == lists_of(here)
        assert target_changes_of(there, "pilot") == target_changes_of(here, "pilot")
        rows = n_rows(there)
        assert imported(there, out.content)[:4] == (0, 0, out.n_items, 0)
        assert n_rows(there) == rows
    finally:
        here.close()
        there.close()


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_random_work_gets_everywhere():
    missing = {*Status, *Act, "roles", "started", "duplicated"}

    def leaves_nothing_out(taken):
        database = memory_database()
        missing.difference_update(RandomWork(database, taken).done)
        database.close()
        return not missing

    # What the examples are depends on what else is loaded: they go on until everything was seen.
    patient = settings(max_examples=300, phases=[Phase.generate], report_multiple_bugs=False)
    find(works(), leaves_nothing_out, settings=patient)


@examples(12)
@given(taken=works(), outside=outside_items)
def test_a_set_comes_back_byte_by_byte_with_its_histories(taken, outside):
    here = memory_database()
    work = RandomWork(here, taken)
    work.add_outside_items(outside)
    for name in items.item_set_names(here):
        if not items.load_item_set(here, name):
            continue
        there = memory_database()
        out = export_set(here, name)
        assert out.warnings == ()
        assert imported(there, out.content).warnings == ()
        assert export_set(there, name).content == out.content
        assert items.describe_item_set(there, name) == items.describe_item_set(here, name)
        assert items.frozen_at(there, name) == items.frozen_at(here, name)
        assert acts_on_set(there, name) == acts_on_set(here, name)
        rows = n_rows(there)
        assert imported(there, out.content)[:4] == (0, 0, out.n_items, 0)
        assert n_rows(there) == rows
        there.close()
    here.close()


def test_who_made_and_froze_a_set_and_changed_the_targets_is_in_the_file(desk: Desk) -> None:
    planning.set_targets(desk.database, "pilot", Targets(n_items=7), desk.by("sue"))
    planning.set_targets(desk.database, "pilot", Targets(n_items=7), desk.by("sue"))
    item = desk.accepted()
    item_sets.make_item_set(desk.database, "pilot", "v1", [item], desk.by("sue"))
    item_sets.freeze_item_set(desk.database, "pilot", "v1", desk.by("sue"))
    header = read_full_file(export_set(desk.database, "v1").content, "f").header
    assert header.set is not None
    assert (header.set.made, header.set.frozen) == (
        ActInFile(project="pilot", account_id="sue", at_ms=header.set.created_at_ms),
        ActInFile(project="pilot", account_id="sue", at_ms=header.set.frozen_at_ms),
    )
    (change,) = header.projects[0].target_changes
    assert (change.targets.n_items, change.account_id) == (7, "sue")


def test_a_file_of_before_says_that_nobody_knows(desk: Desk) -> None:
    item = desk.accepted()
    item_sets.make_item_set(desk.database, "pilot", "v1", [item], desk.by("sue"))
    first, rest = export_set(desk.database, "v1").content.split(b"\n", 1)
    header = json.loads(first)
    header["version"] = 1
    del header["set"]["made"], header["set"]["frozen"], header["projects"][0]["target_changes"]
    there = memory_database()
    assert imported(there, json.dumps(header).encode() + b"\n" + rest).n_added == 1
    assert acts_on_set(there, "v1") == {}
    assert target_changes_of(there, "pilot") == []
    there.close()


def test_targets_that_are_others_here_keep_their_own_history(desk: Desk) -> None:
    desk.accepted()
    there = memory_database()
    imported(there, export_project(desk.database, "pilot").content)
    with writing(there):
        planning.set_targets(there, "pilot", Targets(n_items=9), By("sue", NOON_MS))
    planning.set_targets(desk.database, "pilot", Targets(n_items=7), desk.by("sue"))
    imported(there, export_project(desk.database, "pilot").content)
    assert [one.targets.n_items for one in target_changes_of(there, "pilot")] == [9]
    there.close()
