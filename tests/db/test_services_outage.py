"""The app's first act after an outage: every open attempt is told of it, once."""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database

from baseline.attempts import answering
from baseline.attempts.attempt import fold
from baseline.attempts.overdue import close_overdue
from baseline.attempts.timing import working_ms
from db import event_log, server_lives
from db.clock import FixedClock
from db.connection import writing
from db.events import ServerOutage
from db.study_design import Limits
from pages.services import Services
from tests.db.attempts import given, submit
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study


def start_server(database: Database, tmp_path: Path, clock: FixedClock) -> None:
    """What a starting server writes, without its threads and workers."""
    services = Services(tmp_path / "unused.db", tmp_path / "cache", clock)
    with writing(database):
        services._begin_life(database)


def outages(database: Database, attempt_id: str) -> list[ServerOutage]:
    events = event_log.replay(database, attempt_id)
    return [event.payload for event in events if isinstance(event.payload, ServerOutage)]


def test_an_open_attempt_is_told_of_the_outage_once_and_its_clock_rested(
    database: Database, seat: Seat, tmp_path: Path, clock: FixedClock
) -> None:
    start_server(database, tmp_path, clock)
    clock.advance_ms(60_000)

    start_server(database, tmp_path, clock)
    start_server(database, tmp_path, clock)  # a second server at once, or a quick restart

    down = ServerOutage(from_ms=NOON_MS, to_ms=NOON_MS + 60_000)
    assert outages(database, seat.first.attempt_id) == [down]
    state = fold(event_log.replay(database, seat.first.attempt_id))
    assert working_ms(state, NOON_MS + 75_000) == 15_000


def test_an_outage_begins_after_what_the_server_still_did(
    database: Database, seat: Seat, tmp_path: Path, clock: FixedClock
) -> None:
    start_server(database, tmp_path, clock)
    search = make_new(make_query(), source="server")
    answering.record_search(database, seat.first.attempt_id, search, NOON_MS + 800)
    clock.advance_ms(60_000)

    start_server(database, tmp_path, clock)

    down = ServerOutage(from_ms=NOON_MS + 800, to_ms=NOON_MS + 60_000)
    assert outages(database, seat.first.attempt_id) == [down]


def test_closed_and_unopened_attempts_are_not_told(
    database: Database, seat: Seat, tmp_path: Path, clock: FixedClock
) -> None:
    submit(database, seat, given("4,200"))
    start_server(database, tmp_path, clock)
    clock.advance_ms(60_000)

    start_server(database, tmp_path, clock)

    assert [outages(database, one.attempt_id) for one in seat.assignments] == [[], [], []]


def test_an_attempt_on_a_pause_is_told_and_the_pause_counts_once(
    database: Database, seat: Seat, tmp_path: Path, clock: FixedClock
) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS + 10_000)
    start_server(database, tmp_path, clock)
    clock.advance_ms(60_000)
    start_server(database, tmp_path, clock)

    state = answering.resume(database, seat.first.attempt_id, "resume-001", NOON_MS + 70_000)

    # 100 s: down 10..60 (the pause was the last sign of life) and paused 10..70 cover 10..70.
    assert working_ms(state, NOON_MS + 100_000) == 40_000


def test_a_quick_restart_tells_nobody(
    database: Database, seat: Seat, tmp_path: Path, clock: FixedClock
) -> None:
    start_server(database, tmp_path, clock)
    clock.advance_ms(server_lives.SHORTEST_OUTAGE_MS - 1)

    start_server(database, tmp_path, clock)

    assert outages(database, seat.first.attempt_id) == []


def test_a_limit_that_passed_while_the_server_was_down_has_not_passed(
    database: Database, tmp_path: Path, clock: FixedClock
) -> None:
    study = make_study(database)
    design = study.design.model_copy(update={"limits": Limits(item_s=60)})
    seat = make_participant(database, study)
    attempt_id = seat.first.attempt_id
    answering.show_item(database, seat.first, study.model_copy(update={"design": design}), NOON_MS)
    start_server(database, tmp_path, clock)
    clock.advance_ms(3_600_000)
    start_server(database, tmp_path, clock)

    # Down from the first moment on for an hour: its minute begins now.
    assert not close_overdue(database, attempt_id, NOON_MS + 3_600_000 + 59_999)
    assert close_overdue(database, attempt_id, NOON_MS + 3_600_000 + 60_000)
    state = fold(event_log.replay(database, attempt_id))
    assert working_ms(state, NOON_MS + 9_999_999) == 60_000
