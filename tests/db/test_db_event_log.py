"""The event log: numbered without gaps, idempotent, and never changed, whoever holds the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sqlite_utils import Database

from db import event_log
from db.connection import memory_database, writing
from db.errors import Conflict, InvalidInput
from db.events import EvidenceMarked, LoggedHit, NewEvent, PageEntered, Paused, Resumed, TabHidden, TabShown
from db.study_events import InstructionsShown
from tests.makers import NOON_MS, make_new, make_participant, make_query, make_shown, make_study

FIRST = "gesture-of-the-first"
COLUMNS = "event_id, stream_id, seq, kind, at_ms, payload, source, app_version"


@pytest.fixture
def log(database: Database) -> Database:
    """One stream of two events."""
    event_log.append(database, "a-1", [make_new(TabHidden(), FIRST), make_new(TabShown())], NOON_MS)
    return database


def test_append_numbers_each_stream_from_one_without_gaps(database: Database) -> None:
    for stream_id in ("a-1", "a-2", "a-1", "a-1", "a-2"):
        event_log.append(database, stream_id, [make_new(TabHidden())], NOON_MS)

    assert [event.seq for event in event_log.replay(database, "a-1")] == [1, 2, 3]
    assert [event.seq for event in event_log.replay(database, "a-2")] == [1, 2]


def test_append_returns_the_events_as_replay_does(database: Database) -> None:
    new = [
        NewEvent(
            event_id="gesture-x",
            payload=make_query(),
            source="agent",
            client_at_ms=NOON_MS - 5,
            client_instance="tab-1",
            client_seq=7,
        ),
        make_new(EvidenceMarked(document="ä/ü “quoted” \x00\x1f.pdf", page=3)),
        make_new(Resumed()),
    ]

    stored = event_log.append(database, "a-1", new, NOON_MS)

    assert stored == event_log.replay(database, "a-1")
    assert [event.payload for event in stored] == [one.payload for one in new]
    assert (stored[0].at_ms, stored[0].client_seq, stored[0].source) == (NOON_MS, 7, "agent")


def test_a_resend_returns_the_first_event_and_adds_nothing(log: Database) -> None:
    before = event_log.replay(log, "a-1")

    (stored,) = event_log.append(log, "a-1", [make_new(TabHidden(), FIRST)], NOON_MS + 60_000)

    assert stored == before[0]
    assert event_log.replay(log, "a-1") == before


def test_a_resend_inside_one_batch_is_stored_once(database: Database) -> None:
    twice = [make_new(TabHidden(), FIRST), make_new(TabHidden(), FIRST), make_new(TabShown())]

    stored = event_log.append(database, "a-1", twice, NOON_MS)

    assert [event.seq for event in stored] == [1, 1, 2]


@pytest.mark.parametrize(
    ("stream_id", "payload"), [("a-2", TabHidden()), ("a-1", TabShown()), ("a-2", TabShown())]
)
def test_an_event_id_used_for_something_else_is_refused(
    log: Database, stream_id: str, payload: TabHidden | TabShown
) -> None:
    with pytest.raises(Conflict, match=FIRST):
        event_log.append(log, stream_id, [make_new(payload, FIRST)], NOON_MS)

    assert len(event_log.replay(log, "a-1")) == 2
    assert event_log.replay(log, "a-2") == []


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["a-1", "a-2"])), max_size=30))
def test_any_order_of_sends_and_resends_keeps_streams_gap_free(sends: list[tuple[int, str]]) -> None:
    database = memory_database()
    for number, stream_id in sends:
        event_log.append(database, stream_id, [make_new(TabHidden(), f"{stream_id}:{number:06d}")], NOON_MS)

    for stream_id in ("a-1", "a-2"):
        events = event_log.replay(database, stream_id)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert {event.event_id for event in events} == {f"{s}:{n:06d}" for n, s in sends if s == stream_id}
    database.close()


def entered() -> PageEntered:
    return PageEntered(view_id="v", document="a.pdf", page=1, reached="hit")


# A copy of a model is not checked, and half a surrogate pair is valid for it but not for JSON: stored as
# they are, they could never be read again, and the attempt would be locked.
@pytest.mark.parametrize(
    "new",
    [
        make_new(entered().model_copy(update={"zoom": float("nan")})),
        make_new(entered().model_copy(update={"zoom": float("inf")})),
        make_new(entered().model_copy(update={"view_id": "cut \ud83d"})),
        make_new(make_query("half \udc00")),
        make_new(make_query().model_copy(update={"took_ms": float("-inf")})),
        NewEvent(event_id="gesture-x", payload=TabHidden(), client_at_ms=2**63),
        NewEvent(event_id="gesture-x", payload=TabHidden(), client_seq=-(2**64)),
        NewEvent(event_id="gesture-x", payload=TabHidden(), client_instance="\ud83d"),
    ],
)
def test_what_would_not_read_back_is_refused_and_not_stored(log: Database, new: NewEvent) -> None:
    with pytest.raises(InvalidInput, match="cannot be stored"):
        event_log.append(log, "a-1", [new], NOON_MS)

    assert len(event_log.replay(log, "a-1")) == 2


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_no_hit(score: float) -> None:
    with pytest.raises(ValidationError):
        LoggedHit(rank=1, document="a.pdf", page=1, score=score)


def test_an_unknown_kind_in_the_table_is_a_loud_error(log: Database) -> None:
    log.execute(
        f"INSERT INTO events ({COLUMNS}) VALUES ('from-the-future', 'a-1', 3, 'teleported', 1, '{{}}', "
        "'server', '9.0.0')"
    )

    with pytest.raises(ValidationError, match="teleported"):
        event_log.replay(log, "a-1")


def test_a_later_event_time_never_reorders_a_stream(database: Database) -> None:
    event_log.append(database, "a-1", [make_new(TabHidden())], NOON_MS)
    event_log.append(database, "a-1", [make_new(TabShown())], NOON_MS - 600_000)

    assert [event.kind for event in event_log.replay(database, "a-1")] == ["tab_hidden", "tab_shown"]


def test_replay_many_gives_each_stream_in_order_and_leaves_out_empty_ones(database: Database) -> None:
    for stream_id in ("a-2", "a-1", "a-2"):
        event_log.append(database, stream_id, [make_new(TabHidden())], NOON_MS)
    names = [f"a-{number}" for number in range(1200)]

    found = dict(event_log.replay_many(database, names))

    assert {stream_id: len(events) for stream_id, events in found.items()} == {"a-1": 1, "a-2": 2}
    assert found["a-2"] == event_log.replay(database, "a-2")


def test_last_seqs_are_those_of_the_study_only(database: Database) -> None:
    ours = make_participant(database, make_study(database))
    other = make_participant(database, make_study(database, study_id="other", item_set="other-set"))
    for seat in (ours, other):
        event_log.append(
            database, seat.first.attempt_id, [make_new(make_shown()), make_new(TabHidden())], NOON_MS
        )

    assert event_log.last_seqs(database, "pilot") == {ours.first.attempt_id: 2}


def test_open_streams_are_those_shown_and_not_closed(database: Database) -> None:
    shown = make_new(make_shown())
    event_log.append(database, "a-open", [shown, make_new(Paused(reason="tea"))], NOON_MS)
    event_log.append(database, "participation:p", [make_new(InstructionsShown(sha256="0"))], NOON_MS)

    assert event_log.open_streams(database) == ["a-open"]


# -- whoever holds the file: a bare connection of the standard library, with SQLite's own defaults


@pytest.fixture
def stranger(database_file: Path, file_database: Database) -> Iterator[sqlite3.Connection]:
    """A connection that knows nothing of us, to a log with one stream of two events."""
    with writing(file_database):
        event_log.append(file_database, "a-1", [make_new(TabHidden(), FIRST), make_new(TabShown())], NOON_MS)
    connection = sqlite3.connect(database_file)
    yield connection
    connection.close()


def rows(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return connection.execute("SELECT rowid, * FROM events ORDER BY rowid").fetchall()


VALUES = "'tab_hidden', 1, '{}', 'server', '0'"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '{}'",
        "UPDATE OR REPLACE events SET seq = 1 WHERE seq = 2",
        "UPDATE OR IGNORE events SET at_ms = 0",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 2",
        f"REPLACE INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-1', 1, {VALUES})",
        f"INSERT OR REPLACE INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-1', 2, {VALUES})",
        f"REPLACE INTO events (rowid, {COLUMNS}) VALUES (1, 'a-new-event', 'a-1', 3, {VALUES})",
        f"INSERT INTO events (rowid, {COLUMNS}) VALUES (-1, 'a-new-event', 'a-1', 3, {VALUES})",
        f"INSERT INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-1', 4, {VALUES})",
        f"INSERT INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-2', 2, {VALUES})",
        f"INSERT INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-2', 0, {VALUES})",
        f"INSERT OR IGNORE INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-1', 2, {VALUES})",
        f"INSERT INTO events ({COLUMNS}) VALUES ('a-new-event', NULL, 1, {VALUES})",
    ],
)
def test_a_bare_connection_cannot_change_the_log(stranger: sqlite3.Connection, statement: str) -> None:
    before = rows(stranger)

    with pytest.raises(sqlite3.IntegrityError):
        stranger.execute(statement)

    assert rows(stranger) == before


@pytest.mark.parametrize(
    "statement",
    [
        f"REPLACE INTO events ({COLUMNS}) VALUES ('{FIRST}', 'a-1', 1, {VALUES})",
        f"REPLACE INTO events ({COLUMNS}) VALUES ('{FIRST}', 'a-1', 3, {VALUES})",
        f"INSERT OR REPLACE INTO events ({COLUMNS}) VALUES ('{FIRST}', 'a-9', 1, {VALUES})",
        f"REPLACE INTO events (rowid, {COLUMNS}) VALUES (2, '{FIRST}', 'a-1', 3, {VALUES})",
        f"INSERT INTO events ({COLUMNS}) VALUES ('{FIRST}', 'a-1', 3, {VALUES}) "
        "ON CONFLICT (event_id) DO UPDATE SET payload = excluded.payload",
    ],
)
def test_a_known_event_id_adds_and_changes_nothing(stranger: sqlite3.Connection, statement: str) -> None:
    before = rows(stranger)

    stranger.execute(statement)

    assert rows(stranger) == before


def test_a_bare_connection_may_append_the_next_event(stranger: sqlite3.Connection) -> None:
    stranger.execute(f"INSERT INTO events ({COLUMNS}) VALUES ('a-new-event', 'a-1', 3, {VALUES})")

    assert [row[3] for row in rows(stranger)] == [1, 2, 3]
