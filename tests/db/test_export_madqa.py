"""Predictions per person and condition: who is in them, and that the public scorer gives our figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord, Mode
from baseline.analysis.report import score_run
from baseline.exports.contents import read_contents
from baseline.exports.madqa import export_madqa, madqa_files
from baseline.figures.study_report import study_report
from baseline.scoring.one_system import report_as_json
from db import event_log
from db.connection import memory_database
from db.studies import stream_of_study
from db.study_events import Excluded
from tests.exports_study import (
    answer,
    give,
    make_designed_study,
    make_eventful_study,
    make_person,
)
from tests.makers import NOON_MS, make_new
from tests.reference.plain_harness import harness_figures, read

FIGURES = ("accuracy", "page_f1", "document_f1", "kuiper_official")


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    """The study in which everything happens; read only."""
    opened = memory_database()
    make_eventful_study(opened)
    yield opened
    opened.close()


def test_each_person_and_condition_has_a_file_with_one_row_for_each_counted_item(
    eventful: Database, tmp_path: Path
) -> None:
    written = export_madqa(eventful, "pilot", tmp_path)
    assert {one["file"]: one["rows"] for one in written} == {
        "gold.jsonl": 4,
        "predictions-search-p-agent.jsonl": 4,
        "predictions-search-p-ada.jsonl": 4,
        "predictions-search-p-cleo.jsonl": 1,
        "predictions-oracle-p-ben.jsonl": 3,
        "left-out.jsonl": 2,
    }


def test_refused_expired_and_unopened_items_are_rows_with_an_empty_answer(
    eventful: Database, tmp_path: Path
) -> None:
    export_madqa(eventful, "pilot", tmp_path)
    ada = {row["id"]: row for row in read(tmp_path / "predictions-search-p-ada.jsonl")}
    ben = {row["id"]: row for row in read(tmp_path / "predictions-oracle-p-ben.jsonl")}
    # In the order of the gold, though Ada answered the third one first.
    assert list(ada) == ["item-001", "item-002", "item-003", "item-004"]
    assert (ada["item-002"]["status"], ada["item-002"]["answer"]) == ("not_found", [])
    assert (ada["item-004"]["status"], ada["item-004"]["answer"]) == ("skipped", [])
    assert (ben["item-002"]["status"], ben["item-002"]["answer"]) == ("expired", [])
    assert (ben["item-003"]["status"], ben["item-003"]["answer"]) == ("missing", [])
    assert [row["iterations"] for row in ada.values()] == [2, 3, 1, 1]
    assert [row["iterations"] for row in ben.values()] == [1, 1, 1]


def test_released_and_excluded_places_stand_apart_with_their_reasons(
    eventful: Database, tmp_path: Path
) -> None:
    export_madqa(eventful, "pilot", tmp_path)
    left_out = read(tmp_path / "left-out.jsonl")
    assert [(row["participant"], row["id"], row["why"], row["reason"]) for row in left_out] == [
        ("p-ben", "item-004", "released", "lapsed"),
        ("p-cleo", "item-002", "excluded", "Asked a friend"),
    ]


@pytest.mark.parametrize("system", ["People · search", "People · oracle"])
@pytest.mark.parametrize("mode", ["harness", "strict"])
def test_the_figures_of_the_files_are_those_of_the_page(
    eventful: Database, tmp_path: Path, system: str, mode: Mode
) -> None:
    written = [one for one in export_madqa(eventful, "pilot", tmp_path) if one["system"] == system]
    report = next(
        one.report for one in study_report(eventful, "pilot", mode).systems if one.report.system == system
    )

    outcome = scored(tmp_path, [tmp_path / one["file"] for one in written], mode)

    assert outcome["figures"] == json.loads(json.dumps(report_as_json(report)))["figures"]


@pytest.mark.parametrize("system", ["People · search", "People · oracle"])
def test_a_plain_scorer_of_the_files_gives_the_figures_of_harness_mode(
    eventful: Database, tmp_path: Path, system: str
) -> None:
    contents = read_contents(eventful, "pilot")
    written = [one for one in export_madqa(eventful, "pilot", tmp_path) if one["system"] == system]
    files = [tmp_path / one["file"] for one in written]

    plain = harness_figures(tmp_path / "gold.jsonl", files)
    outcome = scored(tmp_path, files)

    assert plain["n"] == outcome["n_attempts"] + sum(
        one.system == system and one.record is None for one in contents.counted
    )
    for key in FIGURES:
        expected = plain[key]
        value = outcome["figures"][key]["value"]
        assert value == (None if expected is None else pytest.approx(float(expected), abs=1e-12)), key


def scored(folder: Path, files: list[Path], mode: Mode = "harness") -> dict:
    out = folder / "scored.json"
    arguments = ["score", "--gold", str(folder / "gold.jsonl"), "--mode", mode, "--json"]
    with out.open("w") as sink, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", sink)
        assert main([*arguments, "--predictions", *map(str, files)]) == 0
    return json.loads(out.read_text())


def test_ties_of_effort_break_the_same_way_along_the_gold_and_along_the_file(
    database: Database, tmp_path: Path
) -> None:
    study = make_designed_study(database, n_items=6)
    ada = make_person(database, "p-ada")
    order = [6, 1, 5, 2, 4, 3]
    for number, place in zip(order, give(database, study, ada, [f"item-00{n}" for n in order]), strict=True):
        answer(database, study, place, str(100 + number) if number % 2 else "wrong", searches=1)
    export_madqa(database, "pilot", tmp_path)
    files = [tmp_path / "predictions-search-p-ada.jsonl"]

    along_file = harness_figures(tmp_path / "gold.jsonl", files)
    along_gold = harness_figures(tmp_path / "gold.jsonl", files, by_gold=True)

    assert along_file == along_gold
    contents = read_contents(database, "pilot")
    report = score_run(
        [gold_item(item) for item in contents.items],
        [one.record for one in contents.counted if one.record],
        "harness",
    )
    assert report.figure("kuiper_official").value == pytest.approx(float(along_file["kuiper_official"]))


def sorted_by_answer(records: list[AttemptRecord]) -> list[AttemptRecord]:
    return sorted(records, key=lambda one: one.answer == ("wrong",))


def test_who_began_only_what_was_excluded_still_has_their_other_places(
    database: Database, tmp_path: Path
) -> None:
    study = make_designed_study(database)
    ada = make_person(database, "p-ada")
    begun, _ = give(database, study, ada, ["item-001", "item-002"])
    answer(database, study, begun, "101")
    why = Excluded(of="attempt", id=begun.attempt_id, reason="A friend helped", by="p-lab")
    event_log.append(database, stream_of_study("pilot"), [make_new(why, source="server")], NOON_MS)

    written = {one["file"]: one["rows"] for one in export_madqa(database, "pilot", tmp_path)}

    assert written == {"gold.jsonl": 4, "predictions-search-p-ada.jsonl": 1, "left-out.jsonl": 1}
    (shown,) = study_report(database, "pilot", "harness").systems
    assert shown.report.figure("accuracy").n == 1


def test_a_study_without_people_is_its_gold(database: Database) -> None:
    make_designed_study(database)
    assert [file.name for file in madqa_files(read_contents(database, "pilot"))] == ["gold.jsonl"]


def test_the_same_database_gives_the_same_bytes(eventful: Database) -> None:
    first, second = (madqa_files(read_contents(eventful, "pilot")) for _ in range(2))
    assert first == second


def test_items_that_ask_the_same_are_one_for_the_page_as_for_the_public_scorer(
    database: Database, tmp_path: Path
) -> None:
    study = make_designed_study(database, n_items=3)
    database.execute("UPDATE item_revisions SET content = json_set(content, '$.question', 'The same?')")
    ada = make_person(database, "p-ada")
    for number, place in enumerate(give(database, study, ada, ["item-001", "item-002", "item-003"]), 1):
        answer(database, study, place, "103" if number < 3 else "wrong")
    export_madqa(database, "pilot", tmp_path)

    outcome = scored(tmp_path, [tmp_path / "predictions-search-p-ada.jsonl"])
    (shown,) = study_report(database, "pilot", "harness").systems

    assert outcome["figures"]["accuracy"]["numerator"] == 2
    assert outcome["figures"] == json.loads(json.dumps(report_as_json(shown.report)))["figures"]
