"""`python -m baseline import-run` and what is done with runs afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from baseline.__main__ import main
from db.connection import open_database, opened_database, writing
from db.home import database_path
from db.items import frozen_at, item_ids_of_set, put_item_set
from tests.makers import NOON_MS, make_items


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(tmp_path / "pagetrail.db")
    with writing(database):
        put_item_set(database, "pilot", make_items(3), NOON_MS)
    database.close()
    return tmp_path


@pytest.fixture
def answers(home: Path) -> Path:
    with opened_database(database_path()) as database:
        ids = item_ids_of_set(database, "pilot")
    rows = [{"id": ids[0], "answer": "x", "iterations": 1}, {"id": ids[1], "answer": 7, "iterations": 2}]
    path = home / "answers.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main([*words]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def outcome(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    return json.loads(run(capsys, *words, "--json"))


def import_words(path: Path, *more: str) -> tuple[str, ...]:
    return ("import-run", str(path), "--set", "pilot", "--system", "Heron", *more)


def test_a_dry_run_says_everything_and_stores_nothing(
    answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(capsys, *import_words(answers, "--dry-run"))

    assert said.startswith(
        "Heron: 2 answers to pilot, read as MADQA predictions. Dry run: nothing was stored."
    )
    assert "- 1 time: answer given as a number, read as text" in said
    assert "- answers 2 of 3 items; the others score 0: " in said
    assert run(capsys, "runs").startswith("No run was imported yet")
    with opened_database(database_path()) as database:
        assert frozen_at(database, "pilot") is None


def test_a_run_is_imported_once_and_freezes_its_set(
    answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = outcome(capsys, *import_words(answers, "--usd", "2.5"))
    again = outcome(capsys, *import_words(answers))

    assert (first["is_new"], again["is_new"], again["run"]) == (True, False, first["run"])
    assert "imported before, nothing added" in run(capsys, *import_words(answers))
    assert (first["answered"], first["items"], first["coerced"], first["format"]) == (2, 3, 1, "madqa")
    with opened_database(database_path()) as database:
        assert frozen_at(database, "pilot") is not None
    listed = outcome(capsys, "runs", "--set", "pilot")
    assert [one["run"] for one in listed["runs"]] == [first["run"]]
    assert listed["systems"][0]["cost"]["usd"] == 2.5
    assert "already, read as madqa with pages from 1" in run(
        capsys, *import_words(answers, "--condition", "oracle"), code=1
    )


def test_a_run_is_withdrawn_and_brought_back_with_reasons(
    answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_id = outcome(capsys, *import_words(answers))["run"]

    said = run(capsys, "withdraw-run", "--run", run_id, "--reason", "Wrong prompt.")
    assert said == f"Run {run_id} (answers.jsonl) no longer counts; it is kept.\n"
    assert "withdrawn: Wrong prompt." in run(capsys, "runs")
    assert "removed" in run(capsys, "withdraw-run", "--run", run_id, "--reason", "Again.", code=1)
    assert "reason is kept" in run(capsys, "bring-back-run", "--run", run_id, "--reason", " ", code=1)
    assert "turns the direction" in run(
        capsys, "bring-back-run", "--run", run_id, "--reason", "a\u202eb", code=1
    )

    back = outcome(capsys, "bring-back-run", "--run", run_id, "--reason", "It was right.")
    assert back["counts"]
    assert [one["kind"] for one in back["history"]] == ["withdrawn", "brought_back"]


def test_a_system_is_changed_with_a_reason_and_what_was_said_stays(
    answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    system = outcome(capsys, *import_words(answers, "--input-tokens", "10"))["system"]
    words = ("edit-system", "--system", system, "--reason", "It never searches.")

    changed = outcome(capsys, *words, "--kind", "non_agentic", "--usd", "1")

    assert (changed["kind"], changed["cost"]["usd"], changed["cost"]["input_tokens"]) == (
        "non_agentic",
        1,
        10,
    )
    assert changed["history"][0]["was"]["kind"] == "agent"
    assert "Nothing of system 'Heron' would change." in run(capsys, *words, "--usd", "1", code=1)
    assert "usd" in run(capsys, *words, "--usd", "-1", code=1)
    assert "There is no system 's-none'" in run(
        capsys, "edit-system", "--system", "s-none", "--reason", "Why.", "--usd", "1", code=1
    )


def test_bad_lines_are_named_and_nothing_is_stored(
    home: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with answers.open("a") as file:
        file.write('\n{"id": "q-none", "answer": "x"}\nnot json\n')

    said = run(capsys, *import_words(answers), code=1)

    assert said.startswith("'answers.jsonl' has 2 lines that cannot be used. Nothing was imported;")
    assert "line 3, id: there is no item 'q-none' in the set" in said
    assert "line 4: not JSON" in said
    assert run(capsys, "runs").startswith("No run was imported yet")
    lenient = outcome(capsys, *import_words(answers, "--lenient"))
    assert (lenient["rows"], lenient["lines_left_out"], len(lenient["left_out"])) == (2, 2, 2)
    unknown_set = ("import-run", str(answers), "--set", "nowhere", "--system", "Heron")
    assert run(capsys, *unknown_set, code=1) == "There is no item set 'nowhere'.\n"
    assert run(capsys, "runs", "--set", "nowhere", code=1) == "There is no item set 'nowhere'.\n"
