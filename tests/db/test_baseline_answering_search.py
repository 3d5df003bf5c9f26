"""Searching on behalf of an attempt: logged once, answered the same again."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.attempts import answering
from db import event_log
from db.errors import AttemptClosed, Conflict, InvalidInput
from db.events import (
    Query,
    ToolRefused,
)
from tests.db.attempts import given, kinds, submit
from tests.makers import NOON_MS, Seat, make_new, make_query


def test_a_search_is_logged_once_and_its_resend_gets_the_first_outcome(
    database: Database, seat: Seat
) -> None:
    attempt_id = seat.first.attempt_id
    first = make_new(make_query("revenue", [("a.pdf", 3)]), "search-0001")
    again = make_new(make_query("revenue", [("b.pdf", 9)]), "search-0001")

    answering.record_search(database, attempt_id, first, NOON_MS)
    outcome = answering.record_search(database, attempt_id, again, NOON_MS + 5000)

    assert outcome == first.payload
    assert kinds(database, seat).count("query") == 1


def test_a_resend_of_a_search_is_answered_after_the_answer_too(database: Database, seat: Seat) -> None:
    search = make_new(make_query(), "search-0001")
    answering.record_search(database, seat.first.attempt_id, search, NOON_MS)
    submit(database, seat, given("4,200"))

    again = answering.record_search(database, seat.first.attempt_id, search, NOON_MS)

    assert again == search.payload


def test_a_refused_search_is_logged_as_such(database: Database, seat: Seat) -> None:
    refused = make_new(ToolRefused(tool="search", text="*x", reason="No."))

    assert isinstance(answering.record_search(database, seat.first.attempt_id, refused, NOON_MS), ToolRefused)
    assert kinds(database, seat)[-1] == "tool_refused"


def test_enter_again_on_purpose_is_a_second_query(database: Database, seat: Seat) -> None:
    for event_id in ("search-0001", "search-0002"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query(), event_id), NOON_MS)

    assert kinds(database, seat).count("query") == 2


def test_an_id_used_for_something_else_is_no_search(database: Database, seat: Seat) -> None:
    mark = event_log.replay(database, seat.first.attempt_id)[1]

    with pytest.raises(Conflict, match="search again"):
        answering.earlier_search(database, seat.first.attempt_id, mark.event_id, "revenue")


def test_somebody_elses_search_is_not_told(database: Database, seat: Seat) -> None:
    answering.record_search(database, seat.first.attempt_id, make_new(make_query(), "search-0001"), NOON_MS)

    with pytest.raises(Conflict):
        answering.earlier_search(database, seat.assignments[1].attempt_id, "search-0001", "revenue")


def test_a_search_on_a_pause_is_refused(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)

    with pytest.raises(AttemptClosed, match="Resume first"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query()), NOON_MS)


def test_a_search_after_the_answer_or_before_the_showing_is_refused(database: Database, seat: Seat) -> None:
    submit(database, seat, given("4,200"))

    for attempt_id in (seat.first.attempt_id, seat.assignments[1].attempt_id):
        with pytest.raises(AttemptClosed):
            answering.record_search(database, attempt_id, make_new(make_query()), NOON_MS)


def test_a_search_for_half_a_character_is_refused_in_a_sentence(database: Database, seat: Seat) -> None:
    with pytest.raises(InvalidInput, match="cannot be stored"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query("cut \ud83d")), NOON_MS)


def test_a_very_long_query_is_stored_as_it_was(database: Database, seat: Seat) -> None:
    text = "long " * 20_000

    stored = answering.record_search(database, seat.first.attempt_id, make_new(make_query(text)), NOON_MS)

    assert isinstance(stored, Query)
    assert stored.text == text
