"""A withdrawn participant's payloads are gone, all or none, and nothing else of the log has changed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.attempts.attempt import fold
from baseline.figures import derived
from baseline.participants import taking_part
from baseline.participants.journey import next_step
from baseline.participants.journey_steps import Withdrawn
from baseline.participants.participation import log_instructions, stream_of
from baseline.participants.withdrawing import withdraw
from baseline.trajectories.steps import steps_of
from db import erasure, event_log
from db.accounts import find_account
from db.assignments import counted_assignments
from db.backup import integrity_problems
from db.connection import connect, reading, writing
from db.errors import AttemptClosed
from db.events import AnswerEdited, PageEntered, PageLeft
from db.models import Draft, PageRef, Verdict
from db.study_events import ConsentWithdrawn, DataErased, Erased
from db.verdicts import add_verdict
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study
from tests.processes import OTHER_PROCESSES

SECRET = "what-only-they-wrote-91b4"
PAGE = PageRef(document=f"{SECRET}.pdf", page=3)


def at_work(database: Database, seat: Seat) -> None:
    """One item answered, the next one open, all of it recognisable."""
    log_instructions(database, seat.account.account_id, "Read this.", NOON_MS)
    for number, one in enumerate(seat.assignments[:2]):
        answering.show_item(database, one, seat.study, NOON_MS)
        answering.record_search(database, one.attempt_id, make_new(make_query(SECRET)), NOON_MS + 1000)
        view = PageEntered(view_id="v", document=PAGE.document, page=3, reached="hit")
        answering.record(database, one.attempt_id, [make_new(view)], NOON_MS + 2000)
        if number == 0:
            given = AnswerGiven(answer=[SECRET], citations=[], confidence=80, kind="own")
            answering.submit_answer(
                database, one.attempt_id, f"submit:{one.attempt_id}", given, NOON_MS + 9000
            )
        else:
            draft = AnswerEdited(draft=Draft(answer=(SECRET,)))
            answering.record(database, one.attempt_id, [make_new(draft)], NOON_MS + 9500)


class Two:
    """Two people at work in one study; the first will leave."""

    def __init__(self, database: Database) -> None:
        study = make_study(database)
        self.leaving = make_participant(database, study, f"Name {SECRET}")
        self.staying = make_participant(database, study, "Somebody who stays")
        for seat in (self.leaving, self.staying):
            at_work(database, seat)
            reason = f"It says {SECRET}."
            verdict = Verdict(
                attempt_id=seat.first.attempt_id,
                score=1.0,
                reason=reason,
                judge="j",
                rubric="r",
                at_ms=NOON_MS,
            )
            add_verdict(database, verdict)
        derived.refresh(database, study.study_id)

    def streams(self, seat: Seat) -> list[str]:
        return [stream_of(seat.account.account_id), *(one.attempt_id for one in seat.assignments)]


@pytest.fixture
def two(file_database: Database) -> Two:
    with writing(file_database):
        return Two(file_database)


def leave(database: Database, two: Two) -> None:
    with writing(database):
        withdraw(database, two.leaving.account, NOON_MS + 60_000)


def rows_of(database: Database, streams: list[str]) -> list[tuple[object, ...]]:
    marks = ", ".join("?" for _ in streams)
    return database.execute(
        f"SELECT stream_id, seq, kind, at_ms, payload FROM events WHERE stream_id IN ({marks}) "
        "ORDER BY stream_id, seq",
        streams,
    ).fetchall()


def triggers(database: Database) -> set[tuple[str, str]]:
    return set(database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())


def test_everything_that_they_wrote_is_gone_from_every_table(file_database: Database, two: Two) -> None:
    leave(file_database, two)
    for table in file_database.table_names():
        for row in file_database.execute(f"SELECT * FROM {table}"):
            others = two.streams(two.staying)
            if SECRET in repr(row):
                assert any(stream in repr(row) for stream in others), (table, row)
    assert find_account(file_database, two.leaving.account.account_id).name == erasure.NO_NAME


def test_kinds_numbers_and_times_stay_and_the_leaving_is_told(file_database: Database, two: Two) -> None:
    streams = two.streams(two.leaving)
    before = rows_of(file_database, streams)
    leave(file_database, two)
    after = rows_of(file_database, streams)
    kept = {row[:2]: row[:4] for row in after}
    assert all(kept[row[:2]] == row[:4] for row in before)
    assert integrity_problems(file_database) == []
    events = event_log.replay(file_database, streams[0])
    assert [type(event.payload) for event in events[-2:]] == [ConsentWithdrawn, DataErased]
    assert all(isinstance(event.payload, Erased) for event in events[:-2])
    n_erased = sum(row[4] == event_log.ERASED for row in after)
    assert events[-1].payload == DataErased(n_events=n_erased)


def test_what_others_did_is_untouched(file_database: Database, two: Two) -> None:
    before = rows_of(file_database, two.streams(two.staying))
    records = derived.study_records(file_database, "pilot")
    leave(file_database, two)
    assert rows_of(file_database, two.streams(two.staying)) == before
    stays = two.staying.account.account_id
    kept = [one for one in derived.study_records(file_database, "pilot") if one.participant == stays]
    assert kept == [one for one in records if one.participant == stays]


def test_erased_attempts_count_in_no_figure_and_rebuild_alike(file_database: Database, two: Two) -> None:
    leave(file_database, two)
    counted = {one.account_id for one in counted_assignments(file_database, "pilot")}
    assert counted == {two.staying.account.account_id}
    before = derived.study_records(file_database, "pilot")
    with writing(file_database):
        derived.rebuild(file_database)
    assert derived.study_records(file_database, "pilot") == before
    gone = event_log.replay(file_database, two.leaving.first.attempt_id)
    assert fold(gone).answer is None
    assert steps_of(gone, []) == []


def test_log_is_guarded_again_word_for_word(file_database: Database, two: Two) -> None:
    before = triggers(file_database)
    leave(file_database, two)
    assert triggers(file_database) == before
    with pytest.raises(Exception, match="append-only"):
        file_database.execute("UPDATE events SET payload = '{}'")


def test_erasing_is_part_of_a_transaction(file_database: Database) -> None:
    with pytest.raises(RuntimeError, match="part of a transaction"):
        erasure.erase_streams(file_database, ["a-1"])


def test_trouble_in_the_middle_leaves_everything(
    file_database: Database, two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, guards = rows_of(file_database, two.streams(two.leaving)), triggers(file_database)

    def broken(*_: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(erasure, "erase_name", broken)
    with pytest.raises(RuntimeError, match="in the middle"):
        leave(file_database, two)
    assert rows_of(file_database, two.streams(two.leaving)) == before
    assert triggers(file_database) == guards


def test_leaving_twice_is_leaving_once(file_database: Database, two: Two) -> None:
    leave(file_database, two)
    before = rows_of(file_database, two.streams(two.leaving))
    leave(file_database, two)
    assert rows_of(file_database, two.streams(two.leaving)) == before


def erase_until_killed(path: Path, streams: list[str], erased: object) -> None:
    """Erase inside a transaction that is never committed."""
    database = connect(path)
    with writing(database):
        erasure.erase_streams(database, streams)
        erased.send(True)
        erased.recv()


@pytest.fixture
def killed(database_file: Path, two: Two) -> Two:
    """A process that was killed after it had erased and before it committed."""
    ours, theirs = OTHER_PROCESSES.Pipe()
    arguments = (database_file, two.streams(two.leaving), theirs)
    erasing = OTHER_PROCESSES.Process(target=erase_until_killed, args=arguments)
    erasing.start()
    assert ours.recv()
    os.kill(erasing.pid, signal.SIGKILL)
    erasing.join()
    return two


def test_kill_in_the_middle_leaves_everything(database_file: Path, killed: Two) -> None:
    with reading(database_file) as database:
        rows = rows_of(database, killed.streams(killed.leaving))
        assert not any(row[4] == event_log.ERASED for row in rows)
        assert "events_are_not_changed" in {name for name, _ in triggers(database)}
        assert integrity_problems(database) == []


def bytes_of_all_files(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")))


def test_no_byte_of_it_is_left_in_any_file(database_file: Path) -> None:
    database = connect(database_file)
    with writing(database):
        study = make_study(database)
        leaving = make_participant(database, study, f"Name {SECRET}")
        at_work(database, leaving)
    assert SECRET.encode() in bytes_of_all_files(database_file)
    with writing(database):
        withdraw(database, leaving.account, NOON_MS + 60_000)
    assert SECRET.encode() not in bytes_of_all_files(database_file)
    database.close()


def test_the_log_is_emptied_when_whoever_reads_has_ended(database_file: Path) -> None:
    database = connect(database_file)
    with writing(database):
        study = make_study(database)
        leaving = make_participant(database, study, f"Name {SECRET}")
        at_work(database, leaving)
    with reading(database_file) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        with writing(database):
            withdraw(database, leaving.account, NOON_MS + 60_000)
        assert SECRET.encode() in bytes_of_all_files(database_file)
    with writing(database):
        pass  # whatever is written next, as the sweeper does every second
    assert SECRET.encode() not in bytes_of_all_files(database_file)
    database.close()


def test_where_nothing_is_erased_what_was_submitted_stays(file_database: Database) -> None:
    with writing(file_database):
        study = make_study(file_database)
        kept = study.model_copy(
            update={"design": study.design.model_copy(update={"erase_on_withdrawal": False})}
        )
        file_database.execute("UPDATE studies SET content = ?", [kept.model_dump_json()])
        seat = make_participant(file_database, kept)
        at_work(file_database, seat)
        withdraw(file_database, seat.account, NOON_MS + 60_000)
    states = [fold(event_log.replay(file_database, one.attempt_id)) for one in seat.assignments]
    assert [state.phase for state in states] == ["submitted", "expired", "assigned"]
    counted = [one.attempt_id for one in counted_assignments(file_database, "pilot")]
    assert counted == [seat.first.attempt_id]


def test_nothing_can_be_begun_again(file_database: Database, two: Two) -> None:
    leave(file_database, two)
    account, study = two.leaving.account, two.leaving.study
    journey = taking_part.load_journey(file_database, study, account, NOON_MS)
    assert next_step(journey) == Withdrawn(erased=True)
    before = rows_of(file_database, two.streams(two.leaving))
    with writing(file_database):
        for use_case, arguments in (
            (taking_part.consent, ("0" * 64,)),
            (taking_part.read_instructions, ("0" * 64,)),
            (taking_part.begin_batch, (1,)),
            (taking_part.settle, ()),
        ):
            use_case(file_database, account, *arguments, NOON_MS + 70_000)
    assert rows_of(file_database, two.streams(two.leaving)) == before


def test_what_a_browser_still_sends_is_not_stored(file_database: Database, two: Two) -> None:
    leave(file_database, two)
    for one in two.leaving.assignments[:2]:
        late = make_new(PageLeft(view_id="v", document=PAGE.document, page=3, visible_ms=900))
        with writing(file_database):
            recorded = answering.record(file_database, one.attempt_id, [late], NOON_MS + 61_000)
        assert [refused.reason for refused in recorded.refused] == [
            "You have left the study; nothing more is stored."
        ]
        assert recorded.acknowledged == []
        with pytest.raises(AttemptClosed):
            answering.record_search(file_database, one.attempt_id, make_new(make_query()), NOON_MS + 61_000)
