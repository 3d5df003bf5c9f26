"""`python -m baseline study check|create|show|amend|pause|resume|end` with designs in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from baseline.__main__ import main
from tests.small_study import SmallStudy

DESIGN: dict[str, Any] = {
    "title": "Designed",
    "item_set": "small",
    "index_name": "small",
    "people_per_item": 2,
    "batch_size": 3,
    "consent": "Do you agree?",
}


@pytest.fixture(autouse=True)
def home(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "designed.json"
    path.write_text(json.dumps(DESIGN))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["study", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_a_design_is_checked_created_shown_amended_paused_and_ended(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "holds no contradiction and can be launched" in run(capsys, "check", "--design", file)
    assert run(capsys, "create", "--design", file).startswith(
        "Study designed is made: item set small, frozen"
    )
    file.write_text(json.dumps({"title": "Renamed"}))
    told = run(capsys, "amend", "--study", "designed", "--design", file, "--reason", "A better name.")
    assert told.startswith("Study designed is amended")
    told = run(capsys, "pause", "--study", "designed", "--reason", "Lunch.")
    assert told == "Study designed is paused: nobody begins another item.\n"
    assert "'Renamed': paused: Lunch." in run(capsys, "show", "--study", "designed")
    assert run(capsys, "resume", "--study", "designed") == "Study designed runs.\n"
    run(capsys, "end", "--study", "designed", "--reason", "Enough.")
    shown = json.loads(run(capsys, "show", "--study", "designed", "--json"))
    assert shown["phase"] == "ended"
    assert shown["design"]["people_per_item"] == 2
    assert [one["reason"] for one in shown["amendments"]] == ["A better name."]
    assert shown["launched_sha256"] != shown["design_sha256"]


def test_every_contradiction_of_a_file_is_named_and_nothing_is_made(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(
        json.dumps({**DESIGN, "item_set": "none", "index_name": "away", "limits": {"item_s": 60}})
    )
    for command in (["check"], ["create", "--id", "x"]):
        assert main(["study", *command, "--design", str(file)]) == 1
        told = capsys.readouterr().err
        assert "There is no item set 'none'" in told
        assert "There is no index 'away' here" in told
        assert "A warning 5 min before the end would come before the beginning" in told
    assert main(["study", "show", "--study", "x"]) == 1


def test_a_file_that_is_no_design_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"\xff\xfe")
    assert main(["study", "check", "--design", str(file)]) == 1
    assert capsys.readouterr().err == "designed.json is no text in UTF-8.\n"
    file.write_text('{"title": "A"')
    assert main(["study", "check", "--design", str(file)]) == 1
    assert "designed.json is no JSON" in capsys.readouterr().err


def test_a_design_is_given_by_options_or_by_a_file_not_by_both(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "create", "--design", str(file), "--k", "7"]) == 1
    assert "--k stands in the design" in capsys.readouterr().err
    assert main(["study", "create", "--set", "small"]) == 1
    assert "Name an item set and an index" in capsys.readouterr().err


def test_a_researcher_is_invited_before_there_is_a_study_and_nobody_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["invite", "--role", "researcher"]) == 0
    assert "/enter/" in capsys.readouterr().out
    assert main(["invite", "--role", "participant"]) == 1
    assert "--study is missing" in capsys.readouterr().err
