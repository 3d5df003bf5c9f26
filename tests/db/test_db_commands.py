"""`python -m db …`: JSON on standard output, one sentence on standard error, 0 ok, 1 failed, 2 usage."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from annotation.authoring import items_in
from baseline.attempts.answering import show_item
from db import event_log
from db.__main__ import main
from db.connection import connect, open_database
from db.events import TabHidden
from tests.authoring import make_project
from tests.db.test_db_migrations import STEPS
from tests.makers import NOON_MS, make_new, make_participant, make_study


class BrokenPipe:
    """Standard output whose reader has gone, without the buffer that would fail again at the end."""

    def __init__(self, writing: int) -> None:
        self._writing = writing

    def write(self, text: str) -> int:
        return os.write(self._writing, text.encode())

    def flush(self) -> None:
        """Nothing waits."""


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("PAGETRAIL_HOME", str(home))
    return home


@pytest.fixture
def home(empty_home: Path) -> Path:
    """A home whose database holds a study with one item on somebody's screen."""
    database = open_database(empty_home / "pagetrail.db")
    seat = make_participant(database, make_study(database))
    show_item(database, seat.first, seat.study, NOON_MS)
    database.close()
    return empty_home


def sentence(text: str) -> str:
    """Standard error, which must be one line without a path or a traceback."""
    assert text.count("\n") == 1
    assert text.endswith(".\n")
    assert "Traceback" not in text
    return text


def test_migrate_makes_the_database_and_then_has_nothing_to_do(
    empty_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "made": True,
        "applied": STEPS,
    }

    assert main(["migrate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"made": False, "applied": []}


@pytest.mark.parametrize("command", [["check"], ["stats"], ["rebuild"], ["backup", "copy.db"]])
def test_a_command_without_a_database_says_so_and_makes_none(
    empty_home: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main(command) == 1

    told = capsys.readouterr()
    assert "python -m db migrate" in sentence(told.err)
    assert (told.out, empty_home.exists()) == ("", False)


def test_check_finds_a_sound_database_sound(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True}


def test_check_names_a_gap(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = connect(home / "pagetrail.db")
    event_log.append(database, "a-1", [make_new(TabHidden()), make_new(TabHidden())], NOON_MS)
    database.execute("DROP TRIGGER events_are_not_deleted")
    database.execute("DELETE FROM events WHERE stream_id = 'a-1' AND seq = 1")
    database.close()

    assert main(["check"]) == 1
    assert "stream a-1 holds 1 events numbered 2 to 2" in sentence(capsys.readouterr().err)


def test_check_tells_that_a_file_is_no_database(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "pagetrail.db").write_text("Dear reader, " * 500)
    for left_over in home.glob("pagetrail.db-*"):
        left_over.unlink()

    assert main(["check"]) == 1
    assert "not a database" in sentence(capsys.readouterr().err)


def test_backup_writes_the_file_and_says_how_large_it_is(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy.db"

    assert main(["backup", str(target)]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(target), "bytes": target.stat().st_size}

    assert main(["backup", str(target)]) == 1
    assert "'copy.db' exists already" in sentence(capsys.readouterr().err)


def test_rebuild_counts_the_attempts(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild"]) == 0
    assert json.loads(capsys.readouterr().out) == {"attempts": 1, "items": 0}


def test_stats_count_rows_and_kinds(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert (counted["events"], counted["tables"]["assignments"]) == (
        {"item_shown": 1, "study_launched": 1},
        3,
    )


@pytest.mark.parametrize("command", [[], ["erase"], ["backup"], ["check", "--fast"]])
def test_a_wrong_command_line_is_usage(
    empty_home: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(command)

    assert caught.value.code == 2
    assert "usage: python -m db" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_traceback(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    monkeypatch.setattr(sys, "stdout", BrokenPipe(writing))

    assert main(["stats"]) == 1
    os.close(writing)
    assert capsys.readouterr().err == ""


def test_every_command_covers_what_was_authored(
    empty_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = open_database(empty_home / "pagetrail.db")
    make_project(database).accepted()
    database.close()

    assert main(["check"]) == 0
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    capsys.readouterr()
    assert main(["rebuild"]) == 0
    assert json.loads(capsys.readouterr().out) == {"attempts": 0, "items": 1}
    assert main(["stats"]) == 0
    counts = json.loads(capsys.readouterr().out)["tables"]
    assert (counts["item_steps"], counts["item_acceptances"], counts["members"]) == (5, 1, 7)
    copy = connect(tmp_path / "copy.db")
    assert [one.state.status for one in items_in(copy, "pilot")] == ["accepted"]
    copy.close()
