"""Trajectories, tables and the data dictionary: what is in them, what must never be, and their escaping."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.exports.columns import Column, table_file
from baseline.exports.dictionary import ELSEWHERE, dictionary, dictionary_files
from baseline.exports.files import ExportFile, zipped
from baseline.exports.formats import FORMATS, export_files
from baseline.exports.tables import ATTEMPTS
from baseline.exports.trajectories import WITHHELD
from db import event_log
from db.connection import memory_database, open_database
from db.formula_guard import unguarded
from tests.exports_study import CODE, DRAFT, FORMULA, make_designed_study, make_eventful_study, make_person

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    """The study in which everything happens; read only."""
    opened = memory_database()
    make_eventful_study(opened)
    yield opened
    opened.close()


def files_of(database: Database, name: str) -> dict[str, str]:
    return {file.name: file.text or "" for file in export_files(database, "pilot", name)}


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def lines_of(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_trajectory_holds_every_event_of_its_attempt_without_a_gap(eventful: Database) -> None:
    trajectories = lines_of(files_of(eventful, "trajectories")["trajectories.jsonl"])
    # Four of Ada, three of Ben (one was never begun), three of Cleo, four of the agent.
    assert len(trajectories) == 14
    for one in trajectories:
        stored = event_log.replay(eventful, one["attempt"])
        assert [event["seq"] for event in one["events"]] == list(range(1, len(stored) + 1))
        assert [event["kind"] for event in one["events"]] == [event.kind for event in stored]
    reading = next(one for one in trajectories if one["participant"] == "p-ada" and one["item"] == "item-001")
    query = next(event for event in reading["events"] if event["kind"] == "query")
    assert query["since_shown_ms"] == 1000
    assert query["payload"]["hits"][0]["document"] == "report-1.pdf"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_format_holds_drafts_codes_or_names(eventful: Database, name: str) -> None:
    for file, text in files_of(eventful, name).items():
        assert DRAFT not in text, file
        assert CODE not in text, file
        assert "Lovelace" not in text, file


def test_attempts_that_do_not_count_are_there_and_say_so(eventful: Database) -> None:
    rows = rows_of(files_of(eventful, "csv")["attempts.csv"])
    assert {row["purpose"] for row in rows} == {"main", "practice"}
    left_out = {row["item"]: row for row in rows if row["left_out"]}
    assert left_out["item-004"]["left_out_reason"] == "lapsed"
    assert left_out["item-002"]["rule"] == "fast"
    assert sum(row["counts"] == "yes" for row in rows) == 12


def test_the_table_of_attempts_tells_how_they_went(eventful: Database) -> None:
    rows = rows_of(files_of(eventful, "csv")["attempts.csv"])
    ada = next(row for row in rows if row["participant"] == "p-ada" and row["item"] == "item-003")
    assert ada["working_s"] == "30.0"
    assert ada["first_gold_page_s"] == "20.0"
    assert ada["n_searches"] == ada["n_marked"] == "1"
    assert ada["n_answer_edits"] == "2"
    assert ada["shown_at"] == "2026-04-01T12:00:00.000Z"


def test_what_people_typed_runs_in_no_spreadsheet(eventful: Database) -> None:
    text = files_of(eventful, "csv")["attempts.csv"]
    answers = [row["answer"] for row in rows_of(text)]
    assert f"'{FORMULA}" in answers
    assert FORMULA not in answers


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_a_table_reads_back_and_no_cell_begins_like_a_formula(texts: list[str]) -> None:
    columns = [Column("a", "text", "", lambda row: row)]
    made = table_file("t.csv", columns, texts, "")
    assert made.text is not None
    header, *rows = csv.reader(io.StringIO(made.text, newline=""), strict=True)
    assert header == ["a"]
    cells = [row[0] for row in rows]
    assert not any(cell.lstrip(" ").startswith(RUN_BY_SPREADSHEETS) for cell in cells)
    assert [unguarded(cell) for cell in cells] == [text.replace("\x00", "␀") for text in texts]


def test_numbers_are_written_as_numbers() -> None:
    columns = [Column("a", "number", "", lambda row: row)]
    made = table_file("t.csv", columns, [-1.5, 0.1, 3, None, True], "")
    assert made.text == '"a"\r\n"-1.5"\r\n"0.1"\r\n"3"\r\n""\r\n"yes"\r\n'


def test_questionnaires_are_a_row_for_each_answer(eventful: Database) -> None:
    (row,) = rows_of(files_of(eventful, "csv")["questionnaires.csv"])
    assert (row["participant"], row["question"], row["text"], row["answer"]) == (
        *("p-ada", "age", "How old are you?", "30-39"),
    )


def test_a_byte_order_mark_stands_before_tables_only_when_asked_for(eventful: Database) -> None:
    marked = {file.name: file.text or "" for file in export_files(eventful, "pilot", "csv", "with")}
    assert marked["attempts.csv"].startswith('\ufeff"attempt"')
    assert marked["data-dictionary.md"].startswith("# ")
    assert files_of(eventful, "csv")["attempts.csv"].startswith('"attempt"')


def test_every_field_of_every_file_is_in_the_dictionary_with_its_meaning(eventful: Database) -> None:
    tables = {table.name: table for section in dictionary().values() for table in section}
    written = files_of(eventful, "trajectories")
    for line in lines_of(written["trajectories.jsonl"]) + lines_of(written["participants.jsonl"]):
        name = "trajectories.jsonl" if "attempt" in line else "participants.jsonl"
        assert list(line) == [field.name for field in tables[name].fields]
        for event in line["events"]:
            assert list(event) == [field.name for field in tables["event"].fields]
            known = {field.name for field in tables[event["kind"]].fields}
            assert set(event["payload"]) | set(event["withheld"]) == known
    header = next(csv.reader(io.StringIO(files_of(eventful, "csv")["attempts.csv"])))
    assert header == [column.name for column in ATTEMPTS]
    parts = {table.name for table in dictionary()["Parts of payloads"]}
    empty = [
        f"{t.name}.{f.name}"
        for t in tables.values()
        for f in t.fields
        if not f.meaning and t.name not in parts
    ]
    assert not empty


def test_the_dictionary_knows_every_kind_that_an_export_can_hold() -> None:
    in_it = {table.name for table in dictionary()["Payloads by kind"]}
    assert in_it | ELSEWHERE == event_log.KINDS
    assert not in_it & ELSEWHERE
    assert set(WITHHELD) <= in_it
    page = dictionary_files()[0].text or ""
    assert all(f"### `{kind}`" in page for kind in in_it)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"inspect"}))
def test_a_study_that_nobody_came_to_exports(database: Database, name: str) -> None:
    make_designed_study(database, n_items=1)
    make_person(database, "p-ada")
    assert files_of(database, name)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_same_study_gives_the_same_archive(eventful: Database, name: str) -> None:
    first, second = (zipped(export_files(eventful, "pilot", name)) for _ in range(2))
    assert first == second


def test_a_file_that_says_nothing_is_not_packed() -> None:
    assert zipped([ExportFile("a", None, 0, "")]) == zipped([])


def test_the_command_names_files_of_an_earlier_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(tmp_path / "pagetrail.db")
    make_eventful_study(database)
    database.close()
    out = tmp_path / "out"
    out.mkdir()
    (out / "predictions-search-p-gone.jsonl").write_text("")
    assert main(["export", "--study", "pilot", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "predictions-search-p-ada.jsonl: 4 rows (People · search)" in told
    assert "Not of this export, but in the folder: predictions-search-p-gone.jsonl." in told


def test_the_documentation_names_every_format_and_every_file(eventful: Database) -> None:
    page = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
    for name in FORMATS:
        assert f"| `{name}` |" in page
        for file in files_of(eventful, name):
            is_named_after_people = file.startswith("predictions-") or name == "inspect"
            assert is_named_after_people or file in page or file.replace("data-dictionary", "") in page, file
