"""What a study exports comes back as a run: answers, citations, searches and times as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from baseline.analysis.records import AttemptRecord
from baseline.exports.formats import export_files
from baseline.runs.formats import format_of
from baseline.runs.importing import RunFile, read_file
from baseline.runs.reading import RunReading
from db.connection import memory_database
from db.studies import find_study
from tests.exports_study import make_eventful_study


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    opened = memory_database()
    make_eventful_study(opened)
    yield opened
    opened.close()


def readings(database: Database, exported: str) -> dict[str, RunReading]:
    set_name = find_study(database, "pilot").item_set
    read = {}
    for file in export_files(database, "pilot", exported):
        if file.name.startswith("predictions-") or exported == "inspect":
            content = (file.text or "").encode()
            run = RunFile(
                content=content,
                name=file.name,
                format=format_of(content, file.name),
                set_name=set_name,
                system="Somebody",
            )
            read[file.name] = read_file(database, run, None)
    return read


def essence(attempt: AttemptRecord) -> tuple[object, ...]:
    return (
        attempt.item_id,
        attempt.answer,
        frozenset(attempt.citations),
        attempt.searches,
        attempt.working_s,
        attempt.status,
    )


@pytest.mark.parametrize("exported", ["madqa", "inspect"])
def test_every_exported_file_is_recognised_and_read_without_a_problem(
    eventful: Database, exported: str
) -> None:
    found = readings(eventful, exported)
    assert len(found) == 4
    assert {one.format for one in found.values()} == {exported}
    assert [problem for one in found.values() for problem in one.problems] == []
    assert {one.n_coerced for one in found.values()} == {0}


def test_predictions_and_logs_say_the_same(eventful: Database) -> None:
    def all_rows(exported: str) -> set[tuple[object, ...]]:
        found = readings(eventful, exported).values()
        return {essence(row.attempt) for one in found for row in one.rows}

    assert all_rows("madqa") == all_rows("inspect")
