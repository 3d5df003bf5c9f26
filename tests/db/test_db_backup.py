"""Backup while people work, and the check that finds what is wrong."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from db import event_log
from db.backup import back_up, integrity_problems, stats
from db.connection import connect, open_database
from db.errors import InvalidInput
from db.events import TabHidden, TabShown
from db.writer import EventWriter
from tests.makers import NOON_MS, make_new, make_participant, make_study


@pytest.fixture
def filled(file_database: Database) -> Database:
    """A study with one person and two streams of two events."""
    make_participant(file_database, make_study(file_database))
    for stream_id in ("a-1", "a-2"):
        new = [make_new(TabHidden()), make_new(TabShown())]
        event_log.append(file_database, stream_id, new, NOON_MS)
    return file_database


def without_guards(database: Database) -> None:
    """What somebody would have to do first, to damage the log."""
    for trigger in database.triggers:
        database.execute(f"DROP TRIGGER {trigger.name}")


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_is_one_whole_file_that_opens(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    target = tmp_path / "copies" / "monday.db"

    size = back_up(filled, target)

    assert files_in(target.parent) == ["monday.db"]
    assert size == target.stat().st_size
    copy = open_database(target)
    assert event_log.replay(copy, "a-1") == event_log.replay(filled, "a-1")
    assert stats(copy) == stats(filled)
    copy.close()


def test_a_backup_while_writing_is_consistent_and_disturbs_nobody(
    database_file: Path, tmp_path: Path
) -> None:
    writer = EventWriter(database_file).start()
    is_over = threading.Event()
    written: list[int] = []

    def keep_writing() -> None:
        while not is_over.is_set():
            (event,) = writer.write(
                lambda database: event_log.append(database, "a-1", [make_new(TabHidden())], NOON_MS)
            )
            written.append(event.seq)

    person = threading.Thread(target=keep_writing)
    person.start()
    source = connect(database_file)
    counts = []
    for number in range(5):
        n_before = len(written)
        back_up(source, tmp_path / f"{number}.db")
        copy = connect(tmp_path / f"{number}.db")
        counts.append((n_before, copy["events"].count, integrity_problems(copy)))
        copy.close()
    is_over.set()
    person.join()
    writer.stop()
    source.close()

    # What was acknowledged before the backup began is in it.
    assert [n_before for n_before, n_copied, _ in counts if n_copied < n_before] == []
    assert [problems for *_, problems in counts] == [[]] * 5
    assert written == list(range(1, len(written) + 1))


def test_an_existing_file_is_refused_and_left_alone(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")

    with pytest.raises(InvalidInput, match=r"'letter\.txt' exists already"):
        back_up(filled, tmp_path / "letter.txt")

    assert (tmp_path / "letter.txt").read_text() == "Dear reader"


def test_a_folder_that_is_not_there_is_named(filled: Database, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no folder for 'copy\.db'"):
        back_up(filled, tmp_path / "nowhere" / "copy.db")


def test_a_name_that_is_too_long_is_told(filled: Database, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="too long"):
        back_up(filled, tmp_path / ("x" * 300))


def test_a_copy_that_cannot_be_written_is_told_and_leaves_nothing(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "copy.db.partial").mkdir()  # stands where the copy would be written

    with pytest.raises(InvalidInput, match=r"'copy\.db' could not be written"):
        back_up(filled, tmp_path / "copies" / "copy.db")

    assert files_in(tmp_path / "copies") == ["copy.db.partial"]


def test_an_unsound_database_gives_no_backup_and_leaves_nothing(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    without_guards(filled)
    filled.execute("DELETE FROM events WHERE stream_id = 'a-1' AND seq = 1")

    with pytest.raises(InvalidInput, match="not sound: stream a-1"):
        back_up(filled, tmp_path / "copies" / "copy.db")

    assert files_in(tmp_path / "copies") == []


def test_what_a_killed_backup_left_is_replaced(filled: Database, tmp_path: Path) -> None:
    (tmp_path / "copy.db.partial").write_text("half a copy")

    back_up(filled, tmp_path / "copy.db")

    assert not (tmp_path / "copy.db.partial").exists()


def test_a_sound_database_has_no_problems(filled: Database) -> None:
    assert integrity_problems(filled) == []


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (
            "DELETE FROM events WHERE stream_id = 'a-1' AND seq = 1",
            "stream a-1 holds 1 events numbered 2 to 2",
        ),
        (
            "UPDATE events SET seq = 0 WHERE stream_id = 'a-2' AND seq = 1",
            "stream a-2 holds 2 events numbered",
        ),
        (
            "UPDATE events SET seq = 9 WHERE stream_id = 'a-2' AND seq = 2",
            "stream a-2 holds 2 events numbered",
        ),
        ("UPDATE events SET kind = 'teleported' WHERE seq = 2", "2 events are of unknown kind 'teleported'"),
        ("DELETE FROM studies", "points nowhere"),
    ],
    ids=["first lost", "from zero", "gap", "unknown kind", "dangling"],
)
def test_the_check_finds_what_is_wrong(filled: Database, damage: str, problem: str) -> None:
    without_guards(filled)
    filled.execute("PRAGMA foreign_keys = OFF")
    filled.execute(damage)

    assert any(problem in found for found in integrity_problems(filled))


def test_the_check_tells_of_a_damaged_file(filled: Database, database_file: Path) -> None:
    filled.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    filled.close()
    content = bytearray(database_file.read_bytes())
    events_page = content.rindex(b"tab_shown") // 4096 * 4096
    content[events_page : events_page + 4096] = b"\xff" * 4096
    database_file.write_bytes(content)
    damaged = connect(database_file)

    assert integrity_problems(damaged) != []
    damaged.close()


def test_stats_count_tables_and_kinds(filled: Database) -> None:
    counted = stats(filled)

    assert counted["events"] == {"study_launched": 1, "tab_hidden": 2, "tab_shown": 2}
    assert counted["tables"]["assignments"] == 3
    assert "_sqlite_migrations" not in counted["tables"]
