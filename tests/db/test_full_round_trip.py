"""The lossless format: out, into an empty database, and out again is the same, byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings
from sqlite_utils import Database

from annotation import authoring, full_import, item_sets
from annotation.exchange.full import read_full_file
from annotation.exchange.full_checks import broken_lines, doubt_about_set
from annotation.full_export import export_project, export_set
from annotation.full_import import Target
from annotation.workflow import Act, Status
from db import items
from db.connection import memory_database, writing
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
        rows = n_rows(there)
        assert imported(there, out.content)[:4] == (0, 0, out.n_items, 0)
        assert n_rows(there) == rows
        there.close()
    here.close()
